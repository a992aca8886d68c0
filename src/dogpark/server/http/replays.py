"""A finished game over HTTP, step by step, as any of its seats or a spectator saw it."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import get
from litestar.params import FromQuery, Parameter
from msgspec import Meta

from dogpark.server import entries
from dogpark.server.http.limits import RECORDS
from dogpark.server.http.refusals import refuses
from dogpark.server.http.replies import InviteQuery, TableId, ThePark, Visitor, seen
from dogpark.server.log.rows import Row
from dogpark.server.park.eyes import Eyes
from dogpark.server.park.patience import unhurried
from dogpark.server.table.no import No
from dogpark.server.table.table import Table
from dogpark.wire.tells import Happened, TableInfo

EyesQuery = FromQuery[
    Annotated[
        int | None,
        Parameter(ge=0, le=5, description="Through whose eyes; left out: a spectator's."),
    ]
]
# What changes something on the table; comings, goings and talk belong to the step before.
STEPS = (entries.Begun, entries.Moved, entries.Passed, entries.TookBack)


class Step(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What one entry of the table's log did, through one pair of eyes."""

    seq: Annotated[int, Meta(description="Its number in the table's log.")]
    at: Annotated[int, Meta(description="When, in milliseconds since 1970.")]
    happened: list[Happened] = []
    set: Annotated[
        dict[str, Any], Meta(description="Entries of the view that changed, whole each.")
    ] = {}
    gone: Annotated[list[str], Meta(description="Entries that are there no more.")] = []


class Replay(msgspec.Struct, kw_only=True):
    """A finished game, step by step. The first step sets the whole view."""

    table: str
    seat: Annotated[int | None, Meta(description="Through whose eyes; null: a spectator's.")]
    info: TableInfo
    steps: list[Step]


@get(
    "/tables/{table_id:str}/replay",
    summary="A finished game, step by step",
    responses=refuses(401, 404, 409),
    guests=True,
    per_person=RECORDS,
)
async def replay(
    table_id: TableId,
    park: ThePark,
    visitor: Visitor,
    seat: EyesQuery = None,
    invite: InviteQuery = None,
) -> Replay:
    """What a seat or a spectator saw at every step, told once the game is over.

    Nothing is secret then: the seed is published, and every seat's cards follow from it.
    """
    sitting = await seen(park, table_id, visitor, invite)
    table = sitting.table
    if table.status != "over":
        raise No("not your turn", "The replay can be watched when the game is over.")
    if seat is not None and seat >= len(table.seats):
        raise No("unknown", f"This table has {len(table.seats)} seats, counted from 0.")
    steps = await _steps(await park.log.read(table_id), table_id, seat)
    return Replay(table=table_id, seat=seat, info=table.info(), steps=steps)


async def _steps(rows: list[Row], table_id: str, seat: int | None) -> list[Step]:
    """Folds the log anew and looks at the game through one pair of eyes."""
    table = Table(table_id)
    eyes = Eyes(() if seat is None else (seat,))
    steps: list[Step] = []
    view: dict[str, Any] = {}
    async for row in unhurried(rows):
        entry = entries.decode(row.body)
        happened = [one for one in table.fold(row.seq, row.at, entry) if eyes.may_hear(one)]
        if isinstance(entry, STEPS):
            assert table.position is not None
            before, view = view, table.position.view(seat)
            steps.append(
                Step(
                    seq=row.seq,
                    at=row.at,
                    happened=happened,
                    set={
                        key: value for key, value in view.items() if before.get(key, _NEW) != value
                    },
                    gone=[key for key in before if key not in view],
                )
            )
        elif steps:
            steps[-1].happened += happened
    return steps


_NEW = object()
