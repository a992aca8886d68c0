"""What the page's other screens ask for: rules, replays, stand-ins, games going on."""

from __future__ import annotations

from litestar import Router

from dogpark.server.http.going_on import live
from dogpark.server.http.replays import replay
from dogpark.server.http.rules_pages import rules_page
from dogpark.server.http.standing_in import end, stand_in, take_over


def routes() -> list[Router]:
    """They need `park`, `store` and `visitor` to be provided by the application."""
    return [
        Router("/api", route_handlers=[live, stand_in, take_over, end], tags=["tables"]),
        Router("/api", route_handlers=[rules_page, replay], tags=["results"]),
    ]
