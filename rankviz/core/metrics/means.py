"""From the values of several lists to one number: which lists count, and with which weights."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from rankviz.core.conventions import FIELDS, TEXTBOOK, ListFacts, MeanRules
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.lists.arrange import arrange
from rankviz.core.lists.ranking import Ranking, RawLists
from rankviz.core.lists.rankings import Rankings
from rankviz.core.metrics.registry import METRICS, Metric
from rankviz.core.templates import arguments_of, run_template
from rankviz.core.trace import Step, Trace, holes_in


def mean(trace: Trace, convention: MeanRules) -> tuple[Step, ...]:
    """Average the values of the lists that count.

    Parameters
    ----------
    trace : Trace
        With a value (Q,).
    convention : MeanRules
        Reads `mean_over`, `mean_weights` (the metric's own by default); with empty='skip' undefined lists are left out.

    Returns
    -------
    tuple of Step
        The weight of each list and its weighted value (Q,), 0 where a list does not count; their sum and the sum of the weights
        (), and last the mean (), NaN if no list counts. Where every list counts alike only the mean.
    """
    last = trace.steps[-1]
    name = rf"\overline{{{last.symbol}}}"
    counted = counted_lists(trace, convention)
    weight = np.where(counted, weights(trace, convention), 0.0)
    number = np.asarray(weighted_mean(trace.value, weight, counted))
    defined = np.asarray(bool(weight.sum()))
    if counted.all() and (weight == 1).all():
        return (Step("mean", name, rf"\frac{{<sum {last.key}>}}{{<Q>}}", number, "all", defined, unit=last.unit),)
    value = np.where(counted, weight * trace.value, 0.0)
    return (
        Step("weight", "w_q", "", weight, "query", unit="count"),
        Step("weighted", "y_q", rf"<weight>\cdot<{last.key}>", value, "query", counted),
        Step("mean", name, r"\frac{<sum weighted>}{<sum weight>}", number, "all", defined, unit=last.unit),
    )


def mean_of(value: Array, trace: Trace, convention: MeanRules) -> float:
    """Average other values (Q,) of a trace's lists as `mean` averages the trace's own; NaN if no list counts."""
    return weighted_mean(value, weights(trace, convention), counted_lists(trace, convention))


def means_with(trace: Trace, changed: Trace, places: NDArray[np.intp], convention: MeanRules) -> Array:
    """Average the lists once for each of V variants, which replaces one of the lists.

    Parameters
    ----------
    trace : Trace
        Of the Q lists.
    changed : Trace
        Of the V variants.
    places : int (V,)
        The list that each variant replaces.
    convention : MeanRules

    Returns
    -------
    float64 (V,)
        As `mean` gives with the variant among the lists.
    """
    pairs = [(each.value, weights(each, convention), counted_lists(each, convention)) for each in (trace, changed)]
    value, weight, counted = (_with_variant(here, there, places) for here, there in zip(*pairs, strict=True))
    return weighted_means(value, weight, counted.astype(bool))


def means_of_groups(trace: Trace, convention: MeanRules, size: int) -> Array:
    """Average the lists of a trace by groups of `size` that follow one another, each as `mean` does: (Q / size,)."""
    counted = counted_lists(trace, convention).reshape(-1, size)
    return weighted_means(trace.value.reshape(-1, size), weights(trace, convention).reshape(-1, size), counted)


def _with_variant(here: Array, there: Array, places: NDArray[np.intp]) -> Array:
    """Return (V, Q): the lists' own numbers (Q,), in each row with one replaced by that of the variant (V,)."""
    rows = np.tile(here, (len(places), 1))
    rows[np.arange(len(places)), places] = there
    return rows


def weighted_mean(value: Array, weight: Array, counted: NDArray[np.bool_]) -> float:
    """Return the weighted mean of the values (Q,) that are counted; NaN without any weight."""
    return float(weighted_means(value, weight, counted))


def weighted_means(value: Array, weight: Array, counted: NDArray[np.bool_]) -> Array:
    """Return weighted means over the last axis of the values that are counted; NaN without any weight."""
    value, weight = np.where(counted, value, 0.0), np.where(counted, weight, 0.0)
    total = weight.sum(axis=-1)
    with np.errstate(over="ignore", invalid="ignore"):
        means: Array = np.divide((weight * value).sum(axis=-1), total, out=np.full(total.shape, np.nan), where=total != 0)
        if np.isinf(means).any():  # though no value is: the sum is too large for 64 bits
            largest = np.abs(value).max(axis=-1)
            scaled = (weight * (value / np.where(largest == 0, 1.0, largest)[..., None])).sum(axis=-1)
            means = np.where(np.isinf(means), scaled / np.where(total == 0, 1.0, total) * largest, means)
    return means


def counted_lists(trace: Trace, convention: MeanRules) -> NDArray[np.bool_]:
    """Return which lists count (Q,): those that the mean is over, without undefined ones if the convention skips these."""
    return averaged_lists(trace, convention) & ~trace.left_out


def averaged_lists(trace: Trace, convention: MeanRules) -> NDArray[np.bool_]:
    """Return which lists the mean is over (Q,), whatever their values."""
    rankings = trace.rankings
    has_judged, has_entries = rankings.R + rankings.nonrel > 0, rankings.n > 0
    masks = {
        "qrels": has_judged,
        "run": has_entries,
        "intersection": has_judged & has_entries,
        "with_relevant": rankings.R > 0,
        "all": np.ones_like(has_judged),
    }
    return np.asarray(masks[convention.mean_over])


# Why a list does not count in a mean; the first one stands for those that count.
REASONS = ("", "not_retrieved", "not_judged", "nothing_relevant", "undefined")


def reasons_left_out(trace: Trace, convention: MeanRules) -> NDArray[np.int8]:
    """Return for each list (Q,) the place in `REASONS` of why it does not count in the mean.

    Examples
    --------
    >>> from rankviz import METRICS, Convention, Ranking
    >>> from rankviz.evaluation.evaluate import compute
    >>> convention = Convention(mean_over="with_relevant")
    >>> lists = RawLists.from_rankings([Ranking.from_grades([1, 0]), Ranking.from_grades([0])])
    >>> [REASONS[each] for each in reasons_left_out(compute(METRICS["rr"], lists, convention), convention)]
    ['', 'nothing_relevant']
    """
    rankings = trace.rankings
    is_judged, is_retrieved = rankings.R + rankings.nonrel > 0, rankings.n > 0
    not_judged = ~is_judged & (convention.mean_over != "run")
    not_retrieved = ~is_retrieved & (convention.mean_over in ("run", "intersection"))
    is_averaged = averaged_lists(trace, convention)
    first_true = {
        "": counted_lists(trace, convention),
        "not_judged": ~is_averaged & not_judged,
        "not_retrieved": ~is_averaged & not_retrieved,
        "nothing_relevant": np.asarray(rankings.R == 0),
        "undefined": np.ones_like(is_averaged),
    }
    places = np.array([REASONS.index(key) for key in first_true], dtype=np.int8)
    return np.asarray(places[np.argmax([*first_true.values()], axis=0)])


def mean_depends_on_lists(metric: Metric, facts: ListFacts, convention: MeanRules) -> bool:
    """Whether a choice about the lists may change which of them count in the mean, or their weights."""
    if facts.lists < 2:
        return False
    if weight_option(metric, convention) != "none":
        return True
    if convention.mean_over == "with_relevant":
        return True  # another threshold may leave any of them out
    return convention.mean_over != "all" and facts.best_shown < 0


def weights(trace: Trace, convention: MeanRules) -> Array:
    """Return the weight of each list (Q,) if it counts."""
    rankings: Rankings = trace.rankings
    kind = weight_option(METRICS[trace.metric], convention)
    if kind == "base":
        arrays = {step.key: step.value for step in trace.steps if step.value.ndim == 1}
        return run_template(denominator_template(trace.metric), arrays, rankings)
    return {"none": np.ones_like(rankings.n), "impressions": rankings.n, "positives": rankings.R_list}[kind]


def weight_option(metric: Metric, convention: MeanRules) -> str:
    """Return the option of `mean_weights` for a metric's mean: the convention's if it has a meaning, else the metric's own."""
    chosen = convention.mean_weights
    return metric.mean_weights if chosen is None or chosen not in weight_options(metric) else chosen


def weight_options(metric: Metric) -> tuple[str, ...]:
    """Return the options of `mean_weights` that have a meaning for a metric: 'base' only for a quotient."""
    return tuple(key for key in FIELDS["mean_weights"].options or () if key != "base" or denominator_template(metric.key))


def options_for(metric: Metric, name: str) -> tuple[str, ...]:
    """Return the options of a field that have a meaning for a metric, or for its mean; () for a number.

    Examples
    --------
    >>> from rankviz.core.metrics.registry import METRICS
    >>> options_for(METRICS["rr"], "mean_weights"), options_for(METRICS["rr"], "strict")
    (('none', 'impressions', 'positives'), ('no', 'yes'))
    """
    if name == "mean_weights":
        return weight_options(metric)
    return metric.uses[name] if name in metric.uses else tuple(FIELDS[name].options or ())


@cache
def denominator_template(key: str) -> str:
    """Return the template of the denominator in a metric's last step; "" if there is none, or it names no step.

    Examples
    --------
    >>> denominator_template("precision"), denominator_template("rr")
    ('<precision_base>', '')
    """
    metric = METRICS[key]
    convention = TEXTBOOK.narrow(metric.uses, metric.fixes)
    trace = Trace(metric.key, arrange(RawLists.from_rankings([Ranking()]), convention), convention)
    metric.compute(trace.rankings, convention.view(metric.uses), trace)
    _, base = arguments_of(trace.steps[-1].template, r"\frac") or ("", "")
    return base if holes_in(base) else ""
