"""Evaluates a metric on lists under a convention or a profile: resolves the convention, and records how the value arises."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

import numpy as np

from rankviz.basics.errors import InputError, shorten, unknown_name
from rankviz.core.conventions import ANY_LISTS, FIELDS, TEXTBOOK, Convention, Field, ListFacts
from rankviz.core.conventions.choices_and_defaults import without_meaning
from rankviz.core.conventions.when_choices_matter import answers_nothing_relevant, missed_may_be_refused
from rankviz.core.lists.arrange import ArrangementCache, arrange
from rankviz.core.lists.ranking import Ranking, RawLists
from rankviz.core.lists.rankings import Rankings
from rankviz.core.metrics.means import mean, mean_depends_on_lists, weight_options
from rankviz.core.metrics.measures import Measure, print_measure
from rankviz.core.metrics.registry import METRICS, Metric
from rankviz.core.metrics.trec_measures import single_measure
from rankviz.core.trace import STAND_INS, Step, Trace
from rankviz.libraries.profiles import PROFILES

USUAL_CUTOFFS, MOST_PROFILES = (10, 5, 1), 5  # that are looked for, and named
Lists = Ranking | Sequence[Ranking]


@dataclass(frozen=True, eq=False)
class Evaluation:
    """A measure's value with every step that led to it.

    Parameters
    ----------
    measure : str
        In its printed form.
    metric : Metric
    convention : Convention
        Narrowed to what the metric declares.
    trace : Trace
    rankings : tuple of Ranking
    means : tuple of Step
        Steps from the values of several lists to their mean; () for one list.
    asked : Convention
        The full convention as it was asked for, which the mean reads, too.
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
    def is_undefined(self) -> bool:
        """Whether the value is undefined, and a convention's value stands in its place."""
        return not bool(self.means[-1].where) if self.means else bool(self.trace.undefined[0])

    @property
    def steps(self) -> tuple[Step, ...]:
        """Every recorded array, in the order of computation."""
        return (*self.trace.steps, *self.means)


def evaluation_of(measure: str | Measure, lists: Lists, profile: str, choices: dict[str, object]) -> Evaluation:
    """Compute a measure for one list, or for several and their mean; parameters and errors as for `rankviz.evaluate`."""
    parsed = measure if isinstance(measure, Measure) else single_measure(measure, profile)
    rankings = as_rankings(lists)
    convention = resolve_convention(parsed, profile, choices, rankings)
    trace = compute(parsed.metric, RawLists.from_rankings(rankings), convention, strictly=True)
    means = mean(trace, convention) if are_several(lists) else ()
    printed = print_measure(parsed.metric, convention)
    return Evaluation(printed, parsed.metric, trace.convention, trace, rankings, means, convention)


def resolve_convention(
    parsed: Measure, profile: str, choices: dict[str, object], rankings: Sequence[Ranking] | None = None
) -> Convention:
    """Merge the profile, single choices and the measure's own choices, each over the one before.

    A threshold that the profile reads off the lists is used if `rankings` are given and no other threshold is.

    Parameters
    ----------
    parsed : Measure
    profile : str
        Key.
    choices : dict of field to value
    rankings : sequence of Ranking, optional

    Raises
    ------
    InputError
        `unknown_profile`, `metric_not_in_profile`, `own_threshold`, `two_cutoffs`, and those of `Convention.with_choices`.
    """
    if not isinstance(profile, str) or profile not in PROFILES:
        raise unknown_name("profile", profile, PROFILES)
    choices = _with_cutoff_of_k(parsed, choices)
    cutoff_choice = {name: value for name, value in {**choices, **parsed.choices}.items() if name == "cutoff"}
    cutoff = TEXTBOOK.with_choices(cutoff_choice).cutoff
    profile_choices = PROFILES[profile].choices(parsed.metric.key, cutoff)
    if profile_choices is None:
        suffix = "" if cutoff is None else f"@{cutoff}"
        name, near = parsed.metric.name + suffix, _near_in_profiles(parsed.metric, cutoff, profile)
        message = f"{PROFILES[profile].library} has no {name}.{near and f' {near}'}"
        raise InputError("metric_not_in_profile", message, name=name, profile=profile)
    given_choices = {**choices, **parsed.choices}
    threshold = (
        profile_threshold(profile, parsed.metric, rankings) if rankings is not None and "threshold" not in given_choices else {}
    )
    return TEXTBOOK.with_choices({**profile_choices, **threshold, **given_choices})


def _near_in_profiles(metric: Metric, cutoff: int | None, profile: str) -> str:
    """Say what a library has of a metric instead, and which profiles have what it lacks; "" if there is nothing to say."""
    others = dict.fromkeys((None, *USUAL_CUTOFFS))
    here = next((each for each in others if each != cutoff and PROFILES[profile].choices(metric.key, each) is not None), cutoff)
    parts = [] if here == cutoff else [f"It has {metric.name}{'' if here is None else f'@{here}'}."]
    known = [key for key, each in PROFILES.items() if each.choices(metric.key, cutoff) is not None]
    more = " and others" if len(known) > MOST_PROFILES else ""
    return " ".join([*parts, *([f"Profiles that have it: {', '.join(known[:MOST_PROFILES])}{more}."] if known else [])])


def _with_cutoff_of_k(parsed: Measure, choices: dict[str, object]) -> dict[str, object]:
    """Take a choice `k`, as others call the cutoff; `two_cutoffs` where it is not the one that stands there already."""
    if "k" not in choices:
        return choices
    others = {name: value for name, value in choices.items() if name != "k"}
    if choices["k"] is None:
        return others
    k, cutoff = (
        TEXTBOOK.with_choices({"cutoff": each}).cutoff
        for each in (choices["k"], parsed.choices.get("cutoff", others.get("cutoff")))
    )
    if cutoff not in (None, k):
        message = f"k={k}, but the cutoff is {cutoff}, too; leave one of them out."
        raise InputError("two_cutoffs", message, first=k, second=cutoff)
    return {**others, "cutoff": k}


def profile_threshold(profile: str, metric: Metric, rankings: Sequence[Ranking]) -> dict[str, float]:
    """Return the threshold that a profile reads off these lists, as a choice; {} if it reads none.

    Raises
    ------
    InputError
        `own_threshold` if the lists have no common one.
    """
    rule = PROFILES[profile].threshold
    if rule is None or not _reads_threshold(profile, metric):
        return {}
    thresholds = {rule([item.grade for item in (*each.items, *each.missed) if item.grade is not None]) for each in rankings}
    if len(thresholds) != 1:
        message = (
            f"{PROFILES[profile].library} reads off the grades of each list what is relevant there, so several lists may have "
            "no threshold in common. Compute them one by one, or give a threshold."
        )
        raise InputError("own_threshold", message, profile=profile)
    return {"threshold": thresholds.pop()}


def _reads_threshold(profile: str, metric: Metric) -> bool:
    convention = TEXTBOOK.with_choices(
        PROFILES[profile].choices(metric.key, None) or PROFILES[profile].choices(metric.key, 1) or {}
    )
    return "threshold" in metric.uses and FIELDS["threshold"].matters(ANY_LISTS, narrow(metric, convention), metric.uses)


def compute(metric: Metric, lists: RawLists | ArrangementCache, convention: Convention, *, strictly: bool = False) -> Trace:
    """Arrange lists and run a metric on them.

    Parameters
    ----------
    metric : Metric
    lists : RawLists or ArrangementCache
    convention : Convention
    strictly : bool
        Whether an option that the metric has no meaning for is refused, as in `Convention.narrow`.

    Raises
    ------
    InputError
        Those of `arrange`, of the metric, of `answer_nothing_relevant`, and if `strictly` of `Convention.narrow`.
    """
    narrowed = narrow(metric, convention, strictly=strictly)
    return run_metric(
        metric, lists.arranged_under(narrowed) if isinstance(lists, ArrangementCache) else arrange(lists, narrowed), narrowed
    )


class LazyTraces(Mapping[str, Trace | InputError]):
    """Traces of several metrics on the same lists, by key, each computed when it is first read.

    If the convention refuses the lists, the error stands in place of the trace.
    """

    def __init__(self, metrics: Iterable[Metric], lists: ArrangementCache, convention: Convention) -> None:
        self._metrics = {metric.key: metric for metric in metrics}
        self._lists, self._convention = lists, convention
        self._results: dict[str, Trace | InputError] = {}

    def __getitem__(self, key: str) -> Trace | InputError:
        if key not in self._results:
            self._results[key] = self._try_to_run(self._metrics[key])
        return self._results[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._metrics)

    def __len__(self) -> int:
        return len(self._metrics)

    def _try_to_run(self, metric: Metric) -> Trace | InputError:
        try:
            return compute(metric, self._lists, self._convention)
        except InputError as error:
            return error


def narrow(metric: Metric, convention: Convention, *, strictly: bool = False) -> Convention:
    """Reset every field that the metric does not declare, and fill in what stands for its 0/0.

    Raises
    ------
    InputError
        `option_without_meaning`, only if `strictly`.
    """
    return _narrow_by_key(metric.key, convention, strictly)


def fields_that_matter(metric: Metric, facts: ListFacts, convention: Convention) -> tuple[str, ...]:
    """Return the fields of which another option may change a metric's value on these lists, or their mean.

    No other field can; they are in the order of `FIELDS`.

    Examples
    --------
    >>> from rankviz.core.lists.compute_facts import facts_of
    >>> lists = RawLists.from_rankings([Ranking.from_grades([1, 0])])
    >>> fields_that_matter(METRICS["ap"], facts_of(lists), Convention(empty="0"))
    ('cutoff', 'threshold', 'strict', 'ap_base', 'empty')
    """
    narrowed = narrow(metric, convention)
    may_refuse = missed_may_be_refused(facts, narrowed)
    by_lists = may_refuse or answers_nothing_relevant(facts, narrowed) or mean_depends_on_lists(metric, facts, convention)

    def can_matter(name: str, field: Field) -> bool:
        if name not in metric.uses and field.stage != "means":
            return False
        if not field.matters(facts, narrowed):
            return False
        is_needed = name not in metric.needs or metric.needs[name](facts, narrowed)
        return (by_lists and field.stage == "list") or (is_needed and field.matters(facts, narrowed, metric.uses))

    return tuple(name for name, field in FIELDS.items() if can_matter(name, field))


@lru_cache(maxsize=4096)
def _narrow_by_key(key: str, convention: Convention, strictly: bool) -> Convention:
    """Narrow a convention; cached, since every edit of a list does it again for all metrics."""
    metric = METRICS[key]
    narrowed = convention.narrow(metric.uses, metric.fixes, strictly)
    if strictly and convention.mean_weights not in (None, *weight_options(metric)):
        raise without_meaning("mean_weights", str(convention.mean_weights), weight_options(metric))
    empty = (convention.empty or metric.empty) if "empty" in metric.uses else None
    return narrowed.with_choices({"empty": empty})


def run_metric(
    metric: Metric, rankings: Rankings, convention: Convention, swept: Mapping[str, object] = MappingProxyType({})
) -> Trace:
    """Run a metric on arranged lists under a convention already narrowed for it.

    Parameters
    ----------
    metric : Metric
    rankings : Rankings
        Q lists.
    convention : Convention
    swept : mapping of field to float64 (Q,)
        Numbers that replace the convention's, one for each list.

    Raises
    ------
    InputError
        Those of the metric, and `nothing_relevant` with no_relevant='error'.
    """
    trace = Trace(metric.key, rankings, convention)
    metric.compute(rankings, convention.view(metric.uses, swept), trace)
    answer_nothing_relevant(trace)
    return trace


def answer_nothing_relevant(trace: Trace) -> None:
    """Replace the values of lists in which nothing is relevant by the convention's answer.

    Raises
    ------
    InputError
        `nothing_relevant` with no_relevant='error'.
    """
    has_nothing, last = trace.nothing_relevant, trace.steps[-1]
    if not has_nothing.any():
        return
    answer = trace.convention.no_relevant
    if answer == "error":
        index = int(np.flatnonzero(has_nothing)[0])
        name = trace.rankings.query_ids[index] or str(index + 1)
        message = (
            f"List {shorten(name)} has no relevant document, and no_relevant=error refuses such a list. "
            "Judge one relevant, lower the threshold, or choose another answer."
        )
        raise InputError("nothing_relevant", message, query=name)
    undefined = trace.undefined | has_nothing
    value = np.where(has_nothing, STAND_INS[answer], last.value)
    trace.replace_last(last._replace(value=value, where=~undefined, undefined=undefined))


def are_several(lists: Lists) -> bool:
    """Whether the argument asks for a mean: a sequence of Rankings does, even of one."""
    return not isinstance(lists, Ranking)


def as_rankings(lists: Lists) -> tuple[Ranking, ...]:
    """Return one list or several as several."""
    return (lists,) if isinstance(lists, Ranking) else tuple(lists)
