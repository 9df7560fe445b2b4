"""Questions that are ready to be asked: a set of Learn, in questions.toml."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from rankviz.course.set_file import read_set
from rankviz.course.sets import SetOfQuestions


@cache
def ready_questions() -> SetOfQuestions:
    """Read them.

    Examples
    --------
    >>> ready_questions().size
    10
    """
    return read_set(files(__package__).joinpath("questions.toml").read_text(encoding="utf-8"))
