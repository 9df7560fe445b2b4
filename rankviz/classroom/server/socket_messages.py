"""The messages of a phone's socket: JSON texts, each an object of one field that names it. Pure.

Sockets are at `/class/CODE/socket`. Unknown fields are ignored, on both sides; a message with an unknown name too.

From a phone, at most 512 bytes of UTF-8, five a second with twenty in stock:

`{"hello": {"phone": "Zm9vYmFyYmF6cXV4", "after": 7, "language": "zh"}}`
    First, and again when the language changes: the name of this visit, which the phone draws (96 bits, base64url), the version
    that it shows (0: none yet), and what language `mine` and `bad` come in ("en", "zh"; that of the room where it is left out).
`{"answer": {"q": 3, "seq": 2, "typed": "0.961"}}`
    The answer to question 3. `seq` is larger after every change; the same one may come again, until it is acknowledged.

From a teacher's page, which is known by its cookie: nothing. With `hello` it would be a phone.

To a phone:

`{"show": {"v": 8, "stage": "answer", "q": 3}}`
    After `hello`, and whenever something new is shown: version, stage and number of the question (0: none yet). A phone that
    has another version fetches `/class/CODE/view/8`. A version may be left out where the next one follows at once.
`{"ok": 2}`, `{"late": 2}`, `{"full": 2}`
    The answer with this `seq` is in the store, or a later one of this phone is; the question is closed; the room is full.
`{"bad": {"seq": 2, "key": "typed_no_number", "text": "…"}}`
    It cannot be read, and is not kept. `text` says so in the phone's language.
`{"mine": {"q": 3, "typed": "0.961", "view": {…}}}`
    From stage 'causes' on, to a phone that has answered: the `PhoneFeedback` on its own answer. Again after each `hello`.
`{"count": {"n": 17, "of": 23}}`
    How many have answered, of how many phones: every two seconds at most when it is another one, and every 20 in any case. A
    phone that has heard nothing for 40 seconds has lost its connection, whatever its browser thinks.
`{"refused": "size"}`
    The input was no message and is ignored: 'size', 'json', 'frame', or 'hello' if something came before that.

To a teacher's page: `show`, and `count` up to four times a second.

Where an answer is not acknowledged within some seconds (the database may be away) the phone sends it again, with the same
`seq`.

Closed by the server with a code, and for 4423 a reason:

4404  There is no such room: wrong, malformed, over, or too many wrong codes came. Always after one second.
4410  The class has ended while the phone was in it.
4423  No new phones: reason "locked" or "full". A phone that was in the room comes in again.
4429  Too many messages. Come back later.
1012  The server starts again, or (1013) its database is away: come back soon, as after any other code.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import IntEnum
from typing import Annotated, Any, TypeVar

from msgspec import Meta, Struct, ValidationError, convert, structs

from rankviz.basics.limits import CLASS_FRAME, CLASS_QUESTIONS
from rankviz.classroom.room import Room
from rankviz.classroom.room_codes import PHONE_NAME
from rankviz.page.answers.json_codec import decode
from rankviz.texts import LANGUAGES

LARGEST = (1 << 53) - 1  # whole number that JavaScript counts to
Count = Annotated[int, Meta(ge=0, le=LARGEST)]
Content = TypeVar("Content")


class CloseCode(IntEnum):
    """Why the server closes a socket."""

    NO_ROOM = 4404
    ENDED = 4410
    CLOSED_TO_NEW = 4423
    TOO_MUCH = 4429
    RESTARTS = 1012
    LATER = 1013
    SLOW = 1008


class HelloMessage(Struct, frozen=True):
    """A phone says who it is.

    Parameters
    ----------
    phone : str
    after : int
        The version that it shows.
    language : str or None
        One of `LANGUAGES`; whatever else it says is None.
    """

    phone: Annotated[str, Meta(pattern=PHONE_NAME)]
    after: Count = 0
    language: Any = None

    def __post_init__(self) -> None:
        """Forget a language that there is not."""
        if self.language not in LANGUAGES:
            structs.force_setattr(self, "language", None)


class AnswerMessage(Struct, frozen=True, rename={"number": "q"}):
    """An answer, as it was typed.

    Parameters
    ----------
    number : int
        Number of the question.
    seq : int
    typed : str
    """

    number: Annotated[int, Meta(ge=1, le=CLASS_QUESTIONS)]
    seq: Count
    typed: str


@dataclass(frozen=True)
class BadMessage:
    """Input that is not a message.

    Parameters
    ----------
    reason : {'size', 'json', 'frame', 'hello'}
    """

    reason: str


def read_message(data: str | bytes) -> HelloMessage | AnswerMessage | BadMessage | None:
    r"""Read a message of a phone; None for a message of an unknown name, `BadMessage` for anything that is no message.

    Examples
    --------
    >>> read_message('{"answer": {"q": 3, "seq": 2, "typed": "0.961", "more": []}}')
    AnswerMessage(number=3, seq=2, typed='0.961')
    >>> read_message(b"\\xff"), read_message("[" * 512), read_message("{}"), read_message('{"answer": {"q": true}}')
    (BadMessage(reason='json'), BadMessage(reason='json'), None, BadMessage(reason='frame'))
    """
    if len(data) > CLASS_FRAME or (isinstance(data, str) and len(data.encode(errors="replace")) > CLASS_FRAME):
        return BadMessage("size")
    try:
        message = decode(data, dict[str, Any])
    except ValidationError:
        return BadMessage("frame")
    except (ValueError, RecursionError):  # deep lists, numbers of more digits than Python reads
        return BadMessage("json")
    if "hello" in message:
        return _read(message["hello"], HelloMessage) or BadMessage("frame")
    if "answer" in message:
        return read_answer(message["answer"]) or BadMessage("frame")
    return None


def read_answer(content: object) -> AnswerMessage | None:
    """Read the content of an answer, of a message or posted; None if it is malformed."""
    return _read(content, AnswerMessage)


def _read(content: object, kind: type[Content]) -> Content | None:
    try:
        return convert(content, kind)
    except ValueError:
        return None


def show_message(room: Room) -> str:
    """Build the message that announces a new version of what is shown."""
    return _message("show", {"v": room.version, "stage": room.stage.value, "q": room.current})


def status_message(status: str, seq: int) -> str:
    """Build the message with the status of an answer.

    Examples
    --------
    >>> status_message("ok", 2)
    '{"ok":2}'
    """
    return _message(status, seq)


def unreadable_message(seq: int, key: str, text: str) -> str:
    """Build the message for an answer that cannot be read."""
    return _message("bad", {"seq": seq, "key": key, "text": text})


def feedback_json(number: int, typed: str, view: bytes) -> str:
    """Write the feedback on a phone's answer as JSON.

    Examples
    --------
    >>> feedback_json(3, "0.961", b'{"right":false}')
    '{"q":3,"typed":"0.961","view":{"right":false}}'
    """
    return f'{{"q":{number},"typed":{_text(typed)},"view":{view.decode()}}}'


def feedback_message(content: str) -> str:
    """Build the message with a phone's feedback; `content` comes from `feedback_json`."""
    return f'{{"mine":{content}}}'


def count_message(answered: int, phones: int) -> str:
    """Build the message that says how many have answered."""
    return _message("count", {"n": answered, "of": phones})


def refusal_message(why: str) -> str:
    """Build the message that refuses input."""
    return _message("refused", why)


def _message(name: str, content: object) -> str:
    return _text({name: content})


def _text(value: object) -> str:
    # Half characters, as can be typed, are no UTF-8: so all that is not ASCII is escaped.
    return json.dumps(value, separators=(",", ":"))
