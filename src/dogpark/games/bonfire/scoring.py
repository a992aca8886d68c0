"""Feed, Assault and the villagers: what the dogs bring and take. Rule dialect."""

from __future__ import annotations

from dogpark.games.bonfire.state import CHARCOAL, FIRE, MEAT, Bonfire
from dogpark.kernel.schema import Row

STICKS = (9, 7, 5)  # BON-1.1
VILLAGERS = 3  # BON-1.2
DOGS = 25  # BON-1.3
REVIVED = (3, 2, 1, 0)  # BON-10.2: villagers that stand up after so many falls


def seat_after(s: Bonfire, seat: int) -> int:
    """BON-1.5: play goes clockwise."""
    following = seat + 1
    if following == s.players:
        following = 0
    return following


def standing_seats(s: Bonfire) -> int:
    """How many players have not been knocked out."""
    count = 0
    for seat in range(s.players):
        if s.out[seat] == 0:
            count += 1
    return count


def put_back(s: Bonfire, seat: int, colour: int, count: int) -> None:
    s.held[seat][colour] -= count
    s.bonfire[colour] += count


def feed(s: Bonfire) -> None:
    """BON-8.1, BON-8.2: each pair of meat tames a dog, and the meat used goes back.

    BON-8.4: served in turn order from the seat whose turn it is, while dogs last. BON-8.5: meat
    that no dog came for is not used. BON-8.3: the odd meat stays; when the round ends, all go back.
    """
    seat = s.turn
    for _ in range(s.players):
        tamed = s.held[seat][MEAT] // 2
        if tamed > s.pack:
            tamed = s.pack
        if tamed > 0:
            s.pack -= tamed
            s.dogs[seat] += tamed
            put_back(s, seat, MEAT, 2 * tamed)
        seat = seat_after(s, seat)


def fire_fest(s: Bonfire) -> None:
    """BON-5.3: all fire goes back."""
    for seat in range(s.players):
        put_back(s, seat, FIRE, s.held[seat][FIRE])


def sets_of(s: Bonfire, seat: int) -> int:
    """BON-9.3: sets of one fire and one charcoal."""
    fire = s.held[seat][FIRE]
    charcoal = s.held[seat][CHARCOAL]
    if fire < charcoal:
        return fire
    return charcoal


def unopposed(s: Bonfire, seat: int) -> int:
    """BON-9.1 to BON-9.3: dogs that the best defence leaves."""
    dogs = s.held[seat][MEAT]
    left = dogs - dogs // 2 - sets_of(s, seat)
    if left < 0:
        return 0
    return left


def has_choice(s: Bonfire, seat: int) -> bool:
    """BON-9.7: whether there is more than one way to meet an Assault incident."""
    meat = s.held[seat][MEAT]
    return meat >= 2 or (meat == 1 and sets_of(s, seat) >= 1)


def faint(s: Bonfire, seat: int, dogs: int) -> None:
    """BON-9.4: so many dogs reach the villagers. BON-10.4: what exceeds those standing is lost."""
    if dogs < s.villagers[seat]:
        s.villagers[seat] -= dogs
        return
    # BON-10.2: the dogs leave, fewer villagers stand up each time.
    s.pack += s.dogs[seat]
    s.dogs[seat] = 0
    s.falls[seat] += 1
    s.villagers[seat] = REVIVED[s.falls[seat]]
    if s.villagers[seat] == 0:
        # BON-10.3: knocked out.
        s.out[seat] = s.wave
        for colour in range(3):
            put_back(s, seat, colour, s.held[seat][colour])


def open_wave(s: Bonfire) -> None:
    """BON-11.4: whoever this Assault knocks out shares a place, above those before."""
    s.wave = 1 + s.players - standing_seats(s)


def assault_event(s: Bonfire) -> None:
    """BON-9.5: everybody defends as well as possible; the sticks go back anyway."""
    open_wave(s)
    for seat in range(s.players):
        if s.out[seat] == 0:
            faint(s, seat, unopposed(s, seat))


def sticks_home(s: Bonfire) -> None:
    """BON-7.5: all sticks return to the bonfire."""
    for colour in range(3):
        s.bonfire[colour] = STICKS[colour]
        for seat in range(s.players):
            s.held[seat][colour] = 0


def standing(s: Bonfire, seat: int) -> int:
    """BON-11.1, BON-11.2, BON-11.4: a number that is higher for whoever stands better."""
    if s.out[seat] != 0:
        return s.out[seat]
    return 100 + 10 * s.dogs[seat] + s.villagers[seat]


def result(s: Bonfire, places: Row, points: Row) -> None:
    """BON-11.3: equal seats share a place. BON-11.6: points are dogs."""
    for seat in range(s.players):
        place = 1
        mine = standing(s, seat)
        for other in range(s.players):
            if standing(s, other) > mine:
                place += 1
        places[seat] = place
        points[seat] = s.dogs[seat]
