"""How the HTTP interface says no: always the same body, with a status to match.

{"refused": "too many", "words": "That was a lot at once; take a breath.", "rule": null}
"""

from __future__ import annotations

import math
from typing import Any

import msgspec
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec
from litestar.types import ExceptionHandlersMap

from dogpark.play.refused import Refused
from dogpark.server.log.rows import Unavailable
from dogpark.server.people.refused import NotDone
from dogpark.server.store.engine import Away
from dogpark.server.table.no import No
from dogpark.wire.bodies import RefusedBody

STATUS = {
    "unreadable": 400,
    "log in": 401,
    "not allowed": 403,
    "unknown": 404,
    "not your turn": 409,
    "illegal now": 409,
    "stale": 409,
    "over": 409,
    "taken": 409,
    "too big": 413,
    "too many": 429,
    "wait": 503,
}
_MEANING = {
    400: "The request cannot be read, or asks for something that cannot be.",
    401: "Who this is was not said, or not proved.",
    403: "This person, or this page, may not do that.",
    404: "There is no such thing.",
    409: "It is not possible as things are now.",
    413: "The request is longer than this server reads.",
    429: "Too much at once; `Retry-After` says when to try again.",
    503: "The server cannot save just now; nothing is lost, try again in a moment.",
}
# What any request may meet, wherever it goes.
_ANYWHERE = (400, 403, 413, 429, 503)


def refuses(*statuses: int) -> dict[int, ResponseSpec]:
    """For a handler's ``responses``: the refusals its callers must expect."""
    return {
        status: ResponseSpec(RefusedBody, description=_MEANING[status], generate_examples=False)
        for status in sorted({*_ANYWHERE, *statuses})
    }


def answer(no: No) -> tuple[int, dict[str, str], RefusedBody]:
    """A refusal's status, headers and body."""
    headers = {}
    if isinstance(no, NotDone) and no.after is not None:
        headers["retry-after"] = str(max(1, math.ceil(no.after)))
    status = STATUS[no.kind]
    if status == 401:
        headers["www-authenticate"] = "Bearer"
    return status, headers, RefusedBody(refused=no.kind, words=no.words, rule=no.rule)


def encoded(no: No) -> tuple[int, dict[str, str], bytes]:
    status, headers, body = answer(no)
    return status, headers, msgspec.json.encode(body)


def _no(_: Request[Any, Any, Any], no: No) -> Response[Any]:
    status, headers, body = answer(no)
    return Response(body, status_code=status, headers=headers, media_type=MediaType.JSON)


def _against_a_rule(_: Request[Any, Any, Any], no: Refused) -> Response[Any]:
    body = RefusedBody(refused=no.kind, words=no.message, rule=no.rule)
    return Response(body, status_code=STATUS[no.kind], media_type=MediaType.JSON)


def _wait(request: Request[Any, Any, Any], _: Exception) -> Response[Any]:
    words = "Saving is not possible just now; please try again in a moment."
    return _no(request, NotDone("wait", words, after=1))


def _invalid(request: Request[Any, Any, Any], error: ValidationException) -> Response[Any]:
    told = [one for one in error.extra or [] if isinstance(one, dict)]
    words = "; ".join(f"{one.get('key') or 'body'}: {one.get('message', '')}" for one in told)
    return _no(request, NotDone("unreadable", words or str(error.detail)))


def _http(_: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """What the framework itself refuses: addresses that lead nowhere, broken JSON and the like."""
    status = error.status_code
    kind = next((kind for kind, known in STATUS.items() if known == status), "unreadable")
    words = {404: "There is nothing at this address.", 413: "That is too long."}
    body = RefusedBody(refused=kind, words=words.get(status, error.detail), rule=None)
    return Response(body, status_code=status, headers=error.headers, media_type=MediaType.JSON)


def _too_deep(request: Request[Any, Any, Any], _: RecursionError) -> Response[Any]:
    """JSON nested a thousand times over: the decoder gives up, which is not the server's fault."""
    return _no(request, NotDone("unreadable", "This is nested too deeply."))


HANDLERS: ExceptionHandlersMap = {
    No: _no,
    Refused: _against_a_rule,
    Unavailable: _wait,
    Away: _wait,
    ValidationException: _invalid,
    HTTPException: _http,
    RecursionError: _too_deep,
}
