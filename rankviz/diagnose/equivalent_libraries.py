"""Group libraries that must give the same number on some lists: without equal scores, say, no rule for ties matters."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import NoReturn

from rankviz.core.conventions import FIELDS, ListFacts
from rankviz.core.conventions.fields import Field
from rankviz.core.lists.compute_facts import facts_of
from rankviz.core.lists.ranking import Ranking, RawLists
from rankviz.core.metrics import Metric
from rankviz.diagnose.departures import Departure, merge_libraries
from rankviz.evaluation.evaluate import narrow


class _UnknownConvention:
    """A convention without fields: a predicate that reads one raises AttributeError."""

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(name)


def group_equivalent(profiles: Sequence[Departure], metric: Metric, rankings: Sequence[Ranking]) -> list[Departure]:
    """Return one departure for each group of libraries with equal numbers on these lists, whatever is chosen beside them."""
    facts = facts_of(RawLists.from_rankings(rankings))
    irrelevant = {name for name, field in FIELDS.items() if _never_matters(field, facts)}
    groups: dict[tuple[object, ...], list[Departure]] = {}
    for each in profiles:
        assert each.library_convention is not None
        narrowed = narrow(metric, each.library_convention)
        conventions = (each.library_convention if field.stage == "means" else narrowed for field in FIELDS.values())
        by_field = zip(FIELDS, conventions, strict=True)
        groups.setdefault(tuple(getattr(one, name) for name, one in by_field if name not in irrelevant), []).append(each)
    return [reduce(merge_libraries, group) for group in groups.values()]


def _never_matters(field: Field, facts: ListFacts) -> bool:
    """Whether no option of a field can make a difference on these lists, whatever the other choices are."""
    try:
        return not field.matters_when(facts, _UnknownConvention())
    except AttributeError:
        return False
