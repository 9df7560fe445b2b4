"""A list as a row of small grades, for the set-up and the results of a set."""

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
        `retrieved` and `missed`, each a list of `{text, grade}`; `cutoff`, how many are above the cutoff, None if all are;
        `missed_label`; `text`, all of it for screen readers.
    """
    return [_row(ranking, question.convention.cutoff, texts) for ranking in question.lists]


def list_words(ranking: Ranking, cutoff: int | None, texts: Texts) -> str:
    """Return a list as a line of text."""
    retrieved, missed = (" ".join(map(_grade, part)) for part in (ranking.items, ranking.missed))
    parts = [
        texts("sets.grades", shown=retrieved),
        texts("sets.not_shown", missed=missed) if missed else "",
        texts("sets.cut", k=cutoff) if _effective_cutoff(ranking, cutoff) else "",
    ]
    return texts("convention.separator").join(filter(None, parts))


def _row(ranking: Ranking, cutoff: int | None, texts: Texts) -> Data:
    return {
        "retrieved": [_tile(item) for item in ranking.items],
        "missed": [_tile(item) for item in ranking.missed],
        "cutoff": _effective_cutoff(ranking, cutoff),
        "missed_label": texts("sets.missed"),
        "text": list_words(ranking, cutoff, texts),
    }


def _tile(item: Item) -> Data:
    return {"text": _grade(item), "grade": item.grade}


def _effective_cutoff(ranking: Ranking, cutoff: int | None) -> int | None:
    return cutoff if cutoff is not None and cutoff < len(ranking.items) else None


def _grade(item: Item) -> str:
    return "?" if item.grade is None else plain(item.grade)
