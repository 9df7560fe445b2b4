"""Rooms in a database: the same tests on SQLite in a file and in memory, and on PostgreSQL, which `make class-db` starts."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from sqlalchemy import create_engine, event, text
from sqlalchemy.engine.interfaces import DBAPIConnection

from rankviz.basics.errors import InputError
from rankviz.basics.limits import CLASS_ANSWERS
from rankviz.classroom import database
from rankviz.classroom.room import PhoneAnswer, Room, Stage, TeacherAction, apply_action, with_followed_page, with_lock
from rankviz.classroom.room_codes import phone_hash
from rankviz.classroom.store import AnswerStatus, IncomingAnswer, RoomSnapshot, Store
from rankviz.classroom.store_setting import FILE
from tests.helpers.live_rooms import refused

ROOT = Path(__file__).parents[2]
POSTGRES = os.environ.get("RANKVIZ_TEST_POSTGRES", "")
ALSO = ["postgres"] if POSTGRES else []
TABLES = ("class_room", "class_question", "class_answer")
HOUR = 3600.0
NOBODY = 65534  # the user without rights
PATIENCE = 60  # s for another process

REASON = "no PostgreSQL is named, so none of these tests is run on one; `make class-db` starts one and runs them"


def on_postgres(test: Callable[..., None]) -> Callable[..., None]:
    on_it = pytest.mark.parametrize("lasting", ["postgres"], indirect=True)
    return pytest.mark.skipif(not POSTGRES, reason=REASON)(on_it(test))


@pytest.fixture(params=["file", "memory", *ALSO])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Where a store is kept that nobody has used."""
    if request.param == "memory":
        yield "sqlite://"
    elif request.param == "file":
        yield f"sqlite:///{tmp_path / 'deep' / FILE}"
    else:
        yield from _postgres()


@pytest.fixture(params=["file", *ALSO])
def lasting(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The same for what is to be there after its process."""
    yield from [f"sqlite:///{tmp_path / FILE}"] if request.param == "file" else _postgres()


def _postgres() -> Iterator[str]:
    engine = create_engine(POSTGRES)
    drop = text(f"DROP TABLE IF EXISTS {', '.join(('class_schema', *TABLES))} CASCADE")
    with engine.begin() as connection:
        connection.execute(drop)
    yield POSTGRES
    engine.dispose()


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    made = Store(address)
    yield made
    made.end()


@pytest.fixture
def stored(lasting: str) -> Iterator[Store]:
    made = Store(lasting)
    yield made
    made.end()


@pytest.fixture
def filed(tmp_path: Path) -> Iterator[Store]:
    """A store in a file, for what only files do."""
    made = Store(f"sqlite:///{tmp_path / FILE}")
    yield made
    made.end()


def doing(what: TeacherAction, now: float, asked: str = "q") -> Callable[[Room], Room]:
    return lambda room: apply_action(room, what, now, question_name=asked)


def asked(store: Store, *acts: TeacherAction, now: float = 1.0) -> str:
    """The code of a new room in which something was done."""
    code = store.create("hash", 0.0).code
    for what in acts or (TeacherAction.ASK,):
        store.change_room(code, doing(what, now), now)
    return code


def came(code: str, phone: int, seq: int, typed: str, number: int = 1, at: float = 2.0) -> IncomingAnswer:
    return IncomingAnswer(code, number, PhoneAnswer(phone_hash(code, str(phone)), seq, typed, at))


def rows(store: Store) -> dict[str, int]:
    with store.database.read_transaction() as connection:
        return {name: connection.execute(text(f"SELECT count(*) FROM {name}")).scalar_one() for name in TABLES}  # noqa: S608


NOTHING = dict.fromkeys(TABLES, 0)


# ---------------------------------------------------------------------------------------------------------------------------
# Rooms


def test_a_room_is_read_as_it_was_written(store: Store) -> None:
    room = store.create("hash", 10.0, "zh")
    assert store.find(room.code, 11.0) == room == Room(room.code, "hash", 10.0, 10.0, "zh")
    steps: tuple[Callable[[Room], Room], ...] = (
        doing(TeacherAction.ASK, 20.5, "list=3,2 & 文档"),
        doing(TeacherAction.NEXT, 21.25),
        doing(TeacherAction.AGAIN, 22.0),
        lambda room: with_followed_page(room, "list=1", 23.0),
        lambda room: with_lock(room, True, 24.0),
        doing(TeacherAction.NEXT, 25.0),
        doing(TeacherAction.NEXT, 26.0),
    )
    for step in steps:
        room = step(room)
        assert store.change_room(room.code, step, 30.0) == room
        assert store.find(room.code, 30.0) == room
    assert (room.stage, room.current, room.follows, room.locked, len(room.questions)) == (Stage.CAUSES, 2, "list=1", True, 2)
    assert room.questions[1].again_of == 1


def test_a_room_that_is_not_there_is_neither_read_nor_changed(store: Store) -> None:
    assert store.find("482915", 1.0) is None
    assert store.change_room("482915", doing(TeacherAction.ASK, 1.0), 1.0) is None
    assert not store.close("482915")
    assert store.answers_to("482915", 1) == ()
    assert store.snapshots([], 1.0) == {}
    assert store.store_answers([], 1.0) == []


def test_no_two_rooms_have_the_same_code(store: Store) -> None:
    drawn = iter([5, 5, 5, 6])
    assert [store.create("hash", 1.0, draw=lambda below: next(drawn)).code for _ in range(2)] == ["100005", "100006"]


def test_a_code_that_another_process_took_is_drawn_again(stored: Store, lasting: str) -> None:
    other = Store(lasting)
    drawn = iter([7, 8])

    def draw(below: int) -> int:
        number = next(drawn)
        if number == 7 and not stored.database.is_sqlite:  # on SQLite nobody else can write meanwhile
            other.create("other", 1.0, draw=lambda below: 7)
        return number

    assert stored.create("hash", 1.0, draw=draw).code == ("100007" if stored.database.is_sqlite else "100008")
    other.end()


def test_a_server_has_two_hundred_rooms_and_takes_more_when_one_has_ended(store: Store) -> None:
    for number in range(200):
        store.create("hash", float(number))
    with pytest.raises(InputError, match="200 rooms") as refused:
        store.create("hash", 3 * HOUR)
    assert refused.value.key == "class_rooms"
    assert len(store.create("hash", 4 * HOUR).code) == 7
    assert rows(store)["class_room"] == 200


def test_of_two_who_change_a_room_at_once_neither_is_lost(stored: Store, lasting: str) -> None:
    code, other = asked(stored), Store(lasting)
    calls = []

    def slowly(room: Room) -> Room:
        calls.append(room.version)
        if len(calls) == 1:
            other.change_room(code, lambda room: with_followed_page(room, "other", 2.0), 2.0)
        return apply_action(room, TeacherAction.NEXT, 3.0)

    room = stored.change_room(code, slowly, 3.0)
    assert room is not None
    assert (room.stage, room.follows, room.version, calls) == (Stage.NUMBERS, "other", 4, [2, 3])
    assert stored.find(code, 3.0) == room
    other.end()


def test_a_key_pressed_in_two_windows_moves_once(stored: Store, lasting: str) -> None:
    code, other = asked(stored), Store(lasting)
    seen = stored.find(code, 2.0)
    assert seen is not None

    def press(room: Room) -> Room:
        return apply_action(room, TeacherAction.NEXT, 3.0, seen_version=seen.version)

    def press_after_the_other(room: Room) -> Room:
        other.change_room(code, press, 3.0)
        return press(room)

    room = stored.change_room(code, press_after_the_other, 3.0)
    assert room is not None
    assert (room.stage, room.version) == (Stage.NUMBERS, 3)
    other.end()


def test_a_lock_is_not_undone_by_who_did_not_see_it(stored: Store, lasting: str) -> None:
    code, other = asked(stored), Store(lasting)

    def not_seeing(room: Room) -> Room:
        other.change_room(code, lambda room: with_lock(room, True, 2.0), 2.0)  # the same version
        return apply_action(room, TeacherAction.NEXT, 3.0)

    stored.change_room(code, not_seeing, 3.0)
    room = stored.find(code, 3.0)
    assert room is not None
    assert (room.stage, room.locked) == (Stage.NUMBERS, True)
    other.end()


# ---------------------------------------------------------------------------------------------------------------------------
# Answers


def test_of_a_thousand_answers_in_any_order_the_newest_of_each_phone_counts(store: Store) -> None:
    code, draw = asked(store), random.Random(21)  # noqa: S311
    changes = [draw.randint(1, 11) for _ in range(150)]
    sent = [(phone, seq) for phone, last in enumerate(changes) for seq in range(1, last + 1)]
    sent += draw.choices(sent, k=max(100, 1000 - len(sent)))
    draw.shuffle(sent)
    assert len(sent) >= 1000
    while sent:
        batch, sent = sent[: (size := draw.randint(1, 90))], sent[size:]
        assert store.store_answers([came(code, phone, seq, f"{phone}.{seq}") for phone, seq in batch], 3.0) == [
            AnswerStatus.OK
        ] * len(batch)
    expected = {(phone_hash(code, str(phone)), last, f"{phone}.{last}") for phone, last in enumerate(changes)}
    found = store.answers_to(code, 1)
    assert {(each.phone, each.seq, each.typed) for each in found} == expected
    assert len(found) == 150


def test_of_answers_with_one_number_the_first_counts(store: Store) -> None:
    code = asked(store)
    assert store.store_answers([came(code, 1, 4, "first"), came(code, 1, 4, "second")], 3.0) == [AnswerStatus.OK] * 2
    assert store.store_answers([came(code, 1, 4, "third"), came(code, 1, 3, "older")], 3.0) == [AnswerStatus.OK] * 2
    assert [each.typed for each in store.answers_to(code, 1)] == ["first"]


def test_answers_of_several_rooms_travel_together_and_each_has_its_fate(store: Store) -> None:
    first, second, over = asked(store), asked(store, TeacherAction.ASK, TeacherAction.NEXT), asked(store)
    store.close(over)
    batch = [
        came(first, 1, 1, "a"),
        came(second, 1, 1, "b"),
        came(over, 1, 1, "c"),
        came(first, 2, 1, "d"),
        came(first, 1, 1, "e", 2),
    ]
    assert store.store_answers(batch, 3.0) == [
        AnswerStatus.OK,
        AnswerStatus.LATE,
        AnswerStatus.LATE,
        AnswerStatus.OK,
        AnswerStatus.LATE,
    ]
    assert sorted(each.typed for each in store.answers_to(first, 1)) == ["a", "d"]
    assert store.snapshots([first, second, over, "000000"], 3.0) == {first: RoomSnapshot(2, 2), second: RoomSnapshot(3, 0)}
    assert rows(store)["class_answer"] == 2


def test_an_answer_is_taken_while_its_question_is_open_and_kept_when_it_opens_again(store: Store) -> None:
    code = asked(store)
    fates = [store.store_answers([came(code, 1, 1, "1")], 3.0)]
    for number, what in enumerate((TeacherAction.NEXT, TeacherAction.BACK, TeacherAction.NEXT, TeacherAction.AGAIN)):
        store.change_room(code, doing(what, 4.0), 4.0)
        fates.append(store.store_answers([came(code, 1, 2 + number, str(2 + number))], 4.0))
    assert [fate for (fate,) in fates] == [
        AnswerStatus.OK,
        AnswerStatus.LATE,
        AnswerStatus.OK,
        AnswerStatus.LATE,
        AnswerStatus.LATE,
    ]
    assert store.store_answers([came(code, 1, 9, "again", 2)], 4.0) == [AnswerStatus.OK]
    assert [each.typed for number in (1, 2) for each in store.answers_to(code, number)] == ["3", "again"]


def test_no_answer_is_taken_after_the_room_has_ended(store: Store) -> None:
    code = asked(store)
    assert store.store_answers([came(code, 1, 1, "1")], 4 * HOUR + 0.5) == [AnswerStatus.OK]  # the last act was at 1 s
    assert store.store_answers([came(code, 1, 2, "2")], 4 * HOUR + 1) == [AnswerStatus.LATE]
    assert store.find(code, 4 * HOUR + 1) is None
    assert store.snapshots([code], 4 * HOUR + 1) == {}


def test_a_flood_of_phones_ends_at_the_limit_and_leaves_those_that_are_in(store: Store) -> None:
    code, first = asked(store), CLASS_ANSWERS - 1
    assert store.store_answers([came(code, phone, 1, "1") for phone in range(first)], 3.0) == [AnswerStatus.OK] * first
    flood = store.store_answers([came(code, phone, 2, "2") for phone in range(first - 1, first + 101)], 3.0)
    assert flood[0] == AnswerStatus.OK
    assert sorted(flood[1:]) == [AnswerStatus.FULL] * 100 + [AnswerStatus.OK]
    assert len(store.answers_to(code, 1)) == CLASS_ANSWERS
    assert store.store_answers([came(code, 5, 7, "changed")], 3.0) == [AnswerStatus.OK]
    assert "changed" in {each.typed for each in store.answers_to(code, 1)}


@pytest.mark.parametrize("typed", ["\x00", "\ud800", "a" * 10_000, "'; DROP TABLE class_room; --", "𝟘.５", "\u202e1"])
def test_whatever_a_phone_sends_harms_nobody_else_in_the_batch(store: Store, typed: str) -> None:
    code = asked(store)
    batch = [came(code, 1, 1, "0.961"), came(code, 2, 10**40, typed), came(code, 3, -(10**40), typed)]
    assert store.store_answers(batch, 3.0) == [AnswerStatus.OK] * 3
    found = {each.phone: each.typed for each in store.answers_to(code, 1)}
    assert found[phone_hash(code, "1")] == "0.961"
    assert len(found) == 3
    assert all(len(each) <= 40 and each.isprintable() for each in found.values())


@pytest.mark.slow
def test_many_threads_write_and_read_at_once(store: Store) -> None:
    codes, problems = [asked(store) for _ in range(3)], []

    def follows(state: str) -> Callable[[Room], Room]:
        return lambda room: with_followed_page(room, state, 3.0)

    def work(phone: int) -> None:
        try:
            for seq in range(1, 9):
                store.store_answers([came(code, phone, seq, str(seq)) for code in codes], 3.0)
                store.snapshots(codes, 3.0)
                store.change_room(codes[seq % 3], follows(f"{phone} {seq}"), 3.0)
        except InputError as error:
            problems.append(error)

    threads = [threading.Thread(target=work, args=(phone,)) for phone in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert problems == []
    assert [[each.seq for each in store.answers_to(code, 1)] for code in codes] == [[8] * 8] * 3
    found = [store.find(code, 3.0) for code in codes]
    assert sum(each.version - 2 for each in found if each) == 64


def test_what_comes_while_a_question_is_closed_is_counted_or_late_and_nothing_else(stored: Store, lasting: str) -> None:
    code, other = asked(stored), Store(lasting)
    fates: list[tuple[int, AnswerStatus]] = []
    begun = threading.Event()

    def send() -> None:
        for phone in range(200):
            fates.append((phone, *other.store_answers([came(code, phone, 1, str(phone))], 3.0)))
            begun.set()

    thread = threading.Thread(target=send)
    thread.start()
    begun.wait(PATIENCE)
    stored.change_room(code, doing(TeacherAction.NEXT, 3.0), 3.0)
    seen = stored.answers_to(code, 1)
    thread.join()
    assert stored.answers_to(code, 1) == seen
    assert {each.typed for each in seen} == {str(phone) for phone, fate in fates if fate == AnswerStatus.OK}
    other.end()


# ---------------------------------------------------------------------------------------------------------------------------
# Deleting


def test_a_room_that_is_closed_leaves_no_row(store: Store) -> None:
    code, kept = asked(store), asked(store)
    store.store_answers([came(code, phone, 1, "1") for phone in range(9)] + [came(kept, 1, 1, "1")], 3.0)
    assert store.close(code)
    assert rows(store) == dict.fromkeys(TABLES, 1)
    assert not store.close(code)
    assert store.close(kept)
    assert rows(store) == NOTHING


def test_what_expired_is_swept(store: Store) -> None:
    first = asked(store)
    second = asked(store, now=HOUR)
    store.store_answers([came(code, 1, 1, "1") for code in (first, second)], 3.0)
    assert store.delete_expired(4 * HOUR) == ()
    assert store.delete_expired(4 * HOUR + 1) == (first,)
    assert rows(store) == dict.fromkeys(TABLES, 1)
    assert store.delete_expired(99 * HOUR) == (second,)
    assert rows(store) == NOTHING


@pytest.mark.parametrize("way", ["close", "sweep"])
def test_what_was_deleted_is_in_no_byte_of_the_files(filed: Store, tmp_path: Path, way: str) -> None:
    asked(filed, now=2 * HOUR)
    code = asked(filed)
    filed.change_room(code, lambda room: with_followed_page(room, "what-they-follow" * 400, 2.0), 2.0)
    filed.store_answers([came(code, phone, 1, f"typed-by-{phone}") for phone in range(200)], 3.0)
    secrets = [b"typed-by-", b"what-they-follow", phone_hash(code, "7").encode()]

    def held() -> list[bytes]:
        data = b"".join(path.read_bytes() for path in tmp_path.iterdir())
        return [each for each in secrets if each in data]

    assert held() == secrets
    assert filed.close(code) if way == "close" else filed.delete_expired(5 * HOUR) == (code,)
    assert held() == []
    assert rows(filed)["class_room"] == 1


# ---------------------------------------------------------------------------------------------------------------------------
# Several processes, and one that ends

START = "import sys; from rankviz.classroom.store import Store; print(Store(sys.argv[1]).create('hash', 1.0).code)"
ANSWER = """if True:
    import sys
    from rankviz.classroom.room import PhoneAnswer
    from rankviz.classroom.store import IncomingAnswer, Store
    store, code, seq = Store(sys.argv[1]), sys.argv[2], 0
    while True:
        seq += 1
        if store.store_answers([IncomingAnswer(code, 1, PhoneAnswer("phone", seq, str(seq), 1.0))], 1.0) == ["ok"]:
            print(seq, flush=True)
"""


def started(code: str, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", code, *arguments], cwd=ROOT, stdout=subprocess.PIPE, text=True)


@pytest.mark.slow  # starts Python
def test_processes_that_start_at_once_make_the_tables_once(lasting: str) -> None:
    both = [started(START, lasting) for _ in range(3)]
    codes = [process.communicate(timeout=PATIENCE)[0].strip() for process in both]
    assert [process.returncode for process in both] == [0] * 3
    store = Store(lasting)
    assert sorted(store.snapshots(codes, 2.0)) == sorted(codes)
    assert len({*codes}) == 3
    store.end()


def test_threads_that_start_at_once_make_the_tables_once(lasting: str) -> None:
    made: list[Store] = []
    threads = [threading.Thread(target=lambda: made.append(Store(lasting))) for _ in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(made) == 8
    for each in made:
        each.end()


@pytest.mark.slow  # starts Python
def test_a_process_that_is_killed_loses_no_answer_that_it_has_acknowledged(stored: Store, lasting: str) -> None:
    code = asked(stored)
    process = started(ANSWER, lasting, code)
    assert process.stdout is not None
    for _ in range(20):
        assert process.stdout.readline()
    process.send_signal(signal.SIGKILL)
    acknowledged = [int(line) for line in process.communicate(timeout=PATIENCE)[0].splitlines() if line] or [20]
    (found,) = stored.answers_to(code, 1)
    # One more may have been written and not yet said.
    assert found.seq in (acknowledged[-1], acknowledged[-1] + 1)
    assert stored.store_answers([came(code, 1, 1, "after")], 3.0) == [AnswerStatus.OK]


# ---------------------------------------------------------------------------------------------------------------------------
# What goes wrong


def test_a_full_disk_is_said_and_leaves_all_as_it_was(filed: Store) -> None:
    code = asked(filed)
    assert filed.store_answers([came(code, 1, 1, "before")], 3.0) == [AnswerStatus.OK]
    before = filed.find(code, 3.0)

    def limit(connection: DBAPIConnection, _: object) -> None:
        connection.cursor().execute("PRAGMA max_page_count=1")  # never fewer than there are

    event.listen(filed.database.engine, "connect", limit)
    filed.database.engine.dispose()
    batch = [came(code, phone, 1, "x" * 40) for phone in range(200)]
    error = refused(lambda: filed.store_answers(batch, 3.0))
    assert (error.key, "full" in error.message) == ("class_store", True)
    assert (
        refused(lambda: filed.change_room(code, lambda room: with_followed_page(room, "x" * 100_000, 3.0), 3.0)).key
        == "class_store"
    )
    assert [each.typed for each in filed.answers_to(code, 1)] == ["before"]
    assert filed.find(code, 3.0) == before
    event.remove(filed.database.engine, "connect", limit)
    filed.database.engine.dispose()
    assert filed.store_answers(batch, 3.0) == [AnswerStatus.OK] * 200
    assert len(filed.answers_to(code, 1)) == 200  # the first phone's came again


@pytest.mark.slow
def test_who_hangs_in_a_transaction_holds_up_the_others_for_a_while_only(lasting: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "PATIENCE", 0.25)
    store, hanging = Store(lasting), Store(lasting)
    code = asked(store)

    def hang() -> None:
        with hanging.database.write_transaction() as connection:
            connection.execute(text("UPDATE class_question SET asked = 'hanging'"))
            assert refused(lambda: store.store_answers([came(code, 1, 1, "1")], 3.0)).key == "class_store"
            assert refused(lambda: store.change_room(code, doing(TeacherAction.NEXT, 3.0), 3.0)).key == "class_store"
            assert store.find(code, 3.0) is not None
            assert store.answers_to(code, 1) == ()

    hang()
    assert store.store_answers([came(code, 1, 1, "1")], 3.0) == [AnswerStatus.OK]
    hanging.end()
    store.end()


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    error = refused(lambda: Store(f"sqlite:///{tmp_path / 'file' / FILE}"))
    assert error.key == "class_store"
    assert refused(lambda: Store(f"sqlite:///{tmp_path}")).key == "class_store"  # a folder


@pytest.fixture
def unwritable() -> Iterator[Path]:
    """A folder that we may not write; root may write anywhere, so it is somebody else for a while."""
    is_root = os.geteuid() == 0
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o555)
        if is_root:
            os.seteuid(NOBODY)
        try:
            yield folder
        finally:
            if is_root:
                os.seteuid(0)
            folder.chmod(0o700)


@pytest.mark.parametrize("path", [FILE, f"deep/{FILE}"])
def test_a_folder_that_is_read_only_is_said(unwritable: Path, path: str) -> None:
    error = refused(lambda: Store(f"sqlite:///{unwritable / path}"))
    assert (error.key, "Permission denied" in error.message) == ("class_store", True)
    assert [*unwritable.iterdir()] == []


def test_a_file_that_is_no_database_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("the diary of somebody" * 100)
    assert refused(lambda: Store(f"sqlite:///{tmp_path / FILE}")).key == "class_store"
    assert (tmp_path / FILE).read_text() == "the diary of somebody" * 100


@pytest.mark.parametrize(
    "change", ["UPDATE class_schema SET number = 7", "DELETE FROM class_schema", "DROP TABLE class_schema"]
)
def test_tables_of_another_version_are_left_as_they_are(stored: Store, lasting: str, change: str) -> None:
    code = asked(stored)
    with stored.database.write_transaction() as connection:
        connection.execute(text(change))
    before = rows(stored)
    error = refused(lambda: Store(lasting))
    assert (error.key, error.where["found"]) == ("class_schema", 7 if "UPDATE" in change else "?")
    assert rows(stored) == before
    assert stored.find(code, 2.0) is not None


def test_a_file_that_is_deleted_ends_its_rooms_and_new_ones_can_be_opened(filed: Store, tmp_path: Path) -> None:
    code = asked(filed)
    (tmp_path / FILE).unlink()
    assert filed.store_answers([came(code, 1, 1, "1")], 3.0) == [AnswerStatus.LATE]
    assert filed.find(code, 3.0) is None
    again = asked(filed)
    other = Store(f"sqlite:///{tmp_path / FILE}")
    assert other.find(again, 3.0) == filed.find(again, 3.0) is not None
    other.end()


def test_a_file_that_breaks_is_said_and_works_again_when_it_is_mended(filed: Store, tmp_path: Path) -> None:
    code = asked(filed)
    filed.database.truncate_log()
    filed.end()
    whole = (tmp_path / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(b"no database" * 1000)
    calls = (
        lambda: filed.find(code, 3.0),
        lambda: filed.create("hash", 3.0),
        lambda: filed.delete_expired(3.0),
        lambda: filed.close(code),
    )
    assert [refused(call).key for call in calls] == ["class_store"] * 4
    (tmp_path / FILE).write_bytes(whole)
    assert filed.store_answers([came(code, 1, 1, "1")], 3.0) == [AnswerStatus.OK]


@pytest.fixture
def cut(lasting: str) -> Iterator[Callable[[], None]]:
    """Cut all connections to a PostgreSQL."""
    owner = create_engine(lasting)
    others = "FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()"

    def end() -> None:
        with owner.begin() as connection:
            connection.execute(text(f"SELECT pg_terminate_backend(pid) {others}"))

    yield end
    owner.dispose()


@on_postgres
def test_connections_that_are_cut_are_made_again(stored: Store, cut: Callable[[], None]) -> None:
    code = asked(stored)
    cut()
    assert stored.store_answers([came(code, 1, 2, "2")], 3.0) == [AnswerStatus.OK]

    def while_changing(room: Room) -> Room:
        cut()
        return with_followed_page(room, "after", 3.0)

    room = stored.change_room(code, while_changing, 3.0)
    assert room is not None
    assert room.follows == "after"


@on_postgres
def test_a_transaction_that_is_cut_is_said_and_leaves_nothing(stored: Store, cut: Callable[[], None]) -> None:
    code = asked(stored)

    def cut_off() -> None:
        with stored.database.write_transaction() as connection:
            connection.execute(text("UPDATE class_room SET language = 'xx'"))
            cut()
            connection.execute(text("SELECT 1"))

    assert refused(cut_off).key == "class_store"
    found = stored.find(code, 3.0)
    assert found is not None
    assert found.language == "en"


def test_a_database_that_is_lost_is_said_without_its_password() -> None:
    pytest.importorskip("psycopg", reason="the extra `postgres` is not installed")
    error = refused(lambda: Store("postgresql+psycopg://ada:secret@127.0.0.1:1/rooms"))
    assert error.key == "class_store"
    assert "127.0.0.1" in error.message
    assert "secret" not in error.message


# ---------------------------------------------------------------------------------------------------------------------------
# The file


def test_nobody_else_can_read_the_file_nor_its_log(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        store = Store(f"sqlite:///{tmp_path / 'state' / FILE}")
        asked(store)
    finally:
        os.umask(before)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "state").iterdir()}
    assert modes == dict.fromkeys((FILE, f"{FILE}-wal", f"{FILE}-shm"), 0o600)
    assert stat.S_IMODE((tmp_path / "state").stat().st_mode) == 0o700
    store.end()


def test_others_lose_their_right_to_a_file_that_was_there(tmp_path: Path) -> None:
    (tmp_path / FILE).touch(0o666)
    (tmp_path / FILE).chmod(0o666)
    Store(f"sqlite:///{tmp_path / FILE}").end()
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


def test_sqlite_does_what_is_relied_on(filed: Store) -> None:
    with filed.database.read_transaction() as connection:
        found = {
            name: connection.execute(text(f"PRAGMA {name}")).scalar_one()
            for name in ("journal_mode", "busy_timeout", "foreign_keys", "secure_delete", "synchronous")
        }
    assert found == {"journal_mode": "wal", "busy_timeout": 5000, "foreign_keys": 1, "secure_delete": 1, "synchronous": 2}


def test_a_path_may_hold_anything(tmp_path: Path) -> None:
    folder = tmp_path / "课 堂?mode=ro&x=%41#a"
    Store(f"sqlite:///{folder / FILE}").end()
    assert (folder / FILE).is_file()
    with closing(sqlite3.connect(folder / FILE)) as connection:
        assert connection.execute("SELECT number FROM class_schema").fetchone() == (1,)


def test_a_store_in_memory_ends_after_the_transaction_that_is_under_way() -> None:
    """Its threads share one connection; closed under a statement it would take the process with it."""
    store, is_begun, may_end = Store("sqlite://"), threading.Event(), threading.Event()

    def work() -> None:
        with store.database.write_transaction() as connection:
            is_begun.set()
            may_end.wait(30)
            assert connection.execute(text("SELECT 1")).scalar() == 1
            ended.append("work")

    def end() -> None:
        store.end()
        ended.append("store")

    ended: list[str] = []
    working, ending = threading.Thread(target=work), threading.Thread(target=end)
    working.start()
    assert is_begun.wait(30)
    ending.start()
    ending.join(0.2)  # long enough for an end that does not wait
    may_end.set()
    working.join(30)
    ending.join(30)
    assert ended == ["work", "store"]
