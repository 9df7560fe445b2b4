"""One look at the store for all rooms: what another process did, and what happens while the store is lost."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from pathlib import Path

import pytest

from rankviz.basics.errors import InputError
from rankviz.classroom import room as rooms
from rankviz.classroom.room import TeacherAction
from rankviz.classroom.server import room_session, room_watcher, socket_queue
from rankviz.classroom.store import Store
from tests.helpers.live_rooms import (
    PATIENCE,
    VALUE,
    CountingStore,
    LosableStore,
    Socket,
    go_to_causes,
    open_hub,
    pose,
    room_of,
    run_in_loop,
)
from tests.helpers.waiting import until

pytestmark = pytest.mark.usefixtures("quick")


# ---------------------------------------------------------------------------------------------------------------------------
# Looks, and several processes


@pytest.mark.parametrize("path", ["class.sqlite3", ""], ids=["file", "memory"])
def test_what_one_process_does_the_phones_of_another_are_told(path: str, tmp_path: Path) -> None:
    async def lesson() -> None:
        first = Store(f"sqlite:///{tmp_path / path}" if path else "sqlite://")
        second = Store(f"sqlite:///{tmp_path / path}") if path else first
        async with open_hub(first) as one, open_hub(second) as other:
            code = await room_of(one)
            phone, teacher = Socket(other, code).hello(), Socket(one, code, teaches=True)
            await phone.wait_for_message("show")
            await pose(one, code)
            await phone.wait_for_stage("answer")
            phone.answer("0.9")
            await phone.wait_for_message("ok")
            await teacher.wait_for(
                lambda: {"n": 1, "of": 1} in teacher.contents_of("count")
            )  # though no phone is at this process
            # The answer is there before this process has seen that there is such a version.
            await one.act(code, TeacherAction.NEXT)
            view = await other.phone_view(code, 3, "en")
            assert view is not None
            assert view.version == 3
            await one.close(code)
            assert await phone.end() == (4410, "")

    run_in_loop(lesson())


def test_what_is_older_is_not_told_and_another_room_of_the_same_code_is_another_room() -> None:
    async def lesson() -> None:
        store = Store("sqlite://")
        async with open_hub(store) as one:
            before, _ = await one.create("en")
            phone = Socket(one, before.code).hello()
            await phone.wait_for_message("show")
            await pose(one, before.code)
            await phone.wait_for_stage("answer")
            one.adopt_room(before)  # a slow answer of the store
            assert one.rooms[before.code].room.version == 2
            store.close(before.code)
            store.create("…", before.created + 1, draw=lambda below: int(before.code) - 10**5)
            await one.find(before.code)
            assert await phone.end() == (4410, "")
            assert [each["v"] for each in phone.contents_of("show")] == [1, 2]
            assert await Socket(one, before.code).hello().wait_for_message("show") == {"v": 1, "stage": "join", "q": 0}

    run_in_loop(lesson())


class Pauses:
    """In place of `asyncio.sleep` for the pause between two looks: it lasts until the test ends it."""

    LASTING = 1000.25  # s, which nothing else waits

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.under_way: list[asyncio.Future[None]] = []
        self._sleep = asyncio.sleep
        monkeypatch.setattr(room_watcher, "POLL_EVERY", self.LASTING)
        monkeypatch.setattr(asyncio, "sleep", self._pause)

    async def _pause(self, seconds: float) -> None:
        if seconds != self.LASTING:
            await self._sleep(seconds)
            return
        self.under_way.append(asyncio.get_running_loop().create_future())
        await self.under_way[-1]

    def end(self) -> None:
        while self.under_way:
            self.under_way.pop().set_result(None)


def test_a_look_is_one_question_however_many_phones_and_none_where_nobody_is(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses = Pauses(monkeypatch)

    async def lesson() -> None:
        store = CountingStore()
        async with open_hub(store) as one:
            codes = [await room_of(one) for _ in range(5)]
            phones = [Socket(one, code).hello(number) for number in range(20) for code in codes]
            await asyncio.gather(*(phone.wait_for_message("show") for phone in phones))
            store.calls.clear()
            for look in (1, 2, 3):
                pauses.end()
                await until(lambda: pauses.under_way)
                assert store.calls == {"look": look}
            with monkeypatch.context() as at_once:
                at_once.setattr(room_session, "GONE_AFTER", 0.0)
                for phone in phones:
                    phone.leave()
                await asyncio.gather(*(phone.task for phone in phones))
                pauses.end()
                await until(lambda: one._poll_task is None)
            assert (store.calls, pauses.under_way) == ({"look": 4}, [])
            back = Socket(one, codes[0]).hello()  # somebody is there again
            await until(lambda: pauses.under_way)
            pauses.end()
            await back.wait_for_message("count")
            assert store.calls["look"] == 5

    run_in_loop(lesson())


def test_many_phones_that_come_at_once_ask_the_store_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_session, "TO_TEACHER", 1000.0)  # what was read is new as long as the test lasts

    async def lesson() -> None:
        store = CountingStore()
        async with open_hub(store) as one:
            code = store.create("…", one.clock()).code
            store.calls.clear()
            phones = [Socket(one, code).hello(number) for number in range(100)]
            await asyncio.gather(*(phone.wait_for_message("show") for phone in phones))
            assert store.calls["find"] == 1

    run_in_loop(lesson())


def test_a_change_that_went_past_the_hub_can_be_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_watcher, "POLL_EVERY", 1000.0)

    async def lesson() -> None:
        store = Store("sqlite://")
        async with open_hub(store) as one:
            code = await room_of(one)
            phone = Socket(one, code).hello()
            await phone.wait_for_message("show")
            store.change_room(
                code, lambda room: rooms.apply_action(room, TeacherAction.ASK, one.clock(), question_name=VALUE), one.clock()
            )
            one.refresh(code)
            await phone.wait_for_stage("answer")

    run_in_loop(lesson())


def test_a_phone_that_takes_nothing_is_dropped_and_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_queue, "MOST_UNSENT", 3000)

    async def lesson() -> None:
        async with open_hub() as one:
            code = await room_of(one)
            slow, quick = Socket(one, code).hello(1), Socket(one, code).hello(2)
            await asyncio.gather(slow.wait_for_message("show"), quick.wait_for_message("show"))
            slow.takes.clear()
            for number in range(100):  # of what is shown only the newest waits
                await one.change(code, lambda room, number=number: rooms.with_followed_page(room, f"v={number}", one.clock()))  # type: ignore[misc]
            await quick.wait_for(lambda: quick.contents_of("show")[-1]["v"] == 101)
            assert slow.closed is None
            for seq in range(1000, 1500):
                for each in one.rooms[code].phones:
                    each.send(f'{{"ok":{seq}}}')
                await asyncio.sleep(0)
            await slow.end()
            assert slow.closed == (1008, "")
            assert quick.closed is None
            assert one.phone_count(code) == 1

    run_in_loop(lesson())


# ---------------------------------------------------------------------------------------------------------------------------
# Without the database


def test_while_the_database_is_lost_answers_are_not_acknowledged_and_afterwards_they_are(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.WARNING)

    async def lesson() -> None:
        store = LosableStore("sqlite://")
        async with open_hub(store) as one:
            code = await room_of(one)
            await pose(one, code)
            phones = [Socket(one, code).hello(number) for number in range(20)]
            await asyncio.gather(*(phone.wait_for_message("show") for phone in phones))
            store.lost.set()
            for phone in phones:
                phone.answer("0.5", seq=1)
                phone.answer("0.9", seq=2)
            with pytest.raises(InputError, match="lost"):
                await one.act(code, TeacherAction.NEXT)
            await until(lambda: store.failed_calls > 20)
            assert all(phone.contents_of("ok") == [] and phone.closed is None for phone in phones)
            phones[0].leave()  # its answer is kept all the same
            await asyncio.wait_for(phones[0].task, PATIENCE)
            phones[1].answer("0.9", seq=2)  # it sends again
            store.lost.clear()
            await asyncio.gather(*(phone.wait_for_message("ok", 2) for phone in phones[1:]))
            assert Counter(each.typed for each in await one.answers_to(code, 1)) == {"0.9": 20}
            await go_to_causes(one, code)
            await phones[1].wait_for_stage("causes")
            await until(lambda: "class: back" in caplog.text)

    run_in_loop(lesson())
    said = [each.getMessage() for each in caplog.records]
    assert [sum(each.startswith(start) for each in said) for start in ("answers wait", "answers written")] == [1, 1]
    assert len([each for each in said if each.startswith("class: ")]) == 2  # lost, and back


def test_who_comes_while_the_database_is_lost_may_stay_where_the_room_is_known() -> None:
    async def lesson() -> None:
        store = LosableStore("sqlite://")
        async with open_hub(store) as one:
            code, other = await room_of(one), store.create("…", one.clock()).code
            store.lost.set()
            await Socket(one, code).hello().wait_for_message("show")
            assert await Socket(one, other).hello().end() == (1013, "")
            view = await one.phone_view(code, 1, "en")
            assert view is not None
            assert view.version == 1

    run_in_loop(lesson())
