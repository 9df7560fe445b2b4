"""Responds to requests of the page over HTTP, with Starlette."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from rankviz.basics.limits import MAX_REQUEST
from rankviz.page.answers.request_handler import BadRequest
from rankviz.page.endpoint import is_slow
from rankviz.page.server.headers import HeadersMiddleware
from rankviz.page.server.pool import PoolClosedError, WorkerPool

PATIENCE = 5.0  # s until a client is told to retry
SECONDS_CACHED = 30.0  # for how long a response is cached for a retry
MOST_WAITING = 100
MOST_SLOW = 10  # slow requests, which wait in a queue of their own
AGAIN = {"Retry-After": "1"}
TAKES_GZIP = re.compile(r"(^|,)\s*gzip\s*(;\s*q=(1|0\.\d*[1-9])[\d.]*\s*)?(,|$)")


Key = tuple[bytes, bool]  # the body of a request, and whether its response is compressed
Tasks = dict[Key, asyncio.Task[bytes]]


class RequestService:
    """Responds to requests, in worker processes that exist while the server runs."""

    def __init__(self) -> None:
        self._pool: WorkerPool | None = None
        self._aside: WorkerPool | None = None  # for slow requests; started with the first of them
        self._waiting = 0
        self._under_way: Tasks = {}
        self._slow: Tasks = {}  # slow requests wait in a queue of their own

    @asynccontextmanager
    async def lifespan(self, _app: object) -> AsyncIterator[None]:
        """Keep the worker processes while the server runs."""
        self._pool = pool = WorkerPool()
        try:
            yield
        finally:
            self._pool = None
            pool.end()
            if self._aside is not None:
                self._aside.end()
                self._aside = None

    async def call(self, function: Callable[..., Any], *args: object) -> Any:
        """Call a function in a worker process and return its result; PoolClosedError if there is none."""
        if self._pool is None:
            raise PoolClosedError
        return await self._pool.call(function, *args)

    async def handle(self, request: Request) -> Response:
        """Respond to a request; if that fails, the status says why."""
        if request.method != "POST":
            return _without_answer(405, {"Allow": "POST"})
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            return _without_answer(415)  # other sites cannot send this type without a preflight request
        if (pool := self._pool) is None:
            return _without_answer(404)  # the server was started without `lifespan`
        if self._waiting >= MOST_WAITING:
            return _without_answer(429, AGAIN)
        packed = TAKES_GZIP.search(request.headers.get("accept-encoding", "").lower()) is not None
        self._waiting += 1
        try:
            async with asyncio.timeout(PATIENCE):
                response = await self._response(pool, await _body(request), packed)
        except TooLargeError:
            return _without_answer(413)
        except (BadRequest, ClientDisconnect):
            return _without_answer(400)
        except (TimeoutError, PoolClosedError):
            return _without_answer(503, AGAIN)
        finally:
            self._waiting -= 1
        headers = {"Cache-Control": "no-store"} | ({"Content-Encoding": "gzip", "Vary": "Accept-Encoding"} if packed else {})
        return Response(response, media_type="application/x-rankviz", headers=headers)

    async def _response(self, pool: WorkerPool, body: bytes, packed: bool) -> bytes:
        """Return the response; equal requests that come meanwhile wait for the same one, so it is built only once."""
        key, takes_long = (body, packed), is_slow(body)
        under_way = self._slow if takes_long else self._under_way
        if (task := under_way.get(key)) is None:
            if sum(not each.done() for each in under_way.values()) >= (MOST_SLOW if takes_long else MOST_WAITING):
                raise TimeoutError
            if takes_long:
                pool = self._aside = self._aside or WorkerPool(aside=True)
            task = under_way[key] = asyncio.create_task(pool.handle_request(body, packed))
            task.add_done_callback(
                lambda _: asyncio.get_running_loop().call_later(SECONDS_CACHED, _forget, under_way, key, task)
            )
        try:
            return await asyncio.shield(task)
        finally:
            if task.done():
                _forget(under_way, key, task)


def _forget(
    under_way: dict[tuple[bytes, bool], asyncio.Task[bytes]], key: tuple[bytes, bool], task: asyncio.Task[bytes]
) -> None:
    if under_way.get(key) is task:
        del under_way[key]


class TooLargeError(ValueError):
    """Raised when the body of a request is longer than `MAX_REQUEST`."""


async def _body(request: Request) -> bytes:
    """Read the body of a request; TooLargeError if it is too long."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_REQUEST:
            raise TooLargeError
    return bytes(body)


def _without_answer(status: int, headers: Mapping[str, str] = {}) -> Response:
    return Response(status_code=status, headers={"Cache-Control": "no-store", **headers})


_service = RequestService()
METHODS = ("POST", "GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS")  # else Streamlit responds to the others with its page
lifespan = _service.lifespan
call = _service.call
# Whatever `server.baseUrlPath` is, and whether or not a proxy takes it away.
ROUTES = [Route(f"{before}/rankviz/answer", _service.handle, methods=METHODS) for before in ("", "/{base:path}")]
MIDDLEWARE = [Middleware(HeadersMiddleware)]
