"""The words of `who`: a number, and four conventions or libraries of which one gives it."""

from __future__ import annotations

from rankviz.core.lists.compute_facts import facts_of
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics.measures import parse_measure
from rankviz.display.convention_words import choices_words
from rankviz.display.labels import field_label, library_name, option_words
from rankviz.display.number_format import fixed
from rankviz.evaluation.evaluate import fields_that_matter
from rankviz.evaluation.library_values import library_table
from rankviz.learn.questions.kinds.options import Options
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.verdict import Verdict
from rankviz.texts import Texts

PRESENT = "present"  # the answer that is the convention of the question


def task_words(question: Question, texts: Texts) -> str:
    """What is asked."""
    return texts("who.task", measure=question.measure, value=fixed(question.answer, question.digits))


def kind_data(question: Question) -> Options:
    """The answers, and the number of each."""
    assert isinstance(question.given, Options)
    return question.given


def is_library(key: str) -> bool:
    """Whether an answer names libraries; else it is the convention of the question, or that with another choice."""
    return key != PRESENT and "=" not in key


def names_of(question: Question, key: str, texts: Texts) -> tuple[str, ...]:
    """The libraries that an answer names, those that agree together; of a choice its words."""
    if key == PRESENT:
        return (texts("who.present"),)
    if not is_library(key):
        field, found = key.partition("=")[0], kind_data(question)
        convention = found.conventions[found.keys.index(key)]
        option = option_words(field, getattr(convention, field), convention, texts)
        words = texts("convention.part", name=field_label(field, texts), value=option)
        return (words[0].upper() + words[1:],)
    return tuple(dict.fromkeys(library_name(profile, texts) for profile in key.split(".")))


def answer_words(question: Question, text: str, texts: Texts) -> str:
    """An answer in words; what is none as it is."""
    if text not in kind_data(question).keys:
        return text
    return texts("sentence.more_separator").join(names_of(question, text, texts))


def otherwise(question: Question, key: str, texts: Texts) -> str:
    """What the libraries of an answer choose otherwise than the question, where it matters to its list.

    Of another answer the numbers that belong to its choice.
    """
    metric = parse_measure(question.measure).metric
    if not is_library(key):
        convention = kind_data(question).conventions[kind_data(question).keys.index(key)]
        facts = facts_of(RawLists.from_rankings(question.lists))
        here, there = (fields_that_matter(metric, facts, each) for each in (question.convention, convention))
        further = {name: getattr(convention, name) for name in there if name not in here}
        numbers = {name: value for name, value in further.items() if isinstance(value, float)}
        return choices_words(numbers, texts, judged=False)
    table = library_table(question.lists, question.convention, (metric.key,))
    cell = next(row.cells[0] for row in table.rows if row.profile == key.split(".", maxsplit=1)[0])
    return choices_words(cell.choices, texts, judged=False) if cell.choices else texts("who.as_asked")


def feedback(question: Question, verdict: Verdict, texts: Texts) -> tuple[str, ...]:
    """Of a wrong answer that it gives another number, not which."""
    if verdict.right:
        return solution_words(question, texts)
    if verdict.problem is not None:
        return texts("who.unreadable"), texts("who.ask")
    return texts("feedback.wrong", words=_gives(question, verdict.typed, "other", texts)), texts("who.ask")


def solution_words(question: Question, texts: Texts) -> tuple[str, ...]:
    """Who gives the number."""
    return (_gives(question, kind_data(question).right, "solved", texts, value=fixed(question.answer, question.digits)),)


def _gives(question: Question, key: str, what: str, texts: Texts, **put: str) -> str:
    """That an answer gives the number, or another one."""
    names = names_of(question, key, texts)
    if not is_library(key):
        return texts(f"who.{what}_choice", choice=names[0], **put)
    return texts(f"who.{what}", names=texts("sentence.more_separator").join(names), number=len(names), **put)
