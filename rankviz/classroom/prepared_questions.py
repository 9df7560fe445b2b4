"""The bundled questions of a class: a question set, in questions.toml."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from rankviz.learn.sets.file import read_set
from rankviz.learn.sets.question_set import QuestionSet


@cache
def prepared_questions() -> QuestionSet:
    """Read the bundled question set.

    Examples
    --------
    >>> prepared_questions().size
    10
    """
    return read_set(files(__package__).joinpath("questions.toml").read_text(encoding="utf-8"))
