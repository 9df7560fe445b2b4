"""A room goes through its stages, whatever the teacher presses; its code, its key and its answers."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankviz.basics.errors import InputError
from rankviz.classroom.room import (
    OPEN,
    REVEALED,
    PhoneAnswer,
    Room,
    Stage,
    TeacherAction,
    apply_action,
    latest_answer,
    next_stages,
    with_followed_page,
    with_lock,
)
from rankviz.classroom.room_codes import hash_of, new_code, new_key, opens, phone_hash, read_code, read_phone

HOUR = 3600.0
NEW = Room("482915", hash_of("key"), created=0.0, touched=0.0)
ACTS = st.lists(st.tuples(st.sampled_from(TeacherAction), st.sampled_from([1.0, 60.0, HOUR]), st.integers(1, 4)), max_size=40)


def after(*acts: TeacherAction, room: Room = NEW) -> Room:
    for number, what in enumerate(acts):
        room = apply_action(room, what, room.touched + 1, question_name=f"q{number}")
    return room


def where(room: Room) -> tuple[str, int]:
    return str(room.stage), room.current


# ---------------------------------------------------------------------------------------------------------------------------
# Stages


@given(ACTS)
def test_any_sequence_of_acts_leaves_a_room_that_is_one(acts: Sequence[tuple[TeacherAction, float, int]]) -> None:
    room, now = NEW, 0.0
    for what, later, causes in acts:
        now += later
        before, room = room, apply_action(room, what, now, question_name=f"at {now}", cause_count=causes)
        is_open = [each.number for each in room.questions if each.closed is None]
        assert is_open == ([room.current] if room.stage in OPEN else [])
        assert [each.number for each in room.questions] == [*range(1, len(room.questions) + 1)]
        posed = [(each.asked, each.posed, each.again_of) for each in room.questions]
        assert posed[: len(before.questions)] == [(each.asked, each.posed, each.again_of) for each in before.questions]
        assert room.version == before.version + (room != before)
        assert (room.current > 0) == bool(room.questions)
        assert (room.stage == Stage.AGAIN) <= (room.question is not None and room.question.again_of is not None)
        assert room.cause == 0 or room.stage == Stage.WHY
        assert not any(room.accepts_answers(each.number) and room.may_reveal(each.number) for each in room.questions)
        assert room.created <= room.expires <= room.created + 12 * HOUR
        for each in room.questions:
            first = room.questions[each.again_of - 1] if each.again_of else each
            assert first.asked == each.asked
            assert sum(other.again_of == each.number for other in room.questions) <= 1


@given(ACTS)
def test_a_question_that_opens_again_is_the_one_that_was_closed(acts: Sequence[tuple[TeacherAction, float, int]]) -> None:
    room, now = NEW, 0.0
    for what, later, _ in acts:
        now += later
        room = apply_action(room, what, now, question_name="q")
    for stage in (Stage.ANSWER, Stage.AGAIN):
        if room.stage == stage and not room.is_over(now + 2):
            closed = apply_action(room, TeacherAction.NEXT, now + 1)
            assert where(apply_action(closed, TeacherAction.BACK, now + 2)) == where(room)
            assert closed.questions[room.current - 1].closed == now + 1


def test_a_lesson_goes_from_the_code_to_the_reasons() -> None:
    seen = []
    room = NEW
    for what in (
        TeacherAction.ASK,
        TeacherAction.NEXT,
        TeacherAction.AGAIN,
        TeacherAction.NEXT,
        TeacherAction.NEXT,
        TeacherAction.NEXT,
        TeacherAction.ASK,
    ):
        room = after(what, room=room)
        seen.append(where(room))
    first = [("answer", 1), ("numbers", 1)]
    assert seen == [*first, ("again", 2), ("numbers", 2), ("causes", 2), ("why", 2), ("answer", 3)]
    assert [each.again_of for each in room.questions] == [None, 1, None]


def test_back_from_the_second_vote_leads_to_the_first_and_forward_to_the_same_second_one() -> None:
    second = after(TeacherAction.ASK, TeacherAction.NEXT, TeacherAction.AGAIN)
    first = after(TeacherAction.BACK, room=second)
    assert where(first) == ("numbers", 1)
    assert where(after(TeacherAction.AGAIN, room=first)) == ("again", 2)
    assert where(after(TeacherAction.BACK, TeacherAction.BACK, room=first)) == ("join", 1)
    assert where(after(TeacherAction.BACK, TeacherAction.BACK, TeacherAction.NEXT, room=first)) == ("answer", 1)


def test_the_reasons_are_gone_through_one_by_one() -> None:
    room = after(TeacherAction.ASK, TeacherAction.NEXT, TeacherAction.NEXT, TeacherAction.NEXT)
    seen = []
    for what in (
        TeacherAction.NEXT,
        TeacherAction.NEXT,
        TeacherAction.NEXT,
        TeacherAction.BACK,
        TeacherAction.BACK,
        TeacherAction.BACK,
    ):
        room = apply_action(room, what, 10, cause_count=3)
        seen.append((str(room.stage), room.cause))
    assert seen == [("why", 1), ("why", 2), ("why", 2), ("why", 1), ("why", 0), ("causes", 0)]


def test_before_the_causes_nothing_is_told() -> None:
    assert {stage for stage in Stage if stage in REVEALED} == {Stage.CAUSES, Stage.WHY}
    room = after(TeacherAction.ASK)
    told = []
    for _ in range(3):
        told.append(room.may_reveal(1))
        room = after(TeacherAction.NEXT, room=room)
    assert told == [False, False, True]


def test_a_question_that_is_open_has_to_be_closed_before_the_next() -> None:
    assert TeacherAction.ASK not in next_stages(Stage.ANSWER)
    assert TeacherAction.ASK not in next_stages(Stage.AGAIN)
    assert after(TeacherAction.ASK, TeacherAction.ASK) == after(TeacherAction.ASK)


def test_a_key_that_is_pressed_twice_moves_once() -> None:
    room = after(TeacherAction.ASK)
    once = apply_action(room, TeacherAction.NEXT, 5, seen_version=room.version)
    assert apply_action(once, TeacherAction.NEXT, 5, seen_version=room.version) is once
    assert once.stage == Stage.NUMBERS


def test_answers_are_taken_while_a_question_is_open_only() -> None:
    room = after(TeacherAction.ASK)
    assert [room.accepts_answers(number) for number in (0, 1, 2)] == [False, True, False]
    assert not after(TeacherAction.NEXT, room=room).accepts_answers(1)
    again = after(TeacherAction.NEXT, TeacherAction.AGAIN, room=room)
    assert [again.accepts_answers(number) for number in (1, 2)] == [False, True]


def test_a_room_ends_four_hours_after_the_last_act_and_twelve_after_the_first() -> None:
    assert not NEW.is_over(4 * HOUR - 1)
    assert NEW.is_over(4 * HOUR)
    room = NEW
    for hour in (3, 6, 9, 11):
        room = with_followed_page(room, f"g={hour}", hour * HOUR)
    assert room.expires == 12 * HOUR
    assert apply_action(room, TeacherAction.ASK, 12 * HOUR, question_name="q") is room
    assert with_followed_page(room, "g=1", 12 * HOUR) is room
    assert with_lock(room, True, 12 * HOUR) is room


def test_more_than_a_hundred_questions_are_refused() -> None:
    room = after(*[TeacherAction.ASK, TeacherAction.NEXT] * 100)
    assert len(room.questions) == 100
    with pytest.raises(InputError, match="100 questions") as refused:
        apply_action(room, TeacherAction.ASK, room.touched, question_name="q")
    assert refused.value.key == "class_questions"


def test_phones_see_a_new_version_of_what_they_follow_but_not_of_a_lock() -> None:
    room = with_followed_page(NEW, "g=321", 1.0)
    assert (room.version, room.follows, with_followed_page(room, "g=321", 2.0).version) == (2, "g=321", 2)
    assert (with_lock(room, True, 3.0).version, with_lock(room, True, 3.0).locked, with_lock(room, True, 3.0).touched) == (
        2,
        True,
        3.0,
    )


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 5)), max_size=30), st.randoms(use_true_random=False))
def test_of_each_phone_its_newest_answer_counts_in_whatever_order_they_come(
    sent: list[tuple[str, int]], random: object
) -> None:
    answers = [PhoneAnswer(phone, seq, f"{phone}{seq}", 0.0) for phone, seq in sent]
    mixed = [*answers, *answers[::2]]
    random.shuffle(mixed)  # type: ignore[attr-defined]
    kept: dict[str, PhoneAnswer] = {}
    for each in mixed:
        kept = dict(latest_answer(kept, each))
    largest = {phone: max(seq for other, seq in sent if other == phone) for phone, _ in sent}
    assert {phone: each.typed for phone, each in kept.items()} == {phone: f"{phone}{seq}" for phone, seq in largest.items()}


# ---------------------------------------------------------------------------------------------------------------------------
# Codes


def test_a_code_has_six_digits_and_seven_where_more_than_a_hundred_rooms_are_open() -> None:
    taken = [str(number) for number in range(100_000, 100_100)]
    assert len(new_code(taken)) == 6
    assert len(new_code([*taken, "100100"])) == 7
    for _ in range(100):
        assert read_code(new_code([])) is not None


def test_a_code_is_drawn_until_it_is_free() -> None:
    drawn = iter([5, 5, 6])
    assert new_code(["100005"], lambda below: next(drawn)) == "100006"


@pytest.mark.parametrize("text", ["482915", " 482 915", "482-915", "４８２９１５", "482\u00a0915", "482\u202f915\n"])
def test_a_code_is_read_as_people_type_it(text: str) -> None:
    assert read_code(text) == "482915"


@pytest.mark.parametrize("text", ["", "48291", "48291567", "082915", "48291a", "٤٨٢٩١٥", "-482915e0", "\ud800", "4" * 10**6])
def test_what_is_no_code_is_none(text: str) -> None:
    assert read_code(text) is None


@given(st.text())
def test_reading_never_raises(text: str) -> None:
    code, phone = read_code(text), read_phone(text)
    assert code is None or (code.isascii() and code.isdigit() and len(code) in (6, 7))
    assert phone is None or phone == text
    assert not opens(text, hash_of("another key"))
    assert not opens("another key", text)


def test_a_key_of_128_bits_opens_its_own_room_only() -> None:
    keys = {new_key() for _ in range(100)}
    assert len(keys) == 100
    assert {len(key) for key in keys} == {22}
    key = keys.pop()
    assert hash_of(key) == hashlib.sha256(key.encode()).hexdigest()
    assert opens(key, hash_of(key))
    assert not opens(key + "x" * 100, hash_of(key))
    assert not any(opens(other, hash_of(key)) for other in keys)


def test_a_phone_is_another_one_in_every_room() -> None:
    phone = read_phone("Zm9vYmFyYmF6cXV4")
    assert phone is not None
    hashes = {phone_hash(code, phone) for code in ("482915", "482916")}
    assert len(hashes) == 2
    assert not any(phone in each for each in hashes)
