"""The list of lessons, and practice beside it."""

from __future__ import annotations

from rankviz.basics.limits import MAX_OPENED_TEXT
from rankviz.core.metrics import METRICS
from rankviz.learn.lessons.reader import LESSON_KEYS, built_in_lesson
from rankviz.learn.sets.question_set import RISING
from rankviz.learn.words.lessons import in_language
from rankviz.texts import Texts

LEVELS = (RISING, "1", "2", "3")
FIRST = "ndcg"
Data = dict[str, object]


def catalogue_payload(texts: Texts) -> Data:
    """Build the part.

    Returns
    -------
    dict
        JSON-serialisable. `lessons`, each `{key, number, label, title, about, metrics, count}`, the count being its steps; how
        many of them were read the browser knows. `measures`, each `{key, label, chosen}`, those with practice questions;
        `levels`, each `{value, label}`; `limit`, the most characters of a file; and `texts`.
    """
    return {
        "lessons": [_row(key, texts) for key in LESSON_KEYS],
        "measures": [
            {"key": key, "label": metric.name, "chosen": key == FIRST}
            for key, metric in METRICS.items()
            if metric.exercise is not None
        ],
        "levels": [{"value": level, "label": texts(f"catalogue.level_{level}")} for level in LEVELS],
        "limit": MAX_OPENED_TEXT,
        "texts": texts.group("catalogue"),
    }


def _row(key: str, texts: Texts) -> Data:
    lesson = built_in_lesson(key)
    assert lesson is not None
    return {
        "key": key,
        "number": lesson.number,
        "label": texts("catalogue.number", number=lesson.number),
        "title": in_language(lesson.title, texts.language),
        "about": in_language(lesson.description, texts.language),
        "metrics": texts("sentence.more_separator").join(lesson.metrics),
        "count": len(lesson.steps),
    }
