"""What happened, told: events with stable keys, data, words, and an audience each.

Who digs where is told to all, what was found only to those who see it (PILE-7.1, PILE-7.2).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dogpark.games.dogpile.actions import BEGIN, BONE, DIG, GO, LAY, PAWS, SNIFF, STOP, TABLE
from dogpark.games.dogpile.rules import COUNTDOWN_MS, asked, left_of, result
from dogpark.games.dogpile.scoring import BONEATHON, is_blackjaw
from dogpark.games.dogpile.state import (
    COUNTDOWN,
    DIGGING,
    LAYING,
    LIFTED,
    NONE,
    ON,
    OVER,
    READYING,
    SNIFFING,
    Dogpile,
)
from dogpark.games.dogpile.words import (
    FEAT_WORDS,
    FEATS,
    ORDINALS,
    boneathons,
    counted,
    face_name,
    faces_listed,
    feat_points,
    listed,
    spot_number,
    the_bone,
)
from dogpark.kernel.facts import CHANCE
from dogpark.kernel.rooms import Event


def events(before: Dogpile, seat: int, code: int, after: Dogpile) -> list[Event]:
    """Everything that one action or outcome brought about, in the order it happened."""
    told = [*_told_first(before, seat, code, after)]
    if seat == CHANCE and code < BEGIN and _is_last_choice(before, code):  # PILE-5.6
        who = asked(before)
        words = f"Seat {who} took too long: chance chose for it"
        told.append(Event("chance_chooses", words, {"seat": who}))
    told += _what_follows(before, after)
    return told


def _is_last_choice(before: Dogpile, code: int) -> bool:
    """Once chance chooses in a sniff it makes all choices that are left; that is told once."""
    return code == STOP or (before.picks if code < STOP else before.laid) == LIFTED - 1


def _told_first(before: Dogpile, seat: int, code: int, after: Dogpile) -> Iterator[Event]:
    kind = TABLE.action(code).kind
    who = asked(before) if kind in ("sniff", "stop", "lay") else seat
    match kind:
        case "ready":
            yield Event("ready", f"Seat {seat} has its paws up", {"seat": seat})
        case "dig":
            yield from _dug(before, seat, code - DIG, after)
        case "bone":
            yield from _seen(before, code - BONE)
        case "keep":
            held = after.held[seat]
            words = f"Seat {seat} keeps the bone, its {ORDINALS[held - 1]}"
            yield Event("kept", words, {"seat": seat, "paws": held})
        case "put":
            yield _put(before, seat, code)
        case "bury":
            yield _buried(before, seat, code)
        case "wait":
            yield Event("waited", f"Seat {seat} waits", {"seat": seat})
        case "sniff":
            yield from _sniffed(before, who, code - SNIFF, after)
        case "stop":
            yield Event("stopped", f"Seat {who} does not want to sniff", {"seat": who})
        case "lay":
            yield from _laid(before, who, code - LAY)
        case "begin":
            yield Event("begin", "The round begins without those who are missing", {})
        case "go":
            yield _go(after, code - GO)
        case _:
            yield from _time_up(before, after)


# -- digging and burying --------------------------------------------------------------------------


def _dug(before: Dogpile, seat: int, spot: int, after: Dogpile) -> Iterator[Event]:
    bone, number = before.spot[spot], spot_number(spot)
    data: dict[str, Any] = {"seat": seat, "spot": number, "bone": None}
    if before.up[spot]:
        face = before.face[bone]
        words = f"Seat {seat} digs up {the_bone(face)} at spot {number}"
        yield Event("dug", words, {**data, "bone": face_name(face)})
        return
    yield Event("dug", f"Seat {seat} digs at spot {number}", data)
    if after.looked == NONE:
        yield _found(after, seat, after.face[bone])


def _found(s: Dogpile, seat: int, face: int) -> Event:
    data = {"seat": seat, "bone": face_name(face)}
    if s.rule_public_dig == ON:  # PILE-9.5
        return Event("found", f"Seat {seat} finds {the_bone(face)}", data)
    return Event("found", f"You find {the_bone(face)}", data, (seat,))


def _seen(before: Dogpile, face: int) -> Iterator[Event]:
    """The face of a bone that somebody looks at for the first time (PILE-1.4)."""
    if before.phase == DIGGING:
        yield _found(before, before.loose.index(before.looked), face)
    else:
        yield _smelled(before.sniffer, face)


def _put(before: Dogpile, seat: int, code: int) -> Event:
    action = TABLE.action(code)
    spot, side = action["spot"], action["side"]
    data = {"seat": seat, "spot": spot, "side": side, "bone": None}
    if side == "down":
        return Event("put", f"Seat {seat} puts the bone face-down on spot {spot}", data)
    face = before.face[before.loose[seat]]
    words = f"Seat {seat} puts {the_bone(face)} face-up on spot {spot}"
    return Event("put", words, {**data, "bone": face_name(face)})


def _buried(before: Dogpile, seat: int, code: int) -> Event:
    action = TABLE.action(code)
    paw, spot, side = int(action["paw"]), action["spot"], action["side"]
    data = {"seat": seat, "spot": spot, "side": side, "bone": None}
    if side == "down":
        return Event("buried", f"Seat {seat} buries a bone face-down on spot {spot}", data)
    face = before.face[before.paw[seat][paw - 1]]
    words = f"Seat {seat} buries {the_bone(face)} face-up on spot {spot}"
    return Event("buried", words, {**data, "bone": face_name(face)})


# -- the clock ------------------------------------------------------------------------------------


def _go(after: Dogpile, first: int) -> Event:
    seconds = after.rule_round_seconds[after.round]
    words = f"Go! {counted(seconds, 'second')} to dig"
    data = {"round": after.round + 1, "seconds": seconds, "ends": after.limit, "first": first}
    return Event("go", words, data)


def _time_up(before: Dogpile, after: Dogpile) -> Iterator[Event]:
    over = before.round
    words = f"Time is up: the {ORDINALS[over]} round is over"
    yield Event("time_up", words, {"round": over + 1})
    for seat in range(after.players):
        faces = [f for f in after.loot[seat][PAWS * over : PAWS * (over + 1)] if f != NONE]
        yield _shown(after, seat, faces, after.points[seat][over])


def _shown(s: Dogpile, seat: int, faces: list[int], points: int) -> Event:
    """PILE-4.1"""
    extra = feat_points(s, faces)
    told = f", with {extra} for {FEAT_WORDS[extra]}" if extra else ""
    words = f"Seat {seat} shows {faces_listed(faces)}: {counted(points, 'point')}{told}"
    data = {"seat": seat, "bones": [face_name(face) for face in faces], "points": points}
    return Event("loot", words, {**data, "feat": FEATS.get(extra), "extra": extra})


# -- sniffing -------------------------------------------------------------------------------------


def _sniffed(before: Dogpile, who: int, spot: int, after: Dogpile) -> Iterator[Event]:
    number = spot_number(spot)
    yield Event("sniffed", f"Seat {who} sniffs at spot {number}", {"seat": who, "spot": number})
    if after.looked == NONE:
        yield _smelled(who, after.face[before.spot[spot]])


def _smelled(who: int, face: int) -> Event:
    data = {"seat": who, "bone": face_name(face)}
    return Event("smelled", f"You smell {the_bone(face)}", data, (who,))


def _laid(before: Dogpile, who: int, spot: int) -> Iterator[Event]:
    number = spot_number(spot)
    words = f"Seat {who} lays a bone face-down on spot {number}"
    yield Event("laid", words, {"seat": who, "spot": number})
    if before.laid + 1 == LIFTED:  # PILE-5.4
        words = "The three bones were shuffled: nobody can tell which is where"
        yield Event("shuffled", words, {"bones": LIFTED})


# -- what follows from it -------------------------------------------------------------------------


def _what_follows(before: Dogpile, after: Dogpile) -> Iterator[Event]:
    if after.phase == COUNTDOWN and before.phase == READYING:
        words = f"The {ORDINALS[after.round]} round starts in 3, 2, 1"
        yield Event("countdown", words, {"round": after.round + 1, "ms": COUNTDOWN_MS})
    elif after.phase == SNIFFING and (before.phase, before.sniffer) != (SNIFFING, after.sniffer):
        if before.phase == DIGGING and after.rule_cover_between_rounds == ON:
            yield Event("covered", "All bones of the pile are turned face-down", {})
        words = f"Seat {after.sniffer} has the fewest points and may sniff"
        yield Event("sniff", words, {"seat": after.sniffer})
    elif after.phase == LAYING and before.phase == SNIFFING:
        layer = left_of(after, after.sniffer)
        yield Event("lay", f"Seat {layer} lays the three bones back", {"seat": layer})
    elif after.phase == READYING and before.phase != READYING:
        words = f"Paws up for the {ORDINALS[after.round]} round"
        yield Event("paws_up", words, {"round": after.round + 1})
    elif after.phase == OVER:
        yield from _game_over(after)


def _game_over(s: Dogpile) -> Iterator[Event]:
    for seat in range(s.players):
        if ranks := boneathons(s, seat):
            what = listed("aces" if rank == "A" else "twos" for rank in ranks)
            extra = BONEATHON * len(ranks)
            words = f"Seat {seat} has run a boneathon of {what}: {extra} more"
            yield Event("boneathon", words, {"seat": seat, "ranks": ranks, "extra": extra})
    places, points = [0] * s.players, [0] * s.players
    result(s, places, points)
    winners = [seat for seat, place in enumerate(places) if place == 1]
    way = "blackjaw" if is_blackjaw(s, winners[0]) else "fullhound"
    who = listed(f"seat {seat}" for seat in winners)
    verb = "wins" if len(winners) == 1 else "share the win"
    words = f"{way.capitalize()}! {who.capitalize()} {verb} with {points[winners[0]]}"
    data = {"winners": winners, "by": way, "places": places, "points": points}
    yield Event("game_over", words, data)
