"""Many visitors on one server, each making its own edits: `make bench-sessions`; milliseconds to the whole answer.

Two hundred browsers would measure the browsers. The visitors here ask what a browser asks, over a connection that stays open:
the list that it has, an edit of one row, and how the page is looked at.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import time
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from msgspec import structs

from benchmarks.report import Figure, high, print_table
from rankviz.page.answers.messages import view_state
from tools.server import Server, serving

INTERVAL = 2.0
PATIENCE = 30.0  # s after which an edit is lost
ROWS = 6
GOAL_MS, GOAL_PROCESSOR_MS = 250, 8


class LostError(Exception):
    """An edit was not answered by the list that it makes."""


@dataclass
class Visitor:
    """One browser tab, as far as the server can tell.

    Parameters
    ----------
    number : int
        Tells the visitors apart.
    reader, writer
        Of its connection.
    """

    number: int
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    state: str = ""

    def __post_init__(self) -> None:
        self._draw = random.Random(self.number)  # noqa: S311
        self._grades = [self._draw.randrange(4) for _ in range(ROWS)]

    async def edit(self) -> float:
        """Give a row another grade and wait for the answer; returns the milliseconds it took."""
        at = self._draw.randrange(ROWS)
        self._grades[at] = (self._grades[at] + self._draw.randint(1, 3)) % 4
        rows = [[f"d{i}", grade, None] for i, grade in enumerate(self._grades, 1)]
        edit = {"name": "list", "rows": rows, "missed": [], "cutoff": ROWS}
        body = json.dumps({"state": self.state, "edits": [edit], "view": structs.asdict(view_state())}).encode()
        start = time.perf_counter()
        async with asyncio.timeout(PATIENCE):
            answer = await self._asked(body)
        elapsed = (time.perf_counter() - start) * 1000
        self.state = str(json.loads(answer[: answer.index(b"\n")])["state"])
        if f"g={''.join(map(str, self._grades))}" not in self.state.split("&"):
            raise LostError(self.state)
        return elapsed

    async def _asked(self, body: bytes) -> bytes:
        """Ask, and again after a second if the server has too much to do, as a browser does."""
        status, answer = await self._once(body)
        while status in ("429", "503"):
            await asyncio.sleep(1)
            status, answer = await self._once(body)
        if status != "200":
            raise LostError(status)
        return answer

    async def _once(self, body: bytes) -> tuple[str, bytes]:
        head = (
            f"POST /rankviz/answer HTTP/1.1\r\nHost: rankviz\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"
        )
        self.writer.write(f"{head}\r\n\r\n".encode() + body)
        status, *lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines if line)
        return status.split(" ")[1], await self.reader.readexactly(int(headers["content-length"]))


@dataclass
class Tally:
    """What all visitors met."""

    milliseconds: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    processor: float = 0.0


async def spend_time(number: int, url: str, rounds: int, tally: Tally, kind: type[Visitor] = Visitor) -> None:
    """Edit at an even pace from a random start, whether or not the answer before came quickly."""
    parts = urlsplit(url)
    visitor = kind(number, *await asyncio.open_connection(parts.hostname, parts.port, limit=1 << 20))
    loop = asyncio.get_running_loop()
    due = loop.time() + random.random() * INTERVAL  # noqa: S311
    for _ in range(rounds):
        await asyncio.sleep(max(0.0, due - loop.time()))
        due += INTERVAL
        try:
            tally.milliseconds.append(await visitor.edit())
        except (LostError, TimeoutError, OSError, asyncio.IncompleteReadError) as error:
            tally.failures.append(f"visitor {number}: {type(error).__name__} {error}")
    visitor.writer.close()


async def measure(server: Server, visitors: int, rounds: int, kind: type[Visitor] = Visitor) -> Tally:
    """Let everyone edit at the same time."""
    tally = Tally()
    await spend_time(0, server.url, 5, Tally(), kind)  # what is loaded at first
    before = processor_seconds(server)
    await asyncio.gather(*(spend_time(number, server.url, rounds, tally, kind) for number in range(1, visitors + 1)))
    tally.processor = processor_seconds(server) - before
    return tally


def processor_seconds(server: Server) -> float:
    """What the server and its processes have used so far."""
    children = (path.read_text().split() for path in Path(f"/proc/{server.process.pid}/task").glob("*/children"))
    ticks = 0
    for pid in (server.process.pid, *(int(pid) for each in children for pid in each)):
        numbers = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(numbers[11]) + int(numbers[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="make bench-sessions", description=__doc__)
    parser.add_argument("--sessions", type=int, default=200, help="visitors at the same time")
    parser.add_argument("--rounds", type=int, default=10, help="edits of each visitor")
    given = parser.parse_args()
    with serving("app.py") as server:
        tally = asyncio.run(measure(server, given.sessions, given.rounds))
    print(f"{given.sessions} visitors, an edit every {INTERVAL:g} s each, each its own; load {os.getloadavg()[0]:.1f}:")
    print_table([Figure("edit → answer", tally.milliseconds)])
    print(f"Failed or lost: {len(tally.failures)} (goal 0)", *tally.failures[:5], sep="\n  ")
    if tally.milliseconds:
        cost = tally.processor * 1000 / len(tally.milliseconds)
        for what, found, goal in (
            ("95th percentile", high(tally.milliseconds), GOAL_MS),
            ("processor of an edit", cost, GOAL_PROCESSOR_MS),
        ):
            print(f"{what}: {found:.1f} ms, goal ≤ {goal} ms: {'met' if found <= goal else 'MISSED'}")


if __name__ == "__main__":
    main()
