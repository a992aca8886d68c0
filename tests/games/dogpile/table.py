"""A table to set up and play on by hand. Spots are written as people count them, from 1."""

from __future__ import annotations

from typing import Any

from dogpark.games import rooms
from dogpark.games.dogpile.actions import FACES, PAWS
from dogpark.games.dogpile.invariants import problems
from dogpark.games.dogpile.pile import lift, look, show_face
from dogpark.games.dogpile.scoring import loot_points
from dogpark.games.dogpile.state import NONE, Dogpile
from dogpark.kernel.facts import CHANCE
from dogpark.kernel.rooms import Event

PILE = rooms("dogpile")


def new_game(players: int = 2, **options: object) -> Dogpile:
    s = PILE.blank(players, PILE.facts.read_options(options, players))
    assert isinstance(s, Dogpile)
    PILE.rules.start(s)
    assert problems(s) == []
    return s


def round_begun(players: int = 2, **options: object) -> Dogpile:
    """The first round has just begun, and ties are counted from seat 0."""
    s = new_game(players, **options)
    paws_up(s)
    return s


def paws_up(s: Dogpile) -> None:
    for seat in range(s.players):
        do(s, seat, "ready")
    nature(s, "go 0")


def code_of(text: str) -> int:
    return PILE.table.from_text(text).code


def offered(s: Dogpile, seat: int) -> list[str]:
    return [str(PILE.table.action(code)) for code in PILE.legal(s, seat)]


def outcomes(s: Dogpile) -> dict[str, int]:
    return {str(PILE.table.action(code)): weight for code, weight in PILE.chance(s)}


def do(s: Dogpile, seat: int, text: str) -> list[Event]:
    """This seat does that at its moment; it must be legal. Chance is not asked."""
    assert code_of(text) in PILE.legal(s, seat), f"{text} is not among {offered(s, seat)}"
    return _apply(s, seat, text)


def nature(s: Dogpile, text: str) -> list[Event]:
    """Chance brings this."""
    assert text in outcomes(s), f"{text} is not among {outcomes(s)}"
    return _apply(s, CHANCE, text)


def _apply(s: Dogpile, seat: int, text: str) -> list[Event]:
    before = s.copy()
    PILE.rules.apply(s, seat, code_of(text))
    assert problems(s) == []
    return PILE.events(before, seat, code_of(text), s)


def dig(s: Dogpile, seat: int, spot: int, face: str | None = None) -> list[Event]:
    """Digs, and where chance decides what it is, it is this."""
    told = do(s, seat, f"dig {spot}")
    return told + nature(s, f"bone {face}") if face else told


def sniff(s: Dogpile, seat: int, spot: int, face: str | None = None) -> list[Event]:
    told = do(s, seat, f"sniff {spot}")
    return told + nature(s, f"bone {face}") if face else told


def sniff_three(s: Dogpile, seat: int, *faces: str | None) -> None:
    """Sniffs at spots 20, 21 and 22; chance decides what they are as told, None: known already."""
    for spot, face in zip((20, 21, 22), faces, strict=True):
        sniff(s, seat, spot, face)


def place(s: Dogpile, faces: str) -> list[int]:
    """Lifts bones with these faces off the pile, as if nobody had ever seen them."""
    bones = []
    for name in faces.split():
        fresh = [spot for spot in s.spots[: s.filled] if s.face[s.spot[spot]] == NONE]
        bone = lift(s, fresh[0])
        look(s, bone, 1)
        show_face(s, FACES.index(name))
        s.seen[bone] = 0
        bones.append(bone)
    return bones


def arm(s: Dogpile, seat: int, faces: str) -> None:
    """This dog has these bones in its paws, and only it has seen them."""
    for bone in place(s, faces):
        s.seen[bone] = 1 << seat
        s.paw[seat][s.held[seat]] = bone
        s.held[seat] += 1
    assert problems(s) == []


def loot(s: Dogpile, seat: int, *rounds: str) -> None:
    """This dog has looted these bones, a text for each round."""
    for number, faces in enumerate(rounds):
        for i, bone in enumerate(place(s, faces)):
            s.seen[bone] = 127
            s.loot[seat][PAWS * number + i] = s.face[bone]
        s.points[seat][number] = loot_points(s, seat, number)


def time_up(s: Dogpile) -> list[Event]:
    """The clock runs out with nobody doing anything more."""
    s.now = s.limit
    return nature(s, "time_up")


def after_round(*paws: str, **options: object) -> Dogpile:
    """The first round has ended with these paws, one text a dog."""
    s = round_begun(len(paws), **options)
    for seat, faces in enumerate(paws):
        arm(s, seat, faces)
    time_up(s)
    return s


def left_waiting(s: Dogpile, seat: int) -> str:
    """What a seat is told that may do nothing now."""
    assert PILE.legal(s, seat) == []
    return str(PILE.prompt(s, seat)["ask"])


def refused(s: Dogpile, seat: int, text: str) -> tuple[str, str]:
    """The rule that forbids this, and what is said."""
    assert seat in PILE.active_seats(s), "others are told what they wait for"
    assert code_of(text) not in PILE.legal(s, seat)
    refusal = PILE.refusal(s, seat, code_of(text))
    return refusal.rule, refusal.words


def seen(s: Dogpile, seat: int | None) -> dict[str, Any]:
    return PILE.view(s, seat)


def at_spot(s: Dogpile, seat: int | None, spot: int) -> object:
    """What this seat is shown of a spot: None if empty, else (side, bone or None)."""
    lies = seen(s, seat)["pile"][spot - 1]
    return None if lies is None else ("up" if lies["up"] else "down", lies["bone"])
