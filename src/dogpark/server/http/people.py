"""Everything about people over HTTP."""

from __future__ import annotations

from litestar import Router

from dogpark.server.http.accounts import account_router
from dogpark.server.http.history import history_router
from dogpark.server.http.me import me_router
from dogpark.server.http.passkeys import passkey_router
from dogpark.server.http.ratings import rating_router
from dogpark.server.http.tokens import token_router


def routes() -> list[Router]:
    """They need `people`, `store`, `settings` and `visitor` to be provided by the application."""
    return [
        me_router(),
        account_router(),
        passkey_router(),
        token_router(),
        rating_router(),
        history_router(),
    ]
