"""Which rule forbids a move, by id and in words: the most specific one that can be found.

Only asked about seats that may act; the others are told what they wait for.
"""

from __future__ import annotations

from dogpark.games.dogpile.actions import BEGIN, BONE, PAWS, TABLE, TIME_UP
from dogpark.games.dogpile.rules import moment
from dogpark.games.dogpile.state import DIGGING, NONE, READYING, SNIFFING, Dogpile
from dogpark.games.dogpile.words import counted
from dogpark.kernel.actions import Action
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
    action = TABLE.action(code)
    if s.phase == READYING:
        if action.kind in _OF_A_SNIFF:
            return Refusal("PILE-5.1", "there is nothing to sniff before a round")
        return Refusal("PILE-2.3", "the round has not begun: paws up first")
    if s.phase == DIGGING:
        return _digging(s, seat, action)
    return _in_a_sniff(s, action)


def _natures(code: int) -> Refusal:
    if code == TIME_UP:
        return Refusal("PILE-2.4", "only the clock ends a round")
    if code >= BONE:
        return Refusal("PILE-1.4", "what a bone is shows when it is looked at; nobody chooses it")
    return Refusal("PILE-2.3", "the countdown starts a round, not a dog")


# -- while the clock runs -------------------------------------------------------------------------


def _digging(s: Dogpile, seat: int, action: Action) -> Refusal:
    spot = action.fields.get("spot")
    match action.kind:
        case "dig" if s.loose[seat] != NONE:
            return Refusal("PILE-3.3", "first keep the bone you have just dug, or put it back")
        case "dig" if s.held[seat] == PAWS:
            return Refusal("PILE-3.2", "your paws hold three bones: bury one before you dig")
        case "dig":
            return Refusal("PILE-2.6", f"no bone lies on spot {spot} any more")
        case "keep" | "put" if s.loose[seat] == NONE:
            rule = "PILE-3.4" if action.kind == "keep" else "PILE-3.5"
            return Refusal(rule, f"you have not dug up a bone to {action.kind}")
        case "bury" if int(action["paw"]) > s.held[seat]:
            have = counted(s.held[seat], "bone")
            return Refusal("PILE-3.6", f"your paws hold {have}: there is none to bury there")
        case "put" | "bury":
            return Refusal("PILE-2.6", f"a bone lies on spot {spot} already")
        case "ready":
            return Refusal("PILE-2.2", "the round has begun: dig")
    return Refusal("PILE-5.1", "sniffing comes after the round")


# -- in a sniff -----------------------------------------------------------------------------------


def _in_a_sniff(s: Dogpile, action: Action) -> Refusal:
    spot = action.fields.get("spot")
    if s.phase == SNIFFING:
        if action.kind == "sniff":
            return Refusal("PILE-5.2", f"no bone lies on spot {spot}")
        if action.kind == "stop":
            return Refusal("PILE-5.2", "who sniffs at one bone sniffs at three")
        return Refusal("PILE-5.2", "sniff at a bone of the pile")
    if action.kind == "lay":
        return Refusal("PILE-5.3", f"a bone lies on spot {spot} already")
    return Refusal("PILE-5.3", "lay the bones back on empty spots")
