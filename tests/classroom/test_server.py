"""A class on real servers: none ends slowly, loses what it has acknowledged, or keeps its phones from the next one."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from rankviz.basics.limits import CLASS_NEW_ROOMS_OF_ADDRESS
from rankviz.classroom.room_codes import phone_hash
from rankviz.classroom.server import open_file_limit as files
from rankviz.classroom.store import Store
from rankviz.classroom.store_setting import FILE
from tests.helpers.hostile import slowness
from tests.helpers.waiting import until, wait_until
from tools.phones import HttpSession, Phone, Teacher
from tools.server import ROOT, Server, free_port, running, serving

pytestmark = pytest.mark.slow
ASKED = "ask=value&v=1&m=ndcg&k=6&g=323012&missed=32"
PHONES = 50
Result = TypeVar("Result")


def in_a_loop(work: Coroutine[Any, Any, Result]) -> Result:
    """Run it in a thread of its own: in the one that runs browser tests there is a loop already."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def settings(folder: Path) -> dict[str, str]:
    return {"RANKVIZ_CLASS": "sqlite", "XDG_STATE_HOME": str(folder)}


@contextmanager
def server(folder: Path, port: int = 0) -> Iterator[Server]:
    with serving("app.py", port, settings(folder)) as running:
        yield running


def stored(folder: Path, code: str) -> dict[str, tuple[int, str]]:
    store = Store(f"sqlite:///{folder / 'rankviz' / FILE}")
    found = {each.phone: (each.seq, each.typed) for each in store.answers_to(code, 1)}
    store.end()
    return found


async def entered(url: str, code: str, count: int) -> list[Phone]:
    phones = [Phone(url, code) for _ in range(count)]
    await asyncio.gather(*(each.open() for each in phones))
    return phones


async def left(phones: list[Phone]) -> None:
    await asyncio.gather(*(each.end() for each in phones))


def test_a_server_with_a_class_ends_when_it_is_told_to_and_phones_come_back_to_the_next_one(tmp_path: Path) -> None:
    """Two servers one after the other; a phone finds out that the first is gone only by its own clock (9 s)."""
    port = free_port()

    async def run() -> None:
        with server(tmp_path, port) as first:
            teacher = Teacher(first.url)
            code = await teacher.open()
            phones = await entered(first.url, code, PHONES)
            await teacher.act("ask", ASKED)
            await asyncio.gather(*(each.wait_for_version(teacher.version) for each in phones))
            assert (await phones[0].answer("0.785")).fate.result() == "ok"
            began = time.monotonic()
            first.process.send_signal(signal.SIGTERM)
            await asyncio.to_thread(first.process.wait, 20)
            assert time.monotonic() - began <= 2 * slowness()
        waiting = [asyncio.create_task(each.answer("0.961")) for each in phones[1:]]  # typed while nobody is there
        with server(tmp_path, port):
            sent = await asyncio.gather(*waiting)
            assert {each.fate.result() for each in sent} == {"ok"}
            async with asyncio.timeout(5):  # the server looks four times a second
                while (await teacher.fetch_view())["answer_count"] < PHONES:
                    pass
            assert {each.closed for each in phones} == {0}
            await left(phones)
            teacher.session.close()
        assert stored(tmp_path, code) == {
            phone_hash(code, each.name): (1, "0.961" if number else "0.785") for number, each in enumerate(phones)
        }

    in_a_loop(run())


def test_what_was_acknowledged_is_there_after_the_server_was_killed(tmp_path: Path) -> None:
    """A server of its own, for it is killed (5 s)."""

    async def run() -> None:
        with server(tmp_path) as running:
            teacher = Teacher(running.url)
            code = await teacher.open()
            phones = await entered(running.url, code, PHONES)
            await teacher.act("ask", ASKED)
            await asyncio.gather(*(each.wait_for_version(teacher.version) for each in phones))
            answers = [asyncio.create_task(each.answer(f"0.{number + 100}")) for number, each in enumerate(phones)]
            await asyncio.wait(answers, return_when=asyncio.FIRST_COMPLETED)
            os.kill(running.process.pid, signal.SIGKILL)
            await asyncio.to_thread(running.process.wait, 20)
            acknowledged = {
                phone_hash(code, each.name): (1, f"0.{number + 100}")
                for number, (each, task) in enumerate(zip(phones, answers, strict=True))
                if task.done() or any("ok" in message for message in each.messages)
            }
            for task in answers:
                task.cancel()
            await asyncio.gather(*answers, return_exceptions=True)
            await left(phones)
            teacher.session.close()
        found = stored(tmp_path, code)
        assert acknowledged
        assert acknowledged.items() <= found.items()

    in_a_loop(run())


# ---------------------------------------------------------------------------------------------------------------------------
# Two servers that share the file


class Pair(NamedTuple):
    """Two servers, which write down all they can, and the folder with the file of both."""

    first: Server
    second: Server
    folder: Path


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    folder = tmp_path_factory.mktemp("pair")
    variables = {**settings(folder), "STREAMLIT_LOGGER_LEVEL": "debug"}
    with serving("app.py", environment=variables) as first, serving("app.py", environment=variables) as second:
        yield Pair(first, second, folder)


def test_two_servers_may_share_the_file_of_the_rooms(pair: Pair) -> None:
    """Two servers are started, which is most of its seconds; what two processes do to one file no single one shows."""

    async def run() -> None:
        teacher = Teacher(pair.first.url)
        code = await teacher.open()
        phones = [*await entered(pair.first.url, code, 5), *await entered(pair.second.url, code, 5)]
        await teacher.act("ask", ASKED)
        await asyncio.gather(*(each.wait_for_version(teacher.version) for each in phones))
        sent = await asyncio.gather(*(each.answer("0.785") for each in phones))
        assert {each.fate.result() for each in sent} == {"ok"}
        assert len(stored(pair.folder, code)) == 10
        await teacher.end()
        await until(lambda: {each.closed for each in phones} == {4410})
        await left(phones)

    in_a_loop(run())


async def counts_by_the_address_that_is_told(url: str) -> bool:
    """Whether a server counts rooms by the address that a proxy on this machine says it was asked from.

    A proxy adds that address behind what it was sent, which anybody may have made up.
    """

    async def status(forwarded: str) -> int:
        visit = HttpSession(url)
        found = await visit.request("/class/new", {"lang": "en"}, {"X-Forwarded-For": forwarded})
        visit.close()
        return found.status

    made_up = [f"198.51.100.{number}, 203.0.113.9" for number in range(CLASS_NEW_ROOMS_OF_ADDRESS + 1)]
    assert [await status(each) for each in made_up] == [*[200] * CLASS_NEW_ROOMS_OF_ADDRESS, 429]
    return await status("198.51.100.1, 203.0.113.10") == 200


def test_rooms_are_counted_by_the_address_that_a_proxy_on_this_machine_adds(pair: Pair) -> None:
    assert in_a_loop(counts_by_the_address_that_is_told(pair.second.url))


def test_what_is_too_large_closes_its_socket_and_no_key_is_in_the_log(pair: Pair) -> None:
    async def run() -> str:
        teacher = Teacher(pair.first.url)
        teacher.code = str((await teacher.session.request("/x/class/new", {"lang": "en"})).json()["code"])
        assert (await teacher.fetch_view())["stage"] == "join"
        (cookie,) = (each for name, each in teacher.session.cookies.items() if name == "rv_class")
        url = f"ws{pair.first.url[4:]}/x/class/{teacher.code}/socket"
        async with connect(url, origin=pair.first.url, close_timeout=0, proxy=None) as phone:  # type: ignore[arg-type]
            await phone.send(json.dumps({"hello": {"phone": f"{1:016d}", "after": 0}}))
            assert json.loads(await phone.recv())["show"]["stage"] == "join"
            with pytest.raises(ConnectionClosed):  # Streamlit's limit for all sockets is 10 MB
                for _ in range(200):
                    await phone.send("x" * 1_000_000)
        teacher.session.close()
        return cookie.partition(".")[2]

    key = in_a_loop(run())
    assert len(key) > 10
    log = pair.first.log.read_text(encoding="utf-8")
    assert "Registered component" in log  # which is said to whoever wants to know all
    assert key not in log


# ---------------------------------------------------------------------------------------------------------------------------
# A server that may open few files, and believes proxies of another network only


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    code = "import resource as r, runpy, sys; r.setrlimit(r.RLIMIT_NOFILE, (400, 400)); sys.argv = sys.argv[1:]; \
runpy.run_module('streamlit', run_name='__main__')"
    port = free_port()
    options = ["--server.headless", "true", "--server.port", str(port)]
    command = [sys.executable, "-c", code, "streamlit", "run", "app.py", "--server.address", "127.0.0.1", *options]
    variables = {**os.environ, **settings(tmp_path_factory.mktemp("guarded")), "FORWARDED_ALLOW_IPS": "192.0.2.0/24"}
    with running(command, port, ROOT, variables) as it:
        yield it


def test_a_proxy_that_is_not_believed_counts_as_one_address(guarded: Server) -> None:
    assert not in_a_loop(counts_by_the_address_that_is_told(guarded.url))


def test_a_server_says_at_its_start_that_it_may_open_too_few_files(guarded: Server) -> None:
    wait_until(lambda: "ulimit -n" in guarded.log.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("allowed", "said"), [(files.NEEDED, ""), (256, "256"), (-1, "")])
def test_a_limit_of_open_files_that_is_too_low_for_a_class_is_said(allowed: int, said: str) -> None:
    found = files.limit_warning(allowed)
    assert (said in found) if said else found == ""
    assert not said or f"ulimit -n {files.NEEDED}" in found
