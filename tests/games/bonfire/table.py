"""A table to set up and play on by hand."""

from __future__ import annotations

from dogpark.games import rooms
from dogpark.games.bonfire.state import CHARCOAL, FIRE, MEAT, Bonfire
from dogpark.kernel.facts import CHANCE

BONFIRE = rooms("bonfire")


def table(players: int = 2, **options: object) -> Bonfire:
    """A started game in which seat 0 begins unless an option says otherwise."""
    given = {"first_player": 0, **options}
    s = BONFIRE.blank(players, BONFIRE.facts.read_options(given, players))
    assert isinstance(s, Bonfire)
    BONFIRE.rules.start(s)
    return s


def give(s: Bonfire, seat: int, meat: int = 0, charcoal: int = 0, fire: int = 0) -> None:
    """Moves sticks from the bonfire into a hand."""
    for colour, count in ((MEAT, meat), (CHARCOAL, charcoal), (FIRE, fire)):
        s.held[seat][colour] += count
        s.bonfire[colour] -= count


def tame(s: Bonfire, seat: int, dogs: int) -> None:
    s.dogs[seat] += dogs
    s.pack -= dogs


def asked(s: Bonfire) -> int:
    (seat,) = BONFIRE.active_seats(s)
    return seat


def choices(s: Bonfire) -> list[str]:
    """What the seat whose choice it is may do, in short form."""
    return [str(BONFIRE.table.action(code)) for code in BONFIRE.legal(s, asked(s))]


def do(s: Bonfire, text: str) -> None:
    """The seat whose choice it is does this; it must be legal."""
    seat, code = asked(s), BONFIRE.table.from_text(text).code
    assert code in BONFIRE.legal(s, seat), f"{text} is not among {choices(s)}"
    BONFIRE.rules.apply(s, seat, code)
    assert BONFIRE.problems(s) == []


def dice(s: Bonfire, text: str) -> None:
    """Nature rolls these."""
    code = BONFIRE.table.from_text(f"dice {text}").code
    assert code in [outcome for outcome, _ in BONFIRE.chance(s)]
    BONFIRE.rules.apply(s, CHANCE, code)
    assert BONFIRE.problems(s) == []


def roll(s: Bonfire, text: str) -> None:
    """The seat whose turn it is rolls, and these fall."""
    do(s, "roll")
    dice(s, text)


def refused(s: Bonfire, text: str, seat: int | None = None) -> str:
    """The rule that forbids this."""
    who = asked(s) if seat is None else seat
    code = BONFIRE.table.from_text(text).code
    assert code not in BONFIRE.legal(s, who)
    return BONFIRE.refusal(s, who, code).rule


def sticks(s: Bonfire) -> tuple[int, ...]:
    return tuple(s.bonfire)


def over(s: Bonfire) -> bool:
    return BONFIRE.active_seats(s) == ()
