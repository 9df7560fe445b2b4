"""Finds by trial what a metric does not read under a convention.

Lists are changed in one aspect only, such as the order of the first k. If no change moves the value, the metric ignores the
aspect. So nothing has to be declared for a metric, and the result holds under the given convention.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from types import MappingProxyType

import numpy as np

from rankviz.basics.errors import InputError
from rankviz.core.conventions import Convention
from rankviz.core.lists.ranking import Item, Ranking, RawLists
from rankviz.core.metrics import METRICS, Metric
from rankviz.evaluation.evaluate import compute, narrow

TRIES = 64
USUAL = 6  # entries of a list that is not cut, more or less
DEEPEST = 40  # a cutoff below it is tried there
# For a custom gain or discount only these aspects are certain; all others hold only for what was tried.
SURE = ("order_later", "scores")


@dataclass(frozen=True)
class TrialScale:
    """What the trial lists are made of.

    Parameters
    ----------
    depth : int or None
        The cutoff.
    grades : tuple of float
        0 first.
    relevant : float
        The lowest relevant grade.
    scored : bool
        Whether every entry has a score. If scores would decide the order, one entry has none, so that the order is as given.
    """

    depth: int | None
    grades: tuple[float, ...]
    relevant: float
    scored: bool


Change = Callable[[Ranking, TrialScale, Random], Ranking]


def _shuffle_inside(ranking: Ranking, scale: TrialScale, random: Random) -> Ranking:
    inside, later = _split_at_cutoff(ranking, scale)
    random.shuffle(inside)
    return replace(ranking, items=(*inside, *later))


def _shuffle_later(ranking: Ranking, scale: TrialScale, random: Random) -> Ranking:
    inside, later = _split_at_cutoff(ranking, scale)
    random.shuffle(later)
    return replace(ranking, items=(*inside, *later))


def _regrade_later(ranking: Ranking, scale: TrialScale, random: Random) -> Ranking:
    return _regrade(ranking, range(len(_split_at_cutoff(ranking, scale)[0]), len(ranking.items)), scale.grades, random)


def _regrade_after_first(ranking: Ranking, scale: TrialScale, random: Random) -> Ranking:
    indexes = _relevant_indexes(ranking, scale)
    return _regrade(ranking, range(indexes[0] + 1, len(ranking.items)), scale.grades, random) if indexes else ranking


def _regrade_before_last(ranking: Ranking, scale: TrialScale, random: Random) -> Ranking:
    indexes = _relevant_indexes(ranking, scale)
    return _regrade(ranking, range(indexes[-1]), scale.grades, random) if indexes else ranking


def _regrade_relevant(ranking: Ranking, scale: TrialScale, random: Random) -> Ranking:
    grades = [grade for grade in scale.grades if grade >= scale.relevant]
    return _regrade(ranking, _relevant_indexes(ranking, scale), grades, random)


def _add_tail(ranking: Ranking, scale: TrialScale, random: Random) -> Ranking:
    added = (Item(f"t{index}", 0.0, -float(index)) for index in range(1, random.randint(2, 4)))
    return replace(ranking, items=(*ranking.items, *added))


def _change_missed(ranking: Ranking, scale: TrialScale, random: Random) -> Ranking:
    missed = [Item(f"m{index}", random.choice(scale.grades)) for index in range(random.randrange(4))]
    return replace(ranking, missed=tuple(missed))


def _grade_unjudged(ranking: Ranking, scale: TrialScale, random: Random) -> Ranking:
    return replace(ranking, items=tuple(item._replace(grade=0.0) if item.grade is None else item for item in ranking.items))


def _change_scores(ranking: Ranking, scale: TrialScale, random: Random) -> Ranking:
    shift, factor = random.randrange(len(ranking.items) + 1), random.choice((0.5, 2.0, 3.0))
    from_the_end = enumerate(reversed(ranking.items))
    return replace(ranking, items=tuple(item._replace(score=factor * (index - shift)) for index, item in from_the_end)[::-1])


def _split_at_cutoff(ranking: Ranking, scale: TrialScale) -> tuple[list[Item], list[Item]]:
    """Return the entries down to the cutoff, and those after it."""
    depth = len(ranking.items) if scale.depth is None else scale.depth
    return list(ranking.items[:depth]), list(ranking.items[depth:])


def _relevant_indexes(ranking: Ranking, scale: TrialScale) -> list[int]:
    return [index for index, item in enumerate(ranking.items) if item.grade is not None and item.grade >= scale.relevant]


def _regrade(ranking: Ranking, indexes: range | list[int], grades: tuple[float, ...] | list[float], random: Random) -> Ranking:
    items = list(ranking.items)
    for index in indexes:
        if items[index].grade is not None:
            items[index] = items[index]._replace(grade=random.choice(grades))
    return replace(ranking, items=tuple(items))


# The aspects in the order in which they are named.
CHANGES: Mapping[str, Change] = MappingProxyType(
    {
        "order": _shuffle_inside,
        "later": _regrade_later,
        "order_later": _shuffle_later,
        "after_first": _regrade_after_first,
        "before_last": _regrade_before_last,
        "grades": _regrade_relevant,
        "tail": _add_tail,
        "missed": _change_missed,
        "unjudged": _grade_unjudged,
        "scores": _change_scores,
    }
)
NEED_CUTOFF = ("later", "order_later")
# Aspects that another one implies.
IMPLIED = MappingProxyType({"later": ("order_later", "tail"), "after_first": ("tail",)})


def ignored_aspects(metric: Metric, convention: Convention) -> tuple[str, ...]:
    """Return the aspects of a list that cannot change the metric's value under a convention; () if none could be tried.

    A value is compared where it is defined before and after the change.

    Examples
    --------
    >>> from rankviz import METRICS
    >>> from rankviz.core.conventions import TEXTBOOK
    >>> ignored_aspects(METRICS["bpref"], TEXTBOOK)
    ('grades', 'scores')
    """
    return _find_ignored(metric.key, narrow(metric, convention))


def without_implied(aspects: tuple[str, ...]) -> tuple[str, ...]:
    """Leave out what another aspect implies."""
    implied = {each for aspect in aspects for each in IMPLIED.get(aspect, ())}
    return tuple(aspect for aspect in aspects if aspect not in implied)


def _aspects_to_try(metric: Metric, convention: Convention) -> tuple[str, ...]:
    """Return the aspects that make sense for a metric under a convention; () if a document of grade 0 is relevant."""
    if "threshold" in metric.uses and convention.threshold <= 0:
        return ()  # then a document of grade 0 is relevant
    if "table" in (convention.gain, convention.discount) or "formula" in (convention.gain, convention.discount):
        return SURE[convention.cutoff is None :]
    return tuple(name for name in CHANGES if convention.cutoff is not None or name not in NEED_CUTOFF)


def _trial_scale(metric: Metric, convention: Convention) -> TrialScale:
    depth, has_scores = convention.cutoff, "ties" not in {**metric.uses, **metric.fixes}
    if "threshold" in metric.uses:
        threshold = convention.threshold
        return TrialScale(depth, (0.0, threshold / 2, threshold + 1, threshold + 2, threshold + 3), threshold + 1, has_scores)
    highest = 3.0 if convention.err_max is None else convention.err_max
    grades = (0.0, 1 / 3, 2 / 3, 1.0) if convention.err_stop == "probability" else (0.0, highest / 3, 2 * highest / 3, highest)
    return TrialScale(depth, grades, grades[1], has_scores)


def _draw_list(scale: TrialScale, random: Random) -> Ranking:
    """Draw a list with few or many relevant entries, of all relevant grades or only the lower ones."""
    count, share = max(2, (scale.depth or USUAL) + random.randint(-2, 5)), random.choice((0.1, 0.3, 0.8))
    relevant = [grade for grade in scale.grades if grade >= scale.relevant][: random.randint(1, len(scale.grades))]
    others = [None, *(grade for grade in scale.grades if grade < scale.relevant)]
    grades = [random.choice(relevant if random.random() < share else others) for _ in range(count)]
    items = tuple(
        Item(f"d{index}", grade, float(index % 4) if index or scale.scored else None) for index, grade in enumerate(grades)
    )
    return _change_missed(Ranking(items), scale, random)


@lru_cache(maxsize=32)
def _trial_lists(scale: TrialScale, aspects: tuple[str, ...]) -> RawLists:
    """Return some lists, followed by the same lists changed in the first aspect, then in the second, and so on."""
    random = Random(17)  # noqa: S311 the same lists each time, no secret
    before = [_draw_list(scale, random) for _ in range(TRIES)]
    return RawLists.from_rankings((*before, *(CHANGES[name](ranking, scale, random) for name in aspects for ranking in before)))


@lru_cache(maxsize=1024)
def _find_ignored(key: str, convention: Convention) -> tuple[str, ...]:
    if convention.cutoff is not None and convention.cutoff > DEEPEST:
        convention = replace(convention, cutoff=DEEPEST)
    metric = METRICS[key]
    aspects = _aspects_to_try(metric, convention)
    try:
        trace = compute(metric, _trial_lists(_trial_scale(metric, convention), aspects), convention)
    except InputError:
        return ()
    value = np.where(trace.undefined, np.nan, trace.value)
    first, others = value[:TRIES], value[TRIES:].reshape(-1, TRIES)
    was_tried = ~np.isnan(others - first)
    has_moved = was_tried & ~np.isclose(others, first, rtol=1e-12, atol=0)
    return tuple(name for index, name in enumerate(aspects) if was_tried[index].any() and not has_moved[index].any())
