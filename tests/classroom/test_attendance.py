"""What a phone that wants to do harm cannot do to a class, and what a class of three hundred behind one address always can."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection
from typing import Any

import pytest

from rankviz.basics.limits import CLASS_PHONES, CLASS_ROOM_PHONES
from rankviz.classroom.room_codes import phone_hash
from rankviz.classroom.server.hub import Hub
from rankviz.classroom.store import Store
from tests.helpers.live_rooms import PATIENCE, VALUE, Socket, open_hub, phone_name, pose, run_in_loop

SCHOOL, ELSEWHERE = "192.0.2.1", "198.51.100.7"
MADE_UP = 100_000  # the first of the names that one phone has made up


async def posed_room(hub: Hub) -> str:
    """The code of a room with an open question."""
    code = (await hub.create("en"))[0].code
    await pose(hub, code, VALUE)
    return code


async def posted(hub: Hub, code: str, numbers: Collection[int], network: str) -> list[str]:
    """What becomes of the answers of phones without a socket."""

    async def answer(number: int) -> str:
        message = await hub.store_posted_answer(code, phone_name(number), {"q": 1, "seq": 1, "typed": "0.9"}, "en", network)
        return next(iter(json.loads(message or '{"none": 1}')))

    return await asyncio.gather(*(answer(number) for number in numbers))


async def sent(hub: Hub, code: str, numbers: Collection[int], address: str) -> list[str]:
    """What becomes of the answers of phones with a socket."""

    async def answer(number: int) -> str:
        phone = Socket(hub, code, address=address).hello(number)
        phone.answer("0.9")
        await phone.wait_for(lambda: phone.closed or phone.contents_of("ok") or phone.contents_of("full"))
        return (
            "ok"
            if phone.contents_of("ok")
            else "full"
            if phone.contents_of("full")
            else phone.closed[1]
            if phone.closed
            else ""
        )

    return await asyncio.gather(*(answer(number) for number in numbers))


@pytest.mark.slow
@pytest.mark.parametrize("way", [sent, posted])
def test_a_class_of_three_hundred_behind_one_address_comes_in_and_answers(way: Any) -> None:
    async def lesson() -> None:
        async with open_hub() as one:
            code = await posed_room(one)
            for _ in range(2):  # and again, as after a lost connection
                assert {*await way(one, code, range(CLASS_PHONES), SCHOOL)} == {"ok"}
            assert one.phone_count(code) == len(await one.answers_to(code, 1)) == CLASS_PHONES

    run_in_loop(lesson())


@pytest.mark.slow
def test_made_up_names_fill_no_room_for_a_class_behind_the_same_address_or_another() -> None:
    async def lesson() -> None:
        async with open_hub() as one:
            code = await posed_room(one)
            flood = await posted(one, code, range(MADE_UP, MADE_UP + 2 * CLASS_PHONES), SCHOOL)
            assert {answered: flood.count(answered) for answered in flood} == {"ok": CLASS_PHONES, "full": CLASS_PHONES}
            assert len(one.rooms[code].phone_hashes()) == CLASS_PHONES
            assert {*await sent(one, code, range(CLASS_PHONES), SCHOOL)} == {"ok"}
            assert {*await posted(one, code, range(1000, 1000 + CLASS_PHONES), ELSEWHERE)} == {"ok"}

    run_in_loop(lesson())


@pytest.mark.slow
def test_sockets_of_one_network_fill_no_room_for_another() -> None:
    async def lesson() -> None:
        async with open_hub() as one:
            code = await posed_room(one)
            flood = await sent(one, code, range(MADE_UP, MADE_UP + CLASS_PHONES + 1), ELSEWHERE)
            assert {answered: flood.count(answered) for answered in flood} == {"ok": CLASS_PHONES, "full": 1}
            silent = [Socket(one, code, address=ELSEWHERE) for _ in range(CLASS_PHONES + 1)]
            assert await silent[-1].end() == (4423, "full")
            assert {*await sent(one, code, range(CLASS_PHONES), SCHOOL)} == {"ok"}
            assert len(one.rooms[code].phone_hashes()) == CLASS_ROOM_PHONES

    run_in_loop(lesson())


@pytest.mark.slow
def test_a_phone_that_changes_its_name_for_each_answer_takes_no_more_than_a_class() -> None:
    async def lesson() -> None:
        async with open_hub() as one:
            code = await posed_room(one)
            for first in range(MADE_UP, MADE_UP + 2 * CLASS_PHONES, 100):
                phones = [Socket(one, code, address=ELSEWHERE).hello(number) for number in range(first, first + 100)]
                for each in phones:
                    each.answer("0.9")
                    await each.wait_for(lambda each=each: each.contents_of("ok") or each.contents_of("full"))
                    each.leave()
                    await asyncio.wait_for(each.task, PATIENCE)
            assert len(await one.answers_to(code, 1)) == CLASS_PHONES
            assert {*await sent(one, code, range(CLASS_PHONES), SCHOOL)} == {"ok"}

    run_in_loop(lesson())


class StoreWithoutTallies(Store):
    """A store in which nobody may read all answers to a question."""

    def answers_to(self, code: str, number: int) -> Any:
        raise AssertionError


def test_a_locked_room_lets_in_who_has_answered_whatever_names_were_made_up_and_refuses_cheaply() -> None:
    async def lesson() -> None:
        async with open_hub(StoreWithoutTallies("sqlite://")) as one:
            code = await posed_room(one)
            assert {*await posted(one, code, range(5), SCHOOL)} == {"ok"}
            silent = Socket(one, code, address=SCHOOL).hello(7)
            await silent.wait_for_message("show")
            for number in range(MADE_UP, MADE_UP + 10 * CLASS_PHONES):
                await one.phone_feedback(code, phone_name(number), "en", SCHOOL)
            await one.lock(code, True)
            assert {*await posted(one, code, range(5), SCHOOL)} == {"ok"}
            assert {*await sent(one, code, range(5), ELSEWHERE)} == {"ok"}
            assert await sent(one, code, [7], SCHOOL) == ["ok"]  # it was there
            assert await posted(one, code, [8], SCHOOL) == ["full"]
            assert await sent(one, code, [9], SCHOOL) == ["locked"]
            assert phone_hash(code, phone_name(MADE_UP + 8)) not in one.rooms[code].phone_hashes()

    run_in_loop(lesson())
