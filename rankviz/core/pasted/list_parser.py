"""Parses lists that a person pastes or opens: grades in one line, one on each line, or columns from a spreadsheet."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import isfinite

from rankviz.basics.coerce import read_number
from rankviz.basics.errors import InputError, shorten
from rankviz.basics.limits import MAX_ENTRIES, MAX_LISTS, MAX_NAME, MAX_PASTE
from rankviz.core.lists.ranking import Item, Ranking, fresh_ids
from rankviz.core.pasted.cells import SEPARATORS, UNJUDGED, cells_of, flat_cells, grade_of, is_flat, is_grade, is_numbers

HEADINGS = frozenset(
    [
        "id",
        "doc",
        "doc_id",
        "docid",
        "document",
        "name",
        "item",
        "grade",
        "grades",
        "rel",
        "relevance",
        "label",
        "rating",
        "score",
        "scores",
        "retrieved",
        "rank",
        "文档",
        "条目",
        "名称",
        "等级",
        "相关性",
        "相关性等级",
        "得分",
        "分数",
    ]
)
_EMPTY = re.compile(r"[\s,;，；、]*")
_NO_SCORE = frozenset({"?", "？"})
EXPECTED = "expected a number from -1e15 to 1e15, or ? for unjudged"
_MISSED_LINE = re.compile(
    r"[-–—=_]{3,}|(missed|not retrieved|judged(?:,| but) not retrieved|未返回|(?:已|有)标注但未返回)\s*[:：]?", re.IGNORECASE
)
_TRUTH = re.compile(
    r"^[ \t]*(?:(truth|ground truth|真实顺序|标准答案)|relevant|相关)[ \t]*[:：]([^\t\n]*)$", re.IGNORECASE | re.MULTILINE
)
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")


@dataclass(frozen=True)
class _Row:
    """One line as read: its number, its cells, and whether it comes after the line that begins the missed documents."""

    line: int
    cells: tuple[str, ...]
    missed: bool


def parse_list(text: str) -> Ranking:
    r"""Read a pasted list.

    Accepted are `3,2,3,0,1` in a line, one grade a line, and lines of two or three columns (id, grade, score) separated by
    tabs, commas, semicolons or spaces. `?` or an empty grade is unjudged. After a line of dashes, or `missed:`, come judged
    documents that were not retrieved. A header is skipped. A line `truth: a, b, c` beside a line of names grades each name
    with 1/rank in the truth, a line `relevant: a, c` with 1; other names have grade 0.

    Raises
    ------
    InputError
        `paste_empty`, `paste_too_long`, `too_many_entries`, `paste_grade`, `paste_score`, `paste_columns`; each names the line.

    Examples
    --------
    >>> [item.grade for item in parse_list("3, 2, ?").items]
    [3.0, 2.0, None]
    >>> parse_list("a 3\nb 0\n---\nc 2").missed
    (Item(doc_id='c', grade=2.0, score=None),)
    >>> [item.grade for item in parse_list("truth: a b c\nb x a").items]
    [0.5, 0.0, 1.0]
    """
    if len(text) > MAX_PASTE:
        message = f"The text has {len(text):,} characters; the limit is {MAX_PASTE:,}. Leave some out."
        raise InputError("paste_too_long", message, found=f"{len(text):,}", limit=f"{MAX_PASTE:,}")
    if _TRUTH.search(text):
        return _read_with_truth(text)
    rows = _read_rows(text)
    if not rows:
        raise InputError("paste_empty", "There is nothing to read yet: type grades such as 3,2,3,0,1.")
    if len(rows) > MAX_ENTRIES:
        raise too_many_entries(len(rows))
    width = max(len(row.cells) for row in rows)
    if width > 3:
        row = next(row for row in rows if len(row.cells) > 3)
        message = (
            f"Line {row.line} has {len(row.cells)} columns; expected one (grade), two (id, grade) or three (id, grade, score)."
        )
        raise InputError("paste_columns", message, line=row.line, found=len(row.cells))
    single = next((row for row in rows if width > 1 and len(row.cells) == 1 and grade_of(row.cells[0]) is not None), None)
    if single is not None:
        cell = shorten(single.cells[0])
        message = f'Line {single.line} has one column, "{cell}", but others have {width}; every line needs an id and a grade.'
        raise InputError("paste_mixed", message, line=single.line, text=cell, found=width)
    return _ranking_of_rows(rows, width)


def _read_with_truth(text: str) -> Ranking:
    """Read names, and grade them by the line with the expected ones: 1/rank in a truth, or 1 for each of a set.

    Raises
    ------
    InputError
        `paste_truth` if no name stands outside that line, `too_many_entries`.
    """
    match, *more = _TRUTH.finditer(text)
    if more:
        line = text.count("\n", 0, more[0].start()) + 1
        message = f'Line {line} is a second line "truth:" or "relevant:", but only one is allowed. Leave one of them out.'
        raise InputError("paste_truth_twice", message, line=line)
    wanted = list(dict.fromkeys(_names_in(match[2])))
    returned_names = _names_in(text[: match.start()] + "\n" + text[match.end() :])
    if not wanted or not returned_names:
        message = 'Expected a line "truth: a, b, c" with names, and another line with the names that were returned, in order.'
        raise InputError("paste_truth", message)
    if len(wanted) + len(returned_names) > MAX_ENTRIES:
        raise too_many_entries(len(wanted) + len(returned_names))
    grades = {name: 1 / place if match[1] else 1.0 for place, name in enumerate(wanted, 1)}
    items, returned_set = tuple(Item(name, grades.get(name, 0.0)) for name in returned_names), set(returned_names)
    return Ranking(items, tuple(Item(name, grades[name]) for name in wanted if name not in returned_set))


def too_many_entries(count: int) -> InputError:
    """Build the error for a list with more entries than fit."""
    message = f"The list has {count:,} entries, retrieved or not; at most {MAX_ENTRIES} fit. Leave some out."
    return InputError("too_many_entries", message, found=f"{count:,}", limit=MAX_ENTRIES)


def lists_do_not_fit(count: int) -> InputError:
    """Build the error for a text with more lists than fit."""
    message = f"The text has {count:,} lists; at most {MAX_LISTS} fit. Paste fewer, or open the files under Runs."
    return InputError("lists_do_not_fit", message, found=f"{count:,}", limit=MAX_LISTS)


def data_too_long() -> InputError:
    """Build the error for data of more parts than all lists that fit can have."""
    message = "These data are longer than the most lists that fit. Take fewer queries, or open the files under Runs."
    return InputError("data_too_long", message)


def _names_in(text: str) -> list[str]:
    cleaned = (clean_id(part) for line in text.splitlines() for part in SEPARATORS.split(line.strip()))
    return [name for name in cleaned if name]


def clean_id(name: str) -> str:
    """Remove from an id what one line cannot show, control characters and half surrogates, and cut it to 200 characters."""
    visible = name if name.isprintable() else _CONTROL.sub(" ", name)
    return visible.strip()[:MAX_NAME].strip()


def _read_rows(text: str) -> list[_Row]:
    lines = [(i, line.strip("\r ")) for i, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1)]
    lines = [(i, line) for i, line in lines if not line.startswith("#") and not _EMPTY.fullmatch(line)]
    dashes = {i for i, line in lines if _MISSED_LINE.fullmatch(line.strip())}
    content = [(i, line) for i, line in lines if i not in dashes]
    if content and _is_header(cells_of(content[0][1])):
        content = content[1:]
    if len(content) > MAX_ENTRIES:
        raise too_many_entries(len(content))
    flat = len(content) == 1 or (len(content) == 2 and bool(dashes))
    if flat and not all(is_flat(line) for _, line in content):
        _refuse_other_entries(content)
        flat = False
    first_missed = min(dashes, default=len(text) + 1)
    rows: list[_Row] = []
    for i, line in content:
        cells = [(each,) for each in flat_cells(line)] if flat else [cells_of(line)]
        if len(cells) > MAX_ENTRIES:
            raise too_many_entries(len(cells))
        rows += [_Row(i, each, i > first_missed) for each in cells]
    return rows


def _refuse_other_entries(content: list[tuple[int, str]]) -> None:
    """Refuse an entry among the grades of a line that is not a grade.

    One or two lines are not columns if they have more than three cells, or only numbers.

    Raises
    ------
    InputError
        `paste_entry`
    """
    plain = all(is_numbers(text) for _, text in content)
    for line, text in content:
        cells = (flat_cells(text) if plain else cells_of(text.strip("[]()")))[: MAX_ENTRIES + 1]
        wrong = [(position, cell) for position, cell in enumerate(cells, 1) if not is_grade(cell)]
        is_id = len(content) == 1 and len(cells) > 1 and not is_grade(cells[1])  # which no grade follows
        if wrong and (is_id or (len(cells) > (1 if plain else 3) and (plain or len(wrong) <= len(cells) / 2))):
            position, entry = wrong[0][0], shorten(wrong[0][1])
            message = f'Line {line}, entry {position}: "{entry}" is not a grade; {EXPECTED}.'
            raise InputError("paste_entry", message, line=line, place=position, text=entry)


def _is_header(cells: tuple[str, ...]) -> bool:
    return all(cell.lower() in HEADINGS for cell in cells)


def _ranking_of_rows(rows: list[_Row], width: int) -> Ranking:
    column = 0 if width == 1 else 1
    graded = [_read_grade(row, column) for row in rows]
    scores = [_read_score(row) if width == 3 and not row.missed else None for row in rows]
    names = [clean_id(row.cells[0]) if width > 1 else "" for row in rows]
    spare = iter(fresh_ids(names.count(""), filter(None, names)))
    items = [
        (row.missed, Item(name or next(spare), grade, score))
        for row, name, grade, score in zip(rows, names, graded, scores, strict=True)
    ]
    retrieved = tuple(item for missed, item in items if not missed)
    return Ranking(retrieved, tuple(item for missed, item in items if missed))


def _read_grade(row: _Row, column: int) -> float | None:
    cell = row.cells[column] if column < len(row.cells) else ""
    if cell.lower() in UNJUDGED:
        return None
    grade = grade_of(cell)
    if grade is None:
        message = f'Line {row.line}, column {column + 1}: "{shorten(cell)}" is not a grade; {EXPECTED}.'
        raise InputError("paste_grade", message, line=row.line, column=column + 1, text=shorten(cell))
    return grade


def _read_score(row: _Row) -> float | None:
    cell = row.cells[2] if len(row.cells) > 2 else ""
    if cell in _NO_SCORE:
        return None
    if not cell:
        message = f"Line {row.line} has no score; with three columns every line needs one, or ? for none."
        raise InputError("paste_no_score", message, line=row.line)
    score = read_number(cell)
    if score is None or not isfinite(score):
        expected = "with three columns every line needs a number as the third, or ? for none"
        message = f'Line {row.line}: "{shorten(cell)}" is not a score; {expected}.'
        raise InputError("paste_score", message, line=row.line, text=shorten(cell))
    return score


def format_list(ranking: Ranking) -> str:
    r"""Write a list so that `parse_list` reads the same list back: one grade a line, or columns separated by tabs.

    An id that could be read as something else stands in quotation marks.

    Examples
    --------
    >>> format_list(Ranking((Item("a", 3.0), Item("#b"))))
    'a\t3\n"#b"\t?'
    """
    all_items = [*ranking.items, *ranking.missed]
    has_scores = any(item.score is not None for item in ranking.items)
    has_names = has_scores or [item.doc_id for item in all_items] != fresh_ids(len(all_items), [])
    is_short = len(all_items) <= 2  # which can be read as grades in a line
    lines = ["\t".join(_row_cells(item, has_names, has_scores, is_short)) for item in ranking.items]
    if ranking.missed:
        lines += ["---", *("\t".join(_row_cells(item, has_names, False, is_short)) for item in ranking.missed)]
    return "\n".join(lines)


def _row_cells(item: Item, has_name: bool, has_score: bool, is_short: bool) -> list[str]:
    name = item.doc_id
    if name.startswith(('"', "#", "\ufeff")) or (is_short and is_numbers(name)):
        name = '"' + name.replace('"', '""') + '"'
    return [name] * has_name + [_print_number(item.grade)] + [_print_number(item.score)] * has_score


def _print_number(number: float | None) -> str:
    return "?" if number is None else repr(float(number)).removesuffix(".0")
