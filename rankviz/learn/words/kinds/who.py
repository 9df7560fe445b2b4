"""Texts of questions of the kind `who`: a number, and four conventions or libraries of which one gives it."""

from __future__ import annotations

from rankviz.core.lists.compute_facts import facts_of
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics.measures import parse_measure
from rankviz.display.convention_words import choices_words
from rankviz.display.labels import field_label, library_name, option_words
from rankviz.display.number_format import fixed_decimals
from rankviz.evaluation.evaluate import fields_that_matter
from rankviz.evaluation.library_values import library_table
from rankviz.learn.questions.kinds.options import Options
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.verdict import Verdict
from rankviz.learn.words.kind_wording import CHOICE, Choice, KindWording, options_as_choices
from rankviz.texts import Texts

PRESENT = "present"  # key of the option that stands for the convention of the question


def task_words(question: Question, texts: Texts) -> str:
    """Return the task of a question."""
    return texts("who.task", measure=question.measure, value=fixed_decimals(question.answer, question.digits))


def kind_data(question: Question) -> Options:
    """Return the options of the question, and the value of each."""
    assert isinstance(question.given, Options)
    return question.given


def is_library(key: str) -> bool:
    """Whether an option names libraries; else it is the convention of the question, or that with another choice."""
    return key != PRESENT and "=" not in key


def names_of(question: Question, key: str, texts: Texts) -> tuple[str, ...]:
    """Return the names of the libraries of an option, or the text of its choice."""
    if key == PRESENT:
        return (texts("who.present"),)
    if not is_library(key):
        field, data = key.partition("=")[0], kind_data(question)
        convention = data.conventions[data.keys.index(key)]
        option = option_words(field, getattr(convention, field), convention, texts)
        words = texts("convention.part", name=field_label(field, texts), value=option)
        return (words[0].upper() + words[1:],)
    return tuple(dict.fromkeys(library_name(profile, texts) for profile in key.split(".")))


def answer_words(question: Question, text: str, texts: Texts) -> str:
    """Return an answer in words; a text that names no option is returned unchanged."""
    if text not in kind_data(question).keys:
        return text
    return texts("sentence.more_separator").join(names_of(question, text, texts))


def differing_choices(question: Question, key: str, texts: Texts) -> str:
    """Return the choices in which the libraries of an option differ from the question, where they matter to its lists.

    For an option that is one other choice, return the numbers that only this choice reads.
    """
    metric = parse_measure(question.measure).metric
    if not is_library(key):
        convention = kind_data(question).conventions[kind_data(question).keys.index(key)]
        facts = facts_of(RawLists.from_rankings(question.lists))
        fields, option_fields = (fields_that_matter(metric, facts, each) for each in (question.convention, convention))
        added = {name: getattr(convention, name) for name in option_fields if name not in fields}
        numbers = {name: value for name, value in added.items() if isinstance(value, float)}
        return choices_words(numbers, texts, judged=False)
    table = library_table(question.lists, question.convention, (metric.key,))
    cell = next(row.cells[0] for row in table.rows if row.profile == key.split(".", maxsplit=1)[0])
    return choices_words(cell.choices, texts, judged=False) if cell.choices else texts("who.as_asked")


def feedback(question: Question, verdict: Verdict, texts: Texts) -> tuple[str, ...]:
    """Return the sentences on an answer; of a wrong one that it gives another number, but not which."""
    if verdict.right:
        return solution_words(question, texts)
    if verdict.problem is not None:
        return texts("who.unreadable"), texts("who.ask")
    return texts("feedback.wrong", words=_gives_words(question, verdict.typed, "other", texts)), texts("who.ask")


def solution_words(question: Question, texts: Texts) -> tuple[str, ...]:
    """Return who gives the number."""
    return (
        _gives_words(
            question, kind_data(question).right, "solved", texts, value=fixed_decimals(question.answer, question.digits)
        ),
    )


def _gives_words(question: Question, key: str, verb: str, texts: Texts, **values: str) -> str:
    """Return the sentence that an option gives the number (`verb` is 'solved') or another one ('other')."""
    names = names_of(question, key, texts)
    if not is_library(key):
        return texts(f"who.{verb}_choice", choice=names[0], **values)
    return texts(f"who.{verb}", names=texts("sentence.more_separator").join(names), number=len(names), **values)


def choices(question: Question, texts: Texts) -> tuple[Choice, ...]:
    """Return the options by their values, each with the choices of the libraries that differ."""
    data = kind_data(question)
    keys = [key for _, key in sorted(zip(data.values, data.keys, strict=True))]
    options = ((key, _option_text(question, key, texts), key == data.right) for key in keys)
    return options_as_choices(question, options, feedback, texts)


def _option_text(question: Question, key: str, texts: Texts) -> str:
    words, differing = answer_words(question, key, texts), differing_choices(question, key, texts)
    return texts("convention.part", name=words, value=differing) if differing else words


WORDING = KindWording(task_words, feedback, solution_words, answer_words, form=CHOICE, choices=choices, keeps_convention=False)
