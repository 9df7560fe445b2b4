"""Many visitors on one server, each editing every two seconds: `make bench-sessions`; milliseconds to the end of the script.

Two hundred browsers would measure the browsers. The visitors here speak Streamlit's own protocol over a WebSocket and
do what a browser does: remember the address and the list they were sent, and send what the ranking list would send.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.report import Figure, high, print_table
from rankviz.ui.session import BOARD
from tools.server import serving

LIST = "list"  # a part of the page
INTERVAL = 2.0
# An edit that has no answer after this time is lost.
PATIENCE = 30.0
# First visits are let in a few at a time: it is the edits that are measured.
DOOR = 8
GOAL_MS = 500
MAX_MESSAGE = 20_000_000


class AppError(Exception):
    """The page showed an error, or its script did not end well."""


@dataclass
class Visitor:
    """One browser, as far as the server can tell.

    Parameters
    ----------
    number : int
        Tells the visitors apart.
    connection : ClientConnection
    follows : bool
        Whether all visitors make the same edits, as a class that follows its teacher, or each its own.
    """

    number: int
    connection: ClientConnection
    query: str = ""
    board_id: str = ""
    fragment_id: str = ""
    follows: bool = True
    data: Mapping[str, Any] = field(default_factory=dict)
    seq: int = 0

    def __post_init__(self) -> None:
        self._draw = random.Random(self.number)  # noqa: S311

    async def visit(self) -> None:
        """Ask for the page and wait until its script has run."""
        await self._rerun(None)

    async def edit(self) -> float:
        """Give a row another grade and wait for the answer; returns the milliseconds it took."""
        self.seq += 1
        start = time.perf_counter()
        await self._rerun({LIST: self._message()})
        elapsed = (time.perf_counter() - start) * 1000
        if self.data.get("ack") != self.seq:
            message = f"edit {self.seq} was answered with {self.data.get('ack')}"
            raise AppError(message)
        return elapsed

    def _message(self) -> dict[str, object]:
        rows = [[row["id"], row["grade"], row["score"]] for row in self.data["rows"]]
        row = rows[self.seq % len(rows) if self.follows else self._draw.randrange(len(rows))]
        row[1] = (row[1] + (1 if self.follows else self._draw.randint(1, 3))) % 4
        return {
            "session": f"visitor{self.number}",
            "seq": self.seq,
            "epoch": self.data["epoch"],
            "rows": rows,
            "missed": [[item["id"], item["grade"]] for item in self.data["missed"]],
            "cutoff": self.data["cutoff"],
        }

    async def _rerun(self, state: Mapping[str, object] | None) -> None:
        request = BackMsg()
        request.rerun_script.query_string = self.query
        if state is not None:
            request.rerun_script.fragment_id = self.fragment_id
            widget = request.rerun_script.widget_states.widgets.add()
            widget.id, widget.json_value = self.board_id, json.dumps(state)
        await self.connection.send(request.SerializeToString())
        async with asyncio.timeout(PATIENCE):
            while not self._is_last(await self.connection.recv()):
                pass

    def _is_last(self, content: str | bytes) -> bool:
        """Take in one message of the server; True if the script has run to its end."""
        message = ForwardMsg()
        message.ParseFromString(content if isinstance(content, bytes) else content.encode())
        kind = message.WhichOneof("type")
        if kind == "page_info_changed":
            self.query = message.page_info_changed.query_string
        elif kind == "delta":
            self._look_at(message.delta)
        elif kind == "script_finished" and message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
            if message.script_finished not in (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY):
                raise AppError(ForwardMsg.ScriptFinishedStatus.Name(message.script_finished))
            return True
        return False

    def _look_at(self, delta: Any) -> None:
        element = delta.new_element
        if element.WhichOneof("type") == "exception":
            raise AppError(element.exception.message)
        component = element.bidi_component
        if component.id.endswith(f"-{BOARD}"):
            self.board_id, self.fragment_id = component.id, delta.fragment_id
            self.data = part_of(component.bytes, LIST)


def part_of(content: bytes, name: str) -> dict[str, Any]:
    """The data of a part, as `rankviz.ui.browser.board` packs them."""
    lines = (line.split(" ", 1) for line in content.decode().split("\n")[1:])
    found: dict[str, Any] = json.loads(dict(lines)[name])
    return found


@dataclass
class Tally:
    """What all visitors met."""

    milliseconds: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)


async def spend_time(visitor: Visitor, rounds: int, tally: Tally) -> None:
    """Edit at an even pace from a random start, whether or not the answer before came quickly."""
    loop = asyncio.get_running_loop()
    due = loop.time() + random.random() * INTERVAL  # noqa: S311
    for _ in range(rounds):
        await asyncio.sleep(max(0.0, due - loop.time()))
        due += INTERVAL
        try:
            tally.milliseconds.append(await visitor.edit())
        except (AppError, TimeoutError) as error:
            tally.failures.append(f"visitor {visitor.number}: {type(error).__name__} {error}")


async def arrive(number: int, url: str, door: asyncio.Semaphore, follows: bool) -> Visitor:
    """Open the page as one more visitor."""
    async with door:
        connection = await connect(
            url.replace("http", "ws", 1) + "/_stcore/stream",
            subprotocols=["streamlit"],  # type: ignore[list-item]
            max_size=MAX_MESSAGE,
            proxy=None,
        )
        visitor = Visitor(number, connection, follows=follows)
        await visitor.visit()
        return visitor


async def measure(url: str, sessions: int, rounds: int, follows: bool) -> Tally:
    """Let everyone in, then let everyone edit at the same time."""
    door, tally = asyncio.Semaphore(DOOR), Tally()
    visitors = await asyncio.gather(*(arrive(number, url, door, follows) for number in range(1, sessions + 1)))
    await asyncio.gather(*(spend_time(visitor, rounds, tally) for visitor in visitors))
    await asyncio.gather(*(visitor.connection.close() for visitor in visitors))
    return tally


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="make bench-sessions", description=__doc__)
    parser.add_argument("--sessions", type=int, default=200, help="visitors at the same time")
    parser.add_argument("--rounds", type=int, default=10, help="edits of each visitor")
    given = parser.parse_args()
    for follows in (True, False):
        with serving("app.py") as server:
            tally = asyncio.run(measure(server.url, given.sessions, given.rounds, follows))
        print(f"{given.sessions} visitors, an edit every {INTERVAL:g} s each, {'all the same' if follows else 'each its own'}:")
        print_table([Figure("edit → answer", tally.milliseconds)])
        print(f"Failed or lost: {len(tally.failures)} (goal 0)", *tally.failures[:5], sep="\n  ")
        if tally.milliseconds:
            print(f"95th percentile {'met' if high(tally.milliseconds) <= GOAL_MS else 'MISSED'}: goal ≤ {GOAL_MS} ms")


if __name__ == "__main__":
    main()
