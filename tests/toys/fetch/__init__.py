"""Fetch, a toy game for testing the kernel: hidden balls, a sealed throw, two rounds."""

from dogpark.kernel.facts import Facts, Whole, switch

FACTS = Facts(
    name="fetch",
    title="Fetch",
    edition="for tests only",
    sentence="Everyone holds a secret ball and throws it; the best throw scores.",
    minutes=1,
    seats=(2, 3),
    rules_version="1",
    prefix="FET",
    options=(
        Whole("rounds", 2, 1, 3, "how many rounds are thrown", "FET-1.1"),
        switch("heavy", "heavy balls do not fly far", "FET-1.2"),
    ),
    stages=("", "throw"),
    hidden=True,
    max_legal=3,
    max_outcomes=5,
    max_steps=3 * 6,
)

RULE_MODULES = ("rules", "strategy")
