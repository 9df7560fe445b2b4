"""Does the server answer questions, only those, and whatever happens to its processes; and does it end when it is told to?"""

from __future__ import annotations

import asyncio
import gzip
import http.client
import itertools
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine, Iterator, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from starlette.applications import Starlette
from starlette.routing import Route
from websockets.sync.client import connect

from rankviz.basics.limits import MAX_REQUEST
from rankviz.page.answers.request_handler import BadRequest, respond_to_bytes
from rankviz.page.endpoint import TooMuchWork, Weight
from rankviz.page.server import route
from rankviz.page.server.fair_queue import CallGroup, FairQueue
from rankviz.page.server.headers import content_security_policy
from rankviz.page.server.pool import OutOfTimeError, time_limit
from rankviz.page.server.route import METHODS, MIDDLEWARE, MOST_WAITING, RequestService
from rankviz.web.app.serve import PAGE
from tests.helpers.waiting import until, wait_until
from tests.page.test_request_handler import GRADED, asked
from tools.server import Server, serving

JSON = {"Content-Type": "application/json"}
PATH = "/rankviz/answer"
Result = TypeVar("Result")


def ask(server: Server, body: bytes, headers: dict[str, str] = JSON, path: str = PATH) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection(str(urlsplit(server.url).netloc), timeout=30)
    try:
        connection.request("POST", path, body, headers)
        answer = connection.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
    finally:
        connection.close()


def workers(server: Server) -> set[int]:
    """The processes that the server has started."""
    found = Path(f"/proc/{server.process.pid}/task").glob("*/children")
    return {int(pid) for path in found for pid in path.read_text().split()}


def is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    # Who has ended, and was not asked for yet.
    return "\nState:\tZ" in Path(f"/proc/{pid}/status").read_text()


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving("app.py") as running:
        yield running


@pytest.mark.slow
def test_streamlit_run_answers_questions(server: Server) -> None:
    status, headers, body = ask(server, asked(GRADED))
    assert (status, body) == (200, respond_to_bytes(asked(GRADED)))
    assert (headers["content-type"], headers["cache-control"]) == ("application/x-rankviz", "no-store")
    assert not headers.keys() & {"set-cookie", "content-encoding", "access-control-allow-origin"}


@pytest.mark.slow
def test_an_answer_is_packed_for_whoever_can_unpack_it(server: Server) -> None:
    status, headers, body = ask(server, asked(GRADED), JSON | {"Accept-Encoding": "gzip, br"})
    assert (status, headers["content-encoding"], gzip.decompress(body)) == (200, "gzip", respond_to_bytes(asked(GRADED)))
    assert len(body) < len(gzip.decompress(body)) / 3


@pytest.mark.slow
def test_the_address_may_have_anything_before_it(server: Server) -> None:
    assert ask(server, asked(), path="/course/week 2".replace(" ", "%20") + PATH)[0] == 200
    assert ask(server, asked(), path="/rankviz/answers")[0] == 405


@pytest.mark.slow
def test_streamlit_is_told_to_open_no_dialog_about_errors(server: Server) -> None:
    with urlopen(f"{server.url}/_stcore/host-config", timeout=30) as answer:  # noqa: S310
        assert json.load(answer)["blockErrorDialogs"] is True


@pytest.mark.slow
def test_health_and_page_have_the_headers_too(server: Server) -> None:
    connection = http.client.HTTPConnection(str(urlsplit(server.url).netloc), timeout=30)
    for path, kind in (("/_stcore/health", "text/plain"), ("/", "text/html"), ("/diagnose", "text/html")):
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
        assert (answer.status, answer.getheader("Content-Type", "").partition(";")[0]) == (200, kind)
        assert answer.getheader("X-Content-Type-Options") == "nosniff"
        assert "script-src 'self' blob: 'wasm-unsafe-eval' 'sha256-" in answer.getheader("Content-Security-Policy", "")
    connection.close()


def test_streamlit_finds_no_scripts_but_the_page() -> None:
    assert not (PAGE.parent / "pages").exists()


def test_only_the_inline_scripts_of_the_page_may_run() -> None:
    # The digest of an empty text and that of "abc" as FIPS 180-4 has them.
    policy = content_security_policy("<script></script><script src='a'>x</script>\n<script>abc</script>")
    assert (
        "script-src 'self' blob: 'wasm-unsafe-eval' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' "
        "'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=';"
    ) in policy


# ---------------------------------------------------------------------------------------------------------------------------
# What is no question, and too many of them


async def called(
    app: Any,
    body: bytes,
    headers: dict[str, str] = JSON,
    method: str = "POST",
    *,
    stalls: bool = False,
    address: str = "192.0.2.1",
    hangs_up: asyncio.Event | None = None,
) -> tuple[int, dict[str, str], bytes]:
    """Ask as a server asks, without one; what stalls never arrives as a whole."""
    found: list[MutableMapping[str, Any]] = []
    chunks = [body[at : at + 65536] for at in range(0, len(body), 65536)] or [b""]

    async def receive() -> dict[str, Any]:
        if not chunks:
            await (hangs_up or asyncio.Event()).wait()
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": chunks.pop(0), "more_body": bool(chunks) or stalls}

    async def send(message: MutableMapping[str, Any]) -> None:
        found.append(message)

    named = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": method, "path": PATH, "root_path": "", "query_string": b"", "headers": named}
    scope["client"] = (address, 50_000)
    await app(scope, receive, send)
    answered = {name.decode(): value.decode() for name, value in found[0]["headers"]}
    return found[0]["status"], answered, b"".join(each.get("body", b"") for each in found)


def in_a_loop(asking: Coroutine[Any, Any, Result]) -> Result:
    """Run it in a thread of its own: in the one that runs browser tests there is a loop already."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, asking).result()


class Slow:
    """A pool of one process, or more, that answers when it is let."""

    def __init__(self, places: int = 1000) -> None:
        self.may = asyncio.Event()
        self.asked: list[bytes] = []
        self.queue = FairQueue(places)

    async def handle_request(self, body: bytes, packed: bool, weight: Weight, network: str, began: Callable[[], None]) -> bytes:
        leave = await self.queue.enter(CallGroup((network, weight), weight > Weight.LIGHT))
        began()
        self.asked.append(body)
        try:
            await self.may.wait()
            if b"sheet" in body and weight < Weight.SLOW:
                raise TooMuchWork(Weight.SLOW)
            if body == b"bad":
                raise BadRequest
            return b"packed" if packed else b"plain"
        finally:
            leave()


def app_of(pool: Any) -> tuple[Any, RequestService]:
    answers = RequestService()
    answers._pool = pool
    return Starlette(routes=[Route(PATH, answers.handle, methods=METHODS)], middleware=MIDDLEWARE), answers


@pytest.mark.parametrize(
    ("status", "body", "headers", "method"),
    [
        (200, b"{}", JSON, "POST"),
        (200, b"{}", {"Content-Type": "Application/JSON; charset=utf-8"}, "POST"),
        (200, b" " * MAX_REQUEST, JSON, "POST"),
        (413, b" " * (MAX_REQUEST + 1), JSON, "POST"),
        (400, b"bad", JSON, "POST"),
        (415, b"{}", {"Content-Type": "text/plain"}, "POST"),
        (415, b"{}", {}, "POST"),
        (405, b"", JSON, "GET"),
        (405, b"", {"Origin": "https://other.example", "Access-Control-Request-Method": "POST"}, "OPTIONS"),
    ],
)
def test_each_limit_has_its_status(status: int, body: bytes, headers: dict[str, str], method: str) -> None:
    async def run() -> None:
        pool = Slow()
        pool.may.set()
        found, answered, content = await called(app_of(pool)[0], body, headers, method)
        assert (found, content) == (status, b"plain" if status == 200 else b"")
        assert answered["cache-control"] == "no-store"
        assert not any(name.startswith("access-control") for name in answered)

    in_a_loop(run())


def test_of_a_hundred_waiting_questions_none_is_lost_and_the_next_is_asked_again() -> None:
    async def run() -> None:
        pool = Slow()
        app, answers = app_of(pool)
        waiting = [asyncio.create_task(called(app, b"%d" % each)) for each in range(MOST_WAITING)]
        await until(lambda: len(answers._works) == MOST_WAITING)
        status, headers, _ = await called(app, b"{}")
        assert (status, headers["retry-after"]) == (429, "1")
        other = asyncio.create_task(called(app, b"{}", address="192.0.2.2"))  # who does not wait for a place at all
        await until(lambda: b"{}" in pool.asked)
        pool.may.set()
        assert {(each[0], each[2]) for each in await asyncio.gather(*waiting, other)} == {(200, b"plain")}
        assert (await called(app, b"{}"))[0] == 200
        assert not answers._works

    in_a_loop(run())


def test_what_takes_long_waits_in_a_line_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    files_pool = Slow()
    monkeypatch.setattr(route, "WorkerPool", lambda *, aside: files_pool)

    async def run() -> None:
        pool = Slow()
        pool.may.set()
        app, _ = app_of(pool)
        files = [asked(page="sheet", page_params=str(each)) for each in range(route.MOST_SLOW)]
        waiting = [asyncio.create_task(called(app, each)) for each in files]
        await until(lambda: len(files_pool.asked) == route.MOST_SLOW)
        assert (await called(app, asked(page="sheet")))[0] == 429  # there are enough of them
        assert (await called(app, asked()))[0] == 200
        files_pool.may.set()
        assert {each[0] for each in await asyncio.gather(*waiting)} == {200}
        assert files_pool.asked == files

    in_a_loop(run())


def test_what_many_ask_from_one_address_does_not_make_another_one_wait() -> None:
    async def run() -> None:
        pool = Slow(places=1)
        app, answers = app_of(pool)
        many = [asyncio.create_task(called(app, b"many %d" % each)) for each in range(20)]
        await until(lambda: len(answers._works) == len(many) and pool.asked)
        small = asyncio.create_task(called(app, b"small", address="2001:db8::1"))
        await until(lambda: len(answers._works) > len(many))
        pool.may.set()
        assert (await small)[0] == 200
        assert {each[0] for each in await asyncio.gather(*many)} == {200}
        assert pool.asked.index(b"small") == 1

    in_a_loop(run())


def test_what_costs_much_does_not_make_the_rest_of_its_own_address_wait() -> None:
    async def run() -> None:
        pool = Slow(places=1)
        app, answers = app_of(pool)
        large = [asyncio.create_task(called(app, b"%d" % each + b" " * route.LIGHT_BODY)) for each in range(8)]
        await until(lambda: len(answers._works) == len(large) and pool.asked)
        small = asyncio.create_task(called(app, b"small"))
        await until(lambda: len(answers._works) > len(large))
        pool.may.set()
        assert {each[0] for each in await asyncio.gather(small, *large)} == {200}
        assert pool.asked.index(b"small") == 1

    in_a_loop(run())


def test_a_client_that_has_hung_up_is_not_worked_for() -> None:
    async def run() -> None:
        pool, gone = Slow(places=1), asyncio.Event()
        app, answers = app_of(pool)
        asking = [asyncio.create_task(called(app, b"%d" % each, hangs_up=gone)) for each in range(50)]
        staying = asyncio.create_task(called(app, b"7"))  # the same question
        await until(lambda: len(answers._works) == len(asking) and pool.asked)
        gone.set()
        assert {each[0] for each in await asyncio.gather(*asking)} == {400}
        assert len(answers._works) == 2  # what is computed already, and what somebody else still waits for
        pool.may.set()
        assert (await staying)[0] == 200
        assert pool.asked == [b"0", b"7"]

    in_a_loop(run())


def test_one_address_holds_no_more_bytes_than_four_of_the_longest_questions() -> None:
    async def run() -> None:
        app, answers = app_of(Slow())
        body = b" " * (MAX_REQUEST - 1)
        waiting = [asyncio.create_task(called(app, b"%d" % each + body)) for each in range(4)]
        await until(lambda: len(answers._works) == len(waiting))
        assert (await called(app, b"4" + body))[0] == 429
        arriving = [asyncio.create_task(called(app, body, address="192.0.2.2", stalls=True)) for _ in range(5)]
        assert (await asyncio.wait(arriving, return_when=asyncio.FIRST_COMPLETED))[0].pop().result()[0] == 429
        for each in (*waiting, *arriving):
            each.cancel()

    in_a_loop(run())


def test_a_question_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(route, "PATIENCE", 0.05)
    monkeypatch.setattr(route, "RETRY_WITHIN", 0.0)

    async def run() -> None:
        pool = Slow(places=1)
        app, answers = app_of(pool)
        (status, headers, _), (other, _, _) = await asyncio.gather(called(app, b"{}"), called(app, b"[]"))
        assert (status, headers["retry-after"], other) == (503, "1", 503)
        await until(lambda: len(answers._works) == 1)  # what was not begun is not waited for
        pool.may.set()
        assert (await called(app, b"{}"))[0] == 200
        assert pool.asked == [b"{}"]

    in_a_loop(run())


def test_a_question_that_takes_long_is_worked_on_once_however_often_it_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(route, "PATIENCE", 0.05)

    async def run() -> None:
        pool = Slow()
        app, answers = app_of(pool)
        asked = [await called(app, b"{}") for _ in range(3)] + await asyncio.gather(*(called(app, b"{}") for _ in range(3)))
        assert [status for status, _, _ in asked] == [503] * 6
        asyncio.get_running_loop().call_later(0.02, pool.may.set)
        assert (await called(app, b"{}"))[0] == 200  # it waited for what was begun
        assert pool.asked == [b"{}"]
        assert (await called(app, b"{}"))[0] == 200
        assert pool.asked == [b"{}"] * 2  # an answer that was given is not kept
        assert not answers._works

    in_a_loop(run())


@pytest.mark.slow
def test_an_answer_that_comes_between_two_asks_is_given_to_the_next_and_kept_for_a_while_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(route, "PATIENCE", 0.01)
    monkeypatch.setattr(route, "SECONDS_CACHED", 1)  # long enough to be asked for also on a busy machine

    async def run() -> None:
        pool = Slow()
        app, answers = app_of(pool)
        bodies = [b"1", b"2", b"bad"]
        assert [(await called(app, body))[0] for body in bodies] == [503] * 3
        pool.may.set()
        await until(lambda: all(work.task.done() for work in answers._works.values()))
        assert [(await called(app, body))[0] for body in bodies[1:]] == [200, 400]
        assert pool.asked == bodies
        assert len(answers._works) == 1
        await until(lambda: not answers._works)

    in_a_loop(run())


def test_what_is_begun_counts_as_waiting_until_it_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(route, "PATIENCE", 0.2)

    async def run() -> None:
        pool = Slow()
        app, _ = app_of(pool)
        first = await asyncio.gather(*(called(app, b"%d" % each) for each in range(MOST_WAITING)))
        assert {status for status, _, _ in first} == {503}
        assert (await called(app, b"one more"))[0] == 429
        assert len(pool.asked) == MOST_WAITING
        pool.may.set()
        await asyncio.sleep(0)
        assert (await called(app, b"one more"))[0] == 200

    in_a_loop(run())


def test_a_question_that_does_not_arrive_is_given_up_and_turns_nobody_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(route, "PATIENCE", 0.2)

    async def run() -> None:
        pool = Slow()
        pool.may.set()
        app, answers = app_of(pool)
        asking = [asyncio.create_task(called(app, b"{", stalls=True)) for _ in range(2 * MOST_WAITING)]
        await until(lambda: answers._arriving.total() == len(asking))
        assert (await called(app, b"{}"))[0] == 200
        assert {each[0] for each in await asyncio.gather(*asking)} == {503}
        assert (answers._works, answers._arriving) == ({}, {})

    in_a_loop(run())


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [
        ("gzip", True),
        ("deflate, GZIP;q=0.5, br", True),
        ("gzip; q=1.0", True),
        ("gzip;q=0", False),
        ("br, gzip;q=0.000", False),
        ("x-gzip, br", False),
        ("", False),
    ],
)
def test_an_answer_is_packed_only_for_whoever_takes_it(accepted: str, packed: bool) -> None:
    async def run() -> None:
        pool = Slow()
        pool.may.set()
        _, headers, content = await called(app_of(pool)[0], b"{}", JSON | {"Accept-Encoding": accepted})
        assert (headers.get("content-encoding"), content) == (("gzip", b"packed") if packed else (None, b"plain"))

    in_a_loop(run())


def test_a_server_that_has_no_processes_has_no_route() -> None:
    assert in_a_loop(called(app_of(None)[0], b"{}"))[0] == 404


# ---------------------------------------------------------------------------------------------------------------------------
# Processes

linux = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for processes in /proc")


@pytest.mark.slow
@linux
def test_a_worker_that_is_killed_costs_no_answer(server: Server) -> None:
    body = asked(GRADED)
    assert ask(server, body)[0] == 200
    for pid in workers(server):
        os.kill(pid, signal.SIGKILL)
    answers = (ask(server, body) for _ in range(30))  # again where there is none yet, as the page does
    assert next(content for status, _, content in answers if status != 503) == respond_to_bytes(body)
    assert [ask(server, body)[2] for _ in range(3)] == [respond_to_bytes(body)] * 3
    assert workers(server)
    assert server.log.read_text(encoding="utf-8").count("workers gone") == 1


@pytest.mark.slow
@linux
@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "Ctrl-C"])
def test_a_server_that_is_told_to_ends_within_two_seconds_and_leaves_nothing(told: signal.Signals) -> None:
    """A server of its own for each way to end one (4 s)."""
    with serving("app.py") as server, connect(f"ws{server.url[4:]}/_stcore/stream", subprotocols=["streamlit"]):  # type: ignore[list-item]
        assert ask(server, asked(GRADED))[0] == 200
        there = workers(server)
        assert there
        began = time.monotonic()
        server.process.send_signal(told)
        server.process.wait(2)
        wait_until(lambda: all(map(is_gone, there)), 2 - (time.monotonic() - began))
        assert "Traceback" not in server.log.read_text(encoding="utf-8")


@pytest.mark.slow
@linux
def test_no_worker_outlives_a_server_that_is_killed() -> None:
    """A server of its own, for it is killed (4 s)."""
    with serving("app.py") as server:
        assert ask(server, asked(GRADED))[0] == 200
        there = workers(server)
        assert there
        server.process.kill()
        server.process.wait()
        wait_until(lambda: all(map(is_gone, there)), 5)


@pytest.mark.slow
def test_a_pool_without_processes_answers_by_a_thread() -> None:
    code = f"""if True:
        import asyncio, sys
        from rankviz.page.server import pool
        def refuse(*args):
            raise OSError
        pool.ProcessPoolExecutor = refuse
        one = pool.WorkerPool()
        sys.stdout.buffer.write(asyncio.run(one.handle_request({asked(GRADED)!r}, False)))
        one.end()
    """
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert result.stdout == respond_to_bytes(asked(GRADED))
    assert b"workers refused" in result.stderr


@pytest.mark.slow
def test_a_question_that_kills_its_process_takes_neither_the_server_nor_other_questions_with_it() -> None:
    """Seven seconds: each of two such questions ends all processes three times, and those that follow load everything."""
    code = f"""if True:
        import asyncio, os, sys
        from concurrent.futures.process import BrokenProcessPool
        from rankviz.page.server import pool
        class Deadly(bytes):
            def __reduce__(self):
                return os._exit, (1,)  # what a process calls that unpacks it
        async def ask():
            one = pool.WorkerPool()
            asked = [Deadly(), {asked(GRADED)!r}, {asked()!r}, Deadly()]
            found = await asyncio.gather(*(one.handle_request(each, False) for each in asked), return_exceptions=True)
            found.append(await one.handle_request(asked[1], False))
            one.end()
            return [b"killed" if isinstance(each, BrokenProcessPool) else each for each in found]
        sys.stdout.buffer.write(b"|".join(asyncio.run(ask())))
    """
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    answers = [
        b"killed",
        respond_to_bytes(asked(GRADED)),
        respond_to_bytes(asked()),
        b"killed",
        respond_to_bytes(asked(GRADED)),
    ]
    assert result.stdout == b"|".join(answers), result.stderr


def test_work_that_takes_more_time_than_any_may_is_given_up() -> None:
    def work(seconds: float) -> int:
        with time_limit(seconds):
            return sum(range(1000)) if seconds > 1 else next(number for number in itertools.count() if number < 0)

    assert work(60.0) == 499_500
    with pytest.raises(OutOfTimeError):
        work(0.05)
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)


@pytest.mark.slow
def test_a_pool_that_ends_ends_its_own_processes_and_begins_no_others() -> None:
    code = f"""if True:
        import asyncio, multiprocessing, time
        from rankviz.page.server import pool
        stranger = multiprocessing.get_context("spawn").Process(target=time.sleep, args=(60,), daemon=True)
        stranger.start()
        async def ask():
            one = pool.WorkerPool()
            under_way = asyncio.create_task(one.handle_request({asked(GRADED)!r}, False))
            await asyncio.sleep(0)
            one.end()
            for asking in (under_way, one.handle_request(b"", False)):
                try:
                    await asking
                except (pool.PoolClosedError, asyncio.CancelledError) as error:
                    print(type(error).__name__)
        asyncio.run(ask())
        print(stranger.is_alive(), len(multiprocessing.active_children()))
        stranger.terminate()
    """
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True, timeout=60)
    first, second, alive = result.stdout.splitlines()
    assert first in ("PoolClosedError", "CancelledError")
    assert (second, alive) == ("PoolClosedError", "True 1"), result.stderr


def test_what_is_asked_fills_no_more_than_one_line() -> None:
    head, *parts = ask_lines(respond_to_bytes(asked(GRADED)))
    assert json.loads(head)["linkable"]
    assert len(parts) == len({part.partition(b" ")[0] for part in parts})


def ask_lines(answer: bytes) -> list[bytes]:
    return answer.split(b"\n")
