"""Here Comes the Dog: sticks from the bonfire, dogs from the dark."""

from __future__ import annotations

from dogpark.kernel.facts import Facts, SeatChoice, Split, Whole

RULE_MODULES = ("scoring", "rules", "chances", "strategy")

FACTS = Facts(
    name="bonfire",
    title="Here Comes the Dog",
    edition="2nd edition, itten 2018",
    sentence="Take meat, charcoal and fire from the bonfire: feed the dogs or fend them off.",
    minutes=30,
    seats=(2, 3, 4),
    rules_version="1",
    prefix="BON",
    options=(
        Split(
            "die_faces",
            (2, 2, 2),
            1,
            "faces of each die with meat, charcoal and fire",
            "BON-12.1",
            tried=((1, 2, 3), (4, 1, 1), (1, 4, 1), (1, 1, 4)),
        ),
        Whole("rounds", 5, 1, 9, "number of rounds", "BON-12.2"),
        SeatChoice("first_player", "who takes the first turn", "BON-12.3"),
        Whole(
            "max_turns",
            400,
            1,
            9999,
            "the game stops after so many turns",
            "BON-12.4",
            tried=(1, 2, 15, 400, 9999),
        ),
    ),
    stages=("wait", "turn", "take", "steal", "defend"),
    hidden=False,
    max_legal=30,
    max_outcomes=10,
    max_steps=20_000,
)
