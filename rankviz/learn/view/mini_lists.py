"""Lists that are looked at in a question: grades in their order, the cutoff, and what was not retrieved."""

from __future__ import annotations

from collections.abc import Iterable

from rankviz.core.lists.ranking import Item
from rankviz.display.list_rows import Row, rows_of
from rankviz.display.number_format import fixed_decimals, plain
from rankviz.learn.questions.kinds.trend import Trend
from rankviz.learn.questions.question import Question
from rankviz.learn.words.order import letter
from rankviz.texts import Texts

Data = dict[str, object]


def mini_lists(question: Question, texts: Texts) -> Data:
    """Build the lists of a question.

    Returns
    -------
    dict
        `lists`, each `{letter, name, rows, missed}`: of a row `id`, `rank` as printed, `grade` (None if unjudged), `tie` (the
        number of its group of equals, or None), `note` in muted type, and `said`, the whole of it in words; `missed` with `id`,
        `grade` and `said`. `cutoff`, how many ranks count (None for all), `cutoff_label`, and `missed_head`; `move`, None
        or what is announced, `{rank, to}`.
    """
    cutoff = question.convention.cutoff
    return {
        "lists": [_list(question, at, texts) for at in range(len(question.lists))],
        "cutoff": cutoff,
        "cutoff_label": "" if cutoff is None else texts("list.cutoff", k=cutoff),
        "missed_head": texts("list.missed"),
        "move": question.given.move._asdict() if isinstance(question.given, Trend) else None,
    }


def _list(question: Question, at: int, texts: Texts) -> Data:
    ranking = question.lists[at]
    found = mini_list(rows_of(ranking.items, question.trace.rankings, at), ranking.missed, texts)
    return {"letter": letter(at), "name": texts("order.list", list=letter(at)), **found}


def mini_list(shown: Iterable[Row], missed: Iterable[Item], texts: Texts) -> Data:
    """Build the `rows` and `missed` of a list, as `mini_lists` has them."""
    groups = dict[float, int]()
    return {
        "rows": [_row(row, groups, texts) for row in shown],
        "missed": [{"id": item.doc_id, "grade": item.grade, "said": _graded(item, texts)} for item in missed],
    }


def _row(row: Row, groups: dict[float, int], texts: Texts) -> Data:
    item, score = row.item, row.item.score if row.tied else None
    note = "" if score is None else texts("list.tied", score=plain(score))
    tie = None if score is None else groups.setdefault(score, len(groups) + 1)
    key = "list.row_unjudged" if item.grade is None else "list.row"
    said = texts(key, rank=row.rank, name=item.doc_id, **({} if item.grade is None else {"grade": plain(item.grade)}))
    said = texts("list.row_note", row=said, note=note) if note else said
    return {"id": item.doc_id, "rank": row.rank, "grade": item.grade, "tie": tie, "note": note, "said": said}


def _graded(item: Item, texts: Texts) -> str:
    return texts("prompt.graded", document=item.doc_id, grade="?" if item.grade is None else plain(item.grade))


def bars(question: Question, values: tuple[float, ...]) -> list[Data]:
    """The values of the lists as numbers, and as shares of the highest that there is."""
    highest = max(*values, 1.0)
    return [{"value": fixed_decimals(value, question.digits), "share": max(0.0, value) / highest} for value in values]
