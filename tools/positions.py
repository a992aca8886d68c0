"""The positions that the rules show: set up and played by our own rules, seen by the games' own views.

Each is a table in the middle of a game that shows one rule. `tools/rule_pictures.py` stores them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec
from tests.games.bonfire import table as bonfire
from tests.games.breath import table as breath
from tests.games.dog import positions as dog
from tests.games.dogpile import table as dogpile
from tests.games.monty import table as monty

from dogpark import games
from dogpark.games.dog.state import Dog
from dogpark.kernel.facts import CHANCE
from dogpark.kernel.schema import State
from dogpark.play.game import load
from dogpark.server.table.prompts import prompt_json


@dataclass
class Shown:
    """A position through one pair of eyes, and what was told on the way to it."""

    game: str
    state: State
    seat: int | None = 0
    asked: bool = False  # whether the seat's choices are lit
    options: dict[str, Any] = field(default_factory=dict)
    happened: list[dict[str, Any]] = field(default_factory=list)

    def then(self, *moves: str) -> Shown:
        """Whoever is to act does this; where several may, a seat stands before it: ``1: let``."""
        rooms = games.rooms(self.game)
        for move in moves:
            who, _, text = move.rpartition(": ")
            seat = int(who) if who else rooms.active_seats(self.state)[0]
            code = rooms.table.from_text(text).code
            possible = (
                [outcome for outcome, _ in rooms.chance(self.state)]
                if seat == CHANCE
                else rooms.legal(self.state, seat)
            )
            if code not in possible:
                raise ValueError(f"{move}: only {[str(rooms.table.action(c)) for c in possible]}")
            before = self.state.copy()
            rooms.rules.apply(self.state, seat, code)
            for event in rooms.events(before, seat, code, self.state):
                if event.seats is None or self.seat in event.seats:
                    told = {"event": event.key, "words": event.words, "data": dict(event.data)}
                    self.happened.append({"seq": len(self.happened) + 1, "at": 0, **told})
        return self

    def to_dict(self) -> dict[str, Any]:
        """Everything that a scene needs to draw it."""
        players: int = self.state.players
        position = load(self.game, players, self.options).place(self.state)
        asked: Any = None
        if self.asked and self.seat is not None:
            asked = msgspec.json.decode(prompt_json(position, self.seat))
        return {
            "game": self.game,
            "players": players,
            "seat": self.seat,
            "view": position.view(self.seat),
            "prompt": asked,
            "happened": self.happened,
        }


Position = Callable[[], Shown]
_MADE: dict[str, Position] = {}


def _position(make: Position) -> Position:
    """Its name is that of the function, with dashes."""
    _MADE[make.__name__.replace("_", "-")] = make
    return make


def positions() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every position, by name, as it is stored."""
    for name, make in _MADE.items():
        yield name, make().to_dict()


# -- DOG ------------------------------------------------------------------------------------------


def _deal_others(s: Dog) -> None:
    """As many cards for everybody else as Red has."""
    hands = ("2 3 8 10 K", "3 6 9 Q K", "A 4 8 J Q", "2 2 5 7 10", "A 6 7 9 Q")
    for seat, hand in zip(range(1, s.players), hands, strict=False):
        dog.hold(s, seat, hand)


@_position
def dog_start() -> Shown:
    """DOG-1: the cards are dealt and exchanged, nobody has moved."""
    s = dog.position("", "A 4 7 J Q K")
    for seat, hand in ((1, "2 3 5 8 9 X"), (2, "3 6 7 10 K K"), (3, "A 2 4 5 J Q")):
        dog.hold(s, seat, hand)
    return Shown("dog", s)


@_position
def dog_blockade() -> Shown:
    """DOG-5: Blue's fresh peg stops Red's 5; only Red's other peg can go."""
    s = dog.position("0:[13, 40] 1:[16*, 28] 2:[35] 3:[60]", "5 2 8 Q K")
    _deal_others(s)
    return Shown("dog", s, asked=True).then("play 5 5")


@_position
def dog_finish() -> Shown:
    """DOG-7: with a 5 Red's peg may go into the finish, or walk past."""
    s = dog.position("0:[61, F0.4, 22] 1:[30, F1.4] 2:[45] 3:[9]", "5 3 9 Q A")
    _deal_others(s)
    return Shown("dog", s, asked=True).then("play 5 5", "peg 0")


@_position
def dog_seven() -> Shown:
    """DOG-8: three steps of a seven are made, on the way Blue's peg went home; four are left."""
    s = dog.position("0:[20, 55, F0.3] 1:[22, 40] 2:[33] 3:[58]", "7 9 2 4 K")
    _deal_others(s)
    return Shown("dog", s, asked=True).then("play 7 split", "step 0 on", "step 0 on", "step 0 on")


@_position
def dog_jack() -> Shown:
    """DOG-9: pegs that Red's may change places with; a fresh one is not among them."""
    s = dog.position("0:[6] 1:[16*, 60] 2:[37] 3:[26, 51]", "J 5 3 10 Q")
    _deal_others(s)
    return Shown("dog", s, asked=True).then("play J swap", "peg 0")


@_position
def dog_six() -> Shown:
    """DOG-11: at the end of a central path, six steps lead along the track or into the path."""
    s = dog.position(
        "0:[6, 90] 1:[U9+, 30] 2:[40] 3:[V12-] 4:[70, 77] 5:[84]", "6 9 4 7 J", players=6
    )
    _deal_others(s)
    return Shown("dog", s, asked=True).then("play 6 6", "peg 0")


# -- Monty's Bark! Bark! --------------------------------------------------------------------------


@_position
def monty_neighbourhood() -> Shown:
    """MON-2.15: distances along the links to the crown, which Yellow holds."""
    g = monty.garden(
        "PATH GATE TRAMP PATH",
        species="csc",
        tiles="CPLAIN 3 8,4 / CGATE 1 8,3 / TREE 9,3 / PATH 6,3 / PATH 7,3",
        at={0: (5, 4), 1: (7, 4), 2: (9, 3)},
        leader=2,
    )
    return Shown("monty", g.s)


@_position
def monty_sharing() -> Shown:
    """MON-5: Red and Blue both played a 5, and Red offers to take three of the spaces."""
    g = monty.garden("PATH GATE PATH PATH", at={0: (4, 4), 1: (5, 4), 2: (7, 4)}, leader=2)
    g.share(5, 0, 1)
    g.play(g.offer(3, 2))
    return Shown("monty", g.s, seat=1, asked=True)


@_position
def monty_bounce() -> Shown:
    """MON-9.5: the run ended on a trampoline; Red bounces on, and may start a row beside it."""
    g = monty.garden("PATH GATE", at={1: (4, 4), 0: (5, 4)}, leader=0, deck="TRAMP PATH")
    g.set_off(0, 1)
    g.play("explore E draw")
    return Shown("monty", g.s, asked=True)


@_position
def monty_dead_end() -> Shown:
    """MON-11.3: the table ends here, so Red moves the crown to a card with a free edge."""
    g = monty.garden(
        "PATH TRAMP PATH",
        tiles="GATE 7,4 / PATH 8,4",
        at={1: (5, 4), 2: (7, 4), 0: (8, 4)},
        leader=0,
        deck="PATH",
        table_w=10,
        table_h=7,
    )
    g.run(0, 3)
    return Shown("monty", g.s, asked=True, options={"table_w": 10, "table_h": 7})


@_position
def monty_bark() -> Shown:
    """MON-12: Bark Bark lies ahead as a wall, and Red puts the crown elsewhere."""
    g = monty.garden(
        "PATH TRAMP GATE PATH",
        at={1: (4, 4), 2: (6, 4), 0: (7, 4)},
        leader=0,
        deck="BARK",
    )
    g.run(0, 3)
    return Shown("monty", g.s, asked=True)


@_position
def monty_push() -> Shown:
    """MON-14.1: a cat landed on an occupied tree and says where the other one goes."""
    g = monty.garden(
        "PATH PATH TREE PATH GATE", species="csc", at={0: (4, 4), 1: (6, 4), 2: (8, 4)}, leader=2
    )
    g.run(0, 2)
    return Shown("monty", g.s, asked=True)


# -- Dogpile --------------------------------------------------------------------------------------


@_position
def dogpile_pile() -> Shown:
    """PILE-1.3: the first round has just begun, and nobody has dug yet."""
    return Shown("dogpile", dogpile.round_begun(4))


@_position
def dogpile_paws() -> Shown:
    """PILE-3: two bones in the paws, a third one just dug; some lie open."""
    s = dogpile.round_begun(3)
    dogpile.arm(s, 0, "9♥ 10♥")
    dogpile.arm(s, 1, "K♠ K♦")
    dogpile.arm(s, 2, "Q♣")
    for seat, spot, face in ((1, 31, "3♦"), (2, 44, "2♣"), (1, 12, "5♠")):
        dogpile.dig(s, seat, spot, face)
        dogpile.do(s, seat, f"put {spot} up")
    dogpile.dig(s, 0, 27, "J♥")
    s.now = 11_000
    return Shown("dogpile", s)


@_position
def dogpile_loot() -> Shown:
    """PILE-4: a straight fetch, three of a collar, and three bones without a feat."""
    s = dogpile.after_round("9♥ 10♥ J♥", "7♠ 7♦ 7♣", "A♠ 2♦ 8♣")
    dogpile.do(s, 2, "stop")
    return Shown("dogpile", s)


@_position
def dogpile_sniff() -> Shown:
    """PILE-5: Yellow had the fewest points and sniffs at a third bone."""
    s = dogpile.after_round("9♥ 10♥ J♥", "7♠ 7♦ 7♣", "A♠ 2♦ 8♣")
    dogpile.sniff(s, 2, 20, "K♦")
    dogpile.sniff(s, 2, 33, "4♠")
    return Shown("dogpile", s, seat=2)


@_position
def dogpile_shuffled() -> Shown:
    """PILE-5.4: three bones lie on three spots, and the sniffer knows which, but not where."""
    s = dogpile.after_round("9♥ 10♥ J♥", "7♠ 7♦ 7♣", "A♠ 2♦ 8♣")
    for spot, face in ((20, "K♦"), (33, "4♠"), (41, "Q♥")):
        dogpile.sniff(s, 2, spot, face)
    for spot in (20, 33, 41):
        dogpile.do(s, 0, f"lay {spot}")
    dogpile.paws_up(s)
    return Shown("dogpile", s, seat=2)


# -- Here Comes the Dog ---------------------------------------------------------------------------


@_position
def bonfire_fire() -> Shown:
    """BON-1: the start."""
    return Shown("bonfire", bonfire.table(3))


@_position
def bonfire_take() -> Shown:
    """BON-3.1: two dice show meat, one fire; Red takes two sticks."""
    s = bonfire.table(3)
    bonfire.give(s, 0, meat=1, charcoal=1)
    bonfire.give(s, 1, meat=2)
    bonfire.give(s, 2, charcoal=1, fire=1)
    return Shown("bonfire", s, asked=True).then("roll", "dice meat meat fire")


@_position
def bonfire_theft() -> Shown:
    """BON-4.1: three different dice; Red steals a stick."""
    s = bonfire.table(3)
    bonfire.give(s, 0, meat=1, charcoal=1)
    bonfire.give(s, 1, meat=2, fire=1)
    bonfire.give(s, 2, charcoal=1)
    return Shown("bonfire", s, asked=True).then("roll", "dice meat charcoal fire")


@_position
def bonfire_exchange() -> Shown:
    """BON-6: three deals, or the dice."""
    s = bonfire.table(3)
    bonfire.give(s, 0, charcoal=1, fire=1)
    bonfire.give(s, 1, meat=2)
    bonfire.give(s, 2, meat=1, charcoal=2)
    return Shown("bonfire", s, asked=True)


@_position
def bonfire_feed() -> Shown:
    """BON-8: every pair of meat has tamed a dog; the odd one stays in an incident."""
    s = bonfire.table(3)
    bonfire.give(s, 0, meat=3)
    bonfire.give(s, 1, meat=4, fire=1)
    bonfire.give(s, 2, charcoal=2)
    bonfire.tame(s, 2, 1)
    return Shown("bonfire", s).then("roll", "dice meat meat meat")


@_position
def bonfire_assault() -> Shown:
    """BON-9: five dogs come for Red, who chooses how to defend."""
    s = bonfire.table()
    bonfire.give(s, 0, meat=5, charcoal=2, fire=2)
    bonfire.give(s, 1, meat=1)
    bonfire.tame(s, 0, 2)
    bonfire.tame(s, 1, 1)
    return Shown("bonfire", s, asked=True).then("roll", "dice charcoal charcoal charcoal")


# -- Dog's Breath ---------------------------------------------------------------------------------


@_position
def breath_grid() -> Shown:
    """BRE-2.7: two cards of the grid lie open, and Red takes one of them."""
    s = breath.new_game(3)
    shown = Shown("breath", s, asked=True)
    dealt = "Msd Vsd Psd Msn Vbd Pbd B Vsn Psn Mbd G Vbn Pbn Msd S"  # one for each, in turn
    for short in dealt.split():
        shown.then(f"deal {breath.card(short)}")
    return shown.then(
        "flip 2", f"show {breath.card('Mbn')}", "flip 7", f"show {breath.card('Vsd')}"
    )


@_position
def breath_turn() -> Shown:
    """BRE-3: Red has drawn and holds eight; one of them goes."""
    s = breath.at_turn(
        "Msd Mbd Msn B Psd Vbd Vsd", "Vsn Vsn Vbn Psn Pbn Pbn G", "Psd Psd Pbd Vsd Vbd Mbd S"
    )
    breath.lay_up(s, "Vbn Pbd B Msd")
    return Shown("breath", s, asked=True).then("draw", f"deal {breath.card('Mbn')}")


@_position
def breath_scavenger() -> Shown:
    """BRE-5.1: Blue sends a scavenger to Red, who may stop it with a guard dog."""
    s = breath.at_turn(
        "G Msd Mbd Msn B Psd Vbd",
        "S Vsn Vsn Vbn Psn Pbn Pbn",
        "Psd Psd Pbd Vsd Vbd Mbd Vsd",
        turn=1,
    )
    breath.lay_up(s, "Vbn Pbd")
    return Shown("breath", s, asked=True).then(f"scavenge 0 {breath.card('Psn')}")


@_position
def breath_out() -> Shown:
    """BRE-6.1, BRE-9.1: after discarding, Red may go out."""
    s = breath.at_turn(
        "Msd Mbd Msn Mbn B Vsd Vbd", "Vsn Vsn Vbn Psn Pbn Pbn G", "Psd Psd Pbd Vsd Vbd Mbd S"
    )
    breath.lay_up(s, "Vbn Pbd")
    return Shown("breath", s, asked=True).then(
        "draw", f"deal {breath.card('Msd')}", f"discard {breath.card('Vsd')}"
    )


@_position
def breath_hand() -> Shown:
    """BRE-7: the example of section 7: meat 18, a pair 3."""
    s = breath.at_turn(
        "Msd Msn Mbd B Psd Vsd Vsn", "Vsd Vsn Vbn Psn Pbn Pbn G", "Psd Psd Pbd Vsd Vbd Mbd S"
    )
    breath.lay_up(s, "Vbn Pbd")
    return Shown("breath", s)


@_position
def breath_super() -> Shown:
    """BRE-8.2: a bone and a snout and a butt of each kind, all of them night."""
    s = breath.at_turn(
        "Msn Mbn Psn Pbn Vsn Vbn B", "Vsd Vsn Vbd Psd Pbd Pbd G", "Psd Psd Pbd Vsd Vbd Mbd S"
    )
    breath.lay_up(s, "Vbd Pbn")
    return Shown("breath", s)
