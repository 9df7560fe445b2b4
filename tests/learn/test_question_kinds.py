"""Kinds of questions other than for a number: what is asked is so, by values from outside, and every answer is judged."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, pairwise, permutations
from pathlib import Path
from typing import Any

import pytest

from rankviz import InputError, Item, Ranking, evaluate, exercises
from rankviz.core.conventions import TEXTBOOK
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics import METRICS
from rankviz.core.metrics.measures import find_metric, parse_measure
from rankviz.diagnose.usual_mistakes import USUAL_MISTAKES
from rankviz.evaluation.evaluate import compute
from rankviz.learn.questions import Question, Work, draw, judge, judge_work
from rankviz.learn.questions.kinds import KINDS
from rankviz.learn.questions.kinds.better import KEYS
from rankviz.learn.questions.kinds.options import Options
from rankviz.learn.questions.kinds.order import Order
from rankviz.learn.questions.kinds.reach_target import GRADE, MOVE, ReachTarget, decode_answer, encode_answer, measure_value
from rankviz.learn.questions.kinds.step import MistakenDerivation
from rankviz.learn.questions.kinds.swap import Swaps
from rankviz.learn.questions.kinds.trend import Trend
from rankviz.libraries.profiles import PROFILES
from tests.helpers.long import rounds

LEVELS = (1, 2, 3)
EVERY = pytest.mark.parametrize(("metric", "level"), [(metric, level) for metric in USUAL_MISTAKES for level in LEVELS])


@cache
def questions_of(kind: str, metric: str, level: int) -> tuple[Question, ...]:
    return tuple(draw(kind, metric, 11, number, level) for number in range(1, rounds(1) + 1))


def values(question: Question) -> list[float]:
    return [float(evaluate(question.measure, each)) for each in question.lists]


def documents(ranking: Ranking) -> list[tuple[str, float | None]]:
    return sorted((item.doc_id, item.grade) for item in (*ranking.items, *ranking.missed))


# ---------------------------------------------------------------------------------------------------------------------------
# Which of two


@EVERY
def test_of_two_lists_one_is_clearly_better_or_they_are_equal(metric: str, level: int) -> None:
    for question in questions_of("better", metric, level):
        given, (a, b) = question.given, values(question)
        assert isinstance(given, Options)
        assert given.values == pytest.approx((a, b), abs=1e-12)
        assert given.right == ("equal" if a == pytest.approx(b, abs=1e-9) else "a" if a > b else "b")
        assert given.right == "equal" or abs(a - b) >= 0.02 - 1e-9
        one, other = question.lists
        assert documents(one) == documents(other)
        assert [item.grade for item in one.items] != [item.grade for item in other.items]


@EVERY
def test_on_the_hardest_level_another_usual_metric_says_the_opposite(metric: str, level: int) -> None:
    for question in questions_of("better", metric, level):
        given, (a, b) = question.given, values(question)
        assert isinstance(given, Options)
        assert bool(given.other) == (level == 3)
        if given.other:
            one, other = (float(evaluate(given.other, each)) for each in question.lists)
            assert abs(one - other) >= 0.02 - 1e-9
            assert given.right == "equal" or (one > other) != (a > b)


@pytest.mark.slow
def test_about_one_pair_of_eight_is_equal() -> None:
    found = [draw("better", "nDCG", 2, number, 1).given for number in range(1, 201)]
    rights = [given.right for given in found if isinstance(given, Options)]
    assert 12 <= rights.count("equal") <= 40  # 25 are expected; four standard deviations on either side
    assert all(rights.count(key) >= 60 for key in ("a", "b"))


def test_every_choice_is_judged_and_the_first_closes_the_question() -> None:
    question = questions_of("better", "ndcg", 1)[0]
    given = question.given
    assert isinstance(given, Options)
    for key in KEYS:
        assert judge(question, f" {key} ").kind == ("right" if key == given.right else "wrong_choice")
    bad = judge(question, "c")
    assert (bad.kind, bad.is_try) == ("unreadable", False)
    assert bad.problem is not None and bad.problem.key == "unknown_option"
    wrong = next(key for key in KEYS if key != given.right)
    closed = judge_work(question, Work(tries=("c", wrong, given.right)))
    assert (closed.is_solved, closed.is_closed, closed.is_open, closed.tries) == (False, True, False, 1)
    assert judge_work(question, Work(tries=(wrong, given.right)), is_test=True).is_solved
    assert judge_work(question, Work(tries=("c",))).is_open


# ---------------------------------------------------------------------------------------------------------------------------
# Four in their order


@pytest.mark.slow
@EVERY
def test_four_lists_lie_apart_and_do_not_stand_in_their_order(metric: str, level: int) -> None:
    for question in questions_of("order", metric, level):
        given = question.given
        assert isinstance(given, Order)
        found = values(question)
        assert given.values == pytest.approx(found, abs=1e-12)
        assert all(found[one] - found[other] >= 0.02 - 1e-9 for one, other in pairwise(given.right))
        assert sorted(given.right) == [0, 1, 2, 3] != list(given.right)
        assert len({tuple(documents(each)) for each in question.lists}) == 1


def test_the_first_pair_in_the_wrong_order_is_named() -> None:
    question = questions_of("order", "ndcg", 1)[0]
    found = values(question)
    for order in permutations(range(4)):
        verdict = judge(question, ".".join(str(place + 1) for place in order))
        turned = [(one, other) for one, other in pairwise(order) if found[one] < found[other]]
        assert verdict.kind == ("turned" if turned else "right")
        assert verdict.turned == (turned[0] if turned else ())


@pytest.mark.parametrize("text", ["", "1.2.3", "1.2.3.3", "0.1.2.3", "1,2,3,4", "1.2.3.4.5", "a.b.c.d", "１.2.3.4"])
def test_an_invalid_order_is_no_try(text: str) -> None:
    verdict = judge(questions_of("order", "ndcg", 1)[0], text)
    assert (verdict.kind, verdict.is_try) == ("unreadable", False)
    assert verdict.problem is not None and verdict.problem.key == "bad_order"


# ---------------------------------------------------------------------------------------------------------------------------
# Whose number


@pytest.mark.slow
@EVERY
def test_four_conventions_give_four_numbers(metric: str, level: int) -> None:
    for question in questions_of("who", metric, level):
        given, (ranking,) = question.given, question.lists
        assert isinstance(given, Options)
        assert len(given.keys) == len(set(given.keys)) == len(given.values) == 4
        assert question.answer == given.values[given.keys.index(given.right)]
        assert all(abs(one - other) >= 0.004 - 1e-9 for one, other in pairwise(sorted(given.values)))
        for key, value, convention in zip(given.keys, given.values, given.conventions, strict=True):
            by_hand = values_of_option(question, key, ranking)
            assert all(each == pytest.approx(value, abs=1e-9) for each in by_hand), key
            assert compute(METRICS[metric], RawLists.from_rankings([ranking]), convention).value[0] == pytest.approx(value)


def values_of_option(question: Question, key: str, ranking: Ranking) -> list[float]:
    """What `evaluate` gives for an option, once for each library in it."""
    metric, cutoff = parse_measure(question.measure).metric, question.convention.cutoff
    measure = question.measure if "cutoff" in metric.uses or cutoff is None else metric.name
    if key == "present":
        return [float(evaluate(measure, ranking))]
    if "=" in key:
        name, value = key.split("=")
        choices: dict[str, Any] = {name: float(value) if name == "threshold" else value}
        return [float(evaluate(measure, ranking, **choices))]
    return [float(evaluate(measure, ranking, profile=each)) for each in key.split(".")]


def test_the_hardest_level_asks_for_libraries_if_four_differ() -> None:
    for question in questions_of("who", "ndcg", 3):
        given, (ranking,) = question.given, question.lists
        assert isinstance(given, Options)
        assert all(set(key.split(".")) <= set(PROFILES) for key in given.keys)
        assert not ranking.scored
        assert all(item.grade is not None for item in ranking.items)


@pytest.mark.slow
def test_the_libraries_of_an_option_choose_alike_wherever_it_matters_to_the_list() -> None:
    def gain_and_discount(library: str, question: Question) -> tuple[object, ...]:
        choices = {**vars(TEXTBOOK), **(PROFILES[library].choices("ndcg", question.convention.cutoff) or {})}
        return tuple(choices[name] for name in ("gain", "discount", "ideal", "ideal_cut"))

    for question in (draw("who", "nDCG", 12, number, 3) for number in range(1, 9)):
        assert isinstance(question.given, Options)
        for key in question.given.keys:
            assert len({gain_and_discount(each, question) for each in key.split(".")}) == 1, key


def test_a_convention_is_chosen_by_its_key() -> None:
    question = questions_of("who", "ndcg", 1)[0]
    given = question.given
    assert isinstance(given, Options)
    assert [judge(question, key).kind for key in given.keys].count("right") == 1
    assert judge(question, given.right).right
    assert judge(question, "").kind == "unreadable"
    wrong = next(key for key in given.keys if key != given.right)
    assert judge_work(question, Work(tries=(wrong, given.right))).is_solved


# ---------------------------------------------------------------------------------------------------------------------------
# To be reached


def one_move_away(target: ReachTarget, ranking: Ranking) -> Iterator[Ranking]:
    items = ranking.items
    for place, item in enumerate(items):
        rest = (*items[:place], *items[place + 1 :])
        if target.by == MOVE:
            yield from (Ranking((*rest[:to], item, *rest[to:]), ranking.missed) for to in range(len(items)))
        else:
            for grade in range(target.top + 1):
                yield Ranking((*items[:place], item._replace(grade=float(grade)), *items[place + 1 :]), ranking.missed)


@pytest.mark.slow
@EVERY
def test_a_target_is_reached_in_its_moves_and_never_in_fewer(metric: str, level: int) -> None:
    for question in questions_of("reach", metric, level)[:2]:
        target = question.given
        assert isinstance(target, ReachTarget)
        assert (question.answer, question.lists) == (target.value, (target.start,))
        assert 1 <= target.moves <= (2 if level == 3 else 1)
        near = {target.start}
        for _ in range(target.moves):
            assert max(measure_value(question, each) for each in near) < target.value - 1e-3
            near |= {after for each in near for after in one_move_away(target, each)}
        best = max(near, key=lambda each: measure_value(question, each))
        assert evaluate(question.measure, best) >= target.value - 1e-9
        text = encode_answer(question, best)
        assert text is not None
        assert decode_answer(question, text) == best
        assert judge(question, text).right
        assert judge(question, str(encode_answer(question, target.start))).kind == "not_there"


def reach_question(by: str) -> Question:
    found = (draw("reach", "nDCG", 5, number, 1) for number in range(1, 50))
    return next(each for each in found if isinstance(each.given, ReachTarget) and each.given.by == by)


def test_moves_are_the_fewest_that_lead_to_a_list() -> None:
    question = reach_question(MOVE)
    target = question.given
    assert isinstance(target, ReachTarget)
    count = len(target.start.items)
    here = list(range(1, count + 1))
    known = {
        tuple(here): 0,
        (2, 1, *here[2:]): 1,  # neighbours
        (*here[1:], 1): 1,  # the first to the end
        (here[-1], *here[:-1]): 1,
        (here[-1], *here[1:-1], 1): 2,  # the first and the last change places
        tuple(reversed(here)): count - 1,
    }
    for order, moves in known.items():
        verdict = judge(question, ".".join(map(str, order)))
        assert verdict.moves == moves
        assert verdict.right == (
            moves <= target.moves and measure_value(question, decode_answer(question, verdict.typed)) >= target.value
        )


def test_grades_are_counted_where_they_differ() -> None:
    question = reach_question(GRADE)
    target = question.given
    assert isinstance(target, ReachTarget)
    grades = [int(item.grade or 0) for item in target.start.items]
    assert judge(question, ".".join(map(str, grades))).moves == 0
    changed = [grades[0] + 1 if grades[0] < target.top else 0, *grades[1:]]
    assert judge(question, ".".join(map(str, changed))).moves == 1
    for bad in ("", "1.2", ".".join(["9"] * len(grades)), ".".join(["x"] * len(grades)), ".".join(["-1"] * len(grades))):
        verdict = judge(question, bad)
        assert (verdict.kind, verdict.problem and verdict.problem.key) == ("unreadable", "bad_grades")


def test_a_list_of_other_documents_is_no_answer() -> None:
    for question in (reach_question(MOVE), reach_question(GRADE)):
        target = question.given
        assert isinstance(target, ReachTarget)
        items, missed = target.start.items, target.start.missed
        assert encode_answer(question, Ranking(items[:-1], missed)) is None
        assert encode_answer(question, Ranking((*items[:-1], missed[0]), missed)) is None
        assert encode_answer(question, Ranking(items, ())) is None
        renamed = (items[0]._replace(doc_id="x"), *items[1:])
        assert encode_answer(question, Ranking(renamed, missed)) is None
        swapped, graded = (items[1], items[0], *items[2:]), (items[0]._replace(grade=1.0 - (items[0].grade == 1)), *items[1:])
        assert (encode_answer(question, Ranking(swapped, missed)) is None) == (target.by == GRADE)
        assert (encode_answer(question, Ranking(graded, missed)) is None) == (target.by == MOVE)


# ---------------------------------------------------------------------------------------------------------------------------
# A move that is announced


@EVERY
def test_a_move_that_is_announced_changes_a_value_clearly_or_not_at_all(metric: str, level: int) -> None:
    for question in questions_of("trend", metric, level):
        given, (ranking,) = question.given, question.lists
        assert isinstance(given, Trend)
        items = list(ranking.items)
        items.insert(given.move.to - 1, items.pop(given.move.rank - 1))
        before, after = (float(evaluate(question.measure, each)) for each in (ranking, Ranking(tuple(items), ranking.missed)))
        assert given.values == pytest.approx((before, after), abs=1e-12)
        assert given.right == ("same" if abs(after - before) < 1e-9 else "up" if after > before else "down")
        assert given.right == "same" or abs(after - before) >= 0.02 - 1e-9
        low, high = sorted(given.move)
        passed = {item.grade for item in ranking.items[low - 1 : high]}
        assert len(passed) > 1
        assert (high - low == 1) == (level == 1)


@pytest.mark.slow
def test_each_answer_about_a_move_is_right_about_as_often() -> None:
    found = [draw("trend", "nDCG", 2, number, 2).given for number in range(1, 121)]
    rights = [given.right for given in found if isinstance(given, Options)]
    assert all(20 <= rights.count(key) <= 60 for key in ("up", "down", "same"))  # 40 are expected; four deviations


def test_a_move_is_judged_once() -> None:
    question = questions_of("trend", "ap", 2)[0]
    given = question.given
    assert isinstance(given, Trend)
    for key in ("up", "down", "same"):
        assert judge(question, f" {key.upper()} ").kind == ("right" if key == given.right else "wrong_choice")
    wrong = next(key for key in given.keys if key != given.right)
    assert judge_work(question, Work(tries=("left", wrong, given.right))).is_closed


# ---------------------------------------------------------------------------------------------------------------------------
# Two that change places


@EVERY
def test_the_best_swap_is_visibly_better_than_any_other(metric: str, level: int) -> None:
    for question in questions_of("swap", metric, level):
        given, (ranking,) = question.given, question.lists
        assert isinstance(given, Swaps)
        before, found = float(evaluate(question.measure, ranking)), {}
        for one, other in combinations(range(len(ranking.items)), 2):
            items = list(ranking.items)
            items[one], items[other] = items[other], items[one]
            found[one + 1, other + 1] = float(evaluate(question.measure, Ranking(tuple(items), ranking.missed)))
        assert dict(zip(given.ranks, given.values, strict=True)) == pytest.approx(found, abs=1e-12)
        best = max(found.values())
        assert best - before >= 0.02 - 1e-9
        assert set(given.right) == {ranks for ranks, value in found.items() if value > best - 1e-9}
        assert all(best - value >= 0.02 - 1e-9 for ranks, value in found.items() if ranks not in given.right)


def test_a_swap_is_judged_once_in_either_order() -> None:
    question = questions_of("swap", "dcg", 1)[0]
    given = question.given
    assert isinstance(given, Swaps)
    (one, other), *_ = given.right
    assert [judge(question, text).kind for text in (f"{one}.{other}", f" {other}.{one} ")] == ["right", "right"]
    wrong = next(each for each in given.ranks if each not in given.right)
    assert judge_work(question, Work(tries=("1.1", f"{wrong[0]}.{wrong[1]}", f"{one}.{other}"))).is_closed
    assert judge_work(question, Work(tries=("1.1", "0.2", "1.99"))).is_open


# ---------------------------------------------------------------------------------------------------------------------------
# All


@pytest.mark.parametrize("kind", ["better", "order", "who", "reach", "trend", "swap"])
def test_any_text_gets_a_verdict_from_every_kind(kind: str) -> None:
    question = questions_of(kind, "ndcg", 1)[0]
    for text in ("", " ", "0.5", "1.1.1.1", "\x00", "a" * 2000, "4.3.2.1", "²", "1.2.3.4.5.6.7.8.9", "-1", "nan", "√2", "1..2"):
        verdict = judge(question, text)
        assert (verdict.kind == "unreadable") == (verdict.problem is not None), text


def test_a_kind_of_several_lists_keeps_its_cutoff() -> None:
    assert draw("order", "nDCG@3", 1, 1, 2).measure == "nDCG@3"
    with pytest.raises(InputError) as caught:
        draw("better", "nDCG@30", 1, 1)
    assert caught.value.key == "no_list_for_question"
    assert draw("who", "P@4", 1, 1, 2).convention == TEXTBOOK.with_choices({"cutoff": 4})


def right_answers(question: Question) -> list[str]:
    """What solves a question, one after the other."""
    given = question.given
    if isinstance(given, Options):
        return [given.right]
    if isinstance(given, Order):
        return [".".join(str(place + 1) for place in given.right)]
    if isinstance(given, Swaps):
        return [".".join(map(str, given.right[-1]))]
    if isinstance(given, MistakenDerivation):
        return [str(given.wrong + 1), f"{question.answer:.3f}"]
    return [f"{question.answer:.3f}"]


@pytest.mark.slow
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "reach"])
def test_every_kind_asks_and_judges_in_python(kind: str) -> None:
    for question in exercises("nDCG", "AP", count=4, seed=5, level=2, kinds=[kind]):
        assert question.kind == kind
        assert question.lists[0].items[0].doc_id in question.prompt
        *_, last = (question.check(text, found=bool(turn)) for turn, text in enumerate(right_answers(question)))
        assert last.right
        assert str(last)
        bad = question.check("no answer")
        assert (bad.kind, bad.is_try) == ("unreadable", False)
        assert f"{question.answer:.3f}" not in str(bad)


def test_a_list_that_is_reached_is_an_answer_in_python() -> None:
    (question,) = exercises("P@3", count=1, seed=5, level=1, kinds=["reach"])
    target = question.given
    assert isinstance(target, ReachTarget)
    best = next(each for each in one_move_away(target, target.start) if measure_value(question, each) >= target.value)
    assert question.check(best).right
    assert question.check(target.start).kind == "not_there"
    assert question.check(Ranking.from_grades([1, 1, 1])).kind == "unreadable"
    assert question.check(0.5).kind == "unreadable"


# ---------------------------------------------------------------------------------------------------------------------------
# The same for ever

GOLDEN = Path(__file__).parent.parent / "golden" / "kinds-1.json"
LATER = GOLDEN.parent / "trend-and-swap-1.json"


def golden_record(question: Question) -> list[object]:
    """A question as the golden file keeps it: its lists by name and grade, and what only its kind has."""

    def written(items: Iterable[Item]) -> list[str]:
        return [f"{item.doc_id}:{'?' if item.grade is None else int(item.grade)}" for item in items]

    lists = [[written(each.items), written(each.missed)] for each in question.lists]
    scores = [item.score for item in question.lists[0].items] if question.lists[0].scored else []
    given = question.given
    own: list[object] = []
    if isinstance(given, Options):
        own = [list(given.keys), given.right, given.other, [f"{value:.9f}" for value in given.values]]
        own += [str(given.move)] if isinstance(given, Trend) else []
    elif isinstance(given, Order):
        own = [list(given.right), [f"{value:.9f}" for value in given.values]]
    elif isinstance(given, ReachTarget):
        own = [f"{given.value:.9f}", given.moves, given.by, given.top]
    elif isinstance(given, Swaps):
        own = [[list(each) for each in given.right], [f"{value:.9f}" for value in given.values]]
    return [question.kind, question.measure, question.level, question.seed, question.number, lists, scores, own]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "kinds"), [(GOLDEN, {"better", "order", "who", "reach"}), (LATER, {"trend", "swap"})], ids=["first", "later"]
)
def test_questions_of_these_kinds_stay_the_same_for_ever(path: Path, kinds: set[str]) -> None:
    # Whoever opens a link in five years gets these lists. A changed generator is a new version beside this one.
    kept = json.loads(path.read_text(encoding="utf-8"))
    assert len(kept) == 12 * len(kinds)
    assert {each[0] for each in kept} == kinds
    for each in kept:
        kind, measure, level, seed, number = each[:5]
        assert (
            golden_record(draw(kind, find_metric(measure.partition("@")[0].partition("(")[0]).key, seed, number, level)) == each
        )


@pytest.mark.slow
def test_every_process_draws_the_same_questions_of_every_kind() -> None:
    code = (
        "from rankviz.learn.questions import draw_set; from rankviz.learn.questions.kinds import KINDS;"
        "print([(q.kind, q.lists, q.mistakes, q.given) for q in draw_set(['nDCG', 'AP'], 16, 3, 3, list(KINDS))])"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(GOLDEN.parents[2])},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(found) == 1
    assert all(f"('{kind}', (Ranking(" in next(iter(found)) for kind in KINDS)
