"""Lists that a person pastes or opens: grades in a line, one a line, or columns from a spreadsheet."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rankviz.errors import InputError
from rankviz.limits import MAX_ENTRIES, MAX_GRADE, MAX_NAME, MAX_PASTE
from rankviz.ranking import Item, Ranking, fresh_ids

_SEPARATORS = re.compile(r"\s*[,;，；、]\s*|\s+")
_UNJUDGED = frozenset({"", "?", "？", "-", "u", "na", "n/a", "nan", "none", "null"})
_HEADINGS = frozenset(
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
_MISSED_LINE = re.compile(
    r"[-–—=_]{3,}|(missed|not retrieved|judged, not retrieved|未返回|有标注但未返回)\s*[:：]?", re.IGNORECASE
)
_TRUTH = re.compile(
    r"^[ \t]*(?:(truth|ground truth|真实顺序|标准答案)|relevant|相关)[ \t]*[:：]([^\t\n]*)$", re.IGNORECASE | re.MULTILINE
)
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")


@dataclass(frozen=True)
class _Row:
    """One line as read: where it stands, its cells, and whether it comes after the line that begins the missed ones."""

    line: int
    cells: tuple[str, ...]
    missed: bool


def parse_list(text: str) -> Ranking:
    r"""Read a pasted list.

    Accepted are `3,2,3,0,1` in a line, one grade a line, and lines of two or three columns (id, grade, score) separated by
    tabs, commas, semicolons or blanks. `?` or an empty grade is unjudged. After a line of dashes, or `missed:`, come judged
    documents that were not retrieved. A heading is skipped. A line `truth: a, b, c` beside a line of names grades each name
    with 1/place in the truth, a line `relevant: a, c` with 1; other names have grade 0.

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
        message = f"The text has {len(text):,} characters; at most {MAX_PASTE:,} can be read here."
        raise InputError("paste_too_long", message, found=f"{len(text):,}", limit=f"{MAX_PASTE:,}")
    if _TRUTH.search(text):
        return _by_truth(text)
    rows = _rows(text)
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
    return _ranking(rows, width)


def _by_truth(text: str) -> Ranking:
    """Read names, and grade them by the line that says what should have come: 1/place, or 1 for each of a set.

    Raises
    ------
    InputError
        `paste_truth` if no name stands outside that line, `too_many_entries`.
    """
    match = _TRUTH.search(text)
    assert match is not None
    wanted = list(dict.fromkeys(_names(match[2])))
    shown = _names(text[: match.start()] + "\n" + text[match.end() :])
    if not wanted or not shown:
        message = 'Expected a line "truth: a, b, c" with names, and another line with the names that were returned, in order.'
        raise InputError("paste_truth", message)
    if len(wanted) + len(shown) > MAX_ENTRIES:
        raise too_many_entries(len(wanted) + len(shown))
    grades = {name: 1 / place if match[1] else 1.0 for place, name in enumerate(wanted, 1)}
    items = tuple(Item(name, grades.get(name, 0.0)) for name in shown)
    return Ranking(items, tuple(Item(name, grades[name]) for name in wanted if name not in set(shown)))


def too_many_entries(count: int) -> InputError:
    """What is said of a list with more entries than fit."""
    message = f"The list has {count:,} entries, retrieved and missed together; at most {MAX_ENTRIES} fit. Leave some out."
    return InputError("too_many_entries", message, found=f"{count:,}", limit=MAX_ENTRIES)


def _names(text: str) -> list[str]:
    cleaned = (clean_id(part) for line in text.splitlines() for part in _SEPARATORS.split(line.strip()))
    return [name for name in cleaned if name]


def clean_id(name: str) -> str:
    """Take out of an id what cannot be shown on one line: control characters and halves of characters; at most 200."""
    return _CONTROL.sub(" ", name).strip()[:MAX_NAME].strip()


def _rows(text: str) -> list[_Row]:
    lines = [(i, line.strip("\ufeff\r ")) for i, line in enumerate(text.splitlines(), 1)]
    lines = [(i, line) for i, line in lines if line.strip() and not line.startswith("#")]
    content = [(i, line) for i, line in lines if not _MISSED_LINE.fullmatch(line.strip())]
    if content and _is_heading(_cells(content[0][1])):
        lines.remove(content[0])
        content = content[1:]
    flat = all(all(_is_grade(cell) for cell in _flat_cells(line)) for _, line in content) and len(content) <= 2
    rows, missed = [], False
    for i, line in lines:
        if _MISSED_LINE.fullmatch(line.strip()):
            missed = True
        elif flat and (len(content) == 1 or any(_MISSED_LINE.fullmatch(each.strip()) for _, each in lines)):
            rows += [_Row(i, (cell,), missed) for cell in _flat_cells(line)]
        else:
            rows.append(_Row(i, _cells(line), missed))
    return rows


def _flat_cells(line: str) -> list[str]:
    return [cell for cell in _SEPARATORS.split(line.strip().strip("[]()")) if cell]


def _cells(line: str) -> tuple[str, ...]:
    """Columns of a line: by tabs if there is one, else by commas or semicolons, else by blanks."""
    for separator in (r"\t", r"[,;，；]", r"\s+"):
        if re.search(separator, line):
            return tuple(cell.strip().strip('"') for cell in re.split(separator, line))
    return (line.strip(),)


def _is_heading(cells: tuple[str, ...]) -> bool:
    return all(cell.lower() in _HEADINGS for cell in cells)


def _is_grade(cell: str) -> bool:
    return cell.lower() in _UNJUDGED or _number(cell) is not None


def _number(cell: str) -> float | None:
    try:
        value = float(cell.replace("−", "-"))
    except ValueError:
        return None
    return value if abs(value) <= MAX_GRADE else None  # also refuses NaN


def _ranking(rows: list[_Row], width: int) -> Ranking:
    column = 0 if width == 1 else 1
    graded = [_grade(row, column) for row in rows]
    scores = [_score(row) if width == 3 and not row.missed else None for row in rows]
    names = [clean_id(row.cells[0]) if width > 1 else "" for row in rows]
    spare = iter(fresh_ids(names.count(""), filter(None, names)))
    items = [
        (row.missed, Item(name or next(spare), grade, score))
        for row, name, grade, score in zip(rows, names, graded, scores, strict=True)
    ]
    shown = tuple(item for missed, item in items if not missed)
    return Ranking(shown, tuple(item for missed, item in items if missed))


def _grade(row: _Row, column: int) -> float | None:
    cell = row.cells[column] if column < len(row.cells) else ""
    if cell.lower() in _UNJUDGED:
        return None
    grade = _number(cell)
    if grade is None:
        shown = cell if len(cell) <= 40 else cell[:40] + "…"
        message = f'Line {row.line}, column {column + 1}: "{shown}" is not a grade; expected a number, or ? for unjudged.'
        raise InputError("paste_grade", message, line=row.line, column=column + 1, text=shown)
    return grade


def _score(row: _Row) -> float:
    cell = row.cells[2] if len(row.cells) > 2 else ""
    score = _number(cell)
    if score is None:
        message = f'Line {row.line}: "{cell[:40]}" is not a score; with three columns every line needs a number as the third.'
        raise InputError("paste_score", message, line=row.line, text=cell[:40])
    return score


def format_list(ranking: Ranking) -> str:
    """Write a list so that `parse_list` reads the same list back: one grade a line, or columns separated by tabs."""
    everything = [*ranking.items, *ranking.missed]
    named = [item.doc_id for item in everything] != fresh_ids(len(everything), [])
    lines = [_format_item(item, named or ranking.scored, ranking.scored) for item in ranking.items]
    if ranking.missed:
        lines += ["---", *(_format_item(item, named or ranking.scored, False) for item in ranking.missed)]
    return "\n".join(lines)


def _format_item(item: Item, named: bool, scored: bool) -> str:
    grade = "?" if item.grade is None else repr(item.grade).removesuffix(".0")
    cells = [item.doc_id] * named + [grade] + [repr(item.score)] * scored
    return "\t".join(cells)
