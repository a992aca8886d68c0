"""What each seat may see (MON-18). Allow-list: built up, never stripped down.

Everybody sees the table, the pawns, the talks and all numbers that were shown (MON-18.1). A seat
also sees what it has under seal itself; of others only that they have answered (MON-18.2 to MON-18.4).
"""

from __future__ import annotations

from typing import Any

from dogpark.games.monty import FACTS, GEOMETRIES
from dogpark.games.monty.actions import CORNER_NAMES, PILE_NAMES, SPECIES_NAMES, WIDTH
from dogpark.games.monty.asking import prompt
from dogpark.games.monty.crown import seating
from dogpark.games.monty.deck import cards_left, garden_cards_on_top
from dogpark.games.monty.ground import is_bounce_edge, is_gate, is_single_space, open_sides
from dogpark.games.monty.offers import (
    answers_shown,
    offers_so_far,
    sealed_data,
    sealed_words,
    talks_words,
)
from dogpark.games.monty.race import HAND, is_bluff
from dogpark.games.monty.rules import active, asks_several, result
from dogpark.games.monty.state import (
    ANSWER,
    AXIS_V,
    CGATE,
    CPLAIN,
    DEMAND,
    FAR,
    GRID,
    LEFT_RIGHT,
    NONE,
    OFFER,
    ONE_END,
    ONE_OFF,
    ORDER,
    OVER,
    SIDES,
    SILENT,
    SPECIES,
    Monty,
)
from dogpark.games.monty.telling import events
from dogpark.games.monty.words import (
    AXES,
    ENDINGS,
    KINDS,
    counted,
    in_mask,
    seat_name,
)
from dogpark.games.monty.words import SIDES as SIDE_NAMES

__all__ = ["events", "prompt", "view"]

NATURE = ("lot", "draw", "face")


def view(s: Monty, seat: int | None) -> dict[str, Any]:
    """MON-18: all that this seat may know of the position; None is a spectator (MON-18.6)."""
    return {**common(s), **own(s, seat)}


def own(s: Monty, seat: int | None) -> dict[str, Any]:
    """What only this seat knows: the choice it has sealed."""
    if seat is None:
        return {"you": None}
    return {"you": seat, "sealed": sealed_words(s, seat), "sealed_choice": sealed_data(s, seat)}


def common(s: Monty) -> dict[str, Any]:
    """What everybody sees."""
    seen: dict[str, Any] = {
        "game": FACTS.name,
        "phase": _phase(s),
        "race": s.race,
        "round": s.round,
        "max_rounds": s.rule_max_rounds,
        "one_off": s.rule_mode == ONE_OFF,
        "placer": _known(s.placer),
        "asked": [] if active(s) >> s.players else in_mask(active(s)),
        "table": _table(s),
        "tiles": [_tile(s, tile) for tile in range(s.tiles)],
        "crown": _crown(s),
        "players": [_player(s, other) for other in range(s.players)],
        "deck": _deck(s),
        "corners": _corners(s),
        "home_stages": s.stage,
        "number": s.number if s.number > 1 else None,
        "queue": [other for other in s.queue if other != NONE],
        "sent": [other for other in s.sent if other != NONE],
        "talks": _talks(s),
        "answers": answers_shown(s),
        "run": _run(s),
        "last_race": _last_race(s),
        "result": None,
    }
    if s.phase == OVER:
        places, points = [0] * s.players, [0] * s.players
        result(s, places, points)
        winners = [other for other, place in enumerate(places) if place == 1]
        seen["result"] = {"places": places, "points": points, "winners": winners}
    return seen


def _known(number: int) -> int | None:
    return None if number == NONE else number


def _phase(s: Monty) -> str:
    if s.phase < SPECIES:
        return NATURE[s.phase]
    return "over" if s.phase == OVER else FACTS.stages[s.phase - SPECIES + 1]


# -- the neighbourhood ----------------------------------------------------------------------------


def _table(s: Monty) -> dict[str, Any]:
    """MON-2.1; where there is no edge of the table, there is nothing to measure (MON-19.4)."""
    on_table = s.rule_geometry == GRID
    cells = [cell for cell in s.rule_obstacles if cell >= 0 and on_table and not s.cleared]
    return {
        "geometry": GEOMETRIES[s.rule_geometry],
        "wide": s.rule_table_w if on_table else None,
        "high": s.rule_table_h if on_table else None,
        "obstacles": [[cell % WIDTH, cell // WIDTH] for cell in cells],
    }


def _tile(s: Monty, tile: int) -> dict[str, Any]:
    kind = s.kind[tile]
    sides = [side for side in range(SIDES) if open_sides(s, tile) >> side & 1]
    return {
        "number": tile,
        "x": s.x[tile],
        "y": s.y[tile],
        "kind": KINDS[kind],
        "lies": _lies(s, tile),
        "gate": is_gate(kind),
        "single": is_single_space(kind),
        "open": [SIDE_NAMES[side] for side in sides],
        "bounce": [SIDE_NAMES[side] for side in sides if is_bounce_edge(s, tile, side)],
        "links": [SIDE_NAMES[side] for side in range(SIDES) if s.links[tile] >> side & 1],
        "hops": [SIDE_NAMES[side] for side in range(SIDES) if _is_hop(s, tile, side)],
        "free": [SIDE_NAMES[side] for side in range(SIDES) if s.free[tile] >> side & 1],
        "distance": _distance(s, tile),
        "crown": tile == s.crown,
        "pawns": _pawns(s, tile),
    }


def _lies(s: Monty, tile: int) -> str | None:
    """The row of a straight card or a trampoline; a corner's open sides say how it lies."""
    if s.kind[tile] in (CGATE, CPLAIN) or open_sides(s, tile) == 0:
        return None
    return AXES[s.turn[tile] == AXIS_V or s.turn[tile] == ONE_END + AXIS_V]


def _is_hop(s: Monty, tile: int, side: int) -> bool:
    """A link with no way back: over a fence (MON-2.9)."""
    other = s.beside[tile][side]
    return bool(s.links[tile] >> side & 1) and not s.links[other] >> (side ^ 2) & 1


def _distance(s: Monty, tile: int) -> int | None:
    return None if s.far[tile] >= FAR else s.far[tile]


def _pawns(s: Monty, tile: int) -> list[int]:
    """In the order in which they came (MON-8.4)."""
    there = [seat for seat in range(s.players) if s.at[seat] == tile]
    return sorted(there, key=lambda seat: (s.tick[seat], seating(s, seat)))


def _crown(s: Monty) -> dict[str, Any] | None:
    if s.crown == NONE:
        return None
    return {
        "tile": s.crown,
        "x": s.x[s.crown],
        "y": s.y[s.crown],
        "holder": _known(s.holder),
    }


# -- the players ----------------------------------------------------------------------------------


def _player(s: Monty, seat: int) -> dict[str, Any]:
    name, tile = seat_name(seat), s.at[seat]
    laid = tile != NONE
    return {
        "seat": seat,
        "name": name,
        "letter": name[0],
        "species": SPECIES_NAMES[s.species[seat]] if s.species[seat] != NONE else None,
        "tile": tile if laid else None,
        "x": s.x[tile] if laid else None,
        "y": s.y[tile] if laid else None,
        "distance": _distance(s, tile) if laid else None,
        "arrived": s.tick[seat] if laid else None,  # equal numbers came together
        "said": [_said(row[seat]) for row in s.claim if row[seat] != NONE],
        "answered": asks_several(s.phase) and s.sealed[seat] != NONE,
        "number": (s.shown[seat] or None) if s.number > 0 else None,
        "last_number": s.shown[seat] or None,
        "bluffed": s.number > 0 and is_bluff(s, seat),
        "bluffs": s.bluffs[seat],
        "kept_words": s.kept[seat],
        "hand": [number + 2 for number in in_mask(HAND & ~s.spent[seat])],
        "share": s.share[seat] or None,
        "trail": [gate for gate in s.trail[seat] if gate != NONE],  # gate_rule=trail
        "points": s.points[seat],
        "gold": s.gold[seat],
        "silver": s.silver[seat],
        "bronze": s.bronze[seat],
    }


def _said(claim: int) -> int | str:
    return "silent" if claim == SILENT else claim


# -- the supplies ---------------------------------------------------------------------------------


def _deck(s: Monty) -> dict[str, Any]:
    """MON-18.5: what may still be in it, and how many of the next cards are garden cards."""
    return {
        "left": cards_left(s),
        "garden": garden_cards_on_top(s),
        "holds": {KINDS[kind]: count for kind, count in enumerate(s.deck) if count},
    }


def _corners(s: Monty) -> list[dict[str, Any]]:
    """Each pile: which way its corners turn (MON-19.6; None: either way), and what lies on top."""
    piles: list[dict[str, Any]] = []
    if s.rule_corner_types != LEFT_RIGHT:
        for count, kind in zip(s.corners, (CGATE, CPLAIN), strict=True):
            name = KINDS[kind]
            piles.append({"left": count, "turns": None, "top": name, "words": f"{name}s"})
        return piles
    for pile, name in enumerate(PILE_NAMES):
        face, gated = s.face[pile], s.covered[pile]
        top = None if face == NONE else KINDS[CGATE if face else CPLAIN]
        words = f"corners turning {name}{f', {CORNER_NAMES[face]} on top' if top else ''}"
        told = {"left": s.corners[pile], "turns": name, "top": top, "words": words}
        piles.append(told | {"gated_below": gated})
    return piles


# -- what is going on -----------------------------------------------------------------------------


def _talks(s: Monty) -> dict[str, Any] | None:
    """MON-18.1: who negotiates, and every offer so far; the last one may still lie on the table."""
    if s.phase not in (OFFER, ANSWER, DEMAND):
        return None
    offers = offers_so_far(s)
    return {
        "matter": "order" if s.matter == ORDER else "split",
        "number": s.number,
        "members": in_mask(s.talkers),
        "turn": s.turns + 1,
        "turns": s.rule_offers_per_player * len(in_mask(s.talkers)),
        "proposer": _known(s.turn_seat),
        "offer": offers[-1] if offers else None,
        "offers": offers,
        "words": talks_words(s),
    }


def _run(s: Monty) -> dict[str, Any] | None:
    if s.runner == NONE:
        return None
    words = f"{seat_name(s.runner)} runs: {counted(s.left, 'space')} left"
    if s.pushed == s.runner:
        words = f"{seat_name(s.runner)} hops off"
    elif s.pushed != NONE:
        words = f"{seat_name(s.runner)} pushes {seat_name(s.pushed)}"
    elif s.left == 0:
        words = f"{seat_name(s.runner)} bounces"
    return {
        "seat": s.runner,
        "left": s.left,
        "explorer": _known(s.explorer),
        "edge": None if s.edge == NONE else SIDE_NAMES[s.edge],
        "card": None if s.card == NONE else KINDS[s.card],
        "not_back_to": _known(s.ban),
        "bounced": [tile for tile in s.bounced if tile != NONE],
        "pushed": _known(s.pushed),
        "way": None if s.way == NONE else SIDE_NAMES[s.way],
        "still_to_push": in_mask(s.victims),
        "still_to_move_on": in_mask(s.shoved),
        "words": words,
    }


def _last_race(s: Monty) -> dict[str, Any] | None:
    if s.ending == 0:
        return None
    return {
        "ending": ENDINGS[s.ending],
        "finisher": _known(s.finisher),
        "places": s.rank[: s.players],
        "points": s.award[: s.players],
    }
