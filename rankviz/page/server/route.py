"""Questions over HTTP: the one module that answers them with Starlette."""

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

PATIENCE = 5.0  # s until whoever asks is told to ask again
KEPT = 30.0  # s that an answer waits for being asked for again
MOST_WAITING = 100
MOST_LONG = 10  # questions that take long, which wait in a line of their own
AGAIN = {"Retry-After": "1"}
TAKES_GZIP = re.compile(r"(^|,)\s*gzip\s*(;\s*q=(1|0\.\d*[1-9])[\d.]*\s*)?(,|$)")


Key = tuple[bytes, bool]  # what was asked, and whether it is sent in short
Tasks = dict[Key, asyncio.Task[bytes]]


class RequestService:
    """What answers, and the processes behind it while the server runs."""

    def __init__(self) -> None:
        self._pool: WorkerPool | None = None
        self._aside: WorkerPool | None = None  # for what takes long; begun when that is first asked
        self._waiting = 0
        self._under_way: Tasks = {}
        self._long: Tasks = {}  # what takes long waits in a line of its own

    @asynccontextmanager
    async def lifespan(self, _app: object) -> AsyncIterator[None]:
        """Have the processes as long as the server runs."""
        self._pool = pool = WorkerPool()
        try:
            yield
        finally:
            self._pool = None
            pool.end()
            if self._aside is not None:
                self._aside.end()
                self._aside = None

    async def call(self, function: Callable[..., Any], *given: object) -> Any:
        """What a function of a module gives, called in one of the processes; PoolClosedError where there are none."""
        if self._pool is None:
            raise PoolClosedError
        return await self._pool.call(function, *given)

    async def handle(self, request: Request) -> Response:
        """Answer a question; the status says why there is no answer."""
        if request.method != "POST":
            return _without_answer(405, {"Allow": "POST"})
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            return _without_answer(415)  # what other sites may send without being asked about is never of this type
        if (pool := self._pool) is None:
            return _without_answer(404)  # the server was started without `lifespan`
        if self._waiting >= MOST_WAITING:
            return _without_answer(429, AGAIN)
        packed = TAKES_GZIP.search(request.headers.get("accept-encoding", "").lower()) is not None
        self._waiting += 1
        try:
            async with asyncio.timeout(PATIENCE):
                answer = await self._answered(pool, await _body(request), packed)
        except TooLargeError:
            return _without_answer(413)
        except (BadRequest, ClientDisconnect):
            return _without_answer(400)
        except (TimeoutError, PoolClosedError):
            return _without_answer(503, AGAIN)
        finally:
            self._waiting -= 1
        headers = {"Cache-Control": "no-store"} | ({"Content-Encoding": "gzip", "Vary": "Accept-Encoding"} if packed else {})
        return Response(answer, media_type="application/x-rankviz", headers=headers)

    async def _answered(self, pool: WorkerPool, body: bytes, packed: bool) -> bytes:
        """Whoever asks what is being answered waits for that: a question that takes long is worked on once."""
        key, is_long = (body, packed), is_slow(body)
        under_way = self._long if is_long else self._under_way
        if (task := under_way.get(key)) is None:
            if sum(not each.done() for each in under_way.values()) >= (MOST_LONG if is_long else MOST_WAITING):
                raise TimeoutError
            if is_long:
                pool = self._aside = self._aside or WorkerPool(aside=True)
            task = under_way[key] = asyncio.create_task(pool.handle_request(body, packed))
            task.add_done_callback(lambda _: asyncio.get_running_loop().call_later(KEPT, _forget, under_way, key, task))
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
    """More was sent than a question may have."""


async def _body(request: Request) -> bytes:
    """What was sent."""
    found = bytearray()
    async for chunk in request.stream():
        found += chunk
        if len(found) > MAX_REQUEST:
            raise TooLargeError
    return bytes(found)


def _without_answer(status: int, headers: Mapping[str, str] = {}) -> Response:
    return Response(status_code=status, headers={"Cache-Control": "no-store", **headers})


_answers = RequestService()
METHODS = ("POST", "GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS")  # else Streamlit answers the others with its page
lifespan = _answers.lifespan
call = _answers.call
# Whatever `server.baseUrlPath` is, and whether or not a proxy takes it away.
ROUTES = [Route(f"{before}/rankviz/answer", _answers.handle, methods=METHODS) for before in ("", "/{base:path}")]
MIDDLEWARE = [Middleware(HeadersMiddleware)]
