"""DOGPILE: everybody digs at the same time, for thirty seconds, then twenty, then ten."""

from __future__ import annotations

from dogpark.kernel.facts import Facts, Whole, Wholes, switch

RULE_MODULES = (
    "pile",
    "scoring",
    "digging",
    "rules",
    "memory",
    "plans",
    "blackjaw",
    "strategy",
    "temper",
)

FACTS = Facts(
    name="dogpile",
    title="DOGPILE",
    edition="rules and instructions booklet, for 2 to 6 players",
    sentence="Dig for the best bones against the clock, all dogs at once, in three rounds.",
    minutes=5,
    seats=(2, 3, 4, 5, 6),
    rules_version="1",
    prefix="PILE",
    options=(
        Wholes(
            "round_seconds",
            (30, 20, 10),
            1,
            300,
            "length of the three rounds, in seconds",
            "PILE-9.1",
            tried=((1, 1, 1), (2, 12, 5)),
        ),
        Whole(
            "ready_seconds",
            60,
            1,
            600,
            "how long a round waits for missing dogs",
            "PILE-9.2",
            tried=(1, 60, 600),
        ),
        Wholes(
            "action_ms",
            (700, 400, 400, 400),
            50,
            5000,
            "how long a dig, keep, put and bury take, in ms",
            "PILE-9.3",
            tried=((2000, 300, 500, 5000), (900, 900, 900, 900)),
        ),
        Whole(
            "sniff_seconds",
            20,
            1,
            600,
            "after how long chance chooses in a sniff",
            "PILE-9.4",
            tried=(1, 20, 600),
        ),
        switch("public_dig", "everybody sees the bones that are dug", "PILE-9.5"),
        switch("mixed_straights", "a straight fetch needs no common suit", "PILE-9.6"),
        switch("cover_between_rounds", "the pile is turned face-down after a round", "PILE-9.7"),
        switch("no_memory_aid", "nobody is reminded of what they have seen", "PILE-9.8"),
    ),
    stages=("", "ready", "dig", "sniff", "lay"),
    hidden=True,
    timed=True,
    max_legal=2 * 3 * 54 + 2,  # keep or not, bury or put one of three on each spot, wait
    max_outcomes=55,
    # Three rounds of 300 s in which six dogs do something every 50 ms, each of 54 bones and 36 that
    # were shuffled is looked at once; then readiness, twelve sniffs, and the clock's own events.
    max_steps=3 * 300 * 20 * 6 + 90 + 3 * (6 + 3) + 12 * 8,
)
