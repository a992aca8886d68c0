"""How quick bots are: each hesitates a moment before it acts, as a person would.

The rules make every action take its time, for people and bots alike. What they leave open is how
long a dog looks at the table before it moves. A bot would need no time at all; to be beatable it
gets some, drawn afresh for every move from its own dice: evenly from a span that depends on the
bot. A stronger bot is also quicker. In simulation the same levels wait by the rules of the game (in
DOGPILE: ``games.dogpile.temper``), by the means of these spans less the champion's, which all share.
"""

from __future__ import annotations

from typing import TypeAlias

from dogpark.kernel.rng import dice_below
from dogpark.kernel.schema import Row

Span: TypeAlias = tuple[int, int]  # milliseconds, both ends included

SPANS: dict[str, Span] = {
    "random": (600, 1600),
    "puppy": (600, 1500),
    "family": (300, 800),
    "greedy": (400, 1100),
    "working": (200, 500),
}
QUICKEST: Span = (150, 350)  # the champion, and whatever is stronger than all of these


def span_of(bot: str, delay: float | None = None) -> Span:
    """The bot's own span; or, around a delay in seconds that was asked for, half of it each way."""
    if delay is None:
        return SPANS.get(bot, QUICKEST)
    return round(500 * delay), round(1500 * delay)


def hesitation(span: Span, choices: int, dice: Row) -> int:
    """Milliseconds before this move. Where there is nothing to choose, nobody hesitates."""
    low, high = span
    return low + dice_below(dice, high - low + 1) if choices > 1 else 0
