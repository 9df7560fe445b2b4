"""A list as a row of small grades, as set-up and results show it."""

from __future__ import annotations

from rankviz.core.lists.ranking import Item, Ranking
from rankviz.display.number_format import plain
from rankviz.learn.questions.question import Question
from rankviz.texts import Texts

Data = dict[str, object]


def grade_tiles_payload(question: Question, texts: Texts) -> list[Data]:
    """Build a row for each list of a question.

    Returns
    -------
    list of dict
        `shown` and `missed`, each a list of `{text, grade}`; `cut`, how many stand before the cutoff, None where nothing is
        cut; `missed_label`; `words`, the same to be spoken.
    """
    return [_row(ranking, question.convention.cutoff, texts) for ranking in question.lists]


def list_words(ranking: Ranking, cutoff: int | None, texts: Texts) -> str:
    """A list in a line of text."""
    shown, missed = (" ".join(map(_grade, part)) for part in (ranking.items, ranking.missed))
    parts = [
        texts("sets.grades", shown=shown),
        texts("sets.not_shown", missed=missed) if missed else "",
        texts("sets.cut", k=cutoff) if _cut(ranking, cutoff) else "",
    ]
    return texts("convention.separator").join(filter(None, parts))


def _row(ranking: Ranking, cutoff: int | None, texts: Texts) -> Data:
    shown, missed = ([{"text": _grade(item), "grade": item.grade} for item in part] for part in (ranking.items, ranking.missed))
    words = list_words(ranking, cutoff, texts)
    return {
        "shown": shown,
        "missed": missed,
        "cut": _cut(ranking, cutoff),
        "missed_label": texts("sets.missed"),
        "words": words,
    }


def _cut(ranking: Ranking, cutoff: int | None) -> int | None:
    return cutoff if cutoff is not None and cutoff < len(ranking.items) else None


def _grade(item: Item) -> str:
    return "?" if item.grade is None else plain(item.grade)
