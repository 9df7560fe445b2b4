"""A class on real servers: none ends slowly, loses what it has acknowledged, or keeps its phones from the next one."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest

from rankviz.basics.limits import CLASS_NEW_ROOMS_OF_ADDRESS
from rankviz.classroom.room_codes import phone_hash
from rankviz.classroom.server import open_file_limit as files
from rankviz.classroom.store import Store
from rankviz.classroom.store_setting import FILE
from tests.helpers.hostile import slowness
from tools.phones import HttpSession, Phone, Teacher
from tools.server import Server, free_port, serving

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
                    await asyncio.sleep(0.05)
            assert {each.closed for each in phones} == {0}
            await left(phones)
            teacher.session.close()
        assert stored(tmp_path, code) == {
            phone_hash(code, each.name): (1, "0.961" if number else "0.785") for number, each in enumerate(phones)
        }

    in_a_loop(run())


def test_what_was_acknowledged_is_there_after_the_server_was_killed(tmp_path: Path) -> None:
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


def test_two_servers_may_share_the_file_of_the_rooms(tmp_path: Path) -> None:
    async def run() -> None:
        with server(tmp_path) as first, server(tmp_path) as second:
            teacher = Teacher(first.url)
            code = await teacher.open()
            phones = [*await entered(first.url, code, 5), *await entered(second.url, code, 5)]
            await teacher.act("ask", ASKED)
            await asyncio.gather(*(each.wait_for_version(teacher.version) for each in phones))
            sent = await asyncio.gather(*(each.answer("0.785") for each in phones))
            assert {each.fate.result() for each in sent} == {"ok"}
            assert len(stored(tmp_path, code)) == 10
            await teacher.end()
            async with asyncio.timeout(30):
                while {each.closed for each in phones} != {4410}:
                    await asyncio.sleep(0.02)
            await left(phones)

    in_a_loop(run())


@pytest.mark.parametrize(("believed", "told"), [(None, True), ("192.0.2.0/24", False), ("192.0.2.1,127.0.0.1", True)])
def test_rooms_are_counted_by_the_address_that_a_believed_proxy_adds(tmp_path: Path, believed: str | None, told: bool) -> None:
    """A proxy adds the address it was asked from behind what it was sent, which anybody may have made up."""

    async def status(url: str, forwarded: str) -> int:
        visit = HttpSession(url)
        found = await visit.request("/class/new", {"lang": "en"}, {"X-Forwarded-For": forwarded})
        visit.close()
        return found.status

    async def run() -> None:
        named = {} if believed is None else {"FORWARDED_ALLOW_IPS": believed}
        with serving("app.py", 0, {**settings(tmp_path), **named}) as running:
            made_up = [f"198.51.100.{number}, 203.0.113.9" for number in range(CLASS_NEW_ROOMS_OF_ADDRESS + 1)]
            found = [await status(running.url, each) for each in made_up]
            assert found == [*[200] * CLASS_NEW_ROOMS_OF_ADDRESS, 429]
            assert await status(running.url, "198.51.100.1, 203.0.113.10") == (200 if told else 429)

    in_a_loop(run())


# ---------------------------------------------------------------------------------------------------------------------------
# Files that a process may have open


@pytest.mark.parametrize(("allowed", "said"), [(files.NEEDED, ""), (256, "256"), (-1, "")])
def test_a_limit_of_open_files_that_is_too_low_for_a_class_is_said(allowed: int, said: str) -> None:
    found = files.limit_warning(allowed)
    assert (said in found) if said else found == ""
    assert not said or f"ulimit -n {files.NEEDED}" in found


def test_a_server_says_at_its_start_that_it_may_open_too_few_files(tmp_path: Path) -> None:
    code = "import resource as r, runpy, sys; r.setrlimit(r.RLIMIT_NOFILE, (400, 400)); sys.argv = sys.argv[1:]; \
runpy.run_module('streamlit', run_name='__main__')"
    port = free_port()
    options = ["--server.headless", "true", "--server.port", str(port)]
    command = [sys.executable, "-c", code, "streamlit", "run", "app.py", *options]
    log = tmp_path / "log"
    with log.open("w", encoding="utf-8") as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, env={**os.environ, **settings(tmp_path)})
    try:
        deadline = time.monotonic() + 60
        while "ulimit -n" not in log.read_text(encoding="utf-8") and time.monotonic() < deadline:
            time.sleep(0.05)
        assert "ulimit -n" in log.read_text(encoding="utf-8")
    finally:
        process.terminate()
        process.wait(20)
