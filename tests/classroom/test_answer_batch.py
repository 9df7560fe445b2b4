"""Answers go to the store together, each is acknowledged after its own commit, and none is lost with the database."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from rankviz.basics.errors import InputError
from rankviz.classroom.room import PhoneAnswer
from rankviz.classroom.server import answer_batch
from rankviz.classroom.store import AnswerStatus, IncomingAnswer
from tests.helpers.live_rooms import (
    PATIENCE,
    run_in_loop,
)
from tests.helpers.waiting import until

pytestmark = pytest.mark.usefixtures("quick")


class Written:
    """In place of a store: what was written together."""

    def __init__(self) -> None:
        self.may = asyncio.Event()
        self.written: list[list[str]] = []
        self.fails: list[Exception] = []

    async def write(self, answers: Sequence[IncomingAnswer]) -> list[AnswerStatus]:
        self.written.append([each.answer.typed for each in answers])
        await self.may.wait()
        if self.fails:
            raise self.fails.pop()
        return [AnswerStatus.LATE if each.answer.typed == "late" else AnswerStatus.OK for each in answers]


def came(phone: str, typed: str, seq: int = 1) -> IncomingAnswer:
    return IncomingAnswer("482915", 1, PhoneAnswer(phone, seq, typed, 0.0))


def test_answers_wait_for_the_commit_that_is_under_way_and_go_together() -> None:
    async def lesson() -> None:
        store = Written()
        waiting = answer_batch.AnswerBatch(store.write)
        first = asyncio.create_task(waiting.put(came("a", "1")))
        await until(lambda: store.written)
        others = [came("b", "2"), came("c", "late"), came("b", "4", seq=3), came("b", "3", seq=2)]
        later = [asyncio.create_task(waiting.put(each)) for each in others]
        await asyncio.sleep(0)
        assert not any(each.done() for each in (first, *later))
        store.may.set()
        assert await first == AnswerStatus.OK
        assert await asyncio.gather(*later) == [AnswerStatus.OK, AnswerStatus.LATE, AnswerStatus.OK, AnswerStatus.OK]
        assert store.written == [["1"], ["4", "late"]]  # of a phone the newest

    run_in_loop(lesson())


def test_answers_that_wait_are_given_up_with_the_server_and_unacknowledged() -> None:
    async def lesson() -> None:
        store = Written()
        waiting = answer_batch.AnswerBatch(store.write)
        tasks = [asyncio.create_task(waiting.put(came("a", "1")))]
        await until(lambda: store.written)
        tasks.append(asyncio.create_task(waiting.put(came("b", "2"))))
        await asyncio.sleep(0)
        waiting.end()
        await asyncio.wait(tasks, timeout=PATIENCE)
        assert all(each.cancelled() for each in tasks)

    run_in_loop(lesson())


def test_a_mistake_in_one_commit_holds_up_no_other(caplog: pytest.LogCaptureFixture) -> None:
    async def lesson() -> None:
        store = Written()
        store.fails = [ValueError("it is broken"), InputError("class_store", "It is lost.")]
        waiting = answer_batch.AnswerBatch(store.write)
        first = asyncio.create_task(waiting.put(came("a", "1")))
        await until(lambda: store.written)
        store.may.set()
        with pytest.raises(ValueError, match="it is broken"):  # lost first, then broken
            await first
        assert store.written == [["1"], ["1"]]
        assert await waiting.put(came("a", "1")) == AnswerStatus.OK

    run_in_loop(lesson())
    assert [each.getMessage().partition(":")[0] for each in caplog.records] == [
        "answers wait",
        "answers written",
        "answers refused",
    ]
