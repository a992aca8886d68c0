"""What must hold after every step of a match of Monty's Bark! Bark!

Geometry and distances are worked out anew here, from cells alone, and compared with what the rules
keep up to date in the state.
"""

from __future__ import annotations

from collections.abc import Iterator

from dogpark.games.monty.deck import DECK, DECK_SIZE, TOP
from dogpark.games.monty.ground import (
    DX,
    DY,
    is_bounce_edge,
    is_cell,
    is_gate,
    is_single_space,
    open_sides,
)
from dogpark.games.monty.home import BUDGET
from dogpark.games.monty.land import ways_out
from dogpark.games.monty.race import CORNERS, WINNING_POINTS
from dogpark.games.monty.rules import asks_several
from dogpark.games.monty.state import (
    ALL_BRONZE,
    ANSWER,
    BARK,
    CGATE,
    COMMIT,
    CPLAIN,
    CROWN_CHOICE,
    DEMAND,
    DRAW,
    EMPTY,
    EXPLORE_CHOICE,
    FACE,
    FAR,
    GARDEN_KINDS,
    GATE_CHOICE,
    GATE_TRAIL,
    HOME,
    KEEP,
    LAY_START,
    LEFT_RIGHT,
    NONE,
    OFF,
    OFFER,
    ONE_OFF,
    ORIENT_CHOICE,
    OVER,
    PLACER_LOT,
    PUSH_CHOICE,
    REFRESH_AFTER_FOUR,
    SEATS,
    SEND_ORDER,
    SIDES,
    SPECIES,
    STAGE,
    START,
    STEP_CHOICE,
    TALK,
    TRAIL,
    TRAMP,
    UNDIRECTED,
    Monty,
)

BETWEEN_RACES = (PLACER_LOT, SPECIES, LAY_START, OVER)
TALKING = (OFFER, ANSWER, DEMAND)
EXPLORING = (DRAW, FACE, EXPLORE_CHOICE, ORIENT_CHOICE, CROWN_CHOICE)
RUNNING = (STEP_CHOICE, PUSH_CHOICE, *EXPLORING)


def problems(s: Monty) -> list[str]:
    return [*table_problems(s), *_supplies(s), *_match(s)]


def table_problems(s: Monty) -> list[str]:
    """All but the count of the cards: also for tables that were laid out by hand."""
    if not s.tiles:
        return [] if s.phase in (PLACER_LOT, SPECIES, LAY_START) else ["no card on the table"]
    misplaced = [*_places(s)]
    if misplaced:  # nothing that follows would make sense
        return misplaced
    table = [*_links(s), *_distances(s), *_pawns(s), *_crown(s), *_always(s)]
    return [*table, *_seals(s), *_round(s), *_run(s)]


# -- the table ------------------------------------------------------------------------------------


def _places(s: Monty) -> Iterator[str]:
    """MON-2.1, MON-1.5, MON-1.2: one card a cell, on the table; pawns and crown on cards."""
    cells = {(s.x[tile], s.y[tile]) for tile in range(s.tiles)}
    if len(cells) != s.tiles:
        yield "two cards lie in one cell"
    for x, y in cells:
        if not is_cell(s, x, y):
            yield f"a card lies at {x},{y}, which is no cell"
    kinds = s.kind[: s.tiles]
    for kind in (START, BARK, KEEP, HOME):
        if kinds.count(kind) > 1:
            yield f"{kinds.count(kind)} cards of kind {kind}"
    if STAGE in kinds:
        yield "a Home Stage lies on the table itself (MON-13.1)"
    if kinds[0] not in (START, HOME):
        yield "the first card is not Start"
    if not 0 <= s.crown < s.tiles:
        yield f"the crown lies on tile {s.crown}"
    for seat in range(s.players):
        if not 0 <= s.at[seat] < s.tiles or kinds[s.at[seat]] == BARK:
            yield f"pawn {seat} stands on no card (MON-2.5)"


def _links(s: Monty) -> Iterator[str]:
    """MON-2.8 to MON-2.11, MON-19.7"""
    tile_at = {(s.x[tile], s.y[tile]): tile for tile in range(s.tiles)}
    for (x, y), tile in tile_at.items():
        beside, links, free = [], 0, 0
        for side in range(SIDES):
            cell = x + DX[side], y + DY[side]
            other = tile_at.get(cell, EMPTY if is_cell(s, *cell) else OFF)
            beside.append(other)
            if other >= 0 and _leads(s, tile, other, side):
                links |= 1 << side
            elif other == EMPTY and open_sides(s, tile) >> side & 1:
                free |= 1 << side
        if s.beside[tile] != beside:
            yield f"beside tile {tile} lies {beside}, noted {s.beside[tile]}"
        if (s.links[tile], s.free[tile]) != (links, free):
            yield f"tile {tile} has links {links:04b} and free edges {free:04b}, noted otherwise"


def _leads(s: Monty, tile: int, other: int, side: int) -> bool:
    if BARK in (s.kind[tile], s.kind[other]):
        return False
    out = bool(open_sides(s, tile) >> side & 1)
    back = bool(open_sides(s, other) >> (side ^ 2) & 1)
    hops = out and s.kind[tile] == TRAMP
    climbs = back and s.kind[other] == TRAMP and s.rule_bounce_links == UNDIRECTED
    return (out and back) or hops or climbs


def _distances(s: Monty) -> Iterator[str]:
    """MON-2.15: a search outwards from the crown card, against the links."""
    far = [FAR] * s.tiles
    far[s.crown] = 0
    frontier = [s.crown]
    while frontier:
        there = frontier.pop(0)
        for tile in range(s.tiles):
            near = [s.beside[tile][side] for side in range(SIDES) if s.links[tile] >> side & 1]
            if far[tile] == FAR and there in near:
                far[tile] = far[there] + 1
                frontier.append(tile)
    if s.far[: s.tiles] != far:
        yield f"distances {far}, noted {s.far[: s.tiles]}"


# -- pawns and crown ------------------------------------------------------------------------------


def _pawns(s: Monty) -> Iterator[str]:
    for seat in range(SEATS):
        if seat >= s.players:
            words = s.bluffs[seat] or s.kept[seat]
            if s.at[seat] != NONE or s.tick[seat] or s.points[seat] or s.shown[seat] or words:
                yield f"seat {seat} is empty but plays"
            continue
        if not 0 <= s.tick[seat] <= s.clock:
            yield f"pawn {seat} came at {s.tick[seat]}, and it is {s.clock}"
        visited = [tile for tile in s.trail[seat] if tile != NONE]
        if len(s.trail[seat]) != TRAIL or visited != s.trail[seat][: len(visited)]:
            yield f"the trail of pawn {seat} has gaps"
        if visited and s.rule_gate_rule != GATE_TRAIL:
            yield f"pawn {seat} leaves a trail that nobody follows (MON-19.19)"
        if s.phase not in BETWEEN_RACES and not all(is_gate(s.kind[tile]) for tile in visited):
            yield f"the trail of pawn {seat} leads past cards that are no gates"


def _crown(s: Monty) -> Iterator[str]:
    """MON-1.2, MON-8"""
    if s.holder != NONE and s.at[s.holder] != s.crown:
        yield f"seat {s.holder} holds the crown from afar (MON-1.2)"
    elif s.holder == NONE and s.tiles > 1 and s.crown in s.at[: s.players]:
        yield "somebody stands on the crown card and nobody holds the crown (MON-8.2)"


def _always(s: Monty) -> Iterator[str]:
    """MON-2.16, the three invariants of a race; while the crown is moved the second one waits."""
    if s.phase in BETWEEN_RACES:
        return
    for seat in range(s.players):
        tile = s.at[seat]
        if s.far[tile] >= FAR:
            yield f"pawn {seat} has no way to the crown (MON-2.16)"
        if is_single_space(s.kind[tile]) and not ways_out(s, tile):
            yield f"pawn {seat} cannot leave its card (MON-2.16)"
    if s.phase != CROWN_CHOICE and not s.free[s.crown]:
        yield "the crown card has no free edge and the race goes on (MON-2.16)"


# -- the supplies ---------------------------------------------------------------------------------


def _supplies(s: Monty) -> Iterator[str]:
    """MON-1.6, MON-1.7: cards only change places. Home may have replaced one (MON-11.6)."""
    if min(*s.deck, *s.corners) < 0:
        yield "a pile holds fewer than no cards"
    if not s.tiles:
        return
    laid = s.kind[: s.tiles]
    drawn, taken = DECK_SIZE - sum(s.deck), 2 * CORNERS - sum(s.corners)
    in_hand = s.card if s.phase in (ORIENT_CHOICE, FACE) and s.explorer != NONE else NONE
    if s.tiles + (in_hand != NONE) != 1 + drawn + taken:
        yield f"{s.tiles} cards lie there after {drawn} draws and {taken} corners"
    missing = [DECK[kind] - s.deck[kind] - laid.count(kind) for kind in range(GARDEN_KINDS)]
    if s.rule_corner_types == LEFT_RIGHT:
        missing.append(
            taken - laid.count(CGATE) - laid.count(CPLAIN) - (in_hand in (CGATE, CPLAIN))
        )
    else:
        missing += [CORNERS - s.corners[0] - laid.count(CGATE) - (in_hand == CGATE)]
        missing += [CORNERS - s.corners[1] - laid.count(CPLAIN) - (in_hand == CPLAIN)]
    if 0 <= in_hand < GARDEN_KINDS:
        missing[in_hand] -= 1
    no_way_home = DECK[BARK] - s.deck[BARK] - laid.count(BARK)
    stages = DECK[STAGE] - s.deck[STAGE] + no_way_home
    if s.stage != stages or not 0 <= no_way_home <= 1:
        yield f"Home Stage {s.stage} after {stages} cards that count as one"
    keep = laid.count(KEEP) + (in_hand == KEEP)
    replaced = sum(missing) + min(s.stage, 1) - keep + 1 - laid.count(START)
    home_by_stage = s.stage == 2
    if min(missing) < 0 or replaced != laid.count(HOME) - home_by_stage:
        yield f"{missing} cards are missing, {replaced} replaced"
    if HOME in laid and s.phase not in BETWEEN_RACES:
        yield "somebody is home and the race goes on (MON-15.1)"
    if drawn < TOP and (s.deck[BARK], s.deck[STAGE]) != (DECK[BARK], DECK[STAGE]):
        yield "one of the last ten cards was among the first nine (MON-1.6)"
    yield from _faces(s)


def _faces(s: Monty) -> Iterator[str]:
    """MON-19.6: the open top of each pile, and what is below."""
    if s.rule_corner_types != LEFT_RIGHT:
        if s.face != [NONE, NONE] or s.covered != [0, 0]:
            yield "a corner pile has a top card that matters (MON-1.7)"
        return
    for pile in range(2):
        below = s.corners[pile] - (s.face[pile] != NONE)
        if not 0 <= s.covered[pile] <= below:
            yield f"{s.covered[pile]} gated corners among {below}"
        turned_up = s.phase not in (FACE, *BETWEEN_RACES)
        if turned_up and (s.face[pile] == NONE) != (s.corners[pile] == 0):
            yield f"the top of pile {pile} is not seen (MON-19.6)"


# -- the match ------------------------------------------------------------------------------------


def _match(s: Monty) -> Iterator[str]:
    """MON-15.4, MON-16.1, MON-17"""
    seats = range(s.players)
    done = s.race if s.phase == OVER else s.race - 1
    for seat in seats:
        if s.points[seat] != 3 * s.gold[seat] + 2 * s.silver[seat] + s.bronze[seat]:
            yield f"seat {seat} has {s.points[seat]} points, which are not those of its tokens"
    if s.rule_overflow != ALL_BRONZE:
        if sum(s.award) > BUDGET:
            yield f"a race gave {sum(s.award)} points (MON-16.1)"
        if sum(s.points) > BUDGET * done:
            yield f"{sum(s.points)} points after {done} races"
    ended = max(s.points) >= WINNING_POINTS or (s.rule_mode == ONE_OFF and done > 0)
    if ended != (s.phase == OVER):
        yield f"points {s.points} and phase {s.phase} (MON-17.1)"
    ranks = {s.rank[seat] for seat in seats}
    if done and ranks != set(range(1, len(ranks) + 1)):
        yield f"places {sorted(ranks)} have gaps (MON-15.4)"
    if s.phase not in (FACE, *BETWEEN_RACES) and not 1 <= s.round <= s.rule_max_rounds:
        yield f"round {s.round} of {s.rule_max_rounds} (MON-15.6)"
    if s.rule_hand_refresh != REFRESH_AFTER_FOUR and any(s.spent):
        yield "a movement card did not come back (MON-4.5)"


# -- the round ------------------------------------------------------------------------------------


def _seals(s: Monty) -> Iterator[str]:
    """MON-18.2 to MON-18.4: nothing is under seal but what is asked for now."""
    answered = [seat for seat in range(SEATS) if s.sealed[seat] != NONE]
    if not asks_several(s.phase):
        if s.asked or answered:
            yield f"seats {answered} have something under seal in phase {s.phase}"
        one = s.phase >= SPECIES and s.phase != OVER
        if one != (s.turn_seat != NONE):
            yield f"seat {s.turn_seat} is asked in phase {s.phase}"
        return
    if s.turn_seat != NONE:
        yield f"seat {s.turn_seat} is asked alone, with others"
    if not s.asked or any(not s.asked >> seat & 1 for seat in answered):
        yield f"seats {answered} have answered, {s.asked:05b} were asked"
    if all(s.sealed[seat] != NONE for seat in range(SEATS) if s.asked >> seat & 1):
        yield "all have answered and nothing is shown (MON-4.4)"


def _round(s: Monty) -> Iterator[str]:
    said = [any(word != NONE for word in row) for row in s.claim]
    if said != [number < s.talk for number in range(len(said))]:
        yield f"words of {said} in talk round {s.talk} (MON-4.1)"
    if (s.talkers > 0) != (s.phase in TALKING):
        yield f"{s.talkers:05b} negotiate in phase {s.phase}"
    secret = s.phase in (TALK, COMMIT, *BETWEEN_RACES) or (s.phase == FACE and s.explorer == NONE)
    if secret != (s.number == 0):
        yield f"number {s.number} moves in phase {s.phase}"
    if sum(s.share) > max(s.number, 0):
        yield f"shares {s.share} of {s.number} (MON-5.4)"
    for name, row in (("queue", s.queue), ("way back", s.sent)):
        seats = [seat for seat in row if seat != NONE]
        if len(set(seats)) < len(seats) or row != seats + [NONE] * (SEATS - len(seats)):
            yield f"{name} {row}"
    if any(s.share[seat] == 0 for seat in s.queue if seat != NONE):
        yield f"somebody without a share is to run: {s.queue}, {s.share} (MON-6.1)"
    if (s.sent[0] != NONE) != (s.phase in (GATE_CHOICE, SEND_ORDER)):
        yield f"{s.sent} go back in phase {s.phase}"
    if s.phase in (TALK, COMMIT) and s.proposer != NONE:
        yield "an offer is left over"


def _run(s: Monty) -> Iterator[str]:
    """What belongs to a run, an exploration or a push is at rest elsewhere."""
    setting_up = s.phase == FACE and s.explorer == NONE
    running = s.phase in RUNNING and not setting_up
    if running != (s.runner != NONE):
        yield f"seat {s.runner} runs in phase {s.phase}"
    if not 0 <= s.left <= 5 or (not running and (s.left or s.ban != NONE)):
        yield f"{s.left} spaces left in phase {s.phase}"
    exploring = s.phase in EXPLORING and not setting_up
    if exploring != (s.explorer != NONE):
        yield f"seat {s.explorer} explores in phase {s.phase}"
    if exploring and s.phase != EXPLORE_CHOICE and s.edge == NONE:
        yield "a card is laid nowhere"
    if not exploring and (s.edge, s.card, s.way_it_lies, s.front) != (NONE, NONE, NONE, 0):
        yield f"a card is laid in phase {s.phase}"
    if s.phase == ORIENT_CHOICE and not is_bounce_edge(s, s.at[s.explorer], s.edge):
        yield "a card may lie as one likes off an ordinary edge (MON-2.12)"
    if s.front and s.explorer != s.holder and s.phase != CROWN_CHOICE:
        yield "somebody explores from the crown card without holding the crown (MON-8.1)"
    if (s.pushed != NONE) != (s.phase == PUSH_CHOICE or s.way != NONE):
        yield f"seat {s.pushed} is pushed in phase {s.phase}"
    if not running and (s.victims or s.shoved):
        yield f"seats {s.victims:05b} and {s.shoved:05b} are to be pushed in phase {s.phase}"
    if s.phase == PUSH_CHOICE:
        yield from _fences(s, s.at[s.pushed])


def _fences(s: Monty, tile: int) -> Iterator[str]:
    """MON-14.3, MON-19.7: over a fence only where no end leads off the card."""
    ends = open_sides(s, tile)
    if ways_out(s, tile) & ~ends and (s.links[tile] | s.free[tile]) & ends:
        yield f"pawn {s.pushed} may be pushed over a fence and has an end (MON-14.3, MON-19.7)"
