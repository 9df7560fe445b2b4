"""Why is this number what it is? Diagnose, Learn, a class, the command line and Python name the same causes in one order.

Who reads is an argument: an engineer sees what costs least first, a student the usual mistakes, and a library only where no
choice says what it does. A question of practice or of a class asks for so many digits, and thereby knows more than a look-up:
that a number has too few, or that terms were rounded on the way.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from math import isfinite
from random import Random
from typing import NamedTuple

import pytest

from rankviz import METRICS, PROFILES, Convention, InputError, Item, Ranking, evaluate
from rankviz.classroom.answer_causes import CAUSE, PERCENT, SHORT, SLIP, cause_of
from rankviz.classroom.questions import list_question_name, question_of, set_question_name
from rankviz.cli.main import main
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics import Metric
from rankviz.core.metrics.measures import print_measure
from rankviz.core.templates import TemplateError
from rankviz.core.typed_number import agreement, read_typed
from rankviz.diagnose import ENGINEER, READERS, STUDENT, LookupResult, Match, NumberLookup
from rankviz.diagnose.departures import formula_mistakes_of
from rankviz.diagnose.mistakes.mistaken_derivation import apply_mistake
from rankviz.diagnose.number_lookup import MOST_SHOWN, MOST_WEAK
from rankviz.diagnose.usual_mistakes import USUAL_MISTAKES, mistake_name
from rankviz.diagnose.words.findings import match_words
from rankviz.diagnose.words.lookup_state import look_up_typed
from rankviz.evaluation.evaluate import compute
from rankviz.learn.questions import Question, Verdict, judge, look_up_mistake
from rankviz.learn.sets.question_set import QuestionSet
from rankviz.state.app_state import AppState
from rankviz.state.page_params import PageParams
from rankviz.texts import Texts
from tests.helpers.corpus import one_choice_away
from tests.helpers.long import rounds

pytestmark = pytest.mark.slow
LISTS = ("missed", "ties", "duplicates", "unjudged")
AT_RANDOM = ("0", "1", "0.5", "2/3", "61.7", "38 %")


class Asked(NamedTuple):
    """A list under a measure, the numbers that somebody may have got, and the search that all readers share."""

    metric: Metric
    ranking: Ranking
    convention: Convention
    numbers: tuple[str, ...]
    lookup: NumberLookup


def drawn_ranking(draw: Random, kind: str) -> Ranking:
    grades: list[float | None] = [draw.choice([0, 0, 1, 1, 2, 3]) for _ in range(draw.randint(4, 5))]
    grades[1], missed = grades[1] or 2, [draw.choice([0, 1, 2]) for _ in range(draw.randint(1, 2))]
    if kind == "unjudged":
        grades[2] = None
    scores = sorted((draw.choice([1.0, 2.0, 3.0]) for _ in grades), reverse=True) if kind == "ties" else None
    ranking = Ranking.from_grades(grades, missed, scores)
    if kind != "duplicates":
        return ranking
    items = [*ranking.items]
    items[2] = Item(items[1].doc_id, items[2].grade)
    return Ranking(tuple(items), ranking.missed)


def values_otherwise(draw: Random, metric: Metric, ranking: Ranking, convention: Convention) -> Iterator[float]:
    """What other conventions, libraries and known mistakes give."""
    measure, cut = print_measure(metric, convention), {"cutoff": convention.cutoff}
    conventions = [*one_choice_away(metric)]
    sample = draw.sample(conventions, min(16, len(conventions)))
    others = [evaluate_or_nan(measure, ranking, **(each.differences() | cut)) for each in sample]
    libraries = [evaluate_or_nan(measure, ranking, profile=each) for each in draw.sample([*PROFILES], 16)]
    mistakes = [*formula_mistakes_of(metric, 1)]
    right = compute(metric, RawLists.from_rankings([ranking]), convention)
    wrong = []
    for each in draw.sample(mistakes, min(6, len(mistakes))):
        assert each.formula_mistake is not None
        try:
            wrong.append(float(apply_mistake(right, each.formula_mistake, [ranking], convention).value[0]))
        except TemplateError:
            continue
    for values in (others, libraries, wrong):
        distinct = sorted({round(each, 9) for each in values if isfinite(each)})
        yield from draw.sample(distinct, min(6, len(distinct)))


def evaluate_or_nan(measure: str, ranking: Ranking, **how: object) -> float:
    try:
        return evaluate(measure, ranking, **how)  # type: ignore[arg-type]
    except InputError:
        return float("nan")


@cache
def asked(key: str) -> tuple[Asked, ...]:
    """Questions of one metric, two if it is practised."""
    metric, place = METRICS[key], [*METRICS].index(key)
    draw = Random(34 + place)  # noqa: S311, the same questions in every run
    questions = []
    for number in range(rounds(2 if key in USUAL_MISTAKES else 1)):
        ranking = drawn_ranking(draw, LISTS[(place + number) % len(LISTS)])
        numbers_by_field = {"cutoff": draw.choice([None, 3, 4]), "recall_level": 0.4}
        convention = Convention(**{name: value for name, value in numbers_by_field.items() if name in metric.uses})
        lookup = NumberLookup(metric, [ranking], convention)
        value = evaluate_or_nan(print_measure(metric, convention), ranking)
        others = [*values_otherwise(draw, metric, ranking, convention)]
        printed = [f"{each:.{draw.choice([2, 3, 3, 4])}f}" for each in others]
        own = [f"{value:.3f}", f"{value + 0.001:.3f}", f"{value:.1f}", f"{100 * value:.1f}"] if isfinite(value) else []
        numbers = [f"{draw.random():.{draw.choice([1, 2, 3, 4])}f}" for _ in range(9)]
        questions.append(Asked(metric, ranking, convention, (*dict.fromkeys([*printed, *own, *numbers, *AT_RANDOM]),), lookup))
    return tuple(questions)


every_metric = pytest.mark.parametrize("key", METRICS)


def names(match: Match) -> list[str]:
    """By which a match is known; of departures that were made together there is one name."""
    if len(match.departures) != 1:
        return ["+".join(mistake_name(each) for each in match.departures)]
    return [mistake_name(each) for each in (*match.departures, *match.synonyms)]


# ---------------------------------------------------------------------------------------------------------------------------
# Readers


@every_metric
def test_a_student_is_told_what_an_engineer_is_told_but_for_libraries_that_a_choice_explains(key: str) -> None:
    for each in asked(key):
        for typed in each.numbers:
            engineer, student = (each.lookup.find(read_typed(typed), reader) for reader in READERS)
            if is_cut_off(engineer) or is_cut_off(student):
                continue  # either sees the first ones only
            assert single_names(student) == single_names(engineer), typed
            assert values(student.matches) == values(engineer.matches), typed
            libraries = [match for match in student.matches if is_library(match)]
            assert values(libraries).isdisjoint(values([match for match in student.matches if match not in libraries])), typed


def is_cut_off(result: LookupResult) -> bool:
    return len(result.matches) == (MOST_WEAK if any(match.weak for match in result.matches) else MOST_SHOWN)


def single_names(result: LookupResult) -> set[str]:
    """The names of single departures, without those of libraries."""
    return {name for match in result.matches if len(match.departures) == 1 and not is_library(match) for name in names(match)}


def values(matches: Sequence[Match]) -> set[float]:
    return {round(match.value, 10) for match in matches}


def is_library(match: Match) -> bool:
    return [each.kind for each in match.departures] == ["profile"]


# ---------------------------------------------------------------------------------------------------------------------------
# Diagnose, the command line and Python


@every_metric
def test_diagnose_and_the_command_line_name_the_same_matches(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    each, measure = asked(key)[0], print_measure(asked(key)[0].metric, asked(key)[0].convention)
    typed = each.numbers[0]
    page = look_up_typed(AppState((each.ranking,), key, each.convention), PageParams(my_number=typed)).result
    expected = {reader: each.lookup.find(read_typed(typed), reader) for reader in READERS}
    assert repr(page) == repr(expected[ENGINEER])
    reader = READERS[[*METRICS].index(key) % 2]
    main(["lookup", measure, *typed_list(each.ranking), typed, "--reader", reader, "--json"])
    answers = json.loads(capsys.readouterr().out)["answers"]
    told = [(answer["value"], answer["words"]) for answer in answers]
    assert told == [(match.value, match_words(match, Texts("en"))) for match in expected[reader].matches]


def typed_list(ranking: Ranking) -> list[str]:
    """The list as arguments of the command line."""
    grades, missed = (
        ",".join("?" if each.grade is None else f"{each.grade:g}" for each in items)
        for items in (ranking.items, ranking.missed)
    )
    ids = ",".join(each.doc_id for each in (*ranking.items, *ranking.missed))
    scores = ["--scores", ",".join(f"{each.score:g}" for each in ranking.items)] if ranking.scored else []
    return [grades, "--missed", missed, "--ids", ids, *scores]


# ---------------------------------------------------------------------------------------------------------------------------
# Learn and a class


@pytest.mark.parametrize("key", USUAL_MISTAKES)
def test_learn_names_what_the_look_up_names_for_a_student(key: str) -> None:
    for question, each in list_questions(key):
        for typed in each.numbers:
            matches = each.lookup.find(read_typed(typed), STUDENT).matches
            verdict = look_up_mistake(question, judge(question, typed), each.lookup, is_answer_told=True)
            if verdict.match is not None:
                before = matches[: matches.index(verdict.match)]
                assert all(any(one.metric for one in match.departures) for match in before), typed  # a metric that nobody means
            elif verdict.mistakes and are_printed(question, verdict, typed) and matches[0].departures:
                assert_are_first(verdict.mistakes, matches)


def list_questions(key: str) -> Iterator[tuple[Question, Asked]]:
    """The questions of practice about the lists of a metric."""
    for each in asked(key):
        try:
            yield question_of(list_question_name("value", AppState((each.ranking,), key, each.convention))), each
        except InputError as error:
            assert error.key == "undefined_question"


def are_printed(question: Question, verdict: Verdict, typed: str) -> bool:
    """Whether mistakes give a number as it is, with no rounding on the way."""
    given = {each.key: each.value for each in question.mistakes}
    return all(agreement(given[each], read_typed(typed)) for each in verdict.mistakes)


def assert_are_first(mistakes: tuple[str, ...], matches: tuple[Match, ...]) -> None:
    """All mistakes are among the first matches, in their order, and nothing else is."""
    places = [[mistakes.index(name) for name in names(match) if name in mistakes] for match in matches]
    named = [each for each in places if each]
    assert places[: len(named)] == named
    assert all(min(one) < min(other) for one, other in pairwise(named))
    assert len(matches) == MOST_SHOWN or {place for each in named for place in each} == {*range(len(mistakes))}


@pytest.mark.parametrize("key", USUAL_MISTAKES)
def test_a_class_names_the_cause_that_learn_names(key: str) -> None:
    for question, lookup, numbers in class_questions(key):
        for typed in numbers:
            cause, first = cause_of(question, lookup, typed), judge(question, typed)
            verdict = look_up_mistake(question, first, lookup, is_answer_told=True)
            assert cause is not None
            if verdict.right or cause.kind == "right":  # what counts as right differs, on purpose
                continue
            named = [
                *verdict.mistakes[:1],
                *([verdict.match] if verdict.match else []),
                *[PERCENT] * (verdict.kind == "percent"),
            ]
            in_class = [cause.match if verdict.match else cause.key] if cause.kind in (CAUSE, SLIP) else []
            assert named == in_class, (question.kind, typed, verdict.kind, cause.kind)
            assert cause.kind == SHORT or verdict.kind != "short"
            before = look_up_mistake(question, first, lookup)
            assert before in (verdict, first)  # what would reveal the answer waits until it is told


def class_questions(key: str) -> Iterator[tuple[Question, NumberLookup | None, tuple[str, ...]]]:
    """Questions about the lists of a metric, and one of a set about a number that was left out of a derivation."""
    for question, each in list_questions(key):
        yield question, each.lookup, each.numbers
    gap = question_of(set_question_name(QuestionSet(("gap",), (key,), 1, seed=34, level=2), 1))
    near = [gap.answer, *(each.value for each in gap.mistakes)]
    printed = [f"{value + add:.{places}f}" for value in near for add in (0, 0.0011) for places in (1, 2, 3)]
    yield gap, None, (*dict.fromkeys((*printed, *AT_RANDOM)),)


def test_over_a_thousand_pairs_are_asked() -> None:
    assert sum(len(each.numbers) for key in METRICS for each in asked(key)) > 1000
