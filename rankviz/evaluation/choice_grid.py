"""Evaluates a metric under every combination of its most telling choices, for one list or two that are compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import isfinite
from typing import Any

from rankviz.core.conventions import FIELDS, Convention, ListFacts
from rankviz.core.lists.compute_facts import facts_of
from rankviz.core.lists.ranking import Item, Ranking, RawLists
from rankviz.core.metrics import METRICS, Metric
from rankviz.evaluation.evaluate import narrow
from rankviz.evaluation.evaluation_cache import EvaluationCache, MetricOutcome
from rankviz.evaluation.list_pair import winner

# Axes of the grid, the most telling first; the first three that a metric uses and that matter are taken.
AXES = (
    "gain", "discount", "ap_base", "precision_base", "recall_base", "bpref_base", "pr_area", "iprec_cut", "rbp_gain", "rbp_p",
    "err_max", "ideal", "ties", "tied_pair", "auc_range", "short_list", "unjudged", "negative", "duplicates", "threshold",
)  # fmt: skip
NUMBERS: Mapping[str, tuple[float | None, ...]] = {"rbp_p": (0.5, 0.8, 0.9, 0.95), "err_max": (None, 1.0, 2.0, 3.0, 4.0)}
# Fields that are no axis beside the choice that decides whether they are read: most cells would be the same.
BEHIND = {"rbp_p": "discount", "threshold": "gain"}
MOST_AXES = 3
MOST_THRESHOLDS = 6


@dataclass(frozen=True)
class GridCell:
    """One combination of choices: its values, and who wins.

    Parameters
    ----------
    choices : mapping of field to value
    first, second : MetricOutcome
        Of the first lists, and of those they are compared with; None without any.
    winner : {'first', 'second', 'even', ''}
        '' if there is nothing to compare.
    flipped : bool
        Whether the winner changes from the first to the second lists, or back, compared with the present convention.
    present : bool
        Whether these are the choices of the present convention.
    """

    choices: Mapping[str, object]
    first: MetricOutcome
    second: MetricOutcome | None = None
    winner: str = ""
    flipped: bool = False
    present: bool = False


@dataclass(frozen=True)
class ChoiceGrid:
    """A metric under every combination of the options of up to three fields.

    Parameters
    ----------
    metric : str
    fields : tuple of str
        Fields of the rows, the columns and the pages, as many as there are.
    options : tuple of tuples
        Values of each field.
    cells : tuple of GridCell
        In the order of `itertools.product(*options)`.
    """

    metric: str
    fields: tuple[str, ...]
    options: tuple[tuple[object, ...], ...]
    cells: tuple[GridCell, ...]


@lru_cache(maxsize=32)
def choice_grid(
    metric: str, rankings: tuple[Ranking, ...], convention: Convention, second: tuple[Ranking, ...] | None = None
) -> ChoiceGrid:
    """Compute a metric under every combination of its most telling choices.

    Parameters
    ----------
    metric : str
        Key.
    rankings : tuple of Ranking
    convention : Convention
        The current one; its own options are always among those of the grid.
    second : tuple of Ranking, optional
        The lists that the first are compared with.

    Examples
    --------
    >>> lists = (Ranking.from_grades([2, 2, 2]),), (Ranking.from_grades([3, 0, 0]),)
    >>> grid = choice_grid("dcg", lists[0], Convention(), lists[1])
    >>> [cell.winner for cell in grid.cells if cell.choices["discount"] == "log2"][:2]
    ['first', 'second']
    """
    chosen_metric = METRICS[metric]
    narrowed = narrow(chosen_metric, convention)
    all_lists = (*rankings, *(second or ()))
    facts = facts_of(RawLists.from_rankings(all_lists))
    axes = {name: keys for name in AXES if len(keys := _options(name, chosen_metric, narrowed, all_lists, facts)) > 1}
    names = tuple(axes)[:MOST_AXES]
    options: tuple[tuple[Any, ...], ...] = tuple(axes[name] for name in names)
    caches = [EvaluationCache(each) for each in (rankings, second) if each is not None]
    present_winner = _winner_of(chosen_metric, [cache.outcome(chosen_metric, convention) for cache in caches])
    cells = []
    for values in product(*options):
        choices = dict(zip(names, values, strict=True))
        outcomes = [cache.outcome(chosen_metric, convention.with_choices(choices)) for cache in caches]
        cell_winner = _winner_of(chosen_metric, outcomes)
        flipped = {present_winner, cell_winner} == {"first", "second"}
        present = all(getattr(narrowed, name) == value for name, value in choices.items())
        cells.append(GridCell(choices, outcomes[0], outcomes[1] if second else None, cell_winner, flipped, present))
    return ChoiceGrid(metric, names, options, tuple(cells))


def _winner_of(metric: Metric, outcomes: Sequence[MetricOutcome]) -> str:
    if len(outcomes) < 2 or not all(isfinite(each.value) for each in outcomes):
        return ""
    return winner(metric, outcomes[0].value, outcomes[1].value)


def _options(name: str, metric: Metric, narrowed: Convention, rankings: Sequence[Ranking], facts: ListFacts) -> tuple[Any, ...]:
    """Return the options of a field on the grid; () if the metric does not use it, or it cannot matter to these lists."""
    if name not in metric.uses or not FIELDS[name].matters(facts, narrowed) or BEHIND.get(name) in metric.uses:
        return ()
    present = getattr(narrowed, name)
    if name == "threshold":
        grades = sorted({item.grade for item in _all_items(rankings) if item.grade is not None and item.grade > 0})
        return tuple(sorted({*grades[-MOST_THRESHOLDS:], present}))
    if not FIELDS[name].options:
        numbers = NUMBERS[name]
        return numbers if present in numbers else (*numbers, present)
    return tuple(key for key in metric.uses[name] if key == present or not FIELDS[name].custom_field_of(key))


def _all_items(rankings: Sequence[Ranking]) -> Iterator[Item]:
    return (item for ranking in rankings for item in (*ranking.items, *ranking.missed))
