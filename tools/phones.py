"""The phones and the teacher of a class without browsers: what they send and ask for, hundreds of them in one process.

A browser would be measured more than the server. A phone here does what the page of a phone does: it opens the socket, asks for
what is shown when it is told of something new, sends an answer until it is acknowledged, and comes back when it is cut off.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import secrets
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

PATIENCE = 30.0  # s after which something is lost
FINAL = (4404, 4410, 4429)  # no such room, the class has ended, too many: nobody comes back after these
AGAIN_FIRST, AGAIN_LAST = 0.5, 8.0  # s until a phone tries again
BROKEN = (OSError, ConnectionClosed, InvalidHandshake, asyncio.IncompleteReadError, EOFError)


class LostError(Exception):
    """Something was refused, or never came."""


class HttpResponse(NamedTuple):
    """What was answered over HTTP."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        """The body as data."""
        return json.loads(self.body)


class HttpSession:
    """A browser as far as HTTP goes: one connection that stays open as long as it may, and cookies.

    Parameters
    ----------
    url : str
        Of the server, with the path it is served under.
    """

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self.origin, self.base = f"{parts.scheme}://{parts.netloc}", parts.path.rstrip("/")
        self.socket = f"{parts.scheme.replace('http', 'ws')}://{parts.netloc}{self.base}"
        self.cookies: dict[str, str] = {}
        self._host, self._port, self._netloc = parts.hostname, parts.port, parts.netloc
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._lock = asyncio.Lock()

    @property
    def cookie_header(self) -> dict[str, str]:
        """The header with the cookies."""
        return {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())} if self.cookies else {}

    async def request(self, path: str, given: object = None, headers: Mapping[str, str] = {}) -> HttpResponse:
        """Get what is at a path, or post data there; once more where the server has closed a connection that was idle."""
        body = b"" if given is None else json.dumps(given).encode()
        own = {"Host": self._netloc, "Accept-Encoding": "gzip", **self.cookie_header}
        if given is not None:
            own |= {"Content-Type": "application/json", "Origin": self.origin, "Content-Length": str(len(body))}
        lines = [f"{'GET' if given is None else 'POST'} {self.base}{path} HTTP/1.1"]
        head = "\r\n".join([*lines, *(f"{name}: {value}" for name, value in (own | dict(headers)).items()), "", ""])
        async with self._lock, asyncio.timeout(PATIENCE):
            is_fresh = self._writer is None
            try:
                return await self._request_once(head.encode() + body)
            except BROKEN:
                self.close()
                if is_fresh:
                    raise
            return await self._request_once(head.encode() + body)

    async def _request_once(self, request: bytes) -> HttpResponse:
        if self._reader is None or self._writer is None:
            self._reader, self._writer = await asyncio.open_connection(self._host, self._port, limit=1 << 20)
        self._writer.write(request)
        first, *lines = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        pairs = [line.partition(": ") for line in lines if line]
        headers = {name.lower(): value for name, _, value in pairs}
        for name, _, value in pairs:
            if name.lower() == "set-cookie":
                self._store_cookie(value)
        body = await self._read_body(self._reader, headers)
        if headers.get("connection", "").lower() == "close":
            self.close()
        return HttpResponse(int(first.split(" ")[1]), headers, gzip.decompress(body) if "content-encoding" in headers else body)

    @staticmethod
    async def _read_body(reader: asyncio.StreamReader, headers: Mapping[str, str]) -> bytes:
        if headers.get("transfer-encoding", "").lower() != "chunked":
            return await reader.readexactly(int(headers.get("content-length", "0")))
        found = b""
        while size := int(await reader.readline(), 16):
            found += await reader.readexactly(size)
            await reader.readline()
        await reader.readline()
        return found

    def _store_cookie(self, cookie: str) -> None:
        pair, *further = cookie.split(";")
        name, _, value = pair.strip().partition("=")
        self.cookies[name] = value.strip('"')
        if not value.strip('"') or any(each.strip().lower() == "max-age=0" for each in further):
            self.cookies.pop(name)

    def close(self) -> None:
        """Close the connection; the next question opens another."""
        if self._writer is not None:
            self._writer.transport.abort()
        self._reader = self._writer = None


class ShownVersion(NamedTuple):
    """When a phone heard of a version, and when it had what is shown; seconds of `time.perf_counter`."""

    version: int
    heard_at: float
    shown_at: float


@dataclass
class Sent:
    """An answer on its way.

    Parameters
    ----------
    number : int
        Of the question.
    seq : int
    typed : str
    began, last : float
        When it was sent first, and when it was sent last.
    times : int
        How often it was sent.
    """

    number: int
    seq: int
    typed: str
    began: float
    last: float
    fate: asyncio.Future[str] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    arrived: float = 0.0
    times: int = 0


class Phone:
    """A phone in a room.

    Parameters
    ----------
    url, code : str
    language : str
    """

    def __init__(self, url: str, code: str, language: str = "en") -> None:
        self.code, self.language, self.name = code, language, secrets.token_urlsafe(12)
        self.session = HttpSession(url)
        self.shown_versions: list[ShownVersion] = []
        self.messages: list[dict[str, Any]] = []
        self.view: dict[str, Any] = {}
        self.version, self.number, self.seq, self.closed, self.connect_count = 0, 0, 0, 0, 0
        self._sent: Sent | None = None
        self._socket: ClientConnection | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._changed = asyncio.Event()

    async def open(self, *, page: bool = False) -> None:
        """Come into the room, and wait until what it shows is there; with the page itself first where that is wished."""
        if page:
            await self.session.request(f"/c/{self.code}")
        await self._connect()
        self._spawn(self._listen())
        await self.wait_for_version(1)

    async def wait_for_version(self, version: int) -> float:
        """Wait until a version, or a later one, is shown; gives when that was."""
        async with asyncio.timeout(PATIENCE):
            while (found := next((each.shown_at for each in self.shown_versions if each.version >= version), None)) is None:
                if self.closed:
                    raise LostError(self.closed)
                self._changed.clear()
                await self._changed.wait()
        return found

    async def answer(self, typed: str, *, cut: float | None = None) -> Sent:
        """Answer, and wait for what becomes of it; with `cut` the connection breaks so many seconds after it was sent."""
        self.seq += 1
        now = time.perf_counter()
        self._sent = sent = Sent(self.number, self.seq, typed, now, now)
        await self._send(sent)
        if cut is not None:
            if cut:
                await asyncio.sleep(cut)
            self.cut()
        async with asyncio.timeout(PATIENCE):
            await sent.fate
        return sent

    def cut(self) -> None:
        """Break the connection, as a tunnel does."""
        if self._socket is not None:
            self._socket.transport.abort()

    async def end(self) -> None:
        """Go."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._socket is not None:
            self._socket.transport.abort()
        self.session.close()

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _connect(self) -> None:
        self._socket = await connect(
            f"{self.session.socket}/class/{self.code}/socket",
            origin=self.session.origin,  # type: ignore[arg-type]
            additional_headers=self.session.cookie_header,
            compression=None,
            ping_interval=None,
            open_timeout=PATIENCE,
            proxy=None,
        )
        self.connect_count += 1
        await self._socket.send(json.dumps({"hello": {"phone": self.name, "after": self.version}}))

    async def _listen(self) -> None:
        wait = AGAIN_FIRST
        while True:
            with suppress(*BROKEN):
                if self._socket is None:
                    await self._connect()
                    if self._sent is not None and not self._sent.fate.done():
                        await self._send(self._sent)
                    wait = AGAIN_FIRST
                assert self._socket is not None
                async for message in self._socket:
                    self._on_message(json.loads(message))
            if self._socket is not None and self._socket.close_code in FINAL:
                self.closed = self._socket.close_code
                self._changed.set()
                return
            self._socket = None
            await asyncio.sleep(wait * (1 + random.random()) / 2 if wait > AGAIN_FIRST else wait * (1 + random.random()))  # noqa: S311
            wait = min(2 * wait, AGAIN_LAST)

    async def _send(self, sent: Sent) -> None:
        if self._socket is not None:
            sent.last = time.perf_counter()
            sent.times += 1
            with suppress(ConnectionClosed):
                answer = {"q": sent.number, "seq": sent.seq, "typed": sent.typed}
                await self._socket.send(json.dumps({"answer": answer}))

    def _on_message(self, message: dict[str, Any]) -> None:
        now = time.perf_counter()
        self.messages.append(message)
        if "show" in message:
            self.number = int(message["show"]["q"] or 0)
            self._spawn(self._fetch(int(message["show"]["v"]), now))
        for fate in ("ok", "late", "bad", "full"):
            if fate in message:
                seq = message[fate]["seq"] if fate == "bad" else message[fate]
                if self._sent is not None and self._sent.seq == seq and not self._sent.fate.done():
                    self._sent.arrived = now
                    self._sent.fate.set_result(fate)

    async def _fetch(self, version: int, heard: float) -> None:
        try:
            found = await self.session.request(f"/class/{self.code}/view/{version}?lang={self.language}")
        except (*BROKEN, TimeoutError):
            return
        if found.status == 200:
            self.view = found.json()
            self.version = max(self.version, int(self.view.get("version", version)))
            self.shown_versions.append(ShownVersion(version, heard, time.perf_counter()))
            self._changed.set()


class Teacher:
    """A teacher's page.

    Parameters
    ----------
    url : str
    """

    def __init__(self, url: str) -> None:
        self.url, self.code, self.view = url, "", dict[str, Any]()
        self.session = HttpSession(url)

    @property
    def version(self) -> int:
        """Of what is shown."""
        return int(self.view["version"])

    async def open(self) -> str:
        """Open a room; gives its code."""
        self.code = str((await self._post("/class/new", {"lang": "en"}))["code"])
        await self.fetch_view()
        return self.code

    async def fetch_view(self) -> dict[str, Any]:
        """What the page shows now."""
        found = await self.session.request(f"/class/{self.code}/stage?lang=en&at={self.url}/c")
        if found.status != 200:
            raise LostError(found)
        self.view = found.json()
        return self.view

    async def act(self, action: str, question_name: str = "") -> dict[str, Any]:
        """Ask, or go to the next or the last stage; gives what the page shows then."""
        request = {"action": action, "question_name": question_name, "cause_count": self.view.get("cause_count", 0)}
        self.view = await self._post(
            f"/class/{self.code}/act", {**request, "seen_version": self.version, "lang": "en", "at": f"{self.url}/c"}
        )
        return self.view

    async def follow(self, state: str | None) -> None:
        """Let phones show a list."""
        await self._post(f"/class/{self.code}/follow", {"state": state})

    async def end(self) -> None:
        """End the class, and go."""
        await self._post(f"/class/{self.code}/end", {})
        self.session.close()

    async def _post(self, path: str, given: object) -> dict[str, Any]:
        found = await self.session.request(path, given)
        if found.status != 200:
            raise LostError(found)
        said: dict[str, Any] = found.json() if found.body else {}
        return said
