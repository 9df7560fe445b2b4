"""What words are on a list: those that are said in their own way, and the placeholders of the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from rankviz.core.conventions import FIELDS
from rankviz.core.lists.rankings import Rankings
from rankviz.core.metrics import METRICS
from rankviz.core.metrics.means import counted_lists
from rankviz.core.metrics.measures import print_measure
from rankviz.core.trace import Step, Trace
from rankviz.display.convention_words import convention_words
from rankviz.display.count_rates import COUNTS, rates
from rankviz.display.formulas.mean_line import put_words
from rankviz.display.labels import option_label, option_words
from rankviz.display.number_format import fixed_decimals, in_unit, plain
from rankviz.display.rule_words import order_key, undefined_reason
from rankviz.evaluation.evaluate import compute
from rankviz.state.analysis import Analysis
from rankviz.texts import Texts

MOST_VALUES = 10  # of a row of numbers
NOTHING = "–"


@dataclass(frozen=True, eq=False)
class ListContext:
    """A list as the metric under study reads it."""

    analysis: Analysis
    trace: Trace
    texts: Texts

    @property
    def rankings(self) -> Rankings:
        """The arranged entries of the list."""
        return self.trace.rankings


def step_values(step: Step, context: ListContext) -> str:
    """Numbers of a step, separated; at an entry for which it is not claimed nothing."""
    value = step.value[0]
    columns = context.rankings.present[0].nonzero()[0] if step.axis == "list" else np.arange(len(value))
    claimed = np.ones_like(value, dtype=bool) if step.where is None else np.broadcast_to(step.where, step.value.shape)[0]
    if step.axis == "ideal":  # the places that count
        columns = columns[: int(context.rankings.ideal_k[0])]
    printed = [
        in_unit(step.unit, float(value[i]), as_fractions(context)) if claimed[i] else NOTHING for i in columns[:MOST_VALUES]
    ]
    return _row(printed, len(columns), context.texts)


def _row(printed: list[str], count: int, texts: Texts) -> str:
    return texts("sentence.more_separator").join([*printed, *["…"] * (count > len(printed))])


def as_fractions(context: ListContext) -> bool:
    """Whether the page shows numbers as fractions."""
    return context.analysis.state.numbers == "fractions"


def _ideal(context: ListContext) -> str:
    return context.texts(f"words.ideal_{context.trace.convention.ideal}", count=plain(float(context.rankings.pool_size[0])))


def _tie(context: ListContext) -> str:
    if not context.rankings.tied[0].any():
        return context.texts("term.tie.here_none")
    sentences = [
        context.texts("term.tie.here", tied=int(context.rankings.tied[0].sum())),
        context.texts(f"words.ties_{context.trace.convention.ties}"),
    ]
    return context.texts("words.separator").join(sentences)


def _duplicates(context: ListContext) -> str:
    ranking = context.analysis.ranking
    everything = [item.doc_id for item in (*ranking.items, *ranking.missed)]
    count = len(everything) - len(set(everything))
    return context.texts("words.duplicates", count=count) if count else context.texts("term.duplicates.here_none")


def _score(context: ListContext) -> str:
    ranking = context.analysis.ranking
    if not ranking.scored:
        return context.texts(order_key(ranking))
    scores = [plain(float(each)) for each in context.rankings.scores[0][context.rankings.present[0]]]
    if not scores:
        return context.texts("terms.empty_list")
    return context.texts("terms.by_rank", values=_row(scores[:MOST_VALUES], len(scores), context.texts))


def _grade(context: ListContext) -> str:
    columns = context.rankings.present[0].nonzero()[0]
    grades, judged = context.rankings.grades[0], context.rankings.judged[0]
    printed = [plain(float(grades[i])) if judged[i] else "?" for i in columns[:MOST_VALUES]]
    if not printed:
        return context.texts("terms.empty_list")
    return context.texts("terms.by_rank", values=_row(printed, len(columns), context.texts))


def _rank(context: ListContext) -> str:
    ranks = range(1, int(context.rankings.n[0]) + 1)
    if not ranks:
        return context.texts("terms.empty_list")
    return context.texts("terms.value", value=_row([str(each) for each in ranks[:MOST_VALUES]], len(ranks), context.texts))


def _undefined_text(context: ListContext) -> str:
    """Say whether the metric under study is undefined, and name it: the term may stand beside another metric."""
    state = context.analysis.state
    measure = print_measure(context.analysis.metric, state.convention)
    if not context.trace.undefined[0]:
        return context.texts("term.undefined.here_none", measure=measure)
    put = put_words(context.trace, state.convention, context.texts, lists=len(state.lists))
    sentences = [
        context.texts("term.undefined.here", measure=measure, reason=undefined_reason(context.trace, context.texts)),
        put,
    ]
    return context.texts("words.separator").join(sentences)


def pr_area(analysis: Analysis, ties: str) -> str:
    """Print the area under the precision-recall curve: AP over the whole list, whatever the metric's own cutoff is."""
    convention = analysis.state.convention.with_choices({"cutoff": None, "ap_base": "R", "ties": ties})
    if convention.unjudged == "undefined":  # the curve is drawn all the same
        convention = convention.with_choices({"unjudged": "zero"})
    return fixed_decimals(float(compute(METRICS["ap"], analysis.arranged, convention).value[0]))


def _sum(context: ListContext) -> str:
    """What the parts of the entries come to, whether or not that is recorded as a sum that is divided."""
    running = context.trace.running_total()
    if running is None or running.kind != "sum":
        return ""
    whole = float(running.value[0, -1]) if running.value.shape[1] else 0.0
    return context.texts("terms.value", value=in_unit(running.total_step.unit, whole, as_fractions(context)))


def _hits_upto(context: ListContext) -> str:
    """Return the hits up to each rank as the metric under study counts them, else as the chart draws them."""
    if "hits_upto" in context.trace:
        values = step_values(context.trace.step("hits_upto"), context)
    else:
        hits = context.analysis.by_cutoff("tp")
        counts = [] if hits is None or not context.analysis.ranking.items else hits.value.tolist()
        printed = [in_unit("count", each, as_fractions(context)) for each in counts[:MOST_VALUES]]
        values = _row(printed, len(counts), context.texts)
    return context.texts("terms.by_rank", values=values) if values else context.texts("terms.empty_list")


def _pr(context: ListContext) -> str:
    analysis = context.analysis
    source = analysis.trace(pr_source(analysis))
    if source is None or not source.rankings.R[0] or not source.rankings.n[0]:
        return ""
    return context.texts("term.pr.here", area=pr_area(analysis, source.convention.ties))


def pr_source(analysis: Analysis) -> str:
    """Key of the metric whose arrangement of the list the precision-recall curve follows."""
    return analysis.state.metric if analysis.metric.rank_display.has_own_curve else "ap"


WORDS: Mapping[str, Callable[[ListContext], str]] = {
    "ideal": _ideal,
    "tie": _tie,
    "duplicates": _duplicates,
    "score": _score,
    "grade": _grade,
    "rank": _rank,
    "undefined": _undefined_text,
    "sum": _sum,
    "hits_upto": _hits_upto,
    "pr": _pr,
}


def _if_strict(context: ListContext) -> str:
    return "_strict" if context.trace.convention.strict == "yes" else ""


def _if_no_values(key: str) -> Callable[[ListContext], str]:
    return lambda context: "" if _chosen_values(key, context) else "_none"


def _chosen_values(key: str, context: ListContext) -> str:
    return step_values(context.trace.step(key), context) if key in context.trace else ""


def _option(field: str, context: ListContext) -> str:
    """A choice as its formula, else in words."""
    convention = context.trace.convention
    value = getattr(convention, field)
    own = FIELDS[field].custom_field_of(value)
    if own and FIELDS[own].variable:
        return option_label(own, getattr(convention, own), context.texts)
    return option_words(field, value, convention, context.texts)


VARIANTS: Mapping[str, Callable[[ListContext], str]] = {
    "cutoff": lambda context: "_none" if context.trace.convention.cutoff is None else "",
    "unjudged": lambda context: "" if context.rankings.unjudged_count[0] else "_none",
    "relevant": _if_strict,
    "threshold": _if_strict,
    "mean": lambda context: "_none" if len(context.analysis.state.lists) == 1 else "",
    "gain": _if_no_values("gain"),
    "discount": _if_no_values("discount"),
}


def _judged_shown(context: ListContext) -> int:
    """Judged entries, each document once where duplicates that are all credited are judged once."""
    judged, items = (context.rankings.judged & ~context.rankings.grade_imputed)[0], context.analysis.ranking.items
    if context.trace.convention.duplicates != "credit_each":
        return int(judged.sum())
    return len({items[source].doc_id for source in context.rankings.source[0][judged]})


def _judged_count(context: ListContext) -> int:
    return int(context.rankings.R[0] + context.rankings.nonrel[0])


def _counted_list_count(context: ListContext) -> int:
    whole = context.analysis.all_lists()
    return int(counted_lists(whole, context.analysis.state.convention).sum()) if isinstance(whole, Trace) else 0


def _false_positive_rate(context: ListContext) -> str:
    """Return the false positive rate as the table of counts prints it; "–" if the list has no counts."""
    traces = {key: trace for key in COUNTS if (trace := context.analysis.trace(key)) is not None}
    if len(traces) < len(COUNTS):
        return NOTHING
    step = rates(traces, "").step("fpr")
    if step.undefined is not None and step.undefined[0]:
        return context.texts("panel.undefined")
    return in_unit(step.unit, float(step.value[0]), as_fractions(context))


def _count(key: str) -> Callable[[ListContext], str]:
    """One of the four counts at the cutoff."""

    def count_text(context: ListContext) -> str:
        trace = context.analysis.trace(key)
        return NOTHING if trace is None else in_unit(trace.unit, float(trace.value[0]), as_fractions(context))

    return count_text


FACTS: Mapping[str, Callable[[ListContext], object]] = {
    "R": lambda context: plain(float(context.rankings.R[0])),
    "R_shown": lambda context: plain(float(context.rankings.R_list[0])),
    "n": lambda context: plain(float(context.rankings.n[0])),
    "k": lambda context: plain(float(context.rankings.k[0])),
    "threshold": lambda context: option_label("threshold", context.trace.convention.threshold, context.texts),
    "unjudged": lambda context: plain(float(context.rankings.unjudged_count[0])),
    "judged": _judged_count,
    "judged_shown": _judged_shown,
    "judged_missed": lambda context: _judged_count(context) - _judged_shown(context),
    "gain": lambda context: _option("gain", context),
    "gains": lambda context: _chosen_values("gain", context),
    "discount": lambda context: _option("discount", context),
    "discounts": lambda context: _chosen_values("discount", context),
    "tp": _count("tp"),
    "fp": _count("fp"),
    "fn": _count("fn"),
    "tn": _count("tn"),
    "fpr": _false_positive_rate,
    "ideal_k": lambda context: plain(float(min(context.rankings.ideal_k[0], context.rankings.pool_size[0]))),
    "pool": lambda context: plain(float(context.rankings.pool_size[0])),
    "lists": lambda context: len(context.analysis.state.lists),
    "counting": _counted_list_count,
    "sentence": lambda context: convention_words(context.analysis, context.texts).sentence,
}
