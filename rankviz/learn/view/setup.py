"""The view in which a teacher makes a set: what can be chosen, the first question with its mistakes, the link, the files."""

from __future__ import annotations

from collections.abc import Sequence

from rankviz.basics.errors import InputError
from rankviz.basics.limits import MAX_OPENED_TEXT
from rankviz.core.metrics import METRICS
from rankviz.core.metrics.measures import parse_measure
from rankviz.display.error_text import error_text
from rankviz.display.parts.link import line_texts
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.random_lists import LEVELS
from rankviz.learn.questions.set_generator import FIND_THE_STEP, LARGEST_SEED
from rankviz.learn.sets.link import encode_set
from rankviz.learn.sets.question_set import MOST_IN_LINK, MOST_TITLE, MOST_TRIES, Help, QuestionSet, get_question
from rankviz.learn.view.by_kind import KINDS
from rankviz.learn.view.grade_tiles import grade_tiles_payload
from rankviz.learn.words.attempt_words import answer_words
from rankviz.learn.words.feedback import mistake_words, mistakes_by_number
from rankviz.learn.words.prompt import prompt
from rankviz.texts import Texts

MOST_MISTAKES = 3  # that are shown of a question
MINUTES = 2  # for a question
DEEPEST = 9  # cutoff that a list of a question can have
Data = dict[str, object]


def setup_payload(asked: QuestionSet, number: int, texts: Texts) -> Data:
    """Build the view.

    Parameters
    ----------
    asked : QuestionSet
    number : int
        Of the question that is shown.
    texts : Texts

    Returns
    -------
    dict
        `title`, `about`; `own`, whether the set is a file's; `metrics` and `kinds`, each a list of `{value, label, on}`,
        kinds with a `note`; `levels`, `level`, `help`, `name`; `fields`, by the name of their parameter `{value, low, high,
        empty, problem}`; `first`, the question; `link`, the parameters of the set's; `files`, `limit` (characters of one),
        `line`, `texts`.

    Notes
    -----
    It asks for `set_learn_params` with what changes of the address, and for files (`rankviz.page.answers.learn.set_downloads`).
    """
    return {
        "title": texts("setup.own_title" if asked.fixed_questions else "setup.title"),
        "about": texts("setup.own_about", count=asked.size) if asked.fixed_questions else texts("setup.about"),
        "own": bool(asked.fixed_questions),
        "metrics": _metrics(asked),
        "kinds": _kinds(asked, texts),
        "kinds_note": texts("setup.kinds_note") if FIND_THE_STEP in asked.kinds and len(asked.kinds) > 1 else "",
        "levels": [{"value": str(level), "label": texts(f"setup.levels.{level}")} for level in LEVELS],
        "level": str(asked.level),
        "level_note": texts(f"setup.level_note.{asked.level}"),
        "help": _help(asked.help, texts),
        "fields": _fields(asked, texts),
        "minutes": texts("setup.minutes", minutes=MINUTES * asked.count),
        "name": {"value": asked.title, "limit": MOST_TITLE},
        "first": _first(asked, number, texts),
        "link": {} if asked.fixed_questions else {**encode_set(asked)},
        "files": [{"value": form, "label": texts(f"setup.{form}")} for form in ("moodle", "gift", "sheet", "key")],
        "limit": MAX_OPENED_TEXT,
        "line": line_texts(texts),
        "texts": texts.group("setup"),
    }


def _metrics(asked: QuestionSet) -> list[Data]:
    chosen = {parse_measure(each).metric.key: each for each in asked.measures}
    return [
        {"value": chosen.get(key, key), "label": metric.name, "on": key in chosen}
        for key, metric in METRICS.items()
        if metric.exercise is not None
    ]


def _kinds(asked: QuestionSet, texts: Texts) -> list[Data]:
    return [
        {
            "value": kind,
            "label": texts(f"setup.kind.{kind}"),
            "note": texts(f"setup.kind_note.{kind}"),
            "on": kind in asked.kinds,
        }
        for kind in KINDS
    ]


def _help(given: Help, texts: Texts) -> Data:
    return {
        "hints": given.allows_hints,
        "names": given.names_mistakes,
        "note": texts("setup.help_test" if given.is_test else "setup.help_note"),
    }


def _fields(asked: QuestionSet, texts: Texts) -> Data:
    """Fields that are typed into: what stands in each, what fits, and what is said of anything else."""
    k = next((each.partition("@")[2] for each in asked.measures if "@" in each), "")
    return {
        "n": _number(str(asked.count), range(1, MOST_IN_LINK + 1), texts, used=True),
        "seed": _number(str(asked.seed), range(LARGEST_SEED + 1), texts, used=True),
        "k": _number(k, range(1, DEEPEST + 1), texts),
        "tries": _number(str(asked.help.solution_after or ""), range(1, MOST_TRIES + 1), texts),
    }


def _number(value: str, known: range, texts: Texts, *, used: bool = False) -> Data:
    """A field for a whole number; unless one is `used` in any case, it may be empty."""
    low, high = known.start, known.stop - 1
    where = {"low": low, "high": f"{high:,}"}
    problem = texts("setup.whole", used=value, **where) if used else texts("setup.whole_or_none", **where)
    return {"value": value, "low": low, "high": high, "empty": not used, "problem": problem}


def _first(asked: QuestionSet, number: int, texts: Texts) -> Data:
    """The question that is shown, with the numbers that its mistakes give."""
    head: Data = {
        "head": texts("setup.first", number=number, count=asked.size),
        "before": str(number - 1) if number > 1 else "",
        "after": str(number + 1) if number < asked.size else "",
    }
    try:
        found = get_question(asked, number)
    except InputError as problem:
        return head | {"problem": error_text(problem, texts)}
    rows, more = _numbers(found, texts)
    shown = prompt(found, texts)
    return head | {
        "task": shown.task,
        "lists": grade_tiles_payload(found, texts),
        "lines": [*shown.lines, *(words for _, words in shown.choices)],
        "rows": rows,
        "more": more,
        "problem": "",
    }


def _numbers(found: Question, texts: Texts) -> tuple[list[Data], str]:
    """The answer and some mistakes with their numbers, and how many more there are."""
    given: Sequence[tuple[str, str]] = [
        (number, mistake_words(found, mistakes[0].key, number, texts).removeprefix(number).strip())
        for number, mistakes in mistakes_by_number(found)
    ]
    rows = [(answer_words(found, texts), texts("setup.answer")), *given[:MOST_MISTAKES]]
    left = len(given) - MOST_MISTAKES
    more = texts("setup.more_mistakes", count=left) if left > 0 else ""
    return [{"number": number, "words": words} for number, words in rows], more
