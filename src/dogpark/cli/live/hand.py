"""The person's hand on the pile: where it points, which paw it has picked, what a key would do.

Only what a key *means* is decided here. Whether it is allowed is the referee's to say: what makes
no sense is sent all the same, and comes back with the reason.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from dogpark.cli.live.scene import COLUMNS, ROWS, SPOTS, Scene, Spot

Move: TypeAlias = dict[str, Any]

STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


@dataclass
class Hand:
    """One person's hand."""

    spot: int = SPOTS // 2 + COLUMNS // 2 + 1  # counted from 1
    paw: int | None = None  # picked to be buried, counted from 1
    typed: str | None = None  # digits of a spot to jump to

    # -- where ------------------------------------------------------------------------------------

    def step(self, way: str) -> None:
        """One spot on, round the edges."""
        row, column = divmod(self.spot - 1, COLUMNS)
        right, down = STEPS[way]
        self.spot = 1 + (row + down) % ROWS * COLUMNS + (column + right) % COLUMNS

    def type(self, digit: str) -> bool:
        """A digit of the number of a spot; whether the number is complete."""
        self.typed = (self.typed or "") + digit
        number = int(self.typed)
        if 0 < number <= SPOTS:
            self.spot = number
        return len(self.typed) > 1 or 10 * number > SPOTS

    def leap(self, scene: Scene, wanted: str) -> None:
        """To the next spot of this sort, in reading order, if there is any."""
        for step in range(SPOTS):
            index = (self.spot + step) % SPOTS
            if _is(scene.pile[index], wanted):
                self.spot = index + 1
                return

    def nearest_empty(self, scene: Scene) -> None:
        """Where a bone could go, if this spot is taken."""
        row, column = divmod(self.spot - 1, COLUMNS)
        free = [spot.number for spot in scene.pile if spot.lies == "empty"]
        if free and self.spot not in free:
            self.spot = min(free, key=lambda n: _distance(n, row, column))

    # -- what -------------------------------------------------------------------------------------

    def pick(self, paw: int, scene: Scene) -> None:
        """Picks a paw to bury, or lets go of it; an empty spot is looked for."""
        self.paw = None if self.paw == paw else paw
        if self.paw is not None:
            self.nearest_empty(scene)

    def obvious(self, scene: Scene) -> Move:
        """What Enter does: the likeliest thing here."""
        if scene.stage == "ready":
            return {"do": "ready"}
        if scene.stage in ("sniff", "lay"):
            return {"do": scene.stage, "spot": self.spot}
        if self.paw is not None:
            return self.put("down")
        if scene.me and scene.me.dug:
            return {"do": "keep"}
        return self.dig()

    def dig(self) -> Move:
        return {"do": "dig", "spot": self.spot}

    def put(self, side: str) -> Move:
        """Buries the picked paw, or puts the loose bone, where the hand points."""
        if self.paw is not None:
            return {"do": "bury", "paw": self.paw, "spot": self.spot, "side": side}
        return {"do": "put", "spot": self.spot, "side": side}

    def click(self, scene: Scene) -> Move:
        """What a click on a spot does: with a bone in hand it is put there, else it digs."""
        if scene.stage == "dig" and (self.paw is not None or (scene.me and scene.me.dug)):
            return self.put("down")
        return self.obvious(scene)

    def settle(self, scene: Scene) -> None:
        """Lets go of a paw that is empty by now."""
        held = len(scene.me.paws) if scene.me and scene.stage == "dig" else 0
        if self.paw is not None and self.paw > held:
            self.paw = None


def _is(spot: Spot, wanted: str) -> bool:
    if wanted == "empty":
        return spot.lies == "empty"
    if wanted == "known":
        return spot.lies != "empty" and spot.bone is not None
    return spot.lies == "down" and spot.bone is None and not spot.maybe


def _distance(number: int, row: int, column: int) -> int:
    other_row, other_column = divmod(number - 1, COLUMNS)
    return 2 * abs(other_row - row) + abs(other_column - column)
