"""Dog's Breath: the worst seven cards, and the nerve to say that you are out."""

from __future__ import annotations

from dogpark.kernel.facts import Facts, Whole, switch

RULE_MODULES = (
    "cards",
    "scoring",
    "knowledge",
    "rounds",
    "scavenge",
    "rules",
    "strategy",
    "standing",
)

FACTS = Facts(
    name="breath",
    title="Dog's Breath",
    edition="Sennertain 2019",
    sentence="Eat what smells worst, guard it from scavengers, and be out before the others.",
    minutes=30,
    seats=(2, 3, 4),
    rules_version="1",
    prefix="BRE",
    hidden=True,
    stages=(
        "",
        "face",
        "flip",
        "take",
        "draw",
        "discard",
        "end",
        "name",
        "guard",
        "alarm",
    ),
    veiled={"guard": "let"},  # BRE-5.2: nobody sees whether there was a choice
    max_legal=36,  # deck, 15 discards and 6 cards for 3 opponents, and room to write ahead
    max_outcomes=16,
    # A round is 20 deals, 8 takes of 6 steps, and at most 203 turns of 13 steps.
    max_steps=1 + 9 * (20 + 8 * 6 + 203 * 13),
    options=(
        Whole("scavengers", 4, 0, 6, "scavengers in the deck", "BRE-11.1"),
        Whole("guard_dogs", 4, 0, 6, "guard dogs in the deck", "BRE-11.2"),
        Whole("night_per_seven", 3, 1, 6, "night cards among seven food cards", "BRE-11.3"),
        switch("named_request", "a scavenger names the card it wants", "BRE-11.4"),
        Whole("rounds", 5, 1, 9, "number of rounds", "BRE-11.5", tried=(1, 2, 5, 9)),
        Whole(
            "min_points_to_go_out",
            0,
            0,
            100,
            "points a hand needs to go out",
            "BRE-11.6",
            tried=(0, 20, 100),
        ),
        switch("super_combo_to_go_out", "only a super combo may go out", "BRE-11.7"),
    ),
)
