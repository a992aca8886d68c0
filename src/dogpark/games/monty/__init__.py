"""Monty's Bark! Bark!: cats and squirrels race through a neighbourhood that nobody knows yet."""

from __future__ import annotations

from dogpark.kernel.facts import Cells, Choice, Facts, SeatChoice, Whole, switch

RULE_MODULES = (
    "deck",
    "ground",
    "distance",
    "crown",
    "home",
    "stuck",
    "explore",
    "run",
    "land",
    "gates",
    "talks",
    "race",
    "rules",
    "foresight",
    "trust",
    "bargain",
    "strategy",
)

GEOMETRIES = ("grid", "track", "grid_free")

FACTS = Facts(
    name="monty",
    title="Monty's Bark! Bark!",
    edition="Fog of Dog Edition",
    sentence="Race along the garden fences, talk your way forward, and beware of the dog.",
    minutes=60,
    seats=(3, 4, 5),
    rules_version="1",
    prefix="MON",
    hidden=True,
    stages=(
        "",
        "species",
        "start",
        "talk",
        "commit",
        "offer",
        "answer",
        "demand",
        "send_order",
        "gate",
        "step",
        "explore",
        "orient",
        "push",
        "crown",
    ),
    max_legal=234,  # Start: 117 cells, two ways
    max_outcomes=7,  # kinds of cards in the deck
    # At most 9 races (MON-17.1) of 200 rounds. A round is at most 15 claims, 5 cards, 20 offers with
    # 4 answers each, as much again about the order, 6 choices on the way back, and per run (5) at
    # most 5 spaces, 9 bounces and 7 pushes with 5 steps each; a race adds its set-up.
    max_steps=1 + 9 * (10 + 200 * (15 + 5 + 2 * 20 * 5 + 6 + 5 * 21 * 5)),
    options=(
        Whole("table_w", 13, 4, 13, "width of the table", "MON-19.1", tried=(4, 7, 13)),
        Whole("table_h", 9, 3, 9, "height of the table", "MON-19.2", tried=(3, 5, 9)),
        Cells(
            "obstacles",
            13,
            9,
            8,
            "cells where something stands on the table",
            "MON-19.3",
            tried=("2,4", "3,1 9,1 6,3 3,4 9,4 6,5 3,7 9,7"),
        ),
        Choice("geometry", GEOMETRIES, "shape of the table", "MON-19.4"),
        Whole("start_ends", 2, 1, 2, "open ends of the Start card", "MON-19.5"),
        Choice(
            "corner_types",
            ("gate_plain", "left_right"),
            "what tells the two corner piles apart",
            "MON-19.6",
        ),
        Choice(
            "bounce_links",
            ("directed", "undirected"),
            "whether one may climb back onto a trampoline",
            "MON-19.7",
        ),
        Choice(
            "bounce_orientation",
            ("free", "parallel_only"),
            "how a card lies off the side of a trampoline",
            "MON-19.8",
        ),
        Choice("bounce_direction", ("towards", "any"), "where a bounce may go", "MON-19.9"),
        Choice(
            "initial_leader",
            ("none", "start_placer"),
            "who holds the crown when a race begins",
            "MON-19.10",
        ),
        Choice(
            "start_placer",
            ("seeded_random", "declared_pets", "last_place"),
            "who lays the Start card",
            "MON-19.11",
        ),
        SeatChoice("most_pets", "who has the most pets (start_placer=declared_pets)", "MON-19.11"),
        Choice(
            "species_choice",
            ("match", "race"),
            "how often cat or squirrel is chosen",
            "MON-19.12",
        ),
        Choice("mode", ("match", "one_off"), "races to six points, or a single one", "MON-19.13"),
        Whole("talk_rounds", 1, 0, 3, "how often everyone speaks before choosing", "MON-19.14"),
        Choice(
            "hand_refresh",
            ("round", "after_four"),
            "when movement cards come back to the hand",
            "MON-19.15",
        ),
        Choice(
            "split_zero",
            ("allow", "forbid_if_possible"),
            "whether a share may be zero",
            "MON-19.16",
        ),
        Whole("offers_per_player", 2, 1, 4, "turns to propose for each sharer", "MON-19.17"),
        Choice(
            "split_protocol",
            ("rotating", "sealed_demand"),
            "how those with the same number negotiate",
            "MON-19.18",
        ),
        Choice(
            "gate_rule",
            ("behind", "trail"),
            "which gate a pawn is sent back to",
            "MON-19.19",
        ),
        Choice(
            "order_failure",
            ("penalty", "by_seat"),
            "what follows if the order cannot be agreed",
            "MON-19.20",
        ),
        switch("single_space", "trees and fences hold one pawn only", "MON-19.21", on=True),
        Choice(
            "displaced_draw",
            ("owner", "instigator"),
            "who chooses the card for a pushed pawn that explores",
            "MON-19.22",
        ),
        Choice(
            "displaced_explore",
            ("any", "front_only"),
            "whether a pushed pawn explores away from the crown",
            "MON-19.23",
        ),
        Choice(
            "crown_own_card",
            ("allow", "forbid"),
            "whether the crown may be put on one's own card",
            "MON-19.24",
        ),
        Choice(
            "dead_end_leftover",
            ("bounce", "lose"),
            "what becomes of spaces left at a dead end",
            "MON-19.25",
        ),
        Choice(
            "loop_leftover",
            ("continue", "lose"),
            "what becomes of spaces left at a loop",
            "MON-19.26",
        ),
        switch("keep_alive", "hopeless choices are not offered", "MON-19.27", on=True),
        Choice(
            "shortcut",
            ("optional", "forced"),
            "whether the short cut home must be taken",
            "MON-19.28",
        ),
        Choice(
            "overflow",
            ("none", "all_bronze"),
            "what a place gets for which not even bronze fits",
            "MON-19.29",
        ),
        Choice("match_tie", ("ladder", "joint"), "who wins with equal points", "MON-19.30"),
        Whole(
            "max_rounds",
            60,
            1,
            200,
            "rounds after which dusk ends a race",
            "MON-19.31",
            tried=(1, 5),
        ),
    ),
)
