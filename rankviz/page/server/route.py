"""Responds to requests of the page over HTTP, with Starlette."""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from rankviz.basics.limits import MAX_REQUEST
from rankviz.basics.network import network_of
from rankviz.page.answers.request_handler import BadRequest
from rankviz.page.endpoint import TooMuchWork, Weight
from rankviz.page.server.headers import HeadersMiddleware
from rankviz.page.server.pool import OutOfTimeError, PoolClosedError, WorkerPool

PATIENCE = 5.0  # s until a client is told to retry: for its request to arrive, and for the response
SECONDS_CACHED = 30.0  # for how long a response is cached for a retry
RETRY_WITHIN = 15.0  # for how long a request keeps its place in the queue until it is retried
MOST_WAITING, MOST_WAITING_OF_ALL = 100, 1_000  # requests: of one network, and of all
MOST_SLOW, MOST_SLOW_OF_ALL = 10, 30  # slow requests, which wait in a queue of their own
MOST_BYTES = 4 * MAX_REQUEST  # of the requests of one network that arrive, and of those that wait
LIGHT_BODY = 30_000  # bytes of a request that may be light; the edit of a list of some hundred documents
AGAIN = {"Retry-After": "1"}
TAKES_GZIP = re.compile(r"(^|,)\s*gzip\s*(;\s*q=(1|0\.\d*[1-9])[\d.]*\s*)?(,|$)")

Key = tuple[bytes, bool]  # a digest of the body of a request, and whether its response is compressed


@dataclass(eq=False)
class _Work:
    """A response that is built: who asked first, what it may cost, and how many wait for it."""

    key: Key
    network: str
    size: int
    weight: Weight
    task: asyncio.Task[bytes] = field(init=False)
    clients: int = 0
    has_begun: bool = False

    def begin(self) -> None:
        self.has_begun = True


class RequestService:
    """Responds to requests, in worker processes that exist while the server runs."""

    def __init__(self) -> None:
        self._pool: WorkerPool | None = None
        self._aside: WorkerPool | None = None  # for slow requests; started with the first of them
        self._works: dict[Key, _Work] = {}
        self._arriving: Counter[str] = Counter()  # bytes of requests that are being read, by network

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
        if self._pool is None:
            return _without_answer(404)  # the server was started without `lifespan`
        packed = TAKES_GZIP.search(request.headers.get("accept-encoding", "").lower()) is not None
        try:
            response = await self._respond(request, packed)
        except (TooLargeError, OutOfTimeError):
            return _without_answer(413)
        except (BadRequest, ClientDisconnect):
            return _without_answer(400)
        except TooManyError:
            return _without_answer(429, AGAIN)
        except (TimeoutError, PoolClosedError):
            return _without_answer(503, AGAIN)
        headers = {"Cache-Control": "no-store"} | ({"Content-Encoding": "gzip", "Vary": "Accept-Encoding"} if packed else {})
        return Response(response, media_type="application/x-rankviz", headers=headers)

    async def _respond(self, request: Request, packed: bool) -> bytes:
        """Return the response, as long as the client is there."""
        network = network_of(request.client.host if request.client else "")
        async with asyncio.timeout(PATIENCE):
            body = await self._read(request, network)
        return await self._wait(self._work(network, body, packed), request)

    async def _wait(self, work: _Work, request: Request) -> bytes:
        """Return a response when it is built; a client that leaves leaves the queue, and one that is told to retry soon too."""
        work.clients += 1
        is_there = False
        try:
            is_there = await _is_done(work.task, request)
        except TimeoutError:
            asyncio.get_running_loop().call_later(RETRY_WITHIN, self._let_go, work)
            is_there = True
            raise
        finally:
            work.clients -= 1
            if not is_there or work.task.done():
                self._let_go(work)
        if not is_there:
            raise ClientDisconnect
        return work.task.result()

    async def _read(self, request: Request, network: str) -> bytes:
        """Read the body of a request; TooLargeError if it is too long, TooManyError if its network sends too much at once."""
        body = bytearray()
        try:
            async for chunk in request.stream():
                body += chunk
                self._arriving[network] += len(chunk)
                if len(body) > MAX_REQUEST:
                    raise TooLargeError
                if self._arriving[network] > MOST_BYTES:
                    raise TooManyError
            return bytes(body)
        finally:
            self._arriving[network] -= len(body)
            if not self._arriving[network]:
                del self._arriving[network]

    def _work(self, network: str, body: bytes, packed: bool) -> _Work:
        """Return what builds the response; equal requests that come meanwhile wait for the same one."""
        key = hashlib.sha256(body).digest(), packed
        if (work := self._works.get(key)) is None:
            work = _Work(key, network, len(body), Weight.LIGHT if len(body) <= LIGHT_BODY else Weight.HEAVY)
            self._check_count(work, MOST_WAITING, MOST_WAITING_OF_ALL)
            self._works[key] = work
            work.task = asyncio.create_task(self._build(work, body, packed))
            work.task.add_done_callback(lambda _: self._keep_for_a_retry(work))
        return work

    def _keep_for_a_retry(self, work: _Work) -> None:
        if not work.task.cancelled():
            work.task.exception()  # which nobody may ask for any more
        asyncio.get_running_loop().call_later(SECONDS_CACHED, self._let_go, work)

    async def _build(self, work: _Work, body: bytes, packed: bool) -> bytes:
        """Build a response with the workers for what it costs, which shows when it is looked at."""
        while (pool := self._pool) is not None:
            if work.weight == Weight.SLOW:
                pool = self._aside = self._aside or WorkerPool(aside=True)
            try:
                return await pool.handle_request(body, packed, work.weight, work.network, work.begin)
            except TooMuchWork as more:
                work.weight, work.has_begun = more.weight, False
                if work.weight == Weight.SLOW:
                    self._check_count(work, MOST_SLOW, MOST_SLOW_OF_ALL)
        raise PoolClosedError

    def _check_count(self, work: _Work, most: int, most_of_all: int) -> None:
        """Raise TooManyError if too many others are under way that are as slow, of the same network or of all."""
        is_slow = work.weight == Weight.SLOW
        waiting = [each for each in self._works.values() if each is not work and not each.task.done()]
        others = [each for each in waiting if (each.weight == Weight.SLOW) == is_slow]
        size = work.size + sum(each.size for each in waiting if each.network == work.network)
        if len(others) >= most_of_all or sum(each.network == work.network for each in others) >= most or size > MOST_BYTES:
            raise TooManyError

    def _let_go(self, work: _Work) -> None:
        """Forget a response that nobody waits for; one that is not begun never will be."""
        if work.clients or (work.has_begun and not work.task.done()):
            return
        if self._works.get(work.key) is work:
            del self._works[work.key]
        work.task.cancel()


async def _is_done(task: asyncio.Task[bytes], request: Request) -> bool:
    """Wait for a response; False if the client has left before. TimeoutError after `PATIENCE`."""
    leaving = asyncio.ensure_future(request.receive())  # of a request that was read all that can still come
    try:
        done, _ = await asyncio.wait((task, leaving), timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
    finally:
        leaving.cancel()
    if not done:
        raise TimeoutError
    return task in done


class TooManyError(RuntimeError):
    """Raised when so many requests are under way that the client is told to retry."""


class TooLargeError(ValueError):
    """Raised when the body of a request is longer than `MAX_REQUEST`."""


def _without_answer(status: int, headers: Mapping[str, str] = {}) -> Response:
    return Response(status_code=status, headers={"Cache-Control": "no-store", **headers})


_service = RequestService()
METHODS = ("POST", "GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS")  # else Streamlit responds to the others with its page
lifespan = _service.lifespan
call = _service.call
# Whatever `server.baseUrlPath` is, and whether or not a proxy takes it away.
ROUTES = [Route(f"{before}/rankviz/answer", _service.handle, methods=METHODS) for before in ("", "/{base:path}")]
MIDDLEWARE = [Middleware(HeadersMiddleware)]
