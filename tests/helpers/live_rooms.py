"""Rooms of a class without a server: a hub in a loop of its own, and phones whose sockets are Starlette's, but no network's."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, MutableMapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from threading import Event
from typing import Any, TypeVar

import pytest
from starlette.websockets import WebSocket

from rankviz.basics.errors import InputError
from rankviz.classroom.room import Room, TeacherAction
from rankviz.classroom.server import sockets
from rankviz.classroom.server.hub import Hub
from rankviz.classroom.server.rate_limits import WrongCodes
from rankviz.classroom.store import AnswerStatus, IncomingAnswer, RoomSnapshot, Store

T = TypeVar("T")
HOST = "example.org"
VALUE = "ask=value&v=1&m=ndcg&k=6&g=323012&missed=32"  # 0.785
TREND = "ask=trend&v=1&m=ndcg&k=6&g=323012&missed=32&move=4.1"
PATIENCE = 20  # s


def run_in_loop(asking: Coroutine[Any, Any, T]) -> T:
    """Run it in a thread of its own: in the one that runs browser tests there is a loop already."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, asking).result()


def phone_name(number: int) -> str:
    """The name that a phone has drawn."""
    return f"{number:016d}"


async def encode_scene(function: Callable[..., bytes], *given: Any) -> bytes:
    """In place of a pool: what a view is made of, as JSON."""
    scene = given[0]
    if isinstance(scene, str):
        return b"{}"
    data = {
        "stage": scene.stage,
        "number": scene.number,
        "given": given[1:],
        "follows": scene.follows,
    }
    return json.dumps(data | ({"tally": scene.tally} if function.__name__ != "encode_phone" else {})).encode()


async def call_directly(function: Callable[..., Any], *given: Any) -> Any:
    """In place of a pool: the view itself."""
    return function(*given)


@asynccontextmanager
async def open_hub(store: Any = None, call: Any = encode_scene, **given: Any) -> AsyncIterator[Hub]:
    """A hub that ends with the test; of the store given, or of its own."""
    made = Hub(Store("sqlite://") if store is None else store, call, **given)
    try:
        yield made
    finally:
        await made.end()


class LosableStore(Store):
    """A store that can be lost."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.lost = Event()
        self.failed_calls = 0

    def _fail_if_lost(self) -> None:
        if self.lost.is_set():
            self.failed_calls += 1
            raise InputError("class_store", "The database is lost.")

    def find(self, code: str, now: float) -> Room | None:
        self._fail_if_lost()
        return super().find(code, now)

    def store_answers(self, batch: Sequence[IncomingAnswer], now: float) -> list[AnswerStatus]:
        self._fail_if_lost()
        return super().store_answers(batch, now)

    def snapshots(self, codes: Collection[str], now: float) -> dict[str, RoomSnapshot]:
        self._fail_if_lost()
        return super().snapshots(codes, now)


class CountingStore(Store):
    """A store that knows how often it was asked."""

    def __init__(self) -> None:
        super().__init__("sqlite://")
        self.calls: Counter[str] = Counter()

    def snapshots(self, *given: Any) -> Any:
        self.calls["look"] += 1
        return super().snapshots(*given)

    def find(self, *given: Any) -> Any:
        self.calls["find"] += 1
        return super().find(*given)

    def answers_to(self, *given: Any) -> Any:
        self.calls["tally"] += 1
        return super().answers_to(*given)


class Socket:
    """The other end of a socket.

    Parameters
    ----------
    hub : Hub or None
    code : str
    teaches : bool
    origin : str or None
    wrong : WrongCodes, optional
    address : str
    """

    def __init__(
        self,
        hub: Hub | None,
        code: str,
        *,
        teaches: bool = False,
        origin: str | None = f"https://{HOST}",
        wrong: WrongCodes | None = None,
        address: str = "192.0.2.1",
    ) -> None:
        self.messages: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self.accepted = False
        self.closed: tuple[int, str] | None = None
        self.takes = asyncio.Event()  # whether it takes anything
        self.takes.set()
        self._sent: asyncio.Queue[MutableMapping[str, Any]] = asyncio.Queue()
        self._arrived = asyncio.Event()
        headers = [(b"host", HOST.encode())] + ([(b"origin", origin.encode())] if origin is not None else [])
        scope = {
            "type": "websocket",
            "path": "/",
            "headers": headers,
            "query_string": b"",
            "client": (address, 1),
            "subprotocols": [],
        }
        websocket = WebSocket(scope, self._sent.get, self._receive)
        self._sent.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.create_task(sockets.serve_socket(websocket, hub, code, teaches, wrong or WrongCodes()))

    async def _receive(self, message: MutableMapping[str, Any]) -> None:
        if message["type"] == "websocket.accept":
            self.accepted = True
        elif message["type"] == "websocket.close":
            self.closed = message["code"], message.get("reason") or ""
        else:
            await self.takes.wait()
            self.raw.append(message["text"])
            self.messages.append(json.loads(message["text"]))
        self._arrived.set()

    def send(self, message: object) -> None:
        """Send a message: data as JSON, a text or bytes as they are."""
        kind = "bytes" if isinstance(message, bytes) else "text"
        content = message if isinstance(message, str | bytes) else json.dumps(message)
        self._sent.put_nowait({"type": "websocket.receive", kind: content})

    def hello(self, number: int = 0, **more: Any) -> Socket:
        """Say who one is."""
        self.send({"hello": {"phone": phone_name(number), "after": 0, **more}})
        return self

    def answer(self, typed: str, seq: int = 1, q: int = 1) -> None:
        """Send an answer."""
        self.send({"answer": {"q": q, "seq": seq, "typed": typed}})

    def leave(self) -> None:
        """Close it from this side."""
        self._sent.put_nowait({"type": "websocket.disconnect", "code": 1001})

    async def wait_for(self, found: Callable[[], T]) -> T:
        """Wait for something that comes with a message, or with the end."""
        async with asyncio.timeout(PATIENCE):
            while not (value := found()):
                self._arrived.clear()
                await self._arrived.wait()
        return value

    def contents_of(self, name: str) -> list[Any]:
        """What came of messages of one name."""
        return [each[name] for each in self.messages if name in each]

    async def wait_for_message(self, name: str, count: int = 1) -> Any:
        """Wait for a message: the first of its name, or a later one."""
        await self.wait_for(lambda: len(self.contents_of(name)) >= count)
        return self.contents_of(name)[count - 1]

    async def wait_for_stage(self, stage: str) -> Any:
        """Wait until a stage is shown."""
        await self.wait_for(lambda: self.contents_of("show") and self.contents_of("show")[-1]["stage"] == stage)
        return self.contents_of("show")[-1]

    async def end(self) -> tuple[int, str]:
        """Wait until it is closed by the server, and served no longer."""
        closed = await self.wait_for(lambda: self.closed)
        await asyncio.wait_for(self.task, PATIENCE)
        return closed


async def pose(hub: Hub, code: str, asked: str = VALUE) -> None:
    """Pose a question."""
    await hub.act(code, TeacherAction.ASK, question_name=asked)


async def go_to_causes(hub: Hub, code: str) -> None:
    """Close the question, and name the bars."""
    for _ in range(2):
        await hub.act(code, TeacherAction.NEXT)


async def room_of(one: Hub, language: str = "en") -> str:
    """The code of a new room."""
    return (await one.create(language))[0].code


def refused(call: Callable[[], object]) -> InputError:
    with pytest.raises(InputError) as raised:
        call()
    assert "\n" not in raised.value.message
    return raised.value
