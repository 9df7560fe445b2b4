"""What a figure is given: recorded numbers, ready-made texts, and measures in px."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from rankviz.texts import Piece, as_plain_text

Numbers = Sequence[float | None]


@dataclass(frozen=True)
class Size:
    """Measures in px: a row of the list, its head and the axis below it, type sizes, height of a small chart."""

    row: int = 44
    head: int = 28
    foot: int = 34
    text: int = 16
    title: int = 15
    note: int = 13
    small: int = 232

    def in_type(self, size: int) -> Size:
        """The same measures for type of another size, in px."""
        return Size(**{name: round(size / self.text * value) for name, value in asdict(self).items()})


SCREEN = Size()
PROJECTOR = Size(row=56, head=36, foot=46, text=22, title=21, note=18, small=320)


@dataclass(frozen=True)
class Series:
    """Numbers to draw, rank by rank, and the key of the recorded array that they are; None where there is nothing to draw."""

    key: str = ""
    values: Numbers = ()


NO_SERIES = Series()


@dataclass(frozen=True)
class Column:
    """A column of numbers beside the bars: its head, one text a row, and which of them are muted.

    `wide` columns are left out where the chart is narrow; `bold` applies to what is not muted; `term` is the entry of its head.
    """

    head: str
    texts: Sequence[str]
    muted: Sequence[bool]
    wide: bool = False
    bold: bool = False
    term: str = ""


@dataclass(frozen=True)
class Legend:
    """Names of what the bars show."""

    term: Piece
    gain: Piece = ""
    ideal: Piece = ""


@dataclass(frozen=True)
class Labels:
    """Title of a small chart and the names of its axes; `words` are the same with the entries of their words."""

    title: str
    x: str
    y: str
    words: tuple[Sequence[Piece], ...] = ()

    @classmethod
    def from_pieces(cls, *words: Sequence[Piece]) -> Labels:
        """Take the three as sentences that mark their words."""
        title, x, y = map(as_plain_text, words)
        return cls(title, x, y, words)


@dataclass(frozen=True)
class Undefined:
    """Why there is nothing to draw: the word, which may have an entry, and its reason in one sentence."""

    word: Piece
    reason: str


@dataclass(frozen=True)
class Point:
    """A point of a curve in [0, 1] x [0, 1]: the rank (from 1) it stands for, if any, and what its label says."""

    x: float
    y: float | None
    rank: int | None = None
    hover: str = ""
