"""`better`: which of two lists over the same documents has the larger value, or whether they are equal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from rankviz.basics.errors import InputError
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics import METRICS, Metric
from rankviz.core.metrics.measures import print_measure
from rankviz.evaluation.evaluate import compute
from rankviz.learn.questions.about_list import AboutList, ListQuestion, defined_values, value_question
from rankviz.learn.questions.kinds.list_pools import APART, EVEN, ListPool, draw_pools, grades_of
from rankviz.learn.questions.kinds.options import Options, judge, option_keys, right_option
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.question_kind import QuestionKind
from rankviz.learn.questions.random_lists import QuestionSpec
from rankviz.state.second_order_edits import pair_of

KEYS = ("a", "b", "equal")
EQUAL = 1 / 8  # share of the questions whose lists are equal
# Metrics that may say the opposite, tried in this order: another order gives other questions, hence needs a new VERSION.
USUAL, RARE = ("ndcg", "ap", "precision", "recall", "rr", "f1", "dcg"), ("err", "rbp", "auc", "bpref")
CONTRARY_FROM = 3  # first level at which another usual metric says the opposite


def draw(spec: QuestionSpec) -> Iterator[Question]:
    """Yield questions about pairs of lists, equal ones with a probability of `EQUAL`."""
    is_equal = spec.draw_one() < EQUAL
    for batch in draw_pools(spec, 2):
        fitting_pools = [pool for pool in batch if _is_fit(pool, is_equal)]
        opposite_measures: Mapping[int, str] = dict.fromkeys(range(len(fitting_pools)), "")
        if spec.level >= CONTRARY_FROM:
            opposite_measures = _opposite_measures(spec, fitting_pools, USUAL) or _opposite_measures(spec, fitting_pools, RARE)
        for index, opposite in opposite_measures.items():
            pool = fitting_pools[index]
            options = Options(KEYS, pool.values, right_key(spec.metric, pool.values), other=opposite)
            yield pool.build_question(spec, pool.values[0], options)


def _is_fit(pool: ListPool, is_equal: bool) -> bool:
    first, second = pool.values
    if not is_equal:
        return abs(first - second) >= APART - EVEN
    return abs(first - second) <= EVEN and len({grades_of(each) for each in pool.lists}) == 2


def right_key(metric: Metric, values: Sequence[float]) -> str:
    """Return which of two values is better: "a", "b" or "equal"."""
    first, second = values
    if abs(first - second) <= EVEN:
        return "equal"
    return "a" if (first > second) != metric.lower_is_better else "b"


def _opposite_measures(spec: QuestionSpec, fitting_pools: Sequence[ListPool], metric_keys: Sequence[str]) -> Mapping[int, str]:
    """Return, by index of the pool, the first measure that says the opposite; for equal lists, that prefers one of them."""
    opposites: dict[int, str] = {}
    for metric in (METRICS[key] for key in metric_keys if key != spec.metric.key):
        for convention in dict.fromkeys(pool.convention for pool in fitting_pools):
            indices = [
                index for index, pool in enumerate(fitting_pools) if pool.convention == convention and index not in opposites
            ]
            lists = [each for index in indices for each in fitting_pools[index].lists]
            values = compute(metric, RawLists.from_rankings(lists), convention).value.reshape(-1, 2) if lists else ()
            for index, (first, second) in zip(indices, values, strict=True):
                ahead = fitting_pools[index].values[0] - fitting_pools[index].values[1]
                if abs(first - second) >= APART - EVEN and (first - second) * (0 if abs(ahead) <= EVEN else ahead) <= 0:
                    opposites[index] = print_measure(metric, convention)
    return dict(sorted(opposites.items()))


def about_list(list_question: ListQuestion) -> Question:
    """Return the question for which of both orders of a list is better.

    Raises
    ------
    InputError
        `no_second_list`, `undefined_question`.
    """
    pair = pair_of(list_question.state)
    if pair is None:
        raise InputError("no_second_list", "There is no second list to compare with.")
    first, second = defined_values(list_question, *pair.lists)
    options = Options(KEYS, (first, second), right_key(list_question.metric, (first, second)))
    return replace(value_question(list_question), lists=pair.lists, asked="", answer=first, mistakes=(), given=options)


KIND = QuestionKind(
    draw,
    judge,
    single_try=True,
    option_keys=option_keys,
    right=right_option,
    about_list=AboutList(3, about_list, compares=True),
)
