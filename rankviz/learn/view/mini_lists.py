"""Small lists in questions: documents and grades in their order, the cutoff, and what was not retrieved."""

from __future__ import annotations

from collections.abc import Iterable

from rankviz.core.lists.ranking import Item
from rankviz.display.list_rows import Row, rows_of
from rankviz.display.number_format import fixed_decimals, plain
from rankviz.learn.questions.kinds import KINDS
from rankviz.learn.questions.question import Question
from rankviz.learn.words.list_letter import list_letter
from rankviz.texts import Texts

Data = dict[str, object]


def mini_lists_payload(question: Question, texts: Texts) -> Data:
    """Build the lists of a question.

    Returns
    -------
    dict
        `lists`, each `{letter, name, rows, missed}`: of a row `id`, `rank` as printed, `grade` (None if unjudged), `tie` (the
        number of its tie group, or None), `note` in muted type, and `text`, all of it in words; `missed` with `id`, `grade`
        and `text`. `cutoff`, how many ranks count (None for all), `cutoff_label`, and `missed_head`; `move`, the announced
        move as `{rank, to}`, or None.
    """
    cutoff, move = question.convention.cutoff, KINDS[question.kind].move(question)
    return {
        "lists": [_list(question, index, texts) for index in range(len(question.lists))],
        "cutoff": cutoff,
        "cutoff_label": "" if cutoff is None else texts("list.cutoff", k=cutoff),
        "missed_head": texts("list.missed"),
        "move": None if move is None else move._asdict(),
    }


def _list(question: Question, index: int, texts: Texts) -> Data:
    ranking = question.lists[index]
    rows = mini_list_payload(rows_of(ranking.items, question.trace.rankings, index), ranking.missed, texts)
    return {"letter": list_letter(index), "name": texts("order.list", list=list_letter(index)), **rows}


def mini_list_payload(rows: Iterable[Row], missed: Iterable[Item], texts: Texts) -> Data:
    """Build the `rows` and `missed` of a list, as in `mini_lists_payload`."""
    groups = dict[float, int]()
    return {
        "rows": [_row(row, groups, texts) for row in rows],
        "missed": [{"id": item.doc_id, "grade": item.grade, "text": _missed_text(item, texts)} for item in missed],
    }


def _row(row: Row, groups: dict[float, int], texts: Texts) -> Data:
    item, score = row.item, row.item.score if row.tied else None
    note = "" if score is None else texts("list.tied", score=plain(score))
    tie = None if score is None else groups.setdefault(score, len(groups) + 1)
    key = "list.row_unjudged" if item.grade is None else "list.row"
    text = texts(key, rank=row.rank, name=item.doc_id, **({} if item.grade is None else {"grade": plain(item.grade)}))
    text = texts("list.row_note", row=text, note=note) if note else text
    return {"id": item.doc_id, "rank": row.rank, "grade": item.grade, "tie": tie, "note": note, "text": text}


def _missed_text(item: Item, texts: Texts) -> str:
    return texts("prompt.graded", document=item.doc_id, grade="?" if item.grade is None else plain(item.grade))


def value_bars(question: Question, values: tuple[float, ...]) -> list[Data]:
    """Build the values of the lists: each as printed, and as a share of the highest (of 1 if that is less)."""
    highest = max(*values, 1.0)
    return [{"value": fixed_decimals(value, question.digits), "share": max(0.0, value) / highest} for value in values]
