"""The set-up of a question set for teachers: its choices, a question with its mistakes, the link, the files."""

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
from rankviz.learn.questions.set_generator import LARGEST_SEED, is_rare
from rankviz.learn.sets.link import encode_set
from rankviz.learn.sets.question_set import MOST_IN_LINK, MOST_TITLE, MOST_TRIES, RISING, Help, QuestionSet, get_question
from rankviz.learn.view.grade_tiles import grade_tiles_payload
from rankviz.learn.view.kinds import KINDS
from rankviz.learn.words.attempt_words import answer_words
from rankviz.learn.words.feedback import mistake_words, mistakes_by_number
from rankviz.learn.words.prompt import prompt
from rankviz.texts import Texts

MOST_MISTAKES = 3  # shown of a question
MINUTES = 2  # estimated for a question
DEEPEST = 9  # largest cutoff of a question
Data = dict[str, object]


def setup_payload(question_set: QuestionSet, number: int, texts: Texts) -> Data:
    """Build the part.

    Parameters
    ----------
    question_set : QuestionSet
    number : int
        Number of the question to show.
    texts : Texts

    Returns
    -------
    dict
        `title`, `about`; `is_from_file`; `metrics` and `kinds`, each a list of `{value, label, is_on}`, kinds with a `note`;
        `kinds_note`; `levels`, `level`, `level_note`, `help`, `minutes`, `name`; `fields`, by the name of their parameter
        `{value, low, high, may_be_empty, problem}`; `question`, the one that is shown; `link_params` of the set; `files`,
        `limit` (characters of a file that is opened), `link_texts`, `texts`.

    Notes
    -----
    It asks for `set_learn_params` with what changes of the address, and for files (`rankviz.page.answers.learn.set_downloads`).
    """
    return {
        "title": texts("setup.own_title" if question_set.fixed_questions else "setup.title"),
        "about": texts("setup.own_about", count=question_set.size) if question_set.fixed_questions else texts("setup.about"),
        "is_from_file": bool(question_set.fixed_questions),
        "metrics": _metrics(question_set),
        "kinds": _kinds(question_set, texts),
        "kinds_note": texts("setup.kinds_note")
        if any(map(is_rare, question_set.kinds)) and len(question_set.kinds) > 1
        else "",
        "levels": [{"value": level, "label": texts(f"setup.levels.{level}")} for level in (*map(str, LEVELS), RISING)],
        "level": question_set.level_key,
        "level_note": texts(f"setup.level_note.{question_set.level_key}"),
        "help": _help(question_set.help, texts),
        "fields": _fields(question_set, texts),
        "minutes": texts("setup.minutes", minutes=MINUTES * question_set.count),
        "name": {"value": question_set.title, "limit": MOST_TITLE},
        "question": _shown_question(question_set, number, texts),
        "link_params": {} if question_set.fixed_questions else {**encode_set(question_set)},
        "files": [{"value": form, "label": texts(f"setup.{form}")} for form in ("moodle", "gift", "sheet", "key")],
        "limit": MAX_OPENED_TEXT,
        "link_texts": line_texts(texts),
        "texts": texts.group("setup"),
    }


def _metrics(question_set: QuestionSet) -> list[Data]:
    chosen = {parse_measure(each).metric.key: each for each in question_set.measures}
    return [
        {"value": chosen.get(key, key), "label": metric.name, "is_on": key in chosen}
        for key, metric in METRICS.items()
        if metric.exercise is not None
    ]


def _kinds(question_set: QuestionSet, texts: Texts) -> list[Data]:
    return [
        {
            "value": kind,
            "label": texts(f"kind.{kind}.name"),
            "note": texts(f"kind.{kind}.about"),
            "is_on": kind in question_set.kinds,
        }
        for kind in KINDS
    ]


def _help(help_settings: Help, texts: Texts) -> Data:
    return {
        "hints": help_settings.allows_hints,
        "names": help_settings.names_mistakes,
        "note": texts("setup.help_test" if help_settings.is_test else "setup.help_note"),
    }


def _fields(question_set: QuestionSet, texts: Texts) -> Data:
    """Build the number fields: the value, the accepted range, and the problem to show for anything else."""
    k = next((each.partition("@")[2] for each in question_set.measures if "@" in each), "")
    return {
        "n": _number(str(question_set.count), range(1, MOST_IN_LINK + 1), texts, required=True),
        "seed": _number(str(question_set.seed), range(LARGEST_SEED + 1), texts, required=True),
        "k": _number(k, range(1, DEEPEST + 1), texts),
        "tries": _number(str(question_set.help.solution_after or ""), range(1, MOST_TRIES + 1), texts),
    }


def _number(value: str, accepted: range, texts: Texts, *, required: bool = False) -> Data:
    """Build a field for a whole number; unless `required`, it may be empty."""
    low, high = accepted.start, accepted.stop - 1
    limits = {"low": low, "high": f"{high:,}"}
    problem = texts("setup.whole", used=value, **limits) if required else texts("setup.whole_or_none", **limits)
    return {"value": value, "low": low, "high": high, "may_be_empty": not required, "problem": problem}


def _shown_question(question_set: QuestionSet, number: int, texts: Texts) -> Data:
    """Build the question that is shown, with the numbers that its mistakes give."""
    head: Data = {
        "head": texts("setup.first", number=number, count=question_set.size),
        "previous": str(number - 1) if number > 1 else "",
        "next": str(number + 1) if number < question_set.size else "",
    }
    try:
        example = get_question(question_set, number)
    except InputError as problem:
        return head | {"problem": error_text(problem, texts)}
    rows, more = _numbers(example, texts)
    parts = prompt(example, texts)
    return head | {
        "task": parts.task,
        "lists": grade_tiles_payload(example, texts),
        "lines": [*parts.lines, *(words for _, words in parts.choices)],
        "rows": rows,
        "more": more,
        "problem": "",
    }


def _numbers(example: Question, texts: Texts) -> tuple[list[Data], str]:
    """Build the answer and some numbers with the mistakes that give them, and return how many are left, in words."""
    separator = texts("words.separator")
    mistake_rows: Sequence[tuple[str, str]] = [
        (number, separator.join(mistake_words(example, each.key, number, texts) for each in mistakes).removeprefix(number))
        for number, mistakes in mistakes_by_number(example)
    ]
    rows = [(answer_words(example, texts), texts("setup.answer")), *mistake_rows[:MOST_MISTAKES]]
    left = len(mistake_rows) - MOST_MISTAKES
    more = texts("setup.more_numbers", count=left) if left > 0 else ""
    return [{"number": number, "text": text.strip()} for number, text in rows], more
