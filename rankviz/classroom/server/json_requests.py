"""JSON requests of our own pages, and errors as JSON with a sentence."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar
from urllib.parse import parse_qsl

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from rankviz.basics.errors import InputError
from rankviz.classroom.server import cookies
from rankviz.classroom.server.class_service import refusal
from rankviz.display.error_text import error_text
from rankviz.page.answers.json_codec import decode, to_json
from rankviz.page.server.pool import PoolClosedError
from rankviz.texts import LANGUAGES, Texts

PATIENCE = 5.0  # s until whoever asks is told to ask again
MOST_ASKED = 64_000  # bytes of what a teacher's page posts; the longest link fits
HEADERS = {"Cache-Control": "no-store"}
AGAIN = {"Retry-After": "1"}
# What each kind of error is to a browser; all others are about what was sent.
STATUS = {
    **dict.fromkeys(("class_off", "class_setting", "class_library", "class_schema", "class_store", "class_busy"), 503),
    **dict.fromkeys(("class_rooms", "class_many_rooms"), 429),
    "class_none": 404,
    "class_origin": 403,
    "class_json": 415,
    "class_size": 413,
}
BAD = 400
Body = dict[str, Any]
Content = TypeVar("Content")
Handler = Callable[[Request], Awaitable[Response]]


def query_params(request: HTTPConnection) -> dict[str, str]:
    """Return the query parameters of a request."""
    return dict(parse_qsl(request.url.query))


def json_response(data: Mapping[str, object] | bytes, status: int = 200, headers: Mapping[str, str] = {}) -> Response:
    """Return a JSON response that is not cached."""
    body = data if isinstance(data, bytes) else to_json(data)
    return Response(body, status, {**HEADERS, **headers}, "application/json")


def prepend_members(data: Mapping[str, object], view: bytes) -> bytes:
    """Put members before those of an encoded JSON object."""
    head = to_json(data)
    return head if view == b"{}" else head[:-1] + b"," + view[1:]


def language_of(language: object) -> str:
    """Return the requested language if it exists, else the first one."""
    return language if isinstance(language, str) and language in LANGUAGES else LANGUAGES[0]


def errors_as_json(handler: Handler) -> Handler:
    """Decorate a handler: errors become JSON with a key and a sentence."""

    async def endpoint(request: Request) -> Response:
        try:
            async with asyncio.timeout(PATIENCE):
                return await handler(request)
        except InputError as error:
            problem = error
        except (TimeoutError, PoolClosedError, BrokenProcessPool):
            problem = refusal("class_busy")
        except ClientDisconnect:
            problem = refusal("class_json")
        language = language_of(getattr(request.state, "language", query_params(request).get("lang")))
        status = STATUS.get(problem.key, BAD)
        content = {"error": error_text(problem, Texts(language)), "key": problem.key}
        return json_response(content, status, AGAIN if problem.key == "class_busy" else {})

    return endpoint


def read_as(body: Body, kind: type[Content]) -> Content:
    """Convert what was posted to a type; InputError `class_json` if it is not of that type."""
    try:
        return msgspec.convert(body, kind)
    except ValueError:
        raise refusal("class_json") from None


async def json_body(request: Request, size_limit: int = MOST_ASKED) -> Body:
    """Return the JSON object that one of our own pages has posted.

    Raises
    ------
    InputError
        `class_origin` for what comes from elsewhere, `class_json` for anything else than JSON, `class_size`
    """
    if not cookies.is_same_origin(request):
        raise refusal("class_origin")
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise refusal("class_json")
    content = bytearray()
    async for chunk in request.stream():
        content += chunk
        if len(content) > size_limit:
            raise refusal("class_size")
    try:
        data = decode(content, Body)
    except (ValueError, RecursionError):
        raise refusal("class_json") from None
    request.state.language = language_of(data.get("lang"))
    return data
