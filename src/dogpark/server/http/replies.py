"""What the handlers of tables share: how a table is named, found, and told of."""

from __future__ import annotations

from typing import Annotated, Any

from litestar.di import NamedDependency
from litestar.openapi.spec import Example
from litestar.params import FromPath, FromQuery, Parameter

from dogpark import games
from dogpark.agents.bots import BOTS, LEVELS
from dogpark.kernel.facts import BadOption
from dogpark.play.game import Game, load
from dogpark.server.entries import Who
from dogpark.server.park.park import Park
from dogpark.server.park.sitting import Sitting
from dogpark.server.table.no import No, unknown_table
from dogpark.wire.bodies import TableReply

# People are offered the levels; programs and tests may also seat the plainer bots.
KNOWN_BOTS = tuple(BOTS)
THERE_ARE = f"there are {', '.join(LEVELS)}"
ThePark = NamedDependency[Park]
Visitor = NamedDependency[Who]
TableId = FromPath[
    Annotated[
        str,
        Parameter(
            pattern="^[a-z0-9]{6,24}$",
            description="A table.",
            examples=[Example(value="k3m9x2p7qa")],
        ),
    ]
]
InviteQuery = FromQuery[
    Annotated[str | None, Parameter(max_length=64, description="From the table's link.")]
]


async def seen(park: Park, table_id: str, visitor: Who, invite: str | None = None) -> Sitting:
    """A table that this visitor may see."""
    sitting = await park.sitting(table_id)
    await sitting.refresh()
    if not sitting.table.may_watch(visitor.id, invite):
        raise unknown_table()
    return sitting


async def reply(sitting: Sitting, visitor: Who) -> TableReply:
    """The table as it is now; who asks for a list next finds it there."""
    await sitting.park.listed(sitting)
    table = sitting.table
    knows = {table.opened.host.id, table.host.id, *table.people}
    return TableReply(
        table=table.id,
        seq=table.seq,
        info=table.info(),
        invite=table.opened.invite if visitor.id in knows else None,
    )


def loaded(name: str, players: int | None, options: dict[str, Any]) -> Game:
    """A game at a table of this size with these house rules."""
    try:
        return load(name, players, options)
    except (games.UnknownGame, BadOption) as error:
        raise No("unreadable", str(error)) from None
