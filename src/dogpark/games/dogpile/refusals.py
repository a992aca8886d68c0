"""Which rule forbids a move, by id and in words: the most specific one that can be found."""

from __future__ import annotations

from dogpark.games.dogpile.actions import BEGIN, BONE, PAWS, SNIFF, TABLE, TIME_UP
from dogpark.games.dogpile.rules import asked, moment
from dogpark.games.dogpile.state import (
    COUNTDOWN,
    LAYING,
    NONE,
    OVER,
    READYING,
    SNIFFING,
    Dogpile,
)
from dogpark.games.dogpile.words import counted
from dogpark.kernel.rooms import Refusal

_OF_A_SNIFF = ("sniff", "stop", "lay")


def too_soon(s: Dogpile, seat: int) -> Refusal:
    """A dog that is still busy with what it did last."""
    busy = moment(s, seat) - s.now
    return Refusal("PILE-2.5", f"you are busy for another {busy} ms")


def refusal(s: Dogpile, seat: int, code: int) -> Refusal:
    """Why this seat may not do that now; only asked about codes that are not legal."""
    if code >= BEGIN:
        return _natures(code)
    kind = TABLE.action(code).kind
    if s.phase == OVER:
        return Refusal("PILE-6.1", "the game is over")
    if s.phase in (READYING, COUNTDOWN):
        return _before_the_round(s, seat, kind)
    if s.phase in (SNIFFING, LAYING):
        return _in_a_sniff(s, seat, code)
    return _digging(s, seat, code)


def _natures(code: int) -> Refusal:
    if code == TIME_UP:
        return Refusal("PILE-2.4", "only the clock ends a round")
    if code >= BONE:
        return Refusal("PILE-1.4", "what a bone is shows when it is looked at; nobody chooses it")
    return Refusal("PILE-2.3", "the countdown starts a round, not a dog")


def _before_the_round(s: Dogpile, seat: int, kind: str) -> Refusal:
    if kind in _OF_A_SNIFF:
        return Refusal("PILE-5.1", "there is nothing to sniff before a round")
    if s.phase == COUNTDOWN:
        return Refusal("PILE-2.3", "nobody may touch the pile before the countdown is over")
    if kind == "ready":
        return Refusal("PILE-2.2", "your paws are up already")
    return Refusal("PILE-2.3", "the round has not begun: paws up first")


# -- while the clock runs -------------------------------------------------------------------------


def _digging(s: Dogpile, seat: int, code: int) -> Refusal:
    if moment(s, seat) >= s.limit:
        return Refusal("PILE-2.5", "the round is over before you are free again")
    if s.looked != NONE:
        return Refusal("PILE-1.4", "a bone is being turned over this very moment")
    action = TABLE.action(code)
    spot = int(action.fields.get("spot", 0))
    match action.kind:
        case "dig":
            return _dig(s, seat, spot)
        case "keep" | "put" if s.loose[seat] == NONE:
            rule = "PILE-3.4" if action.kind == "keep" else "PILE-3.5"
            return Refusal(rule, f"you have not dug up a bone to {action.kind}")
        case "bury" if int(action["paw"]) > s.held[seat]:
            have = counted(s.held[seat], "bone")
            return Refusal("PILE-3.6", f"your paws hold {have}: there is none to bury there")
        case "put" | "bury":
            return Refusal("PILE-2.6", f"a bone lies on spot {spot} already")
    if action.kind == "ready":
        return Refusal("PILE-2.2", "the round has begun: dig")
    return Refusal("PILE-5.1", "sniffing comes after the round")


def _dig(s: Dogpile, seat: int, spot: int) -> Refusal:
    if s.loose[seat] != NONE:
        return Refusal("PILE-3.3", "first keep the bone you have just dug, or put it back")
    if s.held[seat] == PAWS:
        return Refusal("PILE-3.2", "your paws hold three bones: bury one before you dig")
    return Refusal("PILE-2.6", f"no bone lies on spot {spot} any more")


# -- in a sniff -----------------------------------------------------------------------------------


def _in_a_sniff(s: Dogpile, seat: int, code: int) -> Refusal:
    action = TABLE.action(code)
    if asked(s) != seat:
        doing = "sniffs" if s.phase == SNIFFING else "lays the bones back"
        return Refusal("PILE-5.1", f"seat {asked(s)} {doing} now")
    spot = action.fields.get("spot")
    if s.phase == SNIFFING:
        if SNIFF <= code < TABLE.base("stop"):
            return Refusal("PILE-5.2", f"no bone lies on spot {spot}")
        return Refusal("PILE-5.2", "sniff at a bone of the pile, or stop")
    if action.kind == "lay":
        return Refusal("PILE-5.3", f"a bone lies on spot {spot} already")
    return Refusal("PILE-5.3", "lay the bones back on empty spots")
