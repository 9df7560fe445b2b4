"""A question in words: what is asked, under which convention, of which list; and the hints to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from string import ascii_uppercase

from rankviz.core.lists.compute_facts import facts_of
from rankviz.core.lists.ranking import Item, Ranking, RawLists
from rankviz.core.metrics.measures import parse_measure
from rankviz.display.convention_words import ConventionWords, numbers_of
from rankviz.display.formulas.derivation import Line, derivation
from rankviz.display.formulas.explanation_text import line_text
from rankviz.display.number_format import plain
from rankviz.learn.questions.kinds.reach import GRADE, ReachTarget
from rankviz.learn.questions.question import Question
from rankviz.learn.words.by_kind import WORDS
from rankviz.learn.words.export_choices import lines_of, listed_choices
from rankviz.learn.words.number_feedback import plan, printed, seen
from rankviz.texts import Texts

__all__ = ["Prompt", "convention_of", "hints", "printed", "prompt", "prompt_text", "seen", "solution"]


@dataclass(frozen=True)
class Prompt:
    """What a question shows.

    Parameters
    ----------
    task, convention, digits : str
        Sentences: what is asked, under which convention, and how the answer is to be written.
    heads : tuple of str
    rows : tuple of tuples of str
        Rank, document, score if there are scores, and grade of each entry, as `heads` says.
    missed : str
        A sentence on the judged documents that were not retrieved, "" if there are none.
    note : str
        What is seen besides the list, "" if nothing is.
    lines : tuple of str
        Of a derivation, with the number that is asked left out.
    choices : tuple of (str, str)
        What can be chosen: what is typed for it, and its words.
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
    """Put a question into words; without `fractions` where only decimals can be typed."""
    own = f"sets.answer.{question.kind}"
    several, scored = len(question.lists) > 1, all(each.scored for each in question.lists)
    lists = [*zip(ascii_uppercase if several else [""], question.lists, strict=False)]
    names = (*(["list"] if several else []), "rank", "document", *(["score"] if scored else []), "grade")
    return Prompt(
        task=task_of(question, texts),
        convention=convention_of(question, texts),
        digits=texts(own) if own in texts else digits_of(question, texts, fractions=fractions),
        heads=tuple(texts(f"prompt.{name}") for name in names),
        rows=tuple(row for letter, ranking in lists for row in _rows(letter, ranking, scored=scored)),
        missed=texts("words.separator").join(filter(None, (_missed(*each, texts) for each in lists))),
        note=note_of(question, texts),
        lines=lines_of(question, texts),
        choices=tuple((each.key, each.text) for each in listed_choices(question, texts)),
    )


def _rows(letter: str, ranking: Ranking, *, scored: bool) -> Iterator[tuple[str, ...]]:
    """The entries of a list, each with its letter if there are several."""
    for rank, item in enumerate(ranking.items, 1):
        score = [plain(item.score)] if scored and item.score is not None else []
        yield (*([letter] if letter else []), str(rank), item.doc_id, *score, _grade(item))


def _missed(letter: str, ranking: Ranking, texts: Texts) -> str:
    """The judged documents that a list did not retrieve, as a sentence; "" if there are none."""
    missed = [texts("prompt.graded", document=item.doc_id, grade=_grade(item)) for item in ranking.missed]
    documents = texts("sentence.more_separator").join(missed)
    if not missed:
        return ""
    return (
        texts("prompt.missed_by", list=letter, documents=documents) if letter else texts("prompt.missed", documents=documents)
    )


def task_of(question: Question, texts: Texts) -> str:
    """What is asked, in one sentence."""
    words = WORDS.get(question.kind)
    return words.task(question, texts) if words else texts("prompt.task", measure=question.measure)


def note_of(question: Question, texts: Texts) -> str:
    """What is seen besides the list, in a sentence; "" where nothing is."""
    words = WORDS.get(question.kind)
    return words.note(question, texts) if words and words.note else ""


def digits_of(question: Question, texts: Texts, *, fractions: bool = True) -> str:
    """How a number is to be written."""
    words = WORDS.get(question.kind)
    own = words.digits(question, texts) if words and words.digits else ""
    return own or texts("prompt.digits_or_fraction" if fractions else "prompt.digits", digits=question.digits)


def prompt_text(question: Question, texts: Texts) -> str:
    """Print a question for a terminal."""
    found = prompt(question, texts)
    widths = [max(map(len, column)) for column in zip(found.heads, *found.rows, strict=True)]
    table = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in (found.heads, *found.rows)
    ]
    lines = [*found.lines, *(texts("sets.choice", typed=key, words=words) for key, words in _typed(question, found))]
    shown = ["", *("  " + line for line in lines), ""] if lines else []
    parts = [found.task, *filter(None, [found.note]), found.convention, "", *("  " + row for row in table), "", found.missed]
    return "\n".join([*parts, *shown, found.digits])


def _typed(question: Question, found: Prompt) -> tuple[tuple[str, str], ...]:
    """What is typed for each choice; the lines of a derivation begin with it anyway."""
    return tuple((key, words.removeprefix(f"{key}. ")) for key, words in found.choices)


def convention_of(question: Question, texts: Texts) -> str:
    """The convention of a question in words, as it matters to its list."""
    return "".join(text for text, _ in convention_parts(question, texts))


def convention_parts(question: Question, texts: Texts) -> tuple[tuple[str, bool], ...]:
    """The same in pieces, each with whether it is what was chosen."""
    facts = replace(facts_of(RawLists.from_rankings(question.lists)), lists=1, undefined=False)
    rankings, metric = question.trace.rankings, parse_measure(question.measure).metric
    # Where grades are to be changed, what is the highest grade now says little.
    changing = isinstance(question.given, ReachTarget) and question.given.by == GRADE
    counts = {name: count for name, count in numbers_of(rankings).items() if name != "err_max" or not changing}
    parts = ConventionWords(metric, question.convention, facts, texts, counts).parts
    # What a metric settles itself is no choice, and no part of the convention.
    relevant, others = rankings.below_relevant, rankings.below_nonrelevant
    tied_below = "auc_range" in metric.uses and bool(((relevant > 0) & (relevant + others > 1)).any())
    group = metric.fixes.get("ties") == "group" and "tied_pair" not in metric.uses
    found = {
        "at_worst": facts.tied and group,
        "last_below" if group else "tied_below": tied_below,
        "passed_over": facts.unjudged and "unjudged" not in metric.uses,
    }
    settled = [name for name, so in found.items() if so]
    return (*parts, *((texts("convention.separator") + texts(f"prompt.{name}"), False) for name in settled))


def hints(question: Question, texts: Texts) -> tuple[str, ...]:
    """The plan in words, if there is one, then a line of the derivation each; the last, which is the answer, is none.

    A kind may have others; where no number is typed there is the plan only: the lines would tell which answer is right.
    """
    words = WORDS.get(question.kind)
    if words is not None:
        return words.hints(question, texts)
    return *plan(question, texts), *map(line_text, solution(question)[:-1])


def solution(question: Question) -> tuple[Line, ...]:
    """The whole derivation, the answer last."""
    return derivation(question.trace)


def _grade(item: Item) -> str:
    return "?" if item.grade is None else plain(item.grade)
