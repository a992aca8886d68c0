"""Chase, a toy game against the clock: whoever has run furthest when the whistle blows wins."""

from dogpark.kernel.facts import Facts, Wholes

FACTS = Facts(
    name="chase",
    title="Chase",
    edition="for tests only",
    sentence="Run after the ball until the whistle blows.",
    minutes=1,
    seats=(2, 3),
    rules_version="1",
    prefix="CHA",
    options=(
        Wholes(
            "pace_ms",
            (300, 500),
            100,
            900,
            "how long a trot and a sprint take",
            "CHA-1.2",
            ((100, 900),),
        ),
    ),
    stages=("", "run"),
    hidden=False,
    max_legal=2,
    max_outcomes=3,
    max_steps=3 * 20 + 2,
    timed=True,
)

RULE_MODULES = ("rules", "strategy")
