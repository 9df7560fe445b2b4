"""Questions on a derivation: a number that is missing can be found and is told nowhere, and of the lines one parts first."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from math import log2
from pathlib import Path

import pytest

from rankviz import InputError, evaluate
from rankviz.core.templates import run_template
from rankviz.diagnose.usual_mistakes import USUAL_MISTAKES
from rankviz.display.number_format import in_unit
from rankviz.learn.questions import Question, Work, draw, judge, judge_work
from rankviz.learn.questions.kinds.step import FEWEST, MOST, MistakenDerivation
from rankviz.learn.questions.written_derivation import SORTS, Hole, trace_by_hand, written_lines
from rankviz.learn.words.feedback import feedback
from rankviz.learn.words.kinds import gap as gap_words
from rankviz.learn.words.kinds import step as step_words
from rankviz.learn.words.prompt import convention_of, digits_of, hints
from rankviz.learn.words.written_derivation import LineWords, numbered_line
from rankviz.texts import LANGUAGES, Texts
from tests.helpers.long import rounds

GOLDEN = Path(__file__).parent.parent / "golden" / "gap-and-step-1.json"
EN = Texts("en")
UNIT = 1e-3
NUMBER = re.compile(r"\d+(?:\.\d+)?")
EVERY = pytest.mark.parametrize(("metric", "level"), [(metric, level) for metric in USUAL_MISTAKES for level in (1, 2, 3)])
EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


@cache
def questions_of(kind: str, metric: str, level: int) -> tuple[Question, ...]:
    return tuple(draw(kind, metric, 5, number, level) for number in range(1, rounds(1) + 1))


def all_questions(kind: str) -> list[Question]:
    return [question for metric in USUAL_MISTAKES for level in (1, 2) for question in questions_of(kind, metric, level)]


def hole_of(question: Question) -> Hole:
    assert isinstance(question.given, Hole)
    return question.given


def derivation_of(question: Question) -> MistakenDerivation:
    assert isinstance(question.given, MistakenDerivation)
    return question.given


def numbers(texts: Sequence[str]) -> set[str]:
    return {number for text in texts for number in NUMBER.findall(text)}


def value_by_formula(line: LineWords, question: Question) -> float:
    """What a line's formula gives, from the numbers that are printed in it."""
    parts = [float(run_template(part, {}, question.trace.rankings)) for part in line.parts]
    return max(parts) if line.operator == "," else sum(parts)


def golden_record(question: Question) -> list[object]:
    (ranking,) = question.lists
    shown, missed = ([int(item.grade or 0) for item in part] for part in (ranking.items, ranking.missed))
    given = question.given
    own: list[object] = [given.step, given.entry, given.sort] if isinstance(given, Hole) else []
    if isinstance(given, MistakenDerivation):
        own = [given.mistake, given.wrong, [f"{line.value:.9f}" for line in given.lines]]
    drawn_from = [question.kind, question.measure, question.level, question.seed, question.number]
    return [*drawn_from, shown, missed, f"{question.answer:.9f}", *own]


@pytest.mark.slow
def test_a_question_on_a_derivation_stays_the_same_for_ever() -> None:
    kept = json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert len(kept) == 44
    for each in kept:
        kind, measure, level, seed, number = each[:5]
        assert golden_record(draw(kind, measure.partition("@")[0], seed, number, level, version=1)) == each


# ---------------------------------------------------------------------------------------------------------------------------
# A number that is missing


def answer_by_formula(question: Question) -> float | None:
    """The missing number worked out from the list alone, for some of the places."""
    (ranking,), hole, k = question.lists, hole_of(question), question.convention.cutoff
    grades = [item.grade or 0 for item in ranking.items]
    relevant = sum(bool(item.grade) for item in (*ranking.items, *ranking.missed))
    found = sum(grade > 0 for grade in grades[:k])
    rank = 0 if hole.entry is None else hole.entry + 1
    above: dict[str, Callable[[], float]] = {
        "discount": lambda: log2(rank + 1),
        "discounted_gain": lambda: grades[rank - 1] / log2(rank + 1),
        "dcg": lambda: sum(grade / log2(at + 1) for at, grade in enumerate(grades[:k], 1)),
        "ap_term": lambda: sum(grade > 0 for grade in grades[:rank]) / rank,
        "ap_sum": lambda: sum(sum(g > 0 for g in grades[:at]) / at for at in range(1, (k or 0) + 1) if grades[at - 1]),
        **dict.fromkeys(("ap_base", "recall_base", "relevant_counted"), lambda: relevant),
        "p": lambda: found / (k or len(grades)),
        "r": lambda: found / relevant,
        "rbp_term": lambda: 0.8 ** (rank - 1),
        "reciprocal": lambda: 1 / rank,
    }
    return above[hole.step]() if hole.step in above else None


@pytest.mark.slow
@EVERY
def test_the_missing_number_is_that_of_its_place(metric: str, level: int) -> None:
    for question in questions_of("gap", metric, level):
        if hole_of(question).sort == "result":
            assert question.answer == pytest.approx(float(evaluate(question.measure, question.lists[0])), rel=1e-12)
        elif (expected := answer_by_formula(question)) is not None and level < 3:
            assert question.answer == pytest.approx(expected, rel=1e-12), hole_of(question)


@pytest.mark.slow
def test_every_sort_of_number_is_asked_for() -> None:
    asked = {(metric, hole_of(question).sort) for metric in ("dcg", "ap", "auc") for question in questions_of("gap", metric, 2)}
    more = {hole_of(draw("gap", metric, 5, number, 2)).sort for metric in ("dcg", "auc") for number in range(10, 25)}
    assert {sort for _, sort in asked} | more == set(SORTS)


@EVERY
def test_the_mistakes_in_a_number_are_separated_and_named(metric: str, level: int) -> None:
    for question in questions_of("gap", metric, level):
        values = [question.answer, *(mistake.value for mistake in question.mistakes)]
        assert len(values) > 1
        assert all(abs(one - two) >= 4 * UNIT for one, two in combinations(values, 2))
        assert judge(question, f"{question.answer:.3f}").right
        assert judge(question, gap_words.answer_words(question)).right
        for mistake in question.mistakes:
            assert judge(question, f"{mistake.value:.3f}").mistakes == (mistake.key,)


def test_the_mistakes_give_the_number_of_that_place() -> None:
    # Of AP's denominators: the documents found, k, the smaller of both; without what was not retrieved.
    questions = (draw("gap", "recall", 5, number, 1) for number in range(1, 40))
    question = next(each for each in questions if hole_of(each).step == "recall_base")
    grades, k = [item.grade or 0 for item in question.lists[0].items], question.convention.cutoff
    assert k is not None
    assert question.answer == sum(grade > 0 for grade in grades) + sum(bool(each.grade) for each in question.lists[0].missed)
    found = {mistake.key: mistake.value for mistake in question.mistakes}
    assert found.get("forgotten", sum(grade > 0 for grade in grades)) == sum(grade > 0 for grade in grades)
    assert found.get("recall_base=min_R_k", k) == k
    assert "metric=precision" not in found


@pytest.mark.parametrize(("language", "said"), [("en", "adds up the precision at every rank"), ("zh", "都加了起来")])
def test_feedback_on_a_mistake_in_a_sum_is_about_the_sum(language: str, said: str) -> None:
    of_sums = [each for each in all_questions("gap") if (hole_of(each).sort, hole_of(each).step) == ("sum", "ap_sum")]
    told = [mistake for each in of_sums for mistake in each.mistakes if mistake.key == "ap_base=all_ranks"]
    assert told
    for question in of_sums:
        for mistake in (each for each in question.mistakes if each in told):
            words = " ".join(feedback(question, judge(question, f"{mistake.value:.3f}"), Texts(language)))
            assert said in words


def visible_texts_of_gap(question: Question, texts: Texts) -> list[str]:
    lines = [numbered_line(line, texts) for line in gap_words.gap_lines(question, texts)]
    return [gap_words.task_words(question, texts), gap_words.note(question, texts), convention_of(question, texts), *lines]


@pytest.mark.slow
@EVERY_LANGUAGE
@pytest.mark.parametrize("level", [1, 2, 3])
def test_nothing_shown_reveals_the_missing_number(language: str, level: int) -> None:
    texts = Texts(language)
    for question in (question for metric in USUAL_MISTAKES for question in questions_of("gap", metric, level)):
        answer = gap_words.answer_words(question)
        lines = gap_words.gap_lines(question, texts)
        assert sum(line.result == "?" or any("?" in part for part in line.parts) for line in lines) >= 1
        shown = [*visible_texts_of_gap(question, texts), *hints(question, texts)]
        for typed in (*(f"{each.value:.3f}" for each in question.mistakes), "77.125"):
            shown += [said.replace(typed, "") for said in feedback(question, judge(question, typed), texts)]
        assert answer not in numbers(shown), [text for text in shown if answer in numbers([text])]
        assert f"{question.answer:.3f}" not in numbers(shown)


@pytest.mark.parametrize("metric", USUAL_MISTAKES)
def test_what_follows_from_the_missing_number_is_left_out_and_nothing_else_is(metric: str) -> None:
    for question in questions_of("gap", metric, 2):
        whole = gap_words.gap_lines(question, EN, complete=True)
        for line, full in zip(gap_words.gap_lines(question, EN), whole, strict=True):
            assert line.words == full.words
            if line.result not in ("?", "…"):
                assert (line.result, line.parts) == (full.result, full.parts)
        result = whole[-1].result
        assert gap_words.gap_lines(question, EN)[-1].result in ("?", "…") or result == ""
        # With the number put in, each line gives what it comes to.
        for line in whole:
            if line.parts:
                assert value_by_formula(line, question) == pytest.approx(float(line.result), abs=0.02, rel=0.01), numbered_line(
                    line, EN
                )


def test_a_count_is_asked_for_as_a_whole_number() -> None:
    questions = (draw("gap", "R", 5, number, 1) for number in range(1, 40))
    question = next(each for each in questions if hole_of(each).sort == "denominator")
    assert digits_of(question, EN) == "A whole number."
    assert gap_words.answer_words(question) == f"{question.answer:.0f}"
    told = {typed: " ".join(feedback(question, judge(question, typed), EN)) for typed in ("17", "17.0", "17.5", "35/2")}
    assert [typed for typed, words in told.items() if "is not a whole number." in words] == ["17.5", "35/2"]
    assert "decimals" not in " ".join(told.values())
    assert judge(question, f"{question.answer + 0.01:.2f}").kind == "unknown"


# ---------------------------------------------------------------------------------------------------------------------------
# A line with a mistake


@pytest.mark.slow
@EVERY
def test_exactly_one_line_departs_first_from_the_right_derivation(metric: str, level: int) -> None:
    for question in questions_of("step", metric, level):
        broken = derivation_of(question)
        made, right = (step_words.step_lines(question, EN, corrected=corrected) for corrected in (False, True))
        by_words = {line.words: line for line in right}
        assert FEWEST <= len(made) <= MOST
        assert [line.number for line in made] == list(range(1, len(made) + 1))
        for line, other in zip(made[: broken.wrong], right, strict=False):
            assert (line.words, line.parts, line.result) == (other.words, other.parts, other.result)
        wrong = made[broken.wrong]
        assert wrong.words not in by_words or wrong.result != by_words[wrong.words].result
        for at in broken.right:
            assert made[at].result == by_words[made[at].words].result
        assert float(right[-1].result) == pytest.approx(question.answer, abs=UNIT)
        assert abs(broken.lines[-1].value - question.answer) >= 4 * UNIT
        # A line that is missing could not be pressed.
        assert [line.words for line in made if line.words in by_words] == [*by_words]


@EVERY
def test_every_line_gives_what_its_own_formula_says(metric: str, level: int) -> None:
    for question in questions_of("step", metric, level):
        for line in step_words.step_lines(question, EN):
            if line.parts:
                assert value_by_formula(line, question) == pytest.approx(float(line.result), abs=0.02, rel=0.01), numbered_line(
                    line, EN
                )


@EVERY
def test_the_derivation_comes_to_what_the_mistake_gives(metric: str, level: int) -> None:
    for question in questions_of("step", metric, level):
        broken = derivation_of(question)
        given = next(mistake.value for mistake in question.mistakes if mistake.key == broken.mistake)
        assert broken.lines[-1].value == pytest.approx(given, rel=1e-9)
        field, _, value = broken.mistake.partition("=")
        if field in ("gain", "discount", "ideal", "ideal_cut", "ap_base"):
            wrong = evaluate(question.measure, question.lists[0], **{field: value})
            assert broken.lines[-1].value == pytest.approx(float(wrong), rel=1e-9)


@EVERY
def test_every_line_that_is_pressed_is_answered(metric: str, level: int) -> None:
    for question in questions_of("step", metric, level):
        broken = derivation_of(question)
        said = []
        for at in range(len(broken.lines)):
            verdict = judge(question, str(at + 1))
            expected = "line_found" if at == broken.wrong else "earlier_line" if at < broken.wrong else "later_line"
            assert (verdict.kind, verdict.typed) == (expected, str(at + 1))
            assert (verdict.is_try, verdict.right) == (at != broken.wrong, False)
            said.append(" ".join(feedback(question, verdict, EN)))
            starts = (f"Line {at + 1}, yes.", f"Line {at + 1} is right.", f"Line {at + 1} follows", f"Line {at + 1} repeats")
            assert said[-1].startswith(starts)
        assert sum(", yes." in each for each in said) == 1
        assert all("is right" in each for each in said[: broken.wrong])
        options = step_words.line_options(question, EN)
        assert [" ".join(option.feedback) for option in options] == said
        assert [option.right for option in options] == [at == broken.wrong for at in range(len(options))]


def test_a_repeated_mistake_is_distinguished_from_its_consequences() -> None:
    # The wrong discount is in every term; their sum is right for these terms.
    questions = (draw("step", "DCG", 5, number, 2) for number in range(1, 80))
    question = next(each for each in questions if derivation_of(each).mistake.startswith("discount="))
    broken = derivation_of(question)
    *terms, total = step_words.line_options(question, EN)
    assert total.feedback[0] == f"Line {len(broken.lines)} follows from an earlier line."
    assert all("repeats a mistake" in option.feedback[0] for option in terms[broken.wrong + 1 :])


@pytest.mark.parametrize("text", ["", "0", "99", "x", "1.5", "-1", "1 2", "²", "1" * 5000])
def test_an_unknown_line_is_no_try(text: str) -> None:
    question = questions_of("step", "ap", 1)[0]
    verdict = judge(question, text)
    assert (verdict.kind, verdict.is_try) == ("unreadable", False)
    assert isinstance(verdict.problem, InputError)
    assert "Choose one from 1 to" in feedback(question, verdict, EN)[0]
    assert "行" in feedback(question, verdict, Texts("zh"))[0]


def test_a_line_may_be_typed_in_any_digits() -> None:
    question = questions_of("step", "ap", 1)[0]
    assert judge(question, " １ ").typed == "1"


def test_after_the_line_its_right_value_is_asked() -> None:
    for question in all_questions("step"):
        broken = derivation_of(question)
        line, value, wrong = str(broken.wrong + 1), f"{question.answer:.3f}", step_words.mistaken_value(question)
        assert judge(question, value).kind != "right"
        found = judge_work(question, Work(tries=(line, wrong, value)))
        assert [verdict.kind for verdict in found.verdicts] == ["line_found", "known", "right"]
        assert broken.mistake in found.verdicts[1].mistakes
        assert (found.is_solved, found.tries) == (True, 1)
        assert not judge_work(question, Work(tries=(line,))).is_solved
        assert len(judge_work(question, Work(tries=(line, line))).verdicts) == 2  # the second is a number
        assert feedback(question, found.verdicts[2], EN) == (f"Right: {question.measure} = {value}.",)


@pytest.mark.slow
@EVERY_LANGUAGE
def test_nothing_shown_reveals_the_value_before_the_line_is_found(language: str) -> None:
    texts = Texts(language)
    constants = {
        number for text in (*texts.group("feedback").values(), *texts.group("hint").values()) for number in NUMBER.findall(text)
    }
    for question in all_questions("step"):
        lines = [numbered_line(line, texts) for line in step_words.step_lines(question, texts)]
        asked = [step_words.task_words(question, texts), step_words.note(question, texts), convention_of(question, texts)]
        listed = [str(len(question.lists[0].items))]
        visible = numbers([*lines, *asked, *listed]) | constants
        said = [text for option in step_words.line_options(question, texts) for text in option.feedback]
        told = numbers([*said, *hints(question, texts)])
        assert told <= visible, told - visible
        assert f"{question.answer:.3f}" not in told


@pytest.mark.parametrize("metric", USUAL_MISTAKES)
def test_a_hint_narrows_the_lines_down_to_half_of_them(metric: str) -> None:
    for question in questions_of("step", metric, 2):
        broken = derivation_of(question)
        first, last = (int(number) for number in NUMBER.findall(hints(question, EN)[-1]))
        assert first <= broken.wrong + 1 <= last
        assert 2 <= last - first + 1 <= (len(broken.lines) + 1) // 2


@EVERY_LANGUAGE
@pytest.mark.parametrize("kind", ["gap", "step"])
def test_the_solution_says_the_answer_in_every_language(language: str, kind: str) -> None:
    texts, words = Texts(language), {"gap": gap_words, "step": step_words}[kind]
    for question in all_questions(kind):
        assert in_unit("value", question.answer) in " ".join(words.solution_words(question, texts)) or kind == "gap"
        assert (gap_words.answer_words(question) if kind == "gap" else f"{question.answer:.3f}") in " ".join(
            words.solution_words(question, texts)
        )


def test_the_handwritten_derivation_gives_the_value_of_the_metric() -> None:
    for question in (*all_questions("gap"), *all_questions("step")):
        whole = trace_by_hand(question.trace)
        assert float(whole.value[0]) == pytest.approx(float(question.trace.value[0]), rel=1e-12)
        assert written_lines(whole)[-1].value == float(whole.value[0])
