"""DOG, the Dobney-Christen version: partners race eight pegs home with cards."""

from __future__ import annotations

from dogpark.kernel.facts import Choice, Facts, SeatChoice, Whole, switch

RULE_MODULES = (
    "board",
    "seven",
    "jack",
    "rounds",
    "rules",
    "worth",
    "lookout",
    "gains",
    "strategy",
)

FACTS = Facts(
    name="dog",
    title="DOG",
    edition="Dobney-Christen version, for 4 or 6 players",
    sentence="Two partners bring eight pegs home with cards, past a blockade or through it.",
    minutes=60,
    seats=(4, 6),
    teams={4: ((0, 2), (1, 3)), 6: ((0, 3), (1, 4), (2, 5))},
    rules_version="1",
    prefix="DOG",
    hidden=True,
    no_conferring="DOG-12.4",
    stages=("", "exchange", "turn", "peg", "dest", "target", "seven"),
    max_legal=25,  # joker 16 uses, ace 3, king and four 2 each, two further cards
    max_outcomes=14,
    # At most 36 deals, 6 gifts and 36 cards a round; a card is at most 1 play, 7 steps, 6 landings.
    max_steps=1 + 9999 * (36 + 6 + 36 * 14),
    options=(
        Whole("jokers_per_pack", 2, 2, 3, "jokers in each of the two packs", "DOG-13.1"),
        SeatChoice("first_dealer", "who deals first", "DOG-13.2"),
        Choice(
            "reshuffle",
            ("when_short", "every_cycle", "every_round", "top_up"),
            "when the discards are shuffled in again",
            "DOG-13.3",
        ),
        switch("exchange", "partners exchange a card each round", "DOG-13.4", on=True),
        switch("fold_reveal", "folded cards are shown", "DOG-13.5", on=True),
        Choice(
            "backward_finish",
            ("direct", "touch_only"),
            "whether a four backwards may turn into the finish",
            "DOG-13.6",
        ),
        switch("forced_entry", "a peg must enter its finish if the count fits", "DOG-13.7"),
        switch("deepest_first", "a peg enters only as deep as it can go", "DOG-13.8"),
        switch("seven_kills", "a seven sends home what it passes", "DOG-13.9", on=True),
        switch("seven_peg_once", "a seven moves each peg in one part only", "DOG-13.11"),
        Choice(
            "seven_handover",
            ("immediate", "next_card"),
            "when a seven goes on with the partner's pegs",
            "DOG-13.12",
        ),
        switch("win_truncates_seven", "a seven that wins need not be spent", "DOG-13.13"),
        Choice(
            "jack_targets",
            ("opponent_first", "any_other", "any_incl_own"),
            "which pegs a jack may swap with",
            "DOG-13.14",
        ),
        Choice(
            "jack_null",
            ("only_own_in_play", "no_target", "never"),
            "when a jack may be played without effect",
            "DOG-13.15",
        ),
        Choice(
            "central_geometry",
            ("half_lap", "side_cross", "off"),
            "where the central paths join the track (six players)",
            "DOG-13.16",
        ),
        Whole(
            "central_len",
            15,
            3,
            15,
            "fields of a central path (six players)",
            "DOG-13.17",
            tried=(3, 9, 15),
        ),
        Choice(
            "central_entry",
            ("passing", "exact"),
            "how a peg gets into a central path (six players)",
            "DOG-13.18",
        ),
        switch("central_four_back", "a four moves back inside a path (six players)", "DOG-13.19"),
        switch("central_jack", "jacks reach into the paths (six players)", "DOG-13.20", on=True),
        Choice(
            "after_win",
            ("stop", "play_on"),
            "what follows the first team's victory (six players)",
            "DOG-13.21",
        ),
        Whole(
            "max_rounds", 500, 1, 9999, "rounds after which nobody wins", "DOG-13.22", tried=(1, 3)
        ),
    ),
)
