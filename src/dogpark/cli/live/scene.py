"""What the screen draws, read from the view of one seat or of a spectator."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from dogpark.kernel.rooms import Event

Feats: TypeAlias = dict[tuple[int, int], tuple[str, int]]

COLUMNS, ROWS = 9, 6
SPOTS = COLUMNS * ROWS
PAWS = 3
UNKNOWN = "?"


@dataclass(frozen=True)
class Spot:
    """One spot of the pile, as these eyes know it."""

    number: int  # from 1
    lies: str  # down, up or empty
    bone: str | None  # its face, if it lies face-up or was seen before
    maybe: tuple[str, ...] = ()  # shuffled after a sniff: it may be one of these


@dataclass(frozen=True)
class Loot:
    """What a dog showed after a round."""

    bones: tuple[str, ...]
    points: int
    feat: str | None
    extra: int


@dataclass(frozen=True)
class Dog:
    """One seat."""

    seat: int
    paws: tuple[str | None, ...]
    dug: str | None  # the bone it has to settle: its face, or UNKNOWN to these eyes
    paws_up: bool
    loot: tuple[Loot, ...]  # of the rounds that are over
    boneathons: tuple[str, ...]
    total: int


@dataclass(frozen=True)
class Sniff:
    """Who sniffs and who lays back, and how far they are."""

    sniffer: int
    layer: int
    lifted: tuple[str | None, ...]
    laid: int


@dataclass(frozen=True)
class Scene:
    """The table through one pair of eyes."""

    you: int | None
    phase: str  # ready, countdown, dig, sniff, lay or over
    stage: str  # what is asked of these eyes; empty: nothing
    ask: str
    round: int
    rounds: int
    ends: int | None  # when this phase ends by itself, in ms
    countdown: int  # how long it takes, in ms
    seconds: tuple[int, ...]  # of every round
    pile: tuple[Spot, ...]
    dogs: tuple[Dog, ...]
    sniff: Sniff | None
    places: tuple[int, ...]  # once it is over
    blackjaws: tuple[int, ...]

    @property
    def me(self) -> Dog | None:
        return None if self.you is None else self.dogs[self.you]

    @property
    def length(self) -> int:
        """Milliseconds of this round."""
        return 1000 * self.seconds[self.round - 1]

    @property
    def rounds_over(self) -> int:
        return len(self.dogs[0].loot)

    @property
    def asked(self) -> int | None:
        """Whom everybody waits for in a sniff."""
        if self.sniff is None:
            return None
        return self.sniff.sniffer if self.phase == "sniff" else self.sniff.layer


def feats_shown(events: Iterable[Event]) -> Feats:
    """What each dog got beyond the values of its bones, by round and seat, as it was told."""
    feats, over = {}, 0
    for event in events:
        if event.key == "time_up":
            over = event.data["round"] - 1
        elif event.key == "loot" and event.data["feat"]:
            feats[over, event.data["seat"]] = (event.data["feat"], event.data["extra"])
    return feats


def read_scene(view: Mapping[str, Any], stage: str, ask: str, feats: Feats) -> Scene:
    clock, result = view["clock"], view["result"] or {}
    return Scene(
        you=view["you"],
        phase=view["phase"],
        stage=stage,
        ask=ask,
        round=view["round"],
        rounds=view["rounds"],
        ends=clock["ends"],
        countdown=clock["countdown_ms"],
        seconds=tuple(clock["round_seconds"]),
        pile=_pile(view),
        dogs=tuple(_dog(player, feats) for player in view["players"]),
        sniff=_sniff(view["sniff"]),
        places=tuple(result.get("places", ())),
        blackjaws=tuple(result.get("blackjaws", ())),
    )


def _pile(view: Mapping[str, Any]) -> tuple[Spot, ...]:
    maybe = {spot: tuple(group["bones"]) for group in view["shuffled"] for spot in group["spots"]}
    return tuple(
        Spot(number, "empty", None)
        if lying is None
        else Spot(number, "up" if lying["up"] else "down", lying["bone"], maybe.get(number, ()))
        for number, lying in enumerate(view["pile"], 1)
    )


def _dog(player: Mapping[str, Any], feats: Feats) -> Dog:
    seat, dug = player["seat"], player["dug"]
    return Dog(
        seat=seat,
        paws=tuple(player["paws"]),
        dug=None if dug is None else dug["bone"] or UNKNOWN,
        paws_up=player["paws_up"],
        loot=tuple(
            Loot(tuple(player["loot"][over]), points, *feats.get((over, seat), (None, 0)))
            for over, points in enumerate(player["points"])
        ),
        boneathons=tuple(player["boneathons"]),
        total=player["total"],
    )


def _sniff(sniff: Mapping[str, Any] | None) -> Sniff | None:
    if sniff is None:
        return None
    return Sniff(sniff["sniffer"], sniff["layer"], tuple(sniff["lifted"]), sniff["laid"])
