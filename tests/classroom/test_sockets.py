"""Sockets of a class: who gets in, and what whoever wants to do harm gets."""

from __future__ import annotations

import asyncio
import json
import random
import socket as sockets_of_the_system
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from rankviz.basics.limits import CLASS_MESSAGES_KEPT, CLASS_UNFINISHED, CLASS_WRONG_CODES
from rankviz.classroom.room import TeacherAction
from rankviz.classroom.server import sockets
from rankviz.classroom.server.hub import Hub
from rankviz.classroom.server.rate_limits import WrongCodes
from tests.helpers.hostile import junk
from tests.helpers.live_rooms import HOST, LosableStore, Socket, open_hub, phone_name, pose, run_in_loop

WRONG = 0.2  # s, in these tests


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for less."""
    monkeypatch.setattr(sockets, "WRONG_CODE_DELAY", WRONG)


@pytest.mark.parametrize(
    "origin",
    [None, "", "null", "https://example.com", f"https://{HOST}.example.com", f"http://{HOST}:8501", "http://[", "x" * 9999],
)
def test_pages_of_other_sites_get_no_socket(origin: str | None) -> None:
    async def lesson() -> None:
        async with open_hub() as one:
            phone = Socket(one, (await one.create("en"))[0].code, origin=origin)
            await phone.end()
            assert not phone.accepted
            assert phone.messages == []

    run_in_loop(lesson())


@pytest.mark.slow
@pytest.mark.parametrize("origin", [f"https://{HOST}", f"http://{HOST}:80", f"HTTPS://{HOST.upper()}"])
def test_own_pages_get_one_however_their_origin_is_written(origin: str) -> None:
    async def lesson() -> None:
        async with open_hub() as one:
            await Socket(one, (await one.create("en"))[0].code, origin=origin).hello().wait_for_message("show")

    run_in_loop(lesson())


def test_wrong_closed_expired_and_malformed_codes_are_answered_alike() -> None:
    now = [0.0]

    async def lesson() -> None:
        async with open_hub(clock=lambda: now[0]) as one:
            expired = (await one.create("en"))[0].code
            now[0] += 10**6
            closed = (await one.create("en"))[0].code
            await one.close(closed)
            assert closed != expired
            codes = [closed, expired, "123456", "12345", "0123456", "", "x" * 5000, "\x00", "４８２９１", "\ud800", "1 2 3"]

            async def answered(hub: Hub | None, code: str) -> tuple[float, object]:
                begun = time.monotonic()
                phone = Socket(hub, code).hello()
                closed = await phone.end()
                return time.monotonic() - begun, (closed, phone.accepted, phone.raw)

            found = await asyncio.gather(*(answered(one, code) for code in codes), answered(None, "123456"))
            assert [each for _, each in found] == [((4404, ""), True, [])] * len(found)
            took = [each for each, _ in found]
            assert min(took) >= WRONG
            assert max(took) - min(took) < 0.05

    run_in_loop(lesson())


class AtOnce(WrongCodes):
    """Wrong codes between which no time passes, however slow the machine is: each second one more may be tried."""

    def is_allowed(self, address: str, now: float, code: str = "") -> bool:
        return super().is_allowed(address, 0.0, code)

    def record_failure(self, address: str, now: float) -> None:
        super().record_failure(address, 0.0)


def test_after_too_many_wrong_codes_every_code_is_wrong_from_there() -> None:
    async def lesson() -> None:
        wrong = AtOnce()
        async with open_hub() as one:
            code, known = [(await one.create("en"))[0].code for _ in range(2)]
            phone = Socket(one, known, wrong=wrong).hello()
            await phone.wait_for_message("show")
            tried = [Socket(one, str(100_000 + number), wrong=wrong) for number in range(CLASS_WRONG_CODES)]
            await asyncio.gather(*(each.end() for each in tried))
            assert await Socket(one, code, wrong=wrong).hello().end() == (4404, "")
            await Socket(one, code, wrong=wrong, address="2001:db8::1").hello().wait_for_message("show")
            phone.leave()  # a class next door is not sent away: its code was right from there
            await Socket(one, known, wrong=wrong).hello().wait_for_message("show")
            await Socket(one, code, wrong=wrong, teaches=True).wait_for_message("show")  # whoever has the key guesses no code

    run_in_loop(lesson())


def test_a_right_code_costs_nothing() -> None:
    async def lesson() -> None:
        wrong = WrongCodes()
        async with open_hub() as one:
            code = (await one.create("en"))[0].code
            for number in range(CLASS_WRONG_CODES + 1):
                await Socket(one, code, wrong=wrong).hello(number).wait_for_message("show")

    run_in_loop(lesson())


def test_a_code_may_be_typed_with_spaces() -> None:
    async def lesson() -> None:
        async with open_hub() as one:
            code = (await one.create("en"))[0].code
            await Socket(one, f" {code[:3]} {code[3:]}").hello().wait_for_message("show")
            assert one.phone_count(code) == 1

    run_in_loop(lesson())


def test_whoever_sends_too_much_is_sent_away_and_nobody_else() -> None:
    async def lesson() -> None:
        async with open_hub() as one:
            code = (await one.create("en"))[0].code
            await pose(one, code)
            flood, quiet = Socket(one, code).hello(1), Socket(one, code).hello(2)
            await asyncio.gather(flood.wait_for_message("show"), quiet.wait_for_message("show"))
            for seq in range(200):
                flood.answer("0.9", seq)
            assert await flood.end() == (4429, "")
            assert len(flood.contents_of("ok")) <= CLASS_MESSAGES_KEPT
            quiet.answer("0.8")
            await quiet.wait_for_message("ok")
            assert quiet.closed is None

    run_in_loop(lesson())


def test_whoever_says_nothing_is_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "HELLO_WITHIN", 0.05)

    async def lesson() -> None:
        async with open_hub() as one:
            code = (await one.create("en"))[0].code
            phone, teacher, silent = Socket(one, code).hello(), Socket(one, code, teaches=True), Socket(one, code)
            assert await silent.end() == (1008, "")
            assert silent.messages == []  # nothing is told to who has not said who it is
            await pose(one, code)
            await asyncio.gather(phone.wait_for_stage("answer"), teacher.wait_for_stage("answer"))

    run_in_loop(lesson())


def test_whoever_takes_nothing_for_long_is_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "SEND_WITHIN", 0.05)

    async def lesson() -> None:
        async with open_hub() as one:
            code = (await one.create("en"))[0].code
            slow, quick = Socket(one, code).hello(1), Socket(one, code).hello(2)
            await asyncio.gather(slow.wait_for_message("show"), quick.wait_for_message("show"))
            slow.takes.clear()
            await pose(one, code)
            assert await slow.end() == (1008, "")
            await quick.wait_for_stage("answer")
            assert (quick.closed, one.phone_count(code)) == (None, 1)

    run_in_loop(lesson())


def test_only_what_says_hello_is_a_phone() -> None:
    async def lesson() -> None:
        async with open_hub() as one:
            code = (await one.create("en"))[0].code
            await pose(one, code)
            phone, teacher = Socket(one, code), Socket(one, code, teaches=True)
            phone.answer("0.9")
            assert await phone.wait_for_message("refused") == "hello"
            phone.hello(1)
            await phone.wait_for_message("show")
            phone.hello(2)  # another phone now: no
            assert await phone.wait_for_message("refused", 2) == "hello"
            await teacher.wait_for_message("show")
            assert one.phone_count(code) == 1
            teacher.hello(3)  # the teacher tries the phone's page in the same browser
            teacher.answer("0.9")
            await teacher.wait_for_message("ok")
            assert one.phone_count(code) == 2
            assert await one.answers_to(code, 1) != ()

    run_in_loop(lesson())


@pytest.mark.parametrize("seed", range(8))
def test_whatever_a_phone_sends_nobody_else_notices(seed: int, caplog: pytest.LogCaptureFixture) -> None:
    draw = random.Random(seed)  # noqa: S311

    def odd() -> str | bytes:
        try:
            kind = draw.randrange(4)
            if kind == 0:
                return draw.randbytes(draw.randrange(600))
            message = {
                "answer": {
                    "q": draw.choice((0, 1, 2, 99)),
                    "seq": draw.choice((1, 2**53 - 1)),
                    "typed": draw.choice("9\ud800\x00"),
                }
            }
            return json.dumps((message, {"hello": junk(draw)}, {"answer": junk(draw)})[kind - 1])
        except ValueError:  # a whole number of more digits than Python writes
            return "9" * 5000

    async def lesson() -> None:
        async with open_hub() as one:
            code = (await one.create("en"))[0].code
            await pose(one, code)
            good, hostile = Socket(one, code).hello(0), [Socket(one, code).hello(number) for number in range(1, 6)]
            await asyncio.gather(*(phone.wait_for_message("show") for phone in (good, *hostile)))
            for phone in hostile:
                for _ in range(CLASS_MESSAGES_KEPT - 2):
                    phone.send(odd())
                phone.send("the end")
            await asyncio.gather(
                *(
                    phone.wait_for(lambda phone=phone: phone.closed or "json" in phone.contents_of("refused"))
                    for phone in hostile
                )
            )  # type: ignore[misc]
            good.answer("0.961")
            await good.wait_for_message("ok")
            assert good.closed is None
            assert all(phone.closed is None for phone in hostile)
            await one.act(code, TeacherAction.NEXT)
            await good.wait_for_stage("numbers")

    run_in_loop(lesson())
    assert [each.getMessage() for each in caplog.records if each.levelname != "DEBUG"] == []


def test_answers_of_one_phone_that_wait_for_the_store_hold_up_only_this_phone() -> None:
    async def lesson() -> None:
        store = LosableStore("sqlite://")
        async with open_hub(store) as one:
            code = (await one.create("en"))[0].code
            await pose(one, code)
            phone, other = Socket(one, code).hello(1), Socket(one, code).hello(2)
            await asyncio.gather(phone.wait_for_message("show"), other.wait_for_message("show"))
            store.lost.set()
            for seq in range(CLASS_MESSAGES_KEPT - 1):
                phone.answer("0.9", seq)
            other.send("{}")
            other.send("no frame")
            await other.wait_for_message("refused")
            assert phone.contents_of("ok") == []
            store.lost.clear()
            await phone.wait_for_message("ok", CLASS_MESSAGES_KEPT - 1)
            assert [each.seq for each in await one.answers_to(code, 1)] == [CLASS_MESSAGES_KEPT - 2]

    run_in_loop(lesson())


# ---------------------------------------------------------------------------------------------------------------------------
# Over a network


@asynccontextmanager
async def served(hub: Hub) -> AsyncIterator[str]:
    """A server on a free port; the address of its sockets."""

    async def serve(websocket: WebSocket) -> None:
        await sockets.serve_socket(websocket, hub, websocket.path_params["code"], teaches=False, wrong=wrong)

    wrong = WrongCodes()
    app = Starlette(routes=[WebSocketRoute("/class/{code}/socket", sockets.BoundedSocket(serve, CLASS_UNFINISHED))])
    listening = sockets_of_the_system.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", lifespan="off", ws="websockets-sansio"))
    serving = asyncio.create_task(server.serve([listening]))
    try:
        yield f"ws://127.0.0.1:{listening.getsockname()[1]}/class"
    finally:
        server.should_exit = True
        await asyncio.wait_for(serving, 20)


def test_a_lesson_over_a_network() -> None:
    async def lesson() -> None:
        async with open_hub() as one, served(one) as address:
            code = (await one.create("en"))[0].code
            origin = address.replace("ws:", "http:").removesuffix("/class")
            for other in ("http://localhost.example.com", "http://127.0.0.1:1"):
                with pytest.raises(InvalidStatus):
                    async with connect(f"{address}/{code}/socket", origin=other):  # type: ignore[arg-type]
                        pass
            async with connect(f"{address}/123456/socket", origin=origin) as phone:  # type: ignore[arg-type]
                with pytest.raises(ConnectionClosed) as end:
                    await phone.recv()
                assert end.value.rcvd is not None
                assert end.value.rcvd.code == 4404
            async with connect(f"{address}/{code}/socket", origin=origin) as phone:  # type: ignore[arg-type]
                await phone.send(json.dumps({"hello": {"phone": phone_name(1)}}))
                assert json.loads(await phone.recv()) == {"show": {"v": 1, "stage": "join", "q": 0}}
                await pose(one, code)
                while "show" not in (message := json.loads(await phone.recv())):
                    pass
                assert message == {"show": {"v": 2, "stage": "answer", "q": 1}}
                await phone.send(json.dumps({"answer": {"q": 1, "seq": 5, "typed": "0.785"}}))
                while "count" in (message := json.loads(await phone.recv())):
                    pass
                assert message == {"ok": 5}
                await one.close(code)
                with pytest.raises(ConnectionClosed) as end:
                    while True:
                        await phone.recv()
                assert end.value.rcvd is not None
                assert end.value.rcvd.code == 4410

    run_in_loop(lesson())


MASK = b"\0\0\0\0"  # which leaves the bytes as they are
HANDSHAKE = (
    "GET /class/{code}/socket HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def frame_head(opcode: int, length: int) -> bytes:
    """The head of a frame from a browser (RFC 6455, 5.2): last fragment or not, opcode, and 64 bits of length."""
    return bytes([opcode, 0x80 | 127]) + length.to_bytes(8) + MASK


@pytest.mark.parametrize("fragment", [9_000_000, 1000])
def test_a_message_that_does_not_end_is_cut_off(fragment: int) -> None:
    async def lesson() -> None:
        async with open_hub() as one, served(one) as address:
            code, host = (await one.create("en"))[0].code, address.removeprefix("ws://").removesuffix("/class")
            reading, writing = await asyncio.open_connection(*host.split(":"))
            writing.write(HANDSHAKE.format(code=code, host=host).encode())
            assert b" 101 " in await reading.readuntil(b"\r\n\r\n")
            for opcode in (0x01, *[0x00] * (CLASS_UNFINISHED // fragment)):  # the first, and those that go on
                writing.write(frame_head(opcode, fragment) + b"x" * min(fragment, CLASS_UNFINISHED + 1))
            with suppress(ConnectionResetError):
                assert await asyncio.wait_for(reading.read(), 5) == b""
            writing.close()

    run_in_loop(lesson())
