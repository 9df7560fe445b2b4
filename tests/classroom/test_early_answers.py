"""What nobody may know too early: no phone is sent the answer of another, or its own before the causes are shown."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from rankviz.classroom.questions import option_keys, question_of
from rankviz.classroom.room import REVEALED, TeacherAction
from tests.helpers.live_rooms import (
    TREND,
    VALUE,
    Socket,
    call_directly,
    encode_scene,
    open_hub,
    phone_name,
    room_of,
    run_in_loop,
)

pytestmark = pytest.mark.usefixtures("quick")


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
        for at, phone in enumerate(phones):  # what was under way comes before what follows a hello
            count = len(phone.contents_of("show"))
            await phone.hello(at).wait_for_message("show", count + 1)
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
