"""What a metric does not look at under a convention, found by trying.

Lists are changed in one aspect only, such as the order of the first k. Where no change moves the value, the metric does not
look at the aspect. So nothing has to be declared for a metric, and what is said of it holds under the convention at hand.
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
# Of a custom gain or discount nothing is known beyond what was tried, but for these.
SURE = ("order_later", "scores")


@dataclass(frozen=True)
class TrialScale:
    """What the lists are made of.

    Parameters
    ----------
    depth : int or None
        The cutoff.
    grades : tuple of float
        0 first.
    relevant : float
        The lowest of the grades that is relevant.
    scored : bool
        Whether every entry has a score. Where scores decide the order one has none, so that the order is the one given.
    """

    depth: int | None
    grades: tuple[float, ...]
    relevant: float
    scored: bool


Change = Callable[[Ranking, TrialScale, Random], Ranking]


def _order(ranking: Ranking, scale: TrialScale, random: Random) -> Ranking:
    inside, later = _cut(ranking, scale)
    random.shuffle(inside)
    return replace(ranking, items=(*inside, *later))


def _order_later(ranking: Ranking, scale: TrialScale, random: Random) -> Ranking:
    inside, later = _cut(ranking, scale)
    random.shuffle(later)
    return replace(ranking, items=(*inside, *later))


def _later(ranking: Ranking, scale: TrialScale, random: Random) -> Ranking:
    return _regraded(ranking, range(len(_cut(ranking, scale)[0]), len(ranking.items)), scale.grades, random)


def _after_first(ranking: Ranking, scale: TrialScale, random: Random) -> Ranking:
    places = _relevant(ranking, scale)
    return _regraded(ranking, range(places[0] + 1, len(ranking.items)), scale.grades, random) if places else ranking


def _before_last(ranking: Ranking, scale: TrialScale, random: Random) -> Ranking:
    places = _relevant(ranking, scale)
    return _regraded(ranking, range(places[-1]), scale.grades, random) if places else ranking


def _grades(ranking: Ranking, scale: TrialScale, random: Random) -> Ranking:
    grades = [grade for grade in scale.grades if grade >= scale.relevant]
    return _regraded(ranking, _relevant(ranking, scale), grades, random)


def _tail(ranking: Ranking, scale: TrialScale, random: Random) -> Ranking:
    added = (Item(f"t{at}", 0.0, -float(at)) for at in range(1, random.randint(2, 4)))
    return replace(ranking, items=(*ranking.items, *added))


def _missed(ranking: Ranking, scale: TrialScale, random: Random) -> Ranking:
    missed = [Item(f"m{at}", random.choice(scale.grades)) for at in range(random.randrange(4))]
    return replace(ranking, missed=tuple(missed))


def _unjudged(ranking: Ranking, scale: TrialScale, random: Random) -> Ranking:
    return replace(ranking, items=tuple(item._replace(grade=0.0) if item.grade is None else item for item in ranking.items))


def _scores(ranking: Ranking, scale: TrialScale, random: Random) -> Ranking:
    shift, factor = random.randrange(len(ranking.items) + 1), random.choice((0.5, 2.0, 3.0))
    scored = enumerate(reversed(ranking.items))
    return replace(ranking, items=tuple(item._replace(score=factor * (at - shift)) for at, item in scored)[::-1])


def _cut(ranking: Ranking, scale: TrialScale) -> tuple[list[Item], list[Item]]:
    """The entries down to the cutoff, and those after it."""
    depth = len(ranking.items) if scale.depth is None else scale.depth
    return list(ranking.items[:depth]), list(ranking.items[depth:])


def _relevant(ranking: Ranking, scale: TrialScale) -> list[int]:
    return [at for at, item in enumerate(ranking.items) if item.grade is not None and item.grade >= scale.relevant]


def _regraded(ranking: Ranking, places: range | list[int], grades: tuple[float, ...] | list[float], random: Random) -> Ranking:
    items = list(ranking.items)
    for at in places:
        if items[at].grade is not None:
            items[at] = items[at]._replace(grade=random.choice(grades))
    return replace(ranking, items=tuple(items))


# The aspects in the order in which they are named.
CHANGES: Mapping[str, Change] = MappingProxyType(
    {
        "order": _order,
        "later": _later,
        "order_later": _order_later,
        "after_first": _after_first,
        "before_last": _before_last,
        "grades": _grades,
        "tail": _tail,
        "missed": _missed,
        "unjudged": _unjudged,
        "scores": _scores,
    }
)
NEED_CUTOFF = ("later", "order_later")
# What goes without saying where another is said.
IMPLIED = MappingProxyType({"later": ("order_later", "tail"), "after_first": ("tail",)})


def ignored_aspects(metric: Metric, convention: Convention) -> tuple[str, ...]:
    """Aspects of a list that cannot change the metric's value under a convention; () where none could be tried.

    A value is compared where it is defined before and after the change.

    Examples
    --------
    >>> from rankviz import METRICS
    >>> from rankviz.core.conventions import TEXTBOOK
    >>> ignored_aspects(METRICS["bpref"], TEXTBOOK)
    ('grades', 'scores')
    """
    return _unread(metric.key, narrow(metric, convention))


def without_implied(aspects: tuple[str, ...]) -> tuple[str, ...]:
    """Leave out what another aspect implies."""
    implied = {each for aspect in aspects for each in IMPLIED.get(aspect, ())}
    return tuple(aspect for aspect in aspects if aspect not in implied)


def _aspects(metric: Metric, convention: Convention) -> tuple[str, ...]:
    """The aspects that can be spoken of."""
    if "threshold" in metric.uses and convention.threshold <= 0:
        return ()  # then a document of grade 0 is relevant
    if "table" in (convention.gain, convention.discount) or "formula" in (convention.gain, convention.discount):
        return SURE[convention.cutoff is None :]
    return tuple(name for name in CHANGES if convention.cutoff is not None or name not in NEED_CUTOFF)


def _scale(metric: Metric, convention: Convention) -> TrialScale:
    depth, scored = convention.cutoff, "ties" not in {**metric.uses, **metric.fixes}
    if "threshold" in metric.uses:
        bar = convention.threshold
        return TrialScale(depth, (0.0, bar / 2, bar + 1, bar + 2, bar + 3), bar + 1, scored)
    top = 3.0 if convention.err_max is None else convention.err_max
    grades = (0.0, 1 / 3, 2 / 3, 1.0) if convention.err_stop == "probability" else (0.0, top / 3, 2 * top / 3, top)
    return TrialScale(depth, grades, grades[1], scored)


def _drawn(scale: TrialScale, random: Random) -> Ranking:
    """A list, of few relevant entries or of many, and of all grades or of the lower ones."""
    count, share = max(2, (scale.depth or USUAL) + random.randint(-2, 5)), random.choice((0.1, 0.3, 0.8))
    relevant = [grade for grade in scale.grades if grade >= scale.relevant][: random.randint(1, len(scale.grades))]
    others = [None, *(grade for grade in scale.grades if grade < scale.relevant)]
    grades = [random.choice(relevant if random.random() < share else others) for _ in range(count)]
    items = tuple(Item(f"d{at}", grade, float(at % 4) if at or scale.scored else None) for at, grade in enumerate(grades))
    return _missed(Ranking(items), scale, random)


@lru_cache(maxsize=32)
def _lists(scale: TrialScale, aspects: tuple[str, ...]) -> RawLists:
    """Some lists, and after them the same ones changed in one aspect after the other."""
    random = Random(17)  # noqa: S311 the same lists each time, no secret
    before = [_drawn(scale, random) for _ in range(TRIES)]
    return RawLists.from_rankings((*before, *(CHANGES[name](ranking, scale, random) for name in aspects for ranking in before)))


@lru_cache(maxsize=1024)
def _unread(key: str, convention: Convention) -> tuple[str, ...]:
    if convention.cutoff is not None and convention.cutoff > DEEPEST:
        convention = replace(convention, cutoff=DEEPEST)
    metric = METRICS[key]
    aspects = _aspects(metric, convention)
    try:
        trace = compute(metric, _lists(_scale(metric, convention), aspects), convention)
    except InputError:
        return ()
    value = np.where(trace.undefined, np.nan, trace.value)
    first, others = value[:TRIES], value[TRIES:].reshape(-1, TRIES)
    tried = ~np.isnan(others - first)
    moved = tried & ~np.isclose(others, first, rtol=1e-12, atol=0)
    return tuple(name for at, name in enumerate(aspects) if tried[at].any() and not moved[at].any())
