"""The doors of the module: `evaluate` for numbers, `explain` for the steps behind one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from rankviz.conventions import FIELDS, TEXTBOOK, Convention, Field, ListFacts, View
from rankviz.conventions.matters import missed_may_be_refused
from rankviz.errors import InputError, unknown
from rankviz.lists.arrange import Arranged, arrange
from rankviz.lists.arranged import Rankings
from rankviz.lists.typed import Ranking, RawLists, as_ranking
from rankviz.metrics.means import mean, mean_depends_on_lists
from rankviz.metrics.measures import Measure, find_metric, parse_measure, print_measure
from rankviz.metrics.registry import METRICS, Metric
from rankviz.profiles import PROFILES
from rankviz.trace import Step, Trace

Lists = Ranking | Iterable[float | None] | Sequence[Ranking]


@dataclass(frozen=True, eq=False)
class Explanation:
    """A measure's value with every step that led to it.

    `convention` is narrowed to what the metric declares; `asked` is what was asked for, which the mean reads too.
    `str()` gives the steps as text; in a notebook it shows itself with formulas. Both load the display code when called.
    """

    measure: str
    metric: Metric
    convention: Convention
    trace: Trace
    rankings: tuple[Ranking, ...]
    means: tuple[Step, ...] = ()
    asked: Convention = TEXTBOOK

    @property
    def value(self) -> float:
        """The measure's value, or the mean over several lists."""
        return float(self.means[-1].value if self.means else self.trace.value[0])

    @property
    def steps(self) -> tuple[Step, ...]:
        """Every recorded array, in the order of computation."""
        return (*self.trace.steps, *self.means)

    def __str__(self) -> str:
        from rankviz.show.text import explanation_text

        return explanation_text(self)

    def _repr_html_(self) -> str:
        from rankviz.show.explanation import explanation_html

        return explanation_html(self)


def evaluate(measure: str, lists: Lists, *, profile: str = "textbook", **choices: object) -> float:
    """Compute a measure for one list, or its mean over several.

    Parameters
    ----------
    measure : str
        As `nDCG@10`; `MAP` and `MRR` are other names of `AP` and `RR`.
    lists : Ranking, grades in ranked order, or a sequence of Rankings
    profile : str
        A named convention, see `PROFILES`.
    **choices
        Single fields of the convention, over the profile's; `@k` in the measure wins over `cutoff=`.

    Returns
    -------
    float
        For 0/0 what `empty` puts in its place.

    Raises
    ------
    InputError
        For unknown names and options, with near ones.

    Examples
    --------
    >>> evaluate("nDCG@3", [3, 2, 3], gain="exponential", discount="inverse")  # (7 + 3/2 + 7/3) / (7 + 7/2 + 3/3)
    0.9420289855072465
    """
    return explain(measure, lists, profile=profile, **choices).value


def explain(measure: str, lists: Lists, *, profile: str = "textbook", **choices: object) -> Explanation:
    """Compute a measure and keep every step; parameters as for `evaluate`.

    Examples
    --------
    >>> [step.key for step in explain("RR", [0, 1]).steps]
    ['hit', 'rank', 'reciprocal', 'R', 'rr']
    """
    parsed = parse_measure(measure)
    convention = settle(parsed, profile, choices)
    rankings = as_rankings(lists)
    trace = compute(parsed.metric, RawLists.of(rankings), convention, strictly=True)
    several = are_several(lists)
    printed = print_measure(parsed.metric, convention)
    means = mean(trace, convention) if several else ()
    return Explanation(printed, parsed.metric, trace.convention, trace, rankings, means, convention)


def settle(parsed: Measure, profile: str, choices: dict[str, object]) -> Convention:
    """Merge profile, single choices and what the measure itself says, each over the one before."""
    if not isinstance(profile, str) or profile not in PROFILES:
        raise unknown("profile", profile, PROFILES)
    asked = {name: value for name, value in {**choices, **parsed.choices}.items() if name == "cutoff"}
    cutoff = TEXTBOOK.with_choices(asked).cutoff
    named = PROFILES[profile].choices(parsed.metric.key, cutoff)
    if named is None:
        at = "" if cutoff is None else f"@{cutoff}"
        message = f"{PROFILES[profile].library} has no {parsed.metric.name}{at}."
        raise InputError("metric_not_in_profile", message, name=parsed.metric.name + at, profile=profile)
    return TEXTBOOK.with_choices({**named, **choices, **parsed.choices})


def compute(metric: Metric, lists: RawLists | Arranged, convention: Convention, *, strictly: bool = False) -> Trace:
    """Arrange lists and run a metric on them; `strictly` as in `Convention.narrow`."""
    narrowed = narrow(metric, convention, strictly=strictly)
    return run(metric, lists.under(narrowed) if isinstance(lists, Arranged) else arrange(lists, narrowed), narrowed)


class Traces(Mapping[str, Trace | InputError]):
    """Several metrics on the same lists, by key, each run when it is first asked for.

    A metric that refuses the lists (a convention may say so) has its error as its result.
    """

    def __init__(self, metrics: Iterable[Metric], lists: Arranged, convention: Convention) -> None:
        self._metrics = {metric.key: metric for metric in metrics}
        self._lists, self._convention = lists, convention
        self._found: dict[str, Trace | InputError] = {}

    def __getitem__(self, key: str) -> Trace | InputError:
        if key not in self._found:
            self._found[key] = self._run(self._metrics[key])
        return self._found[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._metrics)

    def __len__(self) -> int:
        return len(self._metrics)

    def _run(self, metric: Metric) -> Trace | InputError:
        try:
            return compute(metric, self._lists, self._convention)
        except InputError as error:
            return error


def narrow(metric: Metric, convention: Convention, *, strictly: bool = False) -> Convention:
    """Reset every field that the metric does not declare, and settle what stands for its 0/0."""
    return _narrowed(metric.key, convention, strictly)


def fields_that_matter(metric: Metric, facts: ListFacts, convention: Convention) -> tuple[str, ...]:
    """Name the choices of which another option may change a metric's value on these lists, or their mean.

    No other one can; in the order of `FIELDS`.

    Examples
    --------
    >>> from rankviz.lists.facts import facts_of
    >>> fields_that_matter(METRICS["ap"], facts_of(RawLists.of([Ranking.from_grades([1, 0])])), Convention(empty="0"))
    ('cutoff', 'threshold', 'strict', 'ap_base', 'empty')
    """
    narrowed = narrow(metric, convention)
    refused = missed_may_be_refused(facts, narrowed)
    by_lists = refused or mean_depends_on_lists(metric, facts, convention, narrowed)

    def does(name: str, field: Field) -> bool:
        if name not in metric.uses and field.stage != "means":
            return False
        if not field.matters(facts, narrowed):
            return False
        needed = name not in metric.needs or metric.needs[name](facts, narrowed)
        return (by_lists and field.stage == "list") or (needed and field.matters(facts, narrowed, metric.uses))

    return tuple(name for name, field in FIELDS.items() if does(name, field))


@lru_cache(maxsize=4096)
def _narrowed(key: str, convention: Convention, strictly: bool) -> Convention:
    """Every edit of a list narrows the same convention for all metrics again, hence the cache."""
    metric = METRICS[key]
    narrowed = convention.narrow(metric.uses, metric.fixes, strictly)
    empty = (convention.empty or metric.empty) if "empty" in metric.uses else None
    return narrowed.with_choices({"empty": empty})


def run(metric: Metric, rankings: Rankings, convention: Convention) -> Trace:
    """Run a metric on arranged lists under a convention already narrowed for it."""
    trace = Trace(metric.key, rankings, convention)
    metric.compute(rankings, View(convention, metric.uses), trace)
    return trace


def are_several(lists: Lists) -> bool:
    """Whether a mean is asked for: of a sequence of Rankings, be it of one only."""
    return isinstance(lists, Sequence) and bool(lists) and isinstance(lists[0], Ranking)


def as_rankings(lists: Lists) -> tuple[Ranking, ...]:
    if isinstance(lists, Ranking):
        return (lists,)
    if are_several(lists):
        return tuple(as_ranking(each) for each in lists)  # type: ignore[arg-type]
    if isinstance(lists, np.ndarray) and lists.ndim != 1:
        found = f"an array of shape {lists.shape}"
        raise InputError("bad_list", f"expected one list of grades or a list of Rankings, found {found}.", found=found)
    return (as_ranking(lists),)  # type: ignore[arg-type]


__all__ = [
    "Explanation",
    "Traces",
    "are_several",
    "compute",
    "evaluate",
    "explain",
    "fields_that_matter",
    "find_metric",
    "narrow",
    "run",
    "settle",
]
