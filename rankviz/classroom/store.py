"""The rooms, their questions and answers in a database: what is written, and when it is refused. The only SQL.

SQLAlchemy is loaded with this module, so it is imported when called: see `rankviz.classroom.open_store`.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Sequence
from enum import StrEnum
from typing import NamedTuple

from sqlalchemy import Connection, and_, delete, func, insert, select, tuple_, update
from sqlalchemy.dialects import postgresql, sqlite

from rankviz.basics.errors import InputError, one_line
from rankviz.basics.limits import CLASS_ANSWERS, CLASS_ROOMS, CLASS_TYPED
from rankviz.classroom.database import Database
from rankviz.classroom.room import PhoneAnswer, Room
from rankviz.classroom.room_codes import new_code
from rankviz.classroom.room_tables import answer_of, answers, question_row, questions, room_of, room_row, rooms

LARGEST_SEQ = 1 << 53  # whole numbers that JavaScript counts to


class AnswerStatus(StrEnum):
    """What became of an answer."""

    OK = "ok"  # it is in the store, or a later one of the same phone
    LATE = "late"  # the question is closed, or the room has ended
    FULL = "full"  # it has as many answers as there may be


class IncomingAnswer(NamedTuple):
    """An answer with its room and the number of its question."""

    code: str
    number: int
    answer: PhoneAnswer


class RoomSnapshot(NamedTuple):
    """The two numbers of a room that are polled: its version, and how many have answered its question."""

    version: int
    answers: int


class Store:
    """Rooms in a database, which several processes may share. Every call is one transaction; threads may share it too.

    Parameters
    ----------
    address : str
        As for `Database`.

    Raises
    ------
    InputError
        As `Database`; afterwards every method raises `class_store` while the database cannot be reached.

    Examples
    --------
    >>> store = Store("sqlite://")
    >>> room = store.create("…", now=0.0)
    >>> store.find(room.code, now=1.0) == room, store.close(room.code), store.find(room.code, now=1.0)
    (True, True, None)
    """

    def __init__(self, address: str) -> None:
        self.database = Database(address)

    def create(self, key_hash: str, now: float, language: str = "en", draw: Callable[[int], int] = secrets.randbelow) -> Room:
        """Open a room with a code that no other one has.

        Raises
        ------
        InputError
            `class_rooms` where too many are open.
        """
        with self.database.write_transaction() as connection:
            _delete_expired(connection, now)
            open_codes = connection.execute(select(rooms.c.code)).scalars().all()
            if len(open_codes) >= CLASS_ROOMS:
                message = f"{CLASS_ROOMS} rooms are open on this server, and no more fit. Try again when a class has ended."
                raise InputError("class_rooms", message, limit=CLASS_ROOMS)
            while True:
                room = Room(new_code(open_codes, draw), key_hash, now, now, language)
                # Another process may have drawn the same.
                insertion = self._insert(rooms).on_conflict_do_nothing().returning(rooms.c.code)
                if connection.execute(insertion, room_row(room)).first() is not None:
                    return room

    def find(self, code: str, now: float) -> Room | None:
        """Read a room with its questions; None where there is none, or its time is over."""
        with self.database.read_transaction() as connection:
            row = connection.execute(select(rooms).where(rooms.c.code == code, rooms.c.expires > now)).first()
            if row is None:
                return None
            of_room = select(questions).where(questions.c.code == code).order_by(questions.c.number)
            return room_of(row, connection.execute(of_room))

    def change_room(self, code: str, change: Callable[[Room], Room], now: float) -> Room | None:
        """Change a room and return it; None where there is no such room.

        Where another process was quicker the change is made again, of what is there now: `change` is called once more, and
        may then find that there is nothing left to do (see `seen` of `rankviz.classroom.room.act`).
        """
        while (before := self.find(code, now)) is not None:
            after = change(before)
            if after == before or self._exchange(before, after):
                return after
        return None

    def _exchange(self, before: Room, after: Room) -> bool:
        """Write the changed columns; return False if the room has another version by now."""
        old_row, new_row = room_row(before), room_row(after)
        changed = {name: value for name, value in new_row.items() if value != old_row[name]}
        same_version = and_(rooms.c.code == before.code, rooms.c.version == before.version)
        with self.database.write_transaction() as connection:
            if connection.execute(update(rooms).where(same_version).values(changed).returning(rooms.c.code)).first() is None:
                return False
            for old_question, new_question in zip(before.questions, after.questions, strict=False):
                if old_question != new_question:
                    this_question = and_(questions.c.code == before.code, questions.c.number == old_question.number)
                    connection.execute(update(questions).where(this_question).values(question_row(before.code, new_question)))
            new_rows = [question_row(before.code, each) for each in after.questions[len(before.questions) :]]
            if new_rows:
                connection.execute(insert(questions), new_rows)
        return True

    def store_answers(self, batch: Sequence[IncomingAnswer], now: float) -> list[AnswerStatus]:
        """Store answers, of each phone the one with the largest `seq`; return the status of each, once they are committed.

        A question that is closed at the same moment is closed before or after the whole batch.
        """
        newest: dict[Key, IncomingAnswer] = {}
        for incoming in batch:
            key = incoming.code, incoming.number, incoming.answer.phone
            if key not in newest or newest[key].answer.seq < incoming.answer.seq:
                newest[key] = incoming
        with self.database.write_transaction() as connection:
            by_status = _split_by_status(connection, newest, now)
            if by_status[AnswerStatus.OK]:
                insertion = self._insert(answers)
                replaced = {name: insertion.excluded[name] for name in ("seq", "typed", "at")}
                insertion = insertion.on_conflict_do_update(
                    index_elements=list(answers.primary_key), set_=replaced, where=insertion.excluded.seq > answers.c.seq
                )
                connection.execute(insertion, [_answer_row(newest[key]) for key in sorted(by_status[AnswerStatus.OK])])
        status_of = {key: status for status, keys in by_status.items() for key in keys}
        return [status_of[incoming.code, incoming.number, incoming.answer.phone] for incoming in batch]

    def answers_to(self, code: str, number: int) -> tuple[PhoneAnswer, ...]:
        """Return all answers to a question, one a phone, in the order in which they arrived."""
        query = select(answers).where(answers.c.code == code, answers.c.number == number)
        with self.database.read_transaction() as connection:
            return tuple(answer_of(row) for row in connection.execute(query.order_by(answers.c.at, answers.c.phone)))

    def has_answered(self, code: str, phone: str) -> bool:
        """Whether a phone has answered any question of a room: one look-up a question, however many have answered."""
        numbers = select(questions.c.number).where(questions.c.code == code)
        query = select(answers.c.number).where(answers.c.code == code, answers.c.number.in_(numbers), answers.c.phone == phone)
        with self.database.read_transaction() as connection:
            return connection.execute(query.limit(1)).first() is not None

    def snapshots(self, codes: Collection[str], now: float) -> dict[str, RoomSnapshot]:
        """Read the snapshots of many rooms in one query; rooms that have ended are left out."""
        of_current = and_(answers.c.code == rooms.c.code, answers.c.number == rooms.c.current)
        count = select(func.count()).select_from(answers).where(of_current).scalar_subquery()
        query = select(rooms.c.code, rooms.c.version, count).where(rooms.c.code.in_([*codes]), rooms.c.expires > now)
        if not codes:
            return {}
        with self.database.read_transaction() as connection:
            return {code: RoomSnapshot(version, answer_count) for code, version, answer_count in connection.execute(query)}

    def close(self, code: str) -> bool:
        """Delete a room with its questions and answers; return whether there was one."""
        with self.database.write_transaction() as connection:
            deleted = connection.execute(delete(rooms).where(rooms.c.code == code).returning(rooms.c.code)).first()
        self.database.truncate_log()
        return deleted is not None

    def delete_expired(self, now: float) -> tuple[str, ...]:
        """Delete expired rooms; return their codes."""
        with self.database.write_transaction() as connection:
            codes = _delete_expired(connection, now)
        self.database.truncate_log()  # also what could not be before, since somebody was reading
        return codes

    def end(self) -> None:
        """Close all connections."""
        self.database.end()

    @property
    def _insert(self) -> Callable[..., sqlite.Insert | postgresql.Insert]:
        return sqlite.insert if self.database.is_sqlite else postgresql.insert


def _delete_expired(connection: Connection, now: float) -> tuple[str, ...]:
    # Another process may be deleting the same ones, in another order.
    expired = select(rooms.c.code).where(rooms.c.expires <= now).with_for_update(skip_locked=True)
    return tuple(connection.execute(delete(rooms).where(rooms.c.code.in_(expired)).returning(rooms.c.code)).scalars())


Key = tuple[str, int, str]


def _split_by_status(connection: Connection, keys: Collection[Key], now: float) -> dict[AnswerStatus, set[Key]]:
    """Split answers by their status; locks the open questions until the transaction ends."""
    question_keys = sorted({key[:2] for key in keys})
    key_columns = tuple_(questions.c.code, questions.c.number)
    is_open = and_(key_columns.in_(question_keys), questions.c.closed.is_(None), rooms.c.expires > now)
    query = (
        select(questions.c.code, questions.c.number).join(rooms).where(is_open).order_by(questions.c.code, questions.c.number)
    )
    open_questions = [
        (code, number) for code, number in connection.execute(query.with_for_update(of=questions, key_share=True))
    ]
    full: set[Key] = set()
    for code, number in open_questions:
        full |= _beyond_limit(connection, code, number, sorted(key for key in keys if key[:2] == (code, number)))
    late = {key for key in keys if key[:2] not in open_questions}
    return {AnswerStatus.OK: {*keys} - late - full, AnswerStatus.LATE: late, AnswerStatus.FULL: full}


def _beyond_limit(connection: Connection, code: str, number: int, keys: Sequence[Key]) -> set[Key]:
    """Return the keys of new phones beyond the limit of a question."""
    of_question = and_(answers.c.code == code, answers.c.number == number)
    count = connection.execute(select(func.count()).select_from(answers).where(of_question)).scalar_one()
    if count + len(keys) <= CLASS_ANSWERS:
        return set()
    phones = {*connection.execute(select(answers.c.phone).where(of_question)).scalars()}
    return {*[key for key in keys if key[2] not in phones][max(0, CLASS_ANSWERS - count) :]}


def _answer_row(incoming: IncomingAnswer) -> dict[str, object]:
    """Return the columns of an answer, cleaned of what a database would not take."""
    answer = incoming.answer
    seq = max(-LARGEST_SEQ, min(answer.seq, LARGEST_SEQ))
    typed = one_line(answer.typed[:CLASS_TYPED])
    return {
        "code": incoming.code,
        "number": incoming.number,
        "phone": answer.phone,
        "seq": seq,
        "typed": typed,
        "at": answer.at,
    }
