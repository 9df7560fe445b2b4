"""The tables of the rooms, and a room as their rows. SQLAlchemy is loaded with this module, so it is imported when called."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Row,
    String,
    Table,
    Text,
)

from rankviz.basics.limits import CLASS_TYPED
from rankviz.classroom.room import PhoneAnswer, PosedQuestion, Room, Stage

SCHEMA = 1  # another number where the tables below say something else
CASCADE = "CASCADE"

TABLES = MetaData()

# One row; `only` keeps it at one.
schema = Table("class_schema", TABLES, Column("only", Integer, primary_key=True), Column("number", Integer, nullable=False))

rooms = Table(
    "class_room",
    TABLES,
    Column("code", String(8), primary_key=True),
    Column("key_hash", String(64), nullable=False),
    Column("created", Double, nullable=False),
    Column("touched", Double, nullable=False),
    Column("expires", Double, nullable=False),
    Column("language", String(16), nullable=False),
    Column("version", Integer, nullable=False),
    Column("stage", String(16), nullable=False),
    Column("current", Integer, nullable=False),
    Column("cause", Integer, nullable=False),
    Column("follows", Text),
    Column("locked", Boolean, nullable=False),
)

questions = Table(
    "class_question",
    TABLES,
    Column("code", String(8), ForeignKey("class_room.code", ondelete=CASCADE), nullable=False),
    Column("number", Integer, nullable=False),
    Column("asked", Text, nullable=False),
    Column("posed", Double, nullable=False),
    Column("closed", Double),
    Column("again_of", Integer),
    PrimaryKeyConstraint("code", "number"),
)

answers = Table(
    "class_answer",
    TABLES,
    Column("code", String(8), nullable=False),
    Column("number", Integer, nullable=False),
    Column("phone", String(64), nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("typed", String(CLASS_TYPED), nullable=False),
    Column("at", Double, nullable=False),
    PrimaryKeyConstraint("code", "number", "phone"),
    ForeignKeyConstraint(["code", "number"], ["class_question.code", "class_question.number"], ondelete=CASCADE),
)

ROOM, QUESTION = tuple(rooms.columns.keys()), tuple(questions.columns.keys())


def room_row(room: Room) -> dict[str, object]:
    """Return the columns of a room, without its questions."""
    columns = {name: getattr(room, name) for name in ROOM if name != "stage"}
    return {**columns, "stage": str(room.stage)}


def room_of(row: Row[tuple[object, ...]], question_rows: Iterable[Row[tuple[object, ...]]]) -> Room:
    """Build a room from its row and those of its questions, in the order of their numbers."""
    columns = {name: value for name, value in row._mapping.items() if name != "expires"}
    stage = Stage(columns.pop("stage"))
    return Room(**columns, stage=stage, questions=tuple(_posed_question(each) for each in question_rows))


def _posed_question(row: Row[tuple[object, ...]]) -> PosedQuestion:
    columns = row._mapping
    return PosedQuestion(columns["number"], columns["asked"], columns["posed"], columns["closed"], columns["again_of"])


def question_row(code: str, question: PosedQuestion) -> dict[str, object]:
    """Return the columns of a question."""
    return {"code": code} | {name: getattr(question, name) for name in QUESTION if name != "code"}


def answer_of(row: Row[tuple[object, ...]]) -> PhoneAnswer:
    """Build an answer from its row."""
    columns = row._mapping
    return PhoneAnswer(columns["phone"], columns["seq"], columns["typed"], columns["at"])
