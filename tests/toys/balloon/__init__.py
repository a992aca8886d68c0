"""Balloon, a toy that is broken on purpose: its counter does not fit its field."""

from dogpark.kernel.facts import Facts

FACTS = Facts(
    name="balloon",
    title="Balloon",
    edition="for tests only",
    sentence="Everyone blows into the balloon until the counter bursts.",
    minutes=1,
    seats=(2,),
    rules_version="1",
    prefix="BAL",
    options=(),
    stages=("", "blow"),
    hidden=False,
    max_legal=1,
    max_outcomes=1,
    max_steps=4,
)

RULE_MODULES = ("rules",)
