"""Reads a run and judgments in TREC format from one text: rows of six and of four columns, told apart line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from rankviz.basics.errors import InputError, shorten
from rankviz.basics.limits import MAX_ENTRIES, MAX_GRADE, MAX_LISTS
from rankviz.core.lists.ranking import Item, Ranking
from rankviz.core.pasted.formats.trec_rows import QRELS_COLUMNS, RUN_COLUMNS, is_number, rows, single_spaces
from rankviz.core.pasted.list_parser import HEADINGS

MOST_ROWS = 2 * MAX_LISTS * MAX_ENTRIES  # a run and its judgments
LONG = 4  # digits of a number that is not a grade
_ITERATION = re.compile(r"0|q0", re.IGNORECASE)
_RULE = re.compile(r"[-=_*~]{3,}|```\w*")
_MARKED = re.compile(r"[$>=*\[(<-]|.*[:：]$")  # a line that is not a row, such as "== qrels ==" or "run of BM25:"
_TITLE = re.compile(r"(?<![a-z])(?:qrels?|judge?ments?|runs?|results?)(?![a-z\d])|标注|检索结果|结果", re.IGNORECASE)
_SPACE = re.compile(r"[^\S\n]|\x85|\u2028|\u2029")
_COLUMNS = HEADINGS | {"query", "query_id", "qid", "topic", "iter", "iteration", "docno", "tag", "查询", "排名", "标签"}
Row = tuple[int, list[str]]


class TrecLists(NamedTuple):
    """Lists, whether there were judgments, and the documents judged twice with different grades."""

    lists: list[Ranking]
    is_judged: bool
    judged_twice: tuple[str, ...]


def read(text: str) -> TrecLists | None:
    """Read lists from the rows of a run, with the judgments beside it; None if most lines are not such rows.

    Titles, headers, comments and lines of dashes may stand between the rows. As for whole runs, the rank of a row is not
    read. Of two judgments of a document the later one counts, and the page says so.

    Raises
    ------
    InputError
        `trec_row`, `literal_number`, each with its line; `trec_run_missing` if there are only judgments.
    """
    found = list(islice(_read_rows(text), MOST_ROWS + 1))
    if len(found) > MOST_ROWS:
        return None
    numbered = [(line, cells) for line, cells in found if not _is_between(cells)]
    if not numbered or 2 * sum(_is_sure(cells) for _, cells in numbered) < len(numbered):
        return None
    runs: dict[str, list[Item]] = {}
    grades: dict[str, dict[str, float]] = {}
    judged_twice: dict[str, None] = {}
    has_run = any(len(cells) == len(RUN_COLUMNS) for _, cells in numbered)
    for line, cells in numbered:
        if len(cells) == len(RUN_COLUMNS):
            score = _read_number(line, cells[RUN_COLUMNS.index("score")])
            runs.setdefault(cells[0], []).append(Item(cells[2], None, score))
        elif len(cells) == len(QRELS_COLUMNS) and not (has_run and cells[1].upper() == "Q0"):  # which a run's row begins with
            known, grade = grades.setdefault(cells[0], {}), _read_number(line, cells[QRELS_COLUMNS.index("grade")])
            if known.get(cells[2], grade) != grade:
                judged_twice[cells[2]] = None
            known[cells[2]] = grade
        else:
            raise _row_error(line, cells)
    if not runs:
        if all(_are_grades(cells) for _, cells in numbered):
            return None
        line = numbered[0][0]
        message = f"Line {line}: these are judgments (query, 0, document, grade), but there is no run. Add its rows: "
        raise InputError("trec_run_missing", f"{message}query, Q0, document, rank, score, tag.", line=line)
    queries = dict.fromkeys((*runs, *grades))
    return TrecLists(
        [_build_ranking(runs.get(name, []), grades.get(name, {}), name) for name in queries], bool(grades), (*judged_twice,)
    )


def _read_rows(text: str) -> Iterator[Row]:
    """Yield every line that is not empty, with its number and cells; any kind of space may separate them."""
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return rows(*single_spaces(_SPACE.sub(" ", plain).encode("utf-8", "replace")))


def _is_sure(cells: Sequence[str]) -> bool:
    """Whether a line is almost certainly a row of a run or of judgments; six numbers may be grades."""
    if len(cells) == len(RUN_COLUMNS):
        is_named = cells[1].upper() == "Q0" or not is_number(cells[-1])
        return is_named and is_number(cells[RUN_COLUMNS.index("rank")]) and is_number(cells[RUN_COLUMNS.index("score")])
    is_judgment = len(cells) == len(QRELS_COLUMNS) and _ITERATION.fullmatch(cells[1])
    return bool(is_judgment) and is_number(cells[QRELS_COLUMNS.index("grade")])


def _are_grades(cells: Sequence[str]) -> bool:
    """Whether a line may hold only grades: numeric ids of documents have more digits."""
    return all(is_number(cell) and len(cell) < LONG for cell in cells)


def _is_between(cells: Sequence[str]) -> bool:
    """Whether a line only introduces what follows: a title, a header, dashes."""
    if _is_sure(cells):
        return False
    line, is_header = " ".join(cells), sum(cell.lower() in _COLUMNS for cell in cells) > 1
    if any(is_number(cell) or _ITERATION.fullmatch(cell) for cell in cells):
        return is_header and not is_number(cells[-1])  # a header may have a column Q0
    is_title = bool(_TITLE.search(line)) and len(cells) <= (4 if _MARKED.match(line) else 2)
    return is_title or is_header or bool(_RULE.fullmatch(line))


def _read_number(line: int, cell: str) -> float:
    if is_number(cell) and abs(float(cell)) <= MAX_GRADE:
        return float(cell)
    message = f"Line {line}: expected a number from -1e15 to 1e15, found {shorten(cell)}."
    raise InputError("literal_number", message, line=line, text=shorten(cell))


def _row_error(line: int, cells: Sequence[str]) -> InputError:
    row = shorten(" ".join(cells))
    message = f'Line {line} has {len(cells)} columns: "{row}". A row of a run has six (query, Q0, document, rank, score, tag), '
    message += "one of judgments four (query, 0, document, grade)."
    return InputError("trec_row", message, line=line, found=len(cells), text=row)


def _build_ranking(order: Sequence[Item], grades: dict[str, float], name: str) -> Ranking:
    retrieved = {item.doc_id for item in order}
    items = tuple(item._replace(grade=grades.get(item.doc_id)) for item in order)
    return Ranking(items, tuple(Item(doc, grade) for doc, grade in grades.items() if doc not in retrieved), name)
