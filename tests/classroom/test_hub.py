"""A room in a process: what its phones are told and when, what they may not know, and what happens without the database."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from rankviz.basics.errors import InputError
from rankviz.basics.limits import CLASS_IDLE, CLASS_PHONES, MAX_LINK
from rankviz.classroom import room as rooms
from rankviz.classroom.questions import option_keys, question_of
from rankviz.classroom.room import REVEALED, PhoneAnswer, Room, TeacherAction
from rankviz.classroom.room_codes import opens
from rankviz.classroom.server import answer_batch, attendance, hub, room_session, room_watcher, socket_queue
from rankviz.classroom.server.hub import Hub
from rankviz.classroom.store import AnswerStatus, IncomingAnswer, Store
from tests.helpers.live_rooms import (
    PATIENCE,
    TREND,
    VALUE,
    LosableStore,
    Socket,
    call_directly,
    encode_scene,
    go_to_causes,
    open_hub,
    phone_name,
    pose,
    run_in_loop,
)

AT = "https://example.org/c/482915"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for less."""
    for module, name, value in (
        *(
            (room_watcher, "POLL_EVERY", 0.02),
            (room_watcher, "RETRY_AFTER", 0.02),
            (room_watcher, "SEARCH_DELAY", 0.0),
            (answer_batch, "PAUSE", 0.02),
        ),
        *((room_session, "TO_TEACHER", 0.02), (room_session, "TO_PHONES", 0.05), (hub, "FOLLOW_EVERY", 0.05)),
    ):
        monkeypatch.setattr(module, name, value)


async def room_of(one: Hub, language: str = "en") -> str:
    """The code of a new room."""
    return (await one.create(language))[0].code


async def until(found: Callable[[], object]) -> None:
    """Wait for something that no socket tells."""
    async with asyncio.timeout(PATIENCE):
        while not found():
            await asyncio.sleep(0.005)


class Counted(Store):
    """A store that knows how often it was asked."""

    def __init__(self) -> None:
        super().__init__("sqlite://")
        self.calls: Counter[str] = Counter()

    def snapshots(self, *given: Any) -> Any:
        self.calls["look"] += 1
        return super().snapshots(*given)

    def find(self, *given: Any) -> Any:
        self.calls["find"] += 1
        return super().find(*given)

    def answers_to(self, *given: Any) -> Any:
        self.calls["tally"] += 1
        return super().answers_to(*given)


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
            assert phone.contents_of("ok") == [1, 3, 3, 2]
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
        async with open_hub(Counted(), call=call) as one:
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
            assert isinstance(one.store, Counted)
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

    async def call(function: Callable[..., bytes], *given: Any) -> bytes:
        if function.__name__ == "encode_phone":
            built.append((given[0].stage.value, *given[1:]))
            await asyncio.sleep(0.01)
        return await encode_scene(function, *given)

    async def lesson() -> None:
        async with open_hub(call=call) as one:
            code = await room_of(one)
            views = await asyncio.gather(*(one.phone_view(code, 1, language) for language in ("en", "zh") * 20))
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


# ---------------------------------------------------------------------------------------------------------------------------
# Who is there


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


def test_a_look_is_one_question_however_many_phones_and_none_where_nobody_is(monkeypatch: pytest.MonkeyPatch) -> None:
    async def lesson() -> None:
        store = Counted()
        async with open_hub(store) as one:
            codes = [await room_of(one) for _ in range(5)]
            phones = [Socket(one, code).hello(number) for number in range(20) for code in codes]
            await asyncio.gather(*(phone.wait_for_message("show") for phone in phones))
            store.calls.clear()
            await asyncio.sleep(0.2)
            assert 1 <= store.calls["look"] <= 0.2 / room_watcher.POLL_EVERY + 1
            assert store.calls["find"] == store.calls["tally"] == 0
            monkeypatch.setattr(room_session, "GONE_AFTER", 0.0)
            for phone in phones:
                phone.leave()
            await until(lambda: one._poll_task is None)
            store.calls.clear()
            await asyncio.sleep(0.1)
            assert store.calls["look"] == 0
            await Socket(one, codes[0]).hello().wait_for_message("count")  # somebody is there again
            assert store.calls["look"] >= 1

    run_in_loop(lesson())


def test_many_phones_that_come_at_once_ask_the_store_once() -> None:
    async def lesson() -> None:
        store = Counted()
        async with open_hub(store) as one:
            code = store.create("…", one.clock()).code
            phones = [Socket(one, code).hello(number) for number in range(100)]
            await asyncio.gather(*(phone.wait_for_message("show") for phone in phones))
            assert store.calls["find"] <= 10

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
            slow.stalls = True
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
        await asyncio.sleep(0.02)
        assert not first.done()
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


# ---------------------------------------------------------------------------------------------------------------------------
# What nobody may know too early


ASKED = (VALUE, TREND, "ask=swap&v=1&m=ndcg&k=6&g=323012&missed=32")


def typed_for(text: str, draw: random.Random) -> str:
    """An answer that stands nowhere else."""
    found = question_of(text)
    if keys := option_keys(found):
        return draw.choice(keys)
    return f"0.{draw.randrange(10**8, 10**9)}" if found.kind == "value" else "1.2"


async def session(seed: int, call: Callable[..., Awaitable[Any]]) -> None:
    """Teach at random, and look at each message and view that comes."""
    draw = random.Random(seed)  # noqa: S311
    typed: dict[tuple[int, int], set[str]] = {}  # of a phone to a question
    async with open_hub(call=call) as one:
        code = await room_of(one)
        phones = [Socket(one, code).hello(number) for number in range(4)]
        await asyncio.gather(*(phone.wait_for_message("show") for phone in phones))
        for step in range(20):
            room = one.rooms[code].room
            if room.question is not None and draw.random() < 0.5:
                at = draw.randrange(len(phones))
                answer = typed_for(room.question.asked, draw)
                typed.setdefault((at, room.current), set()).add(answer)
                phones[at].answer(answer, step, room.current)
                await phones[at].wait_for(
                    lambda at=at, step=step: step in phones[at].contents_of("ok") + phones[at].contents_of("late")
                )  # type: ignore[misc]
            else:
                await one.act(code, draw.choice([*TeacherAction]), question_name=draw.choice(ASKED), cause_count=2)
            room = one.rooms[code].room
            views = [await one.phone_view(code, room.version, language) for language in ("en", "zh")]
            for view in views:
                assert view is not None
                assert not [each for each in _numbers(typed) if each in view.plain.decode()]
            for at, phone in enumerate(phones):
                if draw.random() < 0.2:
                    phone.hello(at)
                told = one.rooms[code].room.stage in REVEALED
                found = await one.phone_feedback(code, phone_name(at), "en")
                assert told or found is None
                _check(at, phone, typed)
        await asyncio.sleep(0.05)
        for at, phone in enumerate(phones):
            _check(at, phone, typed)


def _numbers(typed: dict[tuple[int, int], set[str]], but: int = -1) -> set[str]:
    return {each for (phone, _), own in typed.items() if phone != but for each in own if len(each) > 5}


def _check(at: int, phone: Socket, typed: dict[tuple[int, int], set[str]]) -> None:
    """What a phone was sent holds no answer of another, and its own only where its cause was told."""
    told: set[int] = set()
    for raw in phone.raw:
        message = json.loads(raw)
        if "show" in message and message["show"]["stage"] in REVEALED:
            told.add(message["show"]["q"])
        if "mine" in message:
            assert message["mine"]["q"] in told
            assert message["mine"]["typed"] in typed[at, message["mine"]["q"]]
        assert not [each for each in _numbers(typed, at) if each in raw]
        assert "mine" in message or not [each for each in _numbers(typed) if each in raw]


@pytest.mark.parametrize("seed", range(6))
def test_no_phone_is_told_the_answer_of_another(seed: int) -> None:
    async def call(function: Callable[..., bytes], *given: Any) -> bytes:
        # What is built of all answers is the teacher's; of a phone's view nothing may depend on them.
        return b'{"own":true}' if function.__name__ == "encode_feedback" else await encode_scene(function, *given)

    run_in_loop(session(seed, call))


def test_no_phone_is_told_the_answer_of_another_by_the_views_themselves() -> None:
    run_in_loop(session(7, call_directly))
