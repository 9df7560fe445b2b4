"""Whom a room lets in, who counts as being there, and who is sent away."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack

import pytest

from rankviz.basics.limits import CLASS_IDLE, CLASS_PHONES
from rankviz.classroom.room import TeacherAction
from rankviz.classroom.server import attendance, room_watcher
from rankviz.classroom.store import Store
from tests.helpers.live_rooms import (
    PATIENCE,
    Socket,
    go_to_causes,
    open_hub,
    phone_name,
    pose,
    room_of,
    run_in_loop,
)
from tests.helpers.waiting import until

pytestmark = pytest.mark.usefixtures("quick")


def test_a_locked_room_lets_in_who_was_there() -> None:
    async def lesson() -> None:
        store = Store("sqlite://")
        async with open_hub(store) as one:
            code = await room_of(one)
            await pose(one, code)
            inside, silent = Socket(one, code).hello(1), Socket(one, code).hello(2)
            inside.answer("0.9")
            await inside.wait_for_message("ok")
            await silent.wait_for_message("show")
            await one.lock(code, True)
            assert await Socket(one, code).hello(3).end() == (4423, "locked")
            for phone in (inside, silent):
                phone.leave()
                await asyncio.wait_for(phone.task, PATIENCE)
            assert one.rooms[code].phone_hashes() == set()
            await asyncio.gather(*(Socket(one, code).hello(number).wait_for_message("show") for number in (1, 2)))
            assert await one.store_posted_answer(code, phone_name(4), {"q": 1, "seq": 1, "typed": "0.9"}, "en") == '{"full":1}'
            assert await one.phone_feedback(code, phone_name(4), "en") is None
            assert one.phone_count(code) == 2
        async with open_hub(store) as again:  # another process, or this one when it has started again
            await Socket(again, code).hello(1).wait_for_message("show")
            assert await Socket(again, code).hello(2).end() == (4423, "locked")
            await again.lock(code, False)
            await Socket(again, code).hello(2).wait_for_message("show")

    run_in_loop(lesson())


def test_a_full_room_takes_no_more_phones_and_the_same_ones_again() -> None:
    async def lesson() -> None:
        async with open_hub() as one:
            code = await room_of(one)
            phones = [Socket(one, code).hello(number) for number in range(CLASS_PHONES)]
            await asyncio.gather(*(phone.wait_for_message("show") for phone in phones))
            assert await Socket(one, code).hello(CLASS_PHONES).end() == (4423, "full")
            await Socket(one, code).hello(7).wait_for_message("show")
            assert one.phone_count(code) == CLASS_PHONES
            phones[0].leave()
            await asyncio.wait_for(phones[0].task, PATIENCE)
            await Socket(one, code).hello(CLASS_PHONES).wait_for_message("show")

    run_in_loop(lesson())


def test_phones_without_a_socket() -> None:
    async def lesson() -> None:
        async with open_hub() as one:
            code = await room_of(one)
            await pose(one, code)
            answer = {"q": 1, "seq": 1, "typed": "0.961"}
            assert await one.store_posted_answer(code, phone_name(1), answer, "en") == '{"ok":1}'
            assert one.phone_count(code) == 1
            assert await one.phone_feedback(code, phone_name(1), "en") is None
            for phone, body in (
                ("x", answer),
                (phone_name(1), None),
                (phone_name(1), {"q": 1}),
                (phone_name(1), {**answer, "q": "1"}),
            ):
                assert await one.store_posted_answer(code, phone, body, "en") == '{"refused":"frame"}'
            assert await one.store_posted_answer("123456", phone_name(1), answer, "en") is None
            assert await one.phone_feedback("123456", phone_name(1), "en") is None
            await go_to_causes(one, code)
            found = await one.phone_feedback(code, phone_name(1), "zh")
            assert found is not None
            assert json.loads(found)["view"]["given"] == ["0.961", "zh"]
            assert await one.phone_feedback(code, phone_name(2), "en") is None  # it has not answered

    run_in_loop(lesson())


def test_a_phone_without_a_socket_has_gone_when_it_asks_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    async def lesson() -> None:
        async with open_hub() as one:
            code = await room_of(one)
            await one.phone_feedback(code, phone_name(1), "en")
            assert one.phone_count(code) == 1
            monkeypatch.setattr(attendance, "GONE_AFTER", 0.0)
            assert one.phone_count(code) == 0

    run_in_loop(lesson())


@pytest.mark.parametrize("how", ["closed", "closed elsewhere", "expired"])
def test_when_a_class_ends_all_are_sent_away_and_nothing_stays(how: str) -> None:
    now = [1000.0]

    async def lesson() -> None:
        store = Store("sqlite://")
        async with open_hub(store, clock=lambda: now[0]) as one:
            code = await room_of(one)
            await pose(one, code)
            phone, teacher = Socket(one, code).hello(), Socket(one, code, teaches=True)
            phone.answer("0.9")
            await phone.wait_for_message("ok")
            if how == "closed":
                assert await one.close(code)
                assert not await one.close(code)
            elif how == "closed elsewhere":
                store.close(code)
            else:
                now[0] += CLASS_IDLE
            assert await phone.end() == await teacher.end() == (4410, "")
            assert await one.find(code) is None
            assert one.rooms == {}
            assert await one.act(code, TeacherAction.NEXT) is None
            assert await one.lock(code, True) is None
            assert not await one.close("x")

    run_in_loop(lesson())


def test_what_is_over_is_swept_away_though_nobody_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_watcher, "SWEEP_EVERY", 0.02)
    now = [1000.0]

    async def lesson() -> None:
        store = Store("sqlite://")
        async with open_hub(store, clock=lambda: now[0]) as one:
            code = await room_of(one)
            now[0] += CLASS_IDLE
            await until(lambda: one.rooms == {})
            assert store.find(code, 1000.0) is None  # not even at a time when it was open

    run_in_loop(lesson())


def test_when_the_server_ends_phones_are_told_to_come_again() -> None:
    async def lesson() -> None:
        async with AsyncExitStack() as until_later:
            one = await until_later.enter_async_context(open_hub())
            phones = [Socket(one, await room_of(one)).hello(number) for number in range(3)]
            await asyncio.gather(*(phone.wait_for_message("show") for phone in phones))
            await until_later.aclose()
            assert {await phone.end() for phone in phones} == {(1012, "")}

    run_in_loop(lesson())
