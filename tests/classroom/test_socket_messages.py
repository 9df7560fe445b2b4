"""What comes over a phone's socket: messages, whatever was sent; and how often."""

from __future__ import annotations

import json
import random

import pytest

from rankviz.basics.limits import CLASS_FRAME, CLASS_WRONG_CODES, CLASS_WRONG_CODES_LEFT, CLASS_WRONG_CODES_OF_ALL
from rankviz.classroom.room import Room, Stage
from rankviz.classroom.server import rate_limits as limits
from rankviz.classroom.server import socket_messages as messages
from rankviz.classroom.server.rate_limits import TokenBucket, WrongCodes
from rankviz.classroom.server.socket_messages import AnswerMessage, BadMessage, HelloMessage, read_message
from tests.helpers.hostile import junk, mutated

PHONE = "Zm9vYmFyYmF6cXV4"
HELLO = {"hello": {"phone": PHONE, "after": 7, "language": "zh"}}
ANSWER = {"answer": {"q": 3, "seq": 2, "typed": "0.961"}}


def written(content: object, ascii_only: bool = True) -> str:
    return json.dumps(content, ensure_ascii=ascii_only)


@pytest.mark.parametrize(
    ("sent", "found"),
    [
        (HELLO, HelloMessage(PHONE, 7, "zh")),
        ({"hello": {"phone": PHONE}}, HelloMessage(PHONE, 0, None)),
        ({"hello": {"phone": PHONE, "language": "fr", "more": 1}, "more": []}, HelloMessage(PHONE, 0, None)),
        ({"hello": {"phone": PHONE, "language": ["zh"]}}, HelloMessage(PHONE, 0, None)),
        (ANSWER, AnswerMessage(3, 2, "0.961")),
        ({"answer": {"q": 100, "seq": 2**53 - 1, "typed": "\ud800"}}, AnswerMessage(100, 2**53 - 1, "\ud800")),
        ({}, None),
        ({"ping": 1}, None),
        *((each, BadMessage("frame")) for each in ([], None, 1, "hello", {"hello": None}, {"hello": {}}, {"answer": []})),
        *(({"hello": {"phone": each}}, BadMessage("frame")) for each in ("Anna", PHONE + "\n", 1, None, "あ" * 16, "")),
        *(({"hello": {"phone": PHONE, "after": each}}, BadMessage("frame")) for each in (-1, 1.0, True, "1", None, 2**53)),
        *(
            ({"answer": {**ANSWER["answer"], name: each}}, BadMessage("frame"))
            for name, each in (("q", 0), ("q", 101), ("q", True), ("seq", -1), ("seq", 1e3), ("seq", 2**53), ("typed", 0.9))
        ),
        *(
            ({"answer": {key: each for key, each in ANSWER["answer"].items() if key != name}}, BadMessage("frame"))
            for name in ("q", "seq", "typed")
        ),
    ],
)
def test_a_frame_is_read(sent: object, found: object) -> None:
    assert read_message(written(sent)) == read_message(written(sent).encode()) == found


def test_at_most_512_bytes_are_read() -> None:
    def of(size: int, letter: str = "x") -> str:
        empty = {"answer": {"q": 1, "seq": 1, "typed": ""}}
        count, rest = divmod(size - len(written(empty)), len(letter.encode()))
        return written({"answer": {"q": 1, "seq": 1, "typed": letter * count + "x" * rest}}, ascii_only=False)

    for letter in ("x", "分"):
        fits, longer = of(CLASS_FRAME, letter), of(CLASS_FRAME + 1, letter)
        assert (len(fits.encode()), len(longer.encode())) == (512, 513)
        assert isinstance(read_message(fits), AnswerMessage)
        assert isinstance(read_message(fits.encode()), AnswerMessage)
        assert read_message(longer) == read_message(longer.encode()) == BadMessage("size")
    assert read_message("x" * 10**7) == BadMessage("size")


@pytest.mark.parametrize(
    "sent",
    [
        "",
        "{",
        "nul",
        "[" * 512,
        '{"a":' * 100,
        "9" * 512,
        '{"answer": {"q": 1e999}',
        "\x00",
        b"\xff\xfe\x00",
        b"\x00" * 99,
        "\ud800",
    ],
)
def test_what_is_no_json_is_refused(sent: str | bytes) -> None:
    assert read_message(sent) == BadMessage("json") or (sent == "9" * 512 and read_message(sent) == BadMessage("frame"))


@pytest.mark.slow
def test_whatever_is_sent_is_read_or_refused() -> None:
    draw = random.Random(21)  # noqa: S311
    found = set()
    for turn in range(4000):
        if turn % 4 == 0:
            sent: str | bytes = draw.randbytes(draw.randrange(520))
        elif turn % 4 == 1:
            sent = short(mutated(draw.choice((HELLO, ANSWER)), draw, 0.3)) if draw.random() < 0.9 else "[" * turn
        elif turn % 4 == 2:
            text = [*written(draw.choice((HELLO, ANSWER)))]
            text[draw.randrange(len(text))] = draw.choice(('"', "{", "\\", "\ud800", "9", "\x00", "あ", ""))
            sent = "".join(text)
        else:
            sent = short({"hello": junk(draw)} if draw.random() < 0.5 else {"answer": junk(draw)})
        read_one = read_message(sent)
        found.add(type(read_one).__name__)
        match read_one:
            case HelloMessage(phone, after, language):
                assert len(phone) == 16
                assert 0 <= after < 2**53
                assert language in ("en", "zh", None)
            case AnswerMessage(number, seq, typed):
                assert 1 <= number <= 100
                assert 0 <= seq < 2**53
                assert len(typed) <= CLASS_FRAME
    assert found == {"HelloMessage", "AnswerMessage", "BadMessage", "NoneType"}


def short(value: object) -> str:
    """As JSON, where that is possible and not too long to be looked at."""
    try:
        return json.dumps(value)[:600]
    except ValueError:  # a whole number of more digits than Python writes
        return "9" * 5000


def test_frames_are_ascii_and_json() -> None:
    room = Room("482915", "", 0.0, 0.0, version=8, stage=Stage.ANSWER, current=3)
    odd = 'a"\\\n\ud800</script>分'
    for message, content in (
        (messages.show_message(room), {"show": {"v": 8, "stage": "answer", "q": 3}}),
        (messages.status_message("late", 2), {"late": 2}),
        (messages.unreadable_message(2, "key", odd), {"bad": {"seq": 2, "key": "key", "text": odd}}),
        (messages.count_message(17, 23), {"count": {"n": 17, "of": 23}}),
        (messages.refusal_message("size"), {"refused": "size"}),
        (
            messages.feedback_message(messages.feedback_json(3, odd, b'{"right":true}')),
            {"mine": {"q": 3, "typed": odd, "view": {"right": True}}},
        ),
    ):
        assert json.loads(message) == content
        assert message.isascii()


# ---------------------------------------------------------------------------------------------------------------------------
# How often


def test_a_bucket_gives_what_it_has_saved_and_then_so_many_a_second() -> None:
    bucket = TokenBucket(5, 20)
    assert sum(bucket.try_take(100.0) for _ in range(50)) == 20
    assert sum(bucket.try_take(100.0 + at / 1000) for at in range(1, 2001)) == 10
    assert sum(bucket.try_take(1000.0) for _ in range(50)) == 20
    assert not bucket.try_take(5.0)  # a clock that goes back gives nothing


def _try(wrong: WrongCodes, address: str, now: float) -> bool:
    """Try a wrong code, which counts where it is looked at."""
    is_allowed = wrong.is_allowed(address, now)
    if is_allowed:
        wrong.record_failure(address, now)
    return is_allowed


def test_wrong_codes_are_counted_by_address_and_in_all() -> None:
    wrong = WrongCodes()
    for _ in range(CLASS_WRONG_CODES):
        assert wrong.is_allowed("192.0.2.1", 0.0)
        wrong.record_failure("192.0.2.1", 0.0)
    assert not wrong.is_allowed("192.0.2.1", 0.0)
    assert wrong.is_allowed("192.0.2.2", 0.0)
    for number in range(CLASS_WRONG_CODES_OF_ALL - CLASS_WRONG_CODES):
        assert wrong.is_allowed(f"198.51.{number}", 0.0)
        wrong.record_failure(f"198.51.{number}", 0.0)
    assert sum(_try(wrong, "203.0.113.9", 0.0) for _ in range(9)) == CLASS_WRONG_CODES_LEFT
    assert wrong.is_allowed("203.0.113.9", 1.0)
    assert wrong.is_allowed("192.0.2.1", 1.1)  # sixty a minute are one a second


def test_only_so_many_right_codes_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_REMEMBERED", 2)
    wrong = WrongCodes()
    for code in ("100000", "200000", "100000", "300000"):
        wrong.record_success("192.0.2.1", code)
    for _ in range(CLASS_WRONG_CODES):
        wrong.record_failure("192.0.2.1", 0.0)
    assert [code for code in ("100000", "200000", "300000") if wrong.is_allowed("192.0.2.1", 0.0, code)] == ["100000", "300000"]
    assert not wrong.is_allowed("192.0.2.1", 0.0)


def test_one_household_of_ipv6_is_one_address_and_nothing_is_kept_for_long() -> None:
    wrong = WrongCodes()
    for number in range(CLASS_WRONG_CODES):
        wrong.record_failure(f"2001:db8:1:2::{number:x}", 0.0)
    assert not wrong.is_allowed("2001:db8:1:2:ffff::1", 0.0)
    assert wrong.is_allowed("2001:db8:1:3::1", 0.0)
    wrong.record_failure("192.0.2.1", 3600.0)
    assert len(wrong._from) == 1
