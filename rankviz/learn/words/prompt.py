"""A question as text: its task, convention and list, and the hints."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from string import ascii_uppercase

from rankviz.core.lists.compute_facts import facts_of
from rankviz.core.lists.ranking import Item, Ranking, RawLists
from rankviz.core.metrics.measures import parse_measure
from rankviz.display.convention_words import ConventionWords, numbers_of
from rankviz.display.formulas.derivation import Line, derivation
from rankviz.display.number_format import plain
from rankviz.learn.questions.kinds import KINDS
from rankviz.learn.questions.question import Question
from rankviz.learn.words.export_choices import listed_choices
from rankviz.learn.words.kinds import KIND_WORDINGS
from rankviz.learn.words.number_feedback import digits_of, format_value, number_label, question_counts
from rankviz.texts import Texts

__all__ = [
    "Prompt",
    "convention_of",
    "digits_of",
    "format_value",
    "hints",
    "number_label",
    "prompt",
    "prompt_text",
    "question_counts",
    "solution",
]


@dataclass(frozen=True)
class Prompt:
    """The texts that a question shows.

    Parameters
    ----------
    task, convention, digits : str
        Sentences: the task, the convention, and how the answer is to be written.
    heads : tuple of str
    rows : tuple of tuples of str
        Rank, document, score if there are scores, and grade of each entry, as `heads` says.
    missed : str
        A sentence on the judged documents that were not retrieved, "" if there are none.
    note : str
        What the question shows besides the list; "" if nothing.
    lines : tuple of str
        Lines of a derivation, with the missing number left out.
    choices : tuple of (str, str)
        The options: what is typed for each, and its text.
    """

    task: str
    convention: str
    digits: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    missed: str
    note: str = ""
    lines: tuple[str, ...] = ()
    choices: tuple[tuple[str, str], ...] = ()


def prompt(question: Question, texts: Texts, *, fractions: bool = True) -> Prompt:
    """Return a question as text; without `fractions` where only decimals can be typed."""
    answer_key = f"kind.{question.kind}.typed"
    are_several, scored = len(question.lists) > 1, all(each.scored for each in question.lists)
    lists = [*zip(ascii_uppercase if are_several else [""], question.lists, strict=False)]
    names = (*(["list"] if are_several else []), "rank", "document", *(["score"] if scored else []), "grade")
    return Prompt(
        task=task_of(question, texts),
        convention=convention_of(question, texts),
        digits=texts(answer_key) if answer_key in texts else digits_of(question, texts, fractions=fractions),
        heads=tuple(texts(f"prompt.{name}") for name in names),
        rows=tuple(row for letter, ranking in lists for row in _rows(letter, ranking, scored=scored)),
        missed=texts("words.separator").join(filter(None, (_missed_sentence(*each, texts) for each in lists))),
        note=note_of(question, texts),
        lines=KIND_WORDINGS[question.kind].lines(question, texts),
        choices=tuple((each.key, each.text) for each in listed_choices(question, texts)),
    )


def _rows(letter: str, ranking: Ranking, *, scored: bool) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a list, each with the list's letter if there are several lists."""
    for rank, item in enumerate(ranking.items, 1):
        score = [plain(item.score)] if scored and item.score is not None else []
        yield (*([letter] if letter else []), str(rank), item.doc_id, *score, _grade(item))


def _missed_sentence(letter: str, ranking: Ranking, texts: Texts) -> str:
    """Return the judged documents that a list did not retrieve, as a sentence; "" if there are none."""
    missed = [texts("prompt.graded", document=item.doc_id, grade=_grade(item)) for item in ranking.missed]
    documents = texts("sentence.more_separator").join(missed)
    if not missed:
        return ""
    return (
        texts("prompt.missed_by", list=letter, documents=documents) if letter else texts("prompt.missed", documents=documents)
    )


def task_of(question: Question, texts: Texts) -> str:
    """Return the task of a question, in one sentence."""
    return KIND_WORDINGS[question.kind].task(question, texts)


def note_of(question: Question, texts: Texts) -> str:
    """Return what the question shows besides the list, in a sentence; "" if nothing."""
    return KIND_WORDINGS[question.kind].note(question, texts)


def prompt_text(question: Question, texts: Texts) -> str:
    """Return a question as text for a terminal."""
    parts = prompt(question, texts)
    widths = [max(map(len, column)) for column in zip(parts.heads, *parts.rows, strict=True)]
    table = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in (parts.heads, *parts.rows)
    ]
    lines = [*parts.lines, *(texts("sets.choice", typed=key, words=words) for key, words in _choices(parts))]
    block = ["", *("  " + line for line in lines), ""] if lines else []
    head = [parts.task, *filter(None, [parts.note]), parts.convention, "", *("  " + row for row in table), "", parts.missed]
    return "\n".join([*head, *block, parts.digits])


def _choices(parts: Prompt) -> tuple[tuple[str, str], ...]:
    """Return the options without the number that derivation lines begin with, since it is their key."""
    return tuple((key, words.removeprefix(f"{key}. ")) for key, words in parts.choices)


def convention_of(question: Question, texts: Texts) -> str:
    """Return the convention of a question in words: the choices that matter to its lists."""
    return "".join(text for text, _ in convention_parts(question, texts))


def convention_parts(question: Question, texts: Texts) -> tuple[tuple[str, bool], ...]:
    """Return `convention_of` in pieces, each with whether it is a chosen value."""
    facts = replace(facts_of(RawLists.from_rankings(question.lists)), lists=1, undefined=False)
    rankings, metric = question.trace.rankings, parse_measure(question.measure).metric
    # Where grades are to be changed, the highest grade of the list now says little.
    changes_grades = KINDS[question.kind].changes_grades(question)
    counts = {name: count for name, count in numbers_of(rankings).items() if name != "err_max" or not changes_grades}
    parts = ConventionWords(metric, question.convention, facts, texts, counts).parts
    # Rules that the metric itself fixes are no choices, and so not part of the convention.
    relevant, others = rankings.below_relevant, rankings.below_nonrelevant
    tied_below = "auc_range" in metric.uses and bool(((relevant > 0) & (relevant + others > 1)).any())
    is_group = metric.fixes.get("ties") == "group" and "tied_pair" not in metric.uses
    fixed_rules = {
        "at_worst": facts.tied and is_group,
        "last_below" if is_group else "tied_below": tied_below,
        "passed_over": facts.unjudged and "unjudged" not in metric.uses,
    }
    in_force = [name for name, applies in fixed_rules.items() if applies]
    return (*parts, *((texts("convention.separator") + texts(f"prompt.{name}"), False) for name in in_force))


def hints(question: Question, texts: Texts) -> tuple[str, ...]:
    """Return the hints of a question in the order in which they are given.

    For a typed value these are the plan in words, if the metric has one, and the lines of the derivation but the last, which is
    the answer. Kinds may have their own; kinds without a number have the plan only, as the lines would reveal the answer.
    """
    return KIND_WORDINGS[question.kind].hints(question, texts)


def solution(question: Question) -> tuple[Line, ...]:
    """Return the whole derivation, the answer last."""
    return derivation(question.trace)


def _grade(item: Item) -> str:
    return "?" if item.grade is None else plain(item.grade)
