"""A room in a process: what its phones are told and when, and what is built for them."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Callable
from typing import Any

import pytest

from rankviz.basics.errors import InputError
from rankviz.basics.limits import MAX_LINK
from rankviz.classroom.room import Room, TeacherAction
from rankviz.classroom.room_codes import opens
from rankviz.classroom.server import room_watcher
from tests.helpers.live_rooms import (
    TREND,
    VALUE,
    CountingStore,
    Socket,
    encode_scene,
    go_to_causes,
    open_hub,
    pose,
    room_of,
    run_in_loop,
)
from tests.helpers.waiting import until

pytestmark = pytest.mark.usefixtures("quick")
AT = "https://example.org/c/482915"


# ---------------------------------------------------------------------------------------------------------------------------
# A lesson


def test_a_phone_is_told_what_is_shown_and_what_became_of_its_answer() -> None:
    async def lesson() -> None:
        async with open_hub() as one:
            room, key = await one.create("en")
            assert opens(key, room.key_hash)
            teacher, phone = Socket(one, room.code, teaches=True), Socket(one, room.code).hello()
            assert await phone.wait_for_message("show") == {"v": 1, "stage": "join", "q": 0}
            await pose(one, room.code)
            assert await phone.wait_for_stage("answer") == {"v": 2, "stage": "answer", "q": 1}
            phone.answer("0.961")
            assert await phone.wait_for_message("ok") == 1
            await teacher.wait_for(lambda: {"n": 1, "of": 1} in teacher.contents_of("count"))
            await phone.wait_for(lambda: {"n": 1, "of": 1} in phone.contents_of("count"))
            assert (one.phone_count(room.code), one.answer_count(room.code)) == (1, 1)
            await go_to_causes(one, room.code)
            mine = await phone.wait_for_message("mine")
            assert (mine["q"], mine["typed"], mine["view"]["tally"]) == (1, "0.961", {"0.961": 1})
            assert (await teacher.wait_for_stage("causes"))["v"] == 4
            assert teacher.contents_of("mine") == []

    run_in_loop(lesson())


def test_an_answer_can_be_changed_comes_twice_and_comes_too_late() -> None:
    async def lesson() -> None:
        async with open_hub() as one:
            code = await room_of(one)
            phone = Socket(one, code).hello()
            phone.answer("0.9", seq=1)  # nothing is asked yet
            assert await phone.wait_for_message("late") == 1
            await pose(one, code)
            for seq, typed in ((1, "0.961"), (3, "0.785"), (3, "0.785"), (2, "0.5")):
                phone.answer(typed, seq)
            await phone.wait_for_message("ok", 4)
            assert sorted(phone.contents_of("ok")) == [1, 2, 3, 3]  # each after its own commit, in whichever order
            assert [each.typed for each in await one.answers_to(code, 1)] == ["0.785"]
            await one.act(code, TeacherAction.NEXT)
            phone.answer("0.9", seq=4)
            assert await phone.wait_for_message("late", 2) == 4
            await one.act(code, TeacherAction.BACK)  # reopened
            phone.answer("0.9", seq=5)
            await phone.wait_for_message("ok", 5)
            assert [each.typed for each in await one.answers_to(code, 1)] == ["0.9"]

    run_in_loop(lesson())


@pytest.mark.parametrize(("language", "said"), [("en", "is not a number"), ("zh", "不是数")])
def test_what_is_no_answer_is_said_at_once_and_not_kept(language: str, said: str) -> None:
    async def lesson() -> None:
        async with open_hub() as one:
            code = await room_of(one)
            await pose(one, code)
            phone = Socket(one, code).hello(language=language)
            for seq, typed in enumerate(("many", "", "\ud800", "9" * 41, "0.961\x00<b>")):
                phone.answer(typed, seq)
            await phone.wait_for_message("bad", 5)
            by_seq = {each["seq"]: each for each in phone.contents_of("bad")}
            assert by_seq[0]["key"] == "typed_no_number"
            assert said in by_seq[0]["text"]
            assert by_seq[3]["key"] == "class_long_answer"
            assert await one.answers_to(code, 1) == ()

    run_in_loop(lesson())


def test_a_phone_is_told_in_the_language_of_the_room_until_it_says_another() -> None:
    async def lesson() -> None:
        async with open_hub() as one:
            code = await room_of(one, "zh")
            await pose(one, code)
            phone = Socket(one, code).hello()
            phone.answer("0.961")
            await phone.wait_for_message("ok")
            await go_to_causes(one, code)
            assert (await phone.wait_for_message("mine"))["view"]["given"] == ["0.961", "zh"]
            phone.hello(language="en")
            assert (await phone.wait_for_message("mine", 2))["view"]["given"] == ["0.961", "en"]

    run_in_loop(lesson())


def test_own_answers_are_built_once_for_all_who_typed_the_same() -> None:
    built: list[str] = []

    async def call(function: Callable[..., bytes], *given: Any) -> bytes:
        if function.__name__ == "encode_feedback":
            built.append(given[1])
        return await encode_scene(function, *given)

    async def lesson() -> None:
        async with open_hub(CountingStore(), call=call) as one:
            code = await room_of(one)
            await pose(one, code)
            phones = [Socket(one, code).hello(number) for number in range(6)]
            for phone, typed in zip(phones, ("0.9", "0.8", "0.9", "0.9", "0.8", ""), strict=True):
                await phone.wait_for_message("show")
                phone.answer(typed)
            await asyncio.gather(*(phone.wait_for_message("ok") for phone in phones[:5]))
            await go_to_causes(one, code)
            await asyncio.gather(*(phone.wait_for_message("mine") for phone in phones[:5]))
            assert built == ["0.9", "0.8"]  # the commonest first
            assert phones[5].contents_of("mine") == []  # it has not answered
            phones[0].hello(0)
            await phones[0].wait_for_message("mine", 2)
            for act in (TeacherAction.BACK, TeacherAction.NEXT):
                await one.act(code, act)
            await phones[1].wait_for_message("mine", 2)
            assert built == ["0.9", "0.8"]
            assert isinstance(one.store, CountingStore)
            assert one.store.calls["tally"] == 1

    run_in_loop(lesson())


def test_what_fails_for_one_answer_is_told_to_the_others(caplog: pytest.LogCaptureFixture) -> None:
    async def call(function: Callable[..., bytes], *given: Any) -> bytes:
        if function.__name__ == "encode_feedback" and given[1] == "0.9":
            raise RuntimeError("it is broken")
        return await encode_scene(function, *given)

    async def lesson() -> None:
        async with open_hub(call=call) as one:
            code = await room_of(one)
            await pose(one, code)
            first, second = Socket(one, code).hello(1), Socket(one, code).hello(2)
            for phone, typed in ((first, "0.9"), (second, "0.8")):
                await phone.wait_for_message("show")
                phone.answer(typed)
                await phone.wait_for_message("ok")
            await go_to_causes(one, code)
            assert (await second.wait_for_message("mine"))["typed"] == "0.8"
            await until(lambda: "it is broken" in caplog.text)
            assert first.closed is None

    run_in_loop(lesson())


def test_the_search_of_a_question_begins_when_it_is_posed_and_once() -> None:
    searched: list[str] = []

    async def call(function: Callable[..., Any], *given: Any) -> bytes:
        if function.__name__ == "search_causes":
            searched.append(given[0])
        return await encode_scene(function, *given)

    async def lesson() -> None:
        async with open_hub(call=call) as one:
            code = await room_of(one)
            await pose(one, code)
            await until(lambda: searched)
            for act in (TeacherAction.NEXT, TeacherAction.AGAIN):
                await one.act(code, act)
            await one.act(code, TeacherAction.NEXT)
            await pose(one, code, TREND)
            await until(lambda: len(searched) > 1)
            assert searched == [VALUE, TREND]

    run_in_loop(lesson())


def test_what_asks_nothing_is_not_posed() -> None:
    async def lesson() -> None:
        async with open_hub() as one:
            code = await room_of(one)
            with pytest.raises(InputError) as error:
                await pose(one, code, "ask=nothing")
            assert error.value.key == "class_question"
            found = await one.find(code)
            assert found is not None
            assert found.questions == ()

    run_in_loop(lesson())


# ---------------------------------------------------------------------------------------------------------------------------
# Views


def test_a_view_is_built_once_a_version_and_language_and_never_of_an_older_one() -> None:
    built: list[tuple[str, ...]] = []
    may = asyncio.Event()

    async def call(function: Callable[..., bytes], *given: Any) -> bytes:
        if function.__name__ == "encode_phone":
            built.append((given[0].stage.value, *given[1:]))
            await may.wait()
        return await encode_scene(function, *given)

    async def lesson() -> None:
        async with open_hub(call=call) as one:
            code = await room_of(one)
            asking = [asyncio.create_task(one.phone_view(code, 1, language)) for language in ("en", "zh") * 20]
            await until(lambda: len(built) > 1)
            may.set()
            views = await asyncio.gather(*asking)
            assert {each and each.version for each in views} == {1}
            assert sorted(built) == [("join", "en"), ("join", "zh")]
            built.clear()
            await pose(one, code)
            view = await one.phone_view(code, 1, "en")  # an old one: the current one answers
            assert view is not None
            assert json.loads(view.plain)["version"] == view.version == 2
            assert json.loads(view.plain)["stage"] == "answer"
            assert gzip.decompress(view.gzipped) == view.plain
            assert await one.phone_view("123456", 1, "en") is None
            assert await one.phone_view("x" * 10_000, 1, "en") is None

    run_in_loop(lesson())


def test_a_view_that_failed_is_built_again() -> None:
    broken = [True]

    async def call(function: Callable[..., bytes], *given: Any) -> bytes:
        if broken.pop() if broken else False:
            raise RuntimeError("it is broken")
        return await encode_scene(function, *given)

    async def lesson() -> None:
        async with open_hub(call=call) as one:
            code = await room_of(one)
            with pytest.raises(RuntimeError, match="it is broken"):
                await one.phone_view(code, 1, "en")
            view = await one.phone_view(code, 1, "en")
            assert view is not None
            assert view.version == 1

    run_in_loop(lesson())


def test_the_teachers_stage_has_the_answers_once_the_question_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_watcher, "POLL_EVERY", 1000.0)

    async def lesson() -> None:
        async with open_hub() as one:
            code = await room_of(one)

            async def stage(room: Room | None) -> Any:
                assert room is not None
                return json.loads(await one.stage_json(room, "en", AT))

            room = await one.act(code, TeacherAction.ASK, question_name=VALUE)
            phone = Socket(one, code).hello()
            phone.answer("0.961")
            await phone.wait_for_message("ok")
            assert (await stage(room))["tally"] == {}
            assert (await stage(await one.act(code, TeacherAction.NEXT)))["tally"] == {"0.961": 1}
            assert one.answer_count(code) == 1  # without a look
            await one.act(code, TeacherAction.AGAIN)
            phone.answer("0.785", q=2)
            await phone.wait_for_message("ok", 2)
            room = await one.act(code, TeacherAction.NEXT)
            assert room is not None
            assert (await stage(room))["tally"] == {"0.785": 1}
            assert one.rooms[code].closed_questions is not None
            assert await one.picker_json("v=1", "en") == b"{}"

    run_in_loop(lesson())


def test_of_states_that_are_followed_the_newest_wins() -> None:
    async def lesson() -> None:
        async with open_hub() as one:
            code = await room_of(one)
            phone = Socket(one, code).hello()
            await phone.wait_for_message("show")
            begun = one.rooms[code].room.version
            for number in range(40):
                assert await one.follow(code, f"v=1&g={number}") == 1
            await until(lambda: one.rooms[code].room.follows == "v=1&g=39")
            assert one.rooms[code].room.version <= begun + 3
            await phone.wait_for(lambda: phone.contents_of("show")[-1]["v"] == one.rooms[code].room.version)
            await one.follow(code, None)
            await until(lambda: one.rooms[code].room.follows is None)
            assert await one.follow("123456", "v=1") is None
            with pytest.raises(InputError, match="link"):
                await one.follow(code, "x" * (MAX_LINK + 1))

    run_in_loop(lesson())
