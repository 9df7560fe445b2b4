"""Does the server answer questions, only those, and whatever happens to its processes; and does it end when it is told to?"""

from __future__ import annotations

import asyncio
import gzip
import http.client
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Coroutine, Iterator, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from starlette.applications import Starlette
from starlette.routing import Route
from websockets.sync.client import connect

from rankviz.limits import MAX_QUESTION
from rankviz.ui.answers import route
from rankviz.ui.answers.headers import content_security_policy
from rankviz.ui.answers.respond import BadQuestion, respond
from rankviz.ui.answers.route import METHODS, MIDDLEWARE, MOST_WAITING, Answers
from rankviz.ui.app.serve import PAGE
from tests.test_respond import GRADED, asked
from tools.server import Server, serving

JSON = {"Content-Type": "application/json"}
PATH = "/rankviz/answer"
POLL = 0.02  # s
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


def wait_until_gone(pids: set[int], seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while not all(map(is_gone, pids)):
        if time.monotonic() > deadline:
            return False
        time.sleep(POLL)
    return True


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving("app.py") as running:
        yield running


@pytest.mark.slow
def test_streamlit_run_answers_questions(server: Server) -> None:
    status, headers, body = ask(server, asked(GRADED))
    assert (status, body) == (200, respond(asked(GRADED)))
    assert (headers["content-type"], headers["cache-control"]) == ("application/x-rankviz", "no-store")
    assert not headers.keys() & {"set-cookie", "content-encoding", "access-control-allow-origin"}


@pytest.mark.slow
def test_an_answer_is_packed_for_whoever_can_unpack_it(server: Server) -> None:
    status, headers, body = ask(server, asked(GRADED), JSON | {"Accept-Encoding": "gzip, br"})
    assert (status, headers["content-encoding"], gzip.decompress(body)) == (200, "gzip", respond(asked(GRADED)))
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
    app: Any, body: bytes, headers: dict[str, str] = JSON, method: str = "POST"
) -> tuple[int, dict[str, str], bytes]:
    """Ask as a server asks, without one."""
    found: list[MutableMapping[str, Any]] = []
    chunks = [body[at : at + 65536] for at in range(0, len(body), 65536)] or [b""]

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": chunks.pop(0), "more_body": bool(chunks)}

    async def send(message: MutableMapping[str, Any]) -> None:
        found.append(message)

    named = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": method, "path": PATH, "root_path": "", "query_string": b"", "headers": named}
    await app(scope, receive, send)
    answered = {name.decode(): value.decode() for name, value in found[0]["headers"]}
    return found[0]["status"], answered, b"".join(each.get("body", b"") for each in found)


def in_a_loop(asking: Coroutine[Any, Any, Result]) -> Result:
    """Run it in a thread of its own: in the one that runs browser tests there is a loop already."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, asking).result()


class Slow:
    """A pool that answers when it is let."""

    def __init__(self) -> None:
        self.may = asyncio.Event()

    async def answer(self, body: bytes, packed: bool) -> bytes:
        await self.may.wait()
        if body == b"bad":
            raise BadQuestion
        return b"packed" if packed else b"plain"


def app_of(pool: Any) -> tuple[Any, Answers]:
    answers = Answers()
    answers._pool = pool
    return Starlette(routes=[Route(PATH, answers.answer, methods=METHODS)], middleware=MIDDLEWARE), answers


@pytest.mark.parametrize(
    ("status", "body", "headers", "method"),
    [
        (200, b"{}", JSON, "POST"),
        (200, b"{}", {"Content-Type": "Application/JSON; charset=utf-8"}, "POST"),
        (200, b" " * MAX_QUESTION, JSON, "POST"),
        (413, b" " * (MAX_QUESTION + 1), JSON, "POST"),
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
        waiting = [asyncio.create_task(called(app, b"{}")) for _ in range(MOST_WAITING)]
        while answers._waiting < MOST_WAITING:
            await asyncio.sleep(0)
        status, headers, _ = await called(app, b"{}")
        assert (status, headers["retry-after"]) == (429, "1")
        pool.may.set()
        assert {(each[0], each[2]) for each in await asyncio.gather(*waiting)} == {(200, b"plain")}
        assert (await called(app, b"{}"))[0] == 200

    in_a_loop(run())


def test_a_question_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(route, "PATIENCE", 0.05)

    async def run() -> None:
        pool = Slow()
        app, answers = app_of(pool)
        status, headers, _ = await called(app, b"{}")
        assert (status, headers["retry-after"], answers._waiting) == (503, "1", 0)

    in_a_loop(run())


def test_a_server_that_has_no_processes_has_no_route() -> None:
    assert in_a_loop(called(app_of(None)[0], b"{}"))[0] == 404


# ---------------------------------------------------------------------------------------------------------------------------
# Processes

linux = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for processes in /proc")


@pytest.mark.slow
@linux
def test_a_worker_that_is_killed_costs_no_answer() -> None:
    with serving("app.py") as server:
        body = asked(GRADED)
        assert ask(server, body)[0] == 200
        for pid in workers(server):
            os.kill(pid, signal.SIGKILL)
        assert [ask(server, body)[2] for _ in range(3)] == [respond(body)] * 3
        assert server.log.read_text(encoding="utf-8").count("workers gone") == 1


@pytest.mark.slow
@linux
@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "Ctrl-C"])
def test_a_server_that_is_told_to_ends_within_two_seconds_and_leaves_nothing(told: signal.Signals) -> None:
    with serving("app.py") as server, connect(f"ws{server.url[4:]}/_stcore/stream", subprotocols=["streamlit"]):  # type: ignore[list-item]
        assert ask(server, asked(GRADED))[0] == 200
        there = workers(server)
        assert there
        began = time.monotonic()
        server.process.send_signal(told)
        server.process.wait(2)
        assert wait_until_gone(there, 2 - (time.monotonic() - began))
        assert "Traceback" not in server.log.read_text(encoding="utf-8")


@pytest.mark.slow
@linux
def test_no_worker_outlives_a_server_that_is_killed() -> None:
    with serving("app.py") as server:
        assert ask(server, asked(GRADED))[0] == 200
        there = workers(server)
        assert there
        server.process.kill()
        server.process.wait()
        assert wait_until_gone(there, 5)


def test_a_pool_without_processes_answers_by_a_thread() -> None:
    code = f"""if True:
        import asyncio, sys
        from rankviz.ui.answers import pool
        def refuse(*args):
            raise OSError
        pool.ProcessPoolExecutor = refuse
        one = pool.Pool()
        sys.stdout.buffer.write(asyncio.run(one.answer({asked(GRADED)!r}, False)))
        one.end()
    """
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert result.stdout == respond(asked(GRADED))
    assert b"workers refused" in result.stderr


def test_what_is_asked_fills_no_more_than_one_line() -> None:
    head, *parts = ask_lines(respond(asked(GRADED)))
    assert json.loads(head)["linkable"]
    assert len(parts) == len({part.partition(b" ")[0] for part in parts})


def ask_lines(answer: bytes) -> list[bytes]:
    return answer.split(b"\n")
