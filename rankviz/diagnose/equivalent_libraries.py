"""Libraries that nothing can tell apart on some lists: where no score ties, no rule for ties makes a difference."""

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
    """A convention of which nothing is known."""

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(name)


def group_equivalent(profiles: Sequence[Departure], metric: Metric, rankings: Sequence[Ranking]) -> list[Departure]:
    """Libraries by groups whose numbers are equal on these lists, whatever is chosen beside them; each names its group."""
    facts = facts_of(RawLists.from_rankings(rankings))
    idle = {name for name, field in FIELDS.items() if _never_matters(field, facts)}
    groups: dict[tuple[object, ...], list[Departure]] = {}
    for each in profiles:
        assert each.library_convention is not None
        read = narrow(metric, each.library_convention)
        made = (each.library_convention if field.stage == "means" else read for field in FIELDS.values())
        chosen = zip(FIELDS, made, strict=True)
        groups.setdefault(tuple(getattr(one, name) for name, one in chosen if name not in idle), []).append(each)
    return [reduce(merge_libraries, group) for group in groups.values()]


def _never_matters(field: Field, facts: ListFacts) -> bool:
    """Whether the lists alone say that no option of a field makes a difference, whatever the other choices are."""
    try:
        return not field.matters_when(facts, _UnknownConvention())
    except AttributeError:
        return False
