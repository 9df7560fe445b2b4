"""`better`: which of two lists over the same documents has the larger value, or whether they are equal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics import METRICS, Metric
from rankviz.core.metrics.measures import print_measure
from rankviz.evaluation.evaluate import compute
from rankviz.learn.questions.kinds.list_pools import APART, EVEN, ListPool, draw_pools, grades_of
from rankviz.learn.questions.kinds.options import Options, judge
from rankviz.learn.questions.question import Question
from rankviz.learn.questions.random_lists import QuestionSpec

__all__ = ["draw", "judge"]

KEYS = ("a", "b", "equal")
EQUAL = 1 / 8  # of the questions
# Metrics that may say the opposite, the first asked first: another row gives other pairs, hence another version of `draw`.
USUAL, RARE = ("ndcg", "ap", "precision", "recall", "rr", "f1", "dcg"), ("err", "rbp", "auc", "bpref")
CONTRARY_FROM = 3  # the level from which on another usual metric says the opposite


def draw(wanted: QuestionSpec) -> Iterator[Question]:
    """Draw pairs of lists."""
    equal = wanted.draw_one() < EQUAL
    for batch in draw_pools(wanted, 2):
        fit = [pool for pool in batch if _is_fit(pool, equal)]
        others: Mapping[int, str] = dict.fromkeys(range(len(fit)), "")
        if wanted.level >= CONTRARY_FROM:
            others = _opposite_measures(wanted, fit, USUAL) or _opposite_measures(wanted, fit, RARE)
        for place, other in others.items():
            pool = fit[place]
            given = Options(KEYS, pool.values, right_key(wanted.metric, pool.values), other=other)
            yield pool.build_question(wanted, pool.values[0], given)


def _is_fit(pool: ListPool, equal: bool) -> bool:
    one, other = pool.values
    if not equal:
        return abs(one - other) >= APART - EVEN
    return abs(one - other) <= EVEN and len({grades_of(each) for each in pool.lists}) == 2


def right_key(metric: Metric, values: Sequence[float]) -> str:
    """Which of two values is the better one: "a", "b" or "equal"."""
    one, other = values
    if abs(one - other) <= EVEN:
        return "equal"
    return "a" if (one > other) != metric.lower_is_better else "b"


def _opposite_measures(wanted: QuestionSpec, fit: Sequence[ListPool], usual: Sequence[str]) -> Mapping[int, str]:
    """By the place of a pair the first metric that says the opposite of it, or anything of an equal one."""
    found: dict[int, str] = {}
    for metric in (METRICS[key] for key in usual if key != wanted.metric.key):
        for convention in dict.fromkeys(pool.convention for pool in fit):
            places = [place for place, pool in enumerate(fit) if pool.convention == convention and place not in found]
            lists = [each for place in places for each in fit[place].lists]
            values = compute(metric, RawLists.from_rankings(lists), convention).value.reshape(-1, 2) if lists else ()
            for place, (one, other) in zip(places, values, strict=True):
                ahead = fit[place].values[0] - fit[place].values[1]
                if abs(one - other) >= APART - EVEN and (one - other) * (0 if abs(ahead) <= EVEN else ahead) <= 0:
                    found[place] = print_measure(metric, convention)
    return dict(sorted(found.items()))
