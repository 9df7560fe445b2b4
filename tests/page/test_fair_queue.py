"""Does whoever has used little time come next, whatever others ask for?"""

from __future__ import annotations

import asyncio

import pytest

from rankviz.page.server.fair_queue import CallGroup, FairQueue
from tests.page.test_server import in_a_loop


class Calls:
    """Calls of a queue whose clock they move on: each takes as many seconds as its group has been given."""

    def __init__(self, seconds: dict[str, float], places: int = 1) -> None:
        self.now = 0.0
        self.seconds = seconds
        self.queue = FairQueue(places, lambda: self.now)
        self.served: list[str] = []

    async def call(self, group: str) -> None:
        leave = await self.queue.enter(CallGroup(group))
        self.served.append(group)
        await asyncio.sleep(0)
        self.now += self.seconds[group]
        leave()


def order_of(seconds: dict[str, float], *rounds: str) -> str:
    """Return in which order groups are served that come together, round by round."""

    async def run() -> str:
        calls = Calls(seconds)
        for groups in rounds:
            calls.served.append(" ")
            await asyncio.gather(*map(calls.call, groups))
        return "".join(calls.served).strip()

    return in_a_loop(run())


def test_a_group_that_takes_much_time_gives_way_until_the_others_had_as_much() -> None:
    # A second of A, then four quarters of b, and one more, since both have used the same and b has waited longer.
    served = order_of({"A": 1.0, "b": 0.25}, "A" * 4 + "b" * 12)
    assert served in {"AbbbbAbbbbAbbbbA", "AbbbbbAbbbbAbbbA"}


def test_nobody_saves_up_time_by_waiting() -> None:
    alone, together = order_of({"A": 1.0, "b": 1.0}, "A" * 8, "bbbbAAAA").split()
    assert alone == "A" * 8
    assert together in {"bAbAbAbA", "bAAbAbAb", "bbAbAbAA"}


def test_nobody_is_kept_out_by_those_who_come_anew_again_and_again() -> None:
    async def run() -> list[str]:
        calls = Calls(dict.fromkeys(["A", *map(str, range(50))], 1.0))
        await calls.call("A")
        await calls.call("A")
        waiting = [asyncio.create_task(calls.call(group)) for group in ("0", "A")]
        for number in range(1, 50):
            waiting.append(asyncio.create_task(calls.call(str(number))))
            await asyncio.sleep(0)
        await asyncio.gather(*waiting)
        return calls.served

    assert "A" in in_a_loop(run())[2:6]


def test_who_leaves_the_queue_holds_no_place() -> None:
    async def run() -> None:
        queue = FairQueue(1)
        leave = await queue.enter(CallGroup("A"))
        waiting = [asyncio.create_task(queue.enter(CallGroup(group))) for group in "AAbb"]
        await asyncio.sleep(0)
        waiting[0].cancel()
        waiting[2].cancel()
        leave()  # while the cancelled ones still stand in the queue
        waiting[3].cancel()
        leave = await waiting[1]
        last = asyncio.create_task(queue.enter(CallGroup("A")))
        await asyncio.sleep(0)
        leave()
        last.cancel()  # at the moment when it is given the place
        await asyncio.wait([last])
        async with asyncio.timeout(20):
            await queue.enter(CallGroup("c"))
        assert (queue._free, queue._waiting) == (0, {})

    in_a_loop(run())


@pytest.mark.parametrize("places", [1, 2, 3])
def test_heavy_calls_leave_one_place_free_if_there_are_several(places: int) -> None:
    async def run() -> None:
        queue = FairQueue(places)
        heavy = [asyncio.create_task(queue.enter(CallGroup(number, is_heavy=True))) for number in range(5)]
        await asyncio.sleep(0)
        assert sum(call.done() for call in heavy) == max(places - 1, 1)
        light = [asyncio.create_task(queue.enter(CallGroup("light"))) for _ in range(2)]
        await asyncio.sleep(0)
        assert [call.done() for call in light] == [places > 1, False]
        for call in heavy[: max(places - 1, 1)]:
            call.result()()
        await asyncio.sleep(0)
        assert sum(call.done() for call in heavy) >= max(places - 1, 1)
        for call in (*heavy, *light):
            call.cancel()

    in_a_loop(run())


def test_no_more_run_at_once_than_there_are_places() -> None:
    async def run() -> None:
        queue, running, most = FairQueue(3), 0, 0

        async def call(group: int) -> None:
            nonlocal running, most
            leave = await queue.enter(CallGroup(group))
            running += 1
            most = max(most, running)
            await asyncio.sleep(0)
            running -= 1
            leave()

        await asyncio.gather(*(call(number % 4) for number in range(20)))
        assert (most, queue._free, queue._waiting) == (3, 3, {})

    in_a_loop(run())
