"""A class of 200 phones on one server, and on two behind nginx: `make bench-class`; milliseconds, beside bare routes.

The phones are sockets of one process and no browsers (tools/phones.py), so that the server is measured. The floor is a bare
Starlette application with one socket and one route, which the same phones come to, in turns.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import sync_playwright

from benchmarks import sessions
from benchmarks.report import Figure, high, print_table
from benchmarks.sessions import processor_seconds
from rankviz.classroom.room_codes import phone_hash
from rankviz.classroom.store import Store
from rankviz.classroom.store_setting import SETTING
from tools import chromium, nginx, postgres
from tools.phones import Phone, Sent, Teacher
from tools.server import ROOT, Server, free_port, running, serving

LIST = "v=1&m=ndcg&k=6&g={}&missed=32"
ASKED = "ask=value&" + LIST
NUMBERS = ("0.785", "0.961", ".9608", "0.751", "0.949", "0.79", "0.8", "11/14", "78.5 %", "0.612", "0.5", "1", "0.333", "0.42")
TOGETHER = 20  # phones that come in at the same moment
QUIET = 15.0  # s
CUT, CHANGED = 5, 10  # every how manieth phone loses its connection, and answers once more
EDITORS, EDITS = 10, 10
VISITS = 6  # of which the first is not counted
GOALS = {  # milliseconds, where nothing else is said
    "question": 300, "question of two": 600, "answer": 300, "bars": 1000, "idle": 3.0, "follow": 500, "beside": 1.10,
    "bytes": 60_000, "page": 500,
}  # fmt: skip
BYTES = """() => [performance.getEntriesByType("navigation"), performance.getEntriesByType("resource")].flat()
  .filter(({ name }) => !name.endsWith(".woff2"))
  .reduce(([plain, sent], each) => [plain + each.decodedBodySize, sent + each.transferSize], [0, 0])"""
SHOWN = """async () => {
  const isShown = () => [...document.querySelectorAll("input, button")].some((each) => each.getClientRects().length > 0);
  while (!isShown()) await new Promise(requestAnimationFrame);
  return performance.now();
}"""


@dataclass
class Class:
    """A teacher, phones, and the servers behind them.

    Parameters
    ----------
    teacher : Teacher
    phones : list of Phone
    servers : list of Server
    """

    teacher: Teacher
    phones: list[Phone]
    servers: Sequence[Server]

    def used_seconds(self) -> float:
        """Seconds that the servers have used so far."""
        return sum(map(processor_seconds, self.servers))

    def memory(self) -> int:
        """Bytes of the servers, without their workers."""
        pages = [int(Path(f"/proc/{each.process.pid}/statm").read_text().split()[1]) for each in self.servers]
        return sum(pages) * os.sysconf("SC_PAGE_SIZE")

    def waited_seconds(self) -> float:
        """Seconds that the servers, and the phones, waited so far for a processor that others had."""
        pids = [str(each.process.pid) for each in self.servers]
        return sum(int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) for pid in (*pids, "self")) / 1e9

    async def admit_phones(self, count: int, *, page: bool = False) -> None:
        """Let phones in."""
        for at in range(0, count, TOGETHER):
            fresh = [Phone(self.teacher.url, self.teacher.code) for _ in range(min(TOGETHER, count - at))]
            await asyncio.gather(*(each.open(page=page) for each in fresh))
            self.phones += fresh

    async def pose(self, asked: str) -> list[float]:
        """Ask a question; milliseconds until it is on each phone."""
        began = time.perf_counter()
        view = await self.teacher.act("ask", asked)
        shown = await asyncio.gather(*(each.wait_for_version(int(view["version"])) for each in self.phones))
        return [(each - began) * 1000 for each in shown]

    async def answer(self, seconds: float, draw: random.Random) -> tuple[list[Sent], dict[str, tuple[int, str]]]:
        """Let all answer within so many seconds; what was sent, and what is to be in the store."""
        sent: list[Sent] = []
        last: dict[str, tuple[int, str]] = {}

        async def one(number: int, phone: Phone, after: float) -> None:
            await asyncio.sleep(after)
            # Some connections break before the answer has gone, some before it is acknowledged.
            cut = draw.choice((0.0, 0.002, 0.01)) if number % CUT == 0 else None
            for again in (False, True)[: 2 if number % CHANGED == 3 else 1]:
                typed = draw.choice(NUMBERS)
                sent.append(await phone.answer(typed, cut=None if again else cut))
                last[phone_hash(phone.code, phone.name)] = (phone.seq, typed)

        await asyncio.gather(*(one(*each, draw.random() * seconds) for each in enumerate(self.phones)))
        return sent, last

    async def end(self) -> None:
        """Let all go."""
        await asyncio.gather(*(each.end() for each in self.phones))


class Floor(Teacher):
    """Whoever asks at the floor."""

    async def open(self) -> str:
        """There is one room, which is always open."""
        self.code, self.view = "111111", {"version": 1}
        return self.code


@contextmanager
def floor_server() -> Iterator[Server]:
    """Serve the floor."""
    port = free_port()
    with running([sys.executable, "-m", "benchmarks.class_floor", str(port)], port, ROOT) as server:
        yield server


def questions(count: int) -> list[str]:
    """Questions about lists that differ."""
    draw = random.Random(3)  # noqa: S311
    return [ASKED.format("3" + "".join(str(draw.randrange(4)) for _ in range(5))) for _ in range(count)]


def print_verdict(what: str, found: float, goal: str, unit: str = " ms") -> None:
    """Print a figure beside what is wanted of it."""
    limit = GOALS[goal]
    print(f"  {what}: {found:,.2f}{unit}, goal ≤ {limit:,g}{unit}: {'met' if found <= limit else 'MISSED'}")


async def go_to_next_stage(room: Class, times: int = 1) -> None:
    """Go to the next stage."""
    for _ in range(times):
        await room.teacher.act("next")


async def measure_questions(room: Class, floor: Class | None, rounds: int) -> list[float]:
    """Questions on all phones, in turns with the floor."""
    times: list[float] = []
    slowest: list[float] = []
    delays: list[float] = []
    floors: list[float] = []
    ours = bare = 0.0
    for number, asked in enumerate(questions(rounds + 1)):
        at, waited = room.used_seconds(), room.waited_seconds()
        found = await room.pose(asked)
        waited = room.waited_seconds() - waited
        await asyncio.sleep(0.3)
        used = room.used_seconds() - at
        if floor is not None:
            at = floor.used_seconds()
            least = await floor.pose(asked)
            await asyncio.sleep(0.3)
            bare += (floor.used_seconds() - at) if number else 0
            floors += least if number else []
        if number:  # what is loaded at first is not counted
            times += found
            slowest.append(max(found))
            ours += used
            delays.append(waited * 1000)
        await go_to_next_stage(room)
    print_table([Figure("question → on each phone", times, floors or None)])
    print(f"  the last phone of each: median {median(slowest):.0f} ms, at most {max(slowest):.0f} ms")
    print(f"  of which server and phones waited for a processor that others had: median {median(delays):.0f} ms")
    beside = "" if floor is None else f" (floor {bare * 1000 / rounds:.0f} ms)"
    print(f"  processor of a question: {ours * 1000 / rounds:.0f} ms{beside}")
    return times


async def measure_answers(room: Class, floor: Class | None, seconds: float, asked: str, address: str) -> bool:
    """Answers with broken connections; whether none was lost."""
    await room.pose(asked)
    at = room.used_seconds()
    sent, last = await room.answer(seconds, random.Random(5))  # noqa: S311
    used = room.used_seconds() - at
    bare: list[Sent] = []
    if floor is not None:
        bare, _ = await floor.answer(seconds, random.Random(5))  # noqa: S311
    acknowledged = [(each.arrived - each.last) * 1000 for each in sent]
    again = [(each.arrived - each.began) * 1000 for each in sent if each.times > 1]
    lines = [Figure(f"{len(room.phones)} answers in {seconds:g} s: sent → acknowledged", acknowledged)]
    if bare:
        lines = [Figure(lines[0].what, acknowledged, [(each.arrived - each.last) * 1000 for each in bare])]
    print_table([*lines, Figure("  those cut off: sent first → acknowledged", again)])
    store = Store(address)
    found = store.answers_to(room.teacher.code, room.phones[0].number)
    store.end()
    is_exact = {each.phone: (each.seq, each.typed) for each in found} == last and len(found) == len(room.phones)
    print(f"  in the store: {len(found)} of {len(room.phones)}, {'exact' if is_exact else 'NOT WHAT WAS SENT'}; ", end="")
    print(f"fates {sorted({each.fate.result() for each in sent})}; slowest {max(acknowledged):.0f} ms; processor {used:.2f} s")
    print_verdict("acknowledged, 95th percentile", high(acknowledged), "answer")
    return is_exact


async def measure_bars(room: Class) -> None:
    """Bars with names, after the question is closed."""
    at = room.used_seconds()
    began = time.perf_counter()
    await room.teacher.act("next")
    grey = time.perf_counter()
    await room.teacher.act("next")
    named = time.perf_counter()
    print(f"  close → grey bars {(grey - began) * 1000:.0f} ms, → named {(named - grey) * 1000:.0f} ms more", end="")
    print(f"; {len(NUMBERS)} numbers; processor {room.used_seconds() - at:.2f} s")
    print_verdict("close → named bars", (named - began) * 1000, "bars")
    await asyncio.sleep(1)
    told = sum(any("mine" in message for message in each.messages) for each in room.phones)
    print(f"  phones that were told their own cause: {told} of {len(room.phones)}")


async def measure_follow(room: Class, rounds: int) -> None:
    """Edits that all phones follow."""
    times: list[float] = []
    for number, asked in enumerate(questions(rounds)):
        known = max(each.version for each in room.phones)
        began = time.perf_counter()
        await room.teacher.follow(asked.removeprefix("ask=value&") + f"&rank={number % 6 + 1}")
        times += [
            (shown - began) * 1000
            for shown in await asyncio.gather(*(each.wait_for_version(known + 1) for each in room.phones))
        ]
        await asyncio.sleep(0.5)
    await room.teacher.follow(None)
    print_table([Figure("edit while following → on each phone", times)])
    print_verdict("edit on phones, 95th percentile", high(times), "follow")


async def measure_idle(room: Class, *others: Class) -> None:
    """A class in which nothing happens, and what that is without one."""
    shares = await asyncio.gather(*(_measure_share(each) for each in (room, *others)))
    print_verdict("idle class, of each process", shares[0], "idle", " % of a core")
    for share in shares[1:]:
        print(f"  (as many bare sockets at the same time: {share:.2f} %)")


async def _measure_share(room: Class) -> float:
    """What the servers use while nothing happens, in percent of a core each."""
    at, began = room.used_seconds(), time.perf_counter()
    await asyncio.sleep(QUIET)
    return (room.used_seconds() - at) / (time.perf_counter() - began) * 100 / len(room.servers)


async def measure_one_process(server: Server, floor_of: Server, count: int, rounds: int, address: str) -> None:
    """Everything on one server."""
    teacher, bare = Teacher(server.url), Floor(floor_of.url)
    await teacher.open()
    await bare.open()
    room, floor = Class(teacher, [], [server]), Class(bare, [], [floor_of])
    print(f"  idle server, before anybody came: {await _measure_share(room):.2f} % of a core")
    warm = Phone(server.url, teacher.code)
    await warm.open()
    before, began = room.memory(), time.perf_counter()
    await room.admit_phones(count)
    print(
        f"  {count} phones came in {time.perf_counter() - began:.1f} s; {(room.memory() - before) / count / 1000:.0f} kB each"
    )
    await warm.end()
    await floor.admit_phones(count)
    await measure_idle(room, floor)
    print_verdict("question on phones, 95th percentile", high(await measure_questions(room, floor, rounds)), "question")
    for seconds, asked in zip((5.0, 0.5), questions(2), strict=True):
        await measure_answers(room, floor, seconds, asked, address)
        await measure_bars(room)
    await measure_follow(room, rounds)
    print(f"  after all: {(room.memory() - before) / count / 1000:.0f} kB a phone more than before")
    await floor.end()
    await teacher.end()
    async with asyncio.timeout(5):
        while {each.closed for each in room.phones} != {4410}:
            await asyncio.sleep(0.05)
    await room.end()


def run_lively_class(url: str, count: int, ready: Any, over: Any) -> None:
    """A class beside, in a process of its own: a question every ten seconds, which all answer."""
    asyncio.run(_lively_class(url, count, ready, over))


async def _lively_class(url: str, count: int, ready: Any, over: Any) -> None:
    teacher = Teacher(url)
    await teacher.open()
    room = Class(teacher, [], [])
    await room.admit_phones(count)
    ready.set()
    for asked in questions(99):
        await room.pose(asked)
        await asyncio.gather(room.answer(8, random.Random(1)), asyncio.sleep(9))  # noqa: S311
        await go_to_next_stage(room, 2)
        if over.is_set():
            break
    await teacher.end()
    await room.end()


def measure_beside(server: Server, count: int) -> None:
    """Edits of visitors, with and without a class on the same server, in turns."""
    context, times = get_context("spawn"), {False: list[float](), True: list[float]()}
    for with_class in (False, True, False, True):
        ready, over = context.Event(), context.Event()
        other = context.Process(target=run_lively_class, args=(server.url, count, ready, over))
        if with_class:
            other.start()
            ready.wait(60)
        tally = asyncio.run(sessions.measure(server, EDITORS, EDITS))
        times[with_class] += tally.milliseconds
        if tally.failures:
            print(*tally.failures[:3], sep="\n")
        if with_class:
            over.set()
            other.join(60)
    print_table(
        [
            Figure(f"edits of {EDITORS} visitors without a class", times[False]),
            Figure("the same beside a class that answers", times[True], times[False], GOALS["beside"]),
        ]
    )


def measure_page(url: str) -> None:
    """The page of a phone in a browser, on a first visit and again."""
    first: list[float] = []
    again: list[float] = []
    plain = sent = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=list(chromium.ARGUMENTS))
        for _ in range(VISITS):
            context = browser.new_context(viewport={"width": 390, "height": 844})
            for kept in (first, again):
                page = context.new_page()
                page.goto(f"{url}/c", wait_until="commit")
                kept.append(page.evaluate(SHOWN))
                page.wait_for_load_state()
                if kept is first:
                    plain, sent = page.evaluate(BYTES)
                page.close()
            context.close()
    print_table([Figure("phone page, first visit → field shown", first[1:]), Figure("again", again[1:])])
    print_verdict("phone page", plain, "bytes", " bytes")
    print(f"  sent compressed: {sent:,} bytes")
    print_verdict("phone page shown, median", median(first[1:]), "page")


async def measure_two_processes(proxy: nginx.Proxy, servers: Sequence[Server], count: int, rounds: int, address: str) -> None:
    """A class whose phones are on two servers."""
    teacher = Teacher(proxy.url)
    await teacher.session.request("/c")
    await teacher.open()
    room = Class(teacher, [], servers)
    await room.admit_phones(count, page=True)
    print(f"  phones on {len(proxy.servers(200))} servers")
    await measure_idle(room)
    print_verdict("question on phones, 95th percentile", high(await measure_questions(room, None, rounds)), "question of two")
    for seconds, asked in zip((5.0, 0.5), questions(2), strict=True):
        await measure_answers(room, None, seconds, asked, address)
        await measure_bars(room)
    await measure_follow(room, rounds)
    await teacher.end()
    await room.end()


def serve_and_measure_two(count: int, rounds: int) -> None:
    """Start all that is needed for two servers; without its programs say how to get them."""
    try:
        programs, program = postgres.find(), nginx.find()
    except postgres.NoServerError as error:
        print(f"Not measured. {error}")
        return
    with ExitStack() as stack:
        address = stack.enter_context(postgres.server(programs))
        ports = [free_port(), free_port()]
        given = {SETTING: address, "STREAMLIT_SERVER_COOKIE_SECRET": "measured"}
        servers = [stack.enter_context(serving("app.py", port, given)) for port in ports]
        proxy = stack.enter_context(nginx.proxy(program, ports))
        asyncio.run(measure_two_processes(proxy, servers, count, rounds, address))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="make bench-class", description=__doc__)
    parser.add_argument("--phones", type=int, default=200, help="phones of the class")
    parser.add_argument("--rounds", type=int, default=10, help="questions, and edits that are followed")
    parser.add_argument("--only", choices=("one", "beside", "page", "two"), help="a part of it")
    given = parser.parse_args()
    wanted = {given.only} if given.only else {"one", "beside", "page", "two"}
    with tempfile.TemporaryDirectory() as folder:
        address = f"sqlite:///{folder}/rankviz/class.sqlite3"
        with serving("app.py", 0, {SETTING: "sqlite", "XDG_STATE_HOME": folder}) as server, floor_server() as floor:
            if "one" in wanted:
                print(f"One process, {given.phones} phones; load {os.getloadavg()[0]:.1f}:")
                asyncio.run(measure_one_process(server, floor, given.phones, given.rounds, address))
            if "page" in wanted:
                measure_page(server.url)
            if "beside" in wanted:
                measure_beside(server, given.phones)
    if "two" in wanted:
        print(f"Two processes behind nginx, with PostgreSQL; load {os.getloadavg()[0]:.1f}:")
        serve_and_measure_two(given.phones, given.rounds)


if __name__ == "__main__":
    main()
