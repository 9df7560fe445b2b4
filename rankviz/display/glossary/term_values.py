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
from rankviz.display.number_format import fixed, in_unit, plain
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
        """Its entries, arranged."""
        return self.trace.rankings


def step_values(step: Step, at: ListContext) -> str:
    """Numbers of a step, separated; at an entry for which it is not claimed nothing."""
    value = step.value[0]
    columns = at.rankings.present[0].nonzero()[0] if step.axis == "list" else np.arange(len(value))
    claimed = np.ones_like(value, dtype=bool) if step.where is None else np.broadcast_to(step.where, step.value.shape)[0]
    if step.axis == "ideal":  # the places that count
        columns = columns[: int(at.rankings.ideal_k[0])]
    shown = [in_unit(step.unit, float(value[i]), as_fractions(at)) if claimed[i] else NOTHING for i in columns[:MOST_VALUES]]
    return _row(shown, len(columns), at.texts)


def _row(shown: list[str], count: int, texts: Texts) -> str:
    return texts("sentence.more_separator").join([*shown, *["…"] * (count > len(shown))])


def as_fractions(at: ListContext) -> bool:
    """Whether numbers are written so."""
    return at.analysis.state.numbers == "fractions"


def _ideal(at: ListContext) -> str:
    return at.texts(f"words.ideal_{at.trace.convention.ideal}", count=plain(float(at.rankings.pool_size[0])))


def _tie(at: ListContext) -> str:
    if not at.rankings.tied[0].any():
        return at.texts("term.tie.here_none")
    said = [at.texts("term.tie.here", tied=int(at.rankings.tied[0].sum())), at.texts(f"words.ties_{at.trace.convention.ties}")]
    return at.texts("words.separator").join(said)


def _duplicates(at: ListContext) -> str:
    ranking = at.analysis.ranking
    everything = [item.doc_id for item in (*ranking.items, *ranking.missed)]
    count = len(everything) - len(set(everything))
    return at.texts("words.duplicates", count=count) if count else at.texts("term.duplicates.here_none")


def _score(at: ListContext) -> str:
    ranking = at.analysis.ranking
    if not ranking.scored:
        return at.texts(order_key(ranking))
    scores = [plain(float(each)) for each in at.rankings.scores[0][at.rankings.present[0]]]
    if not scores:
        return at.texts("terms.empty_list")
    return at.texts("terms.by_rank", values=_row(scores[:MOST_VALUES], len(scores), at.texts))


def _grade(at: ListContext) -> str:
    columns = at.rankings.present[0].nonzero()[0]
    grades, judged = at.rankings.grades[0], at.rankings.judged[0]
    shown = [plain(float(grades[i])) if judged[i] else "?" for i in columns[:MOST_VALUES]]
    if not shown:
        return at.texts("terms.empty_list")
    return at.texts("terms.by_rank", values=_row(shown, len(columns), at.texts))


def _rank(at: ListContext) -> str:
    ranks = range(1, int(at.rankings.n[0]) + 1)
    if not ranks:
        return at.texts("terms.empty_list")
    return at.texts("terms.value", value=_row([str(each) for each in ranks[:MOST_VALUES]], len(ranks), at.texts))


def _undefined_text(at: ListContext) -> str:
    """Of the metric under study, by its name: the word may have been met beside another one."""
    state = at.analysis.state
    measure = print_measure(at.analysis.metric, state.convention)
    if not at.trace.undefined[0]:
        return at.texts("term.undefined.here_none", measure=measure)
    put = put_words(at.trace, state.convention, at.texts, lists=len(state.lists))
    said = [at.texts("term.undefined.here", measure=measure, reason=undefined_reason(at.trace, at.texts)), put]
    return at.texts("words.separator").join(said)


def pr_area(analysis: Analysis, ties: str) -> str:
    """Print the area under the precision-recall curve: AP over the whole list, whatever the metric's own cutoff is."""
    convention = analysis.state.convention.with_choices({"cutoff": None, "ap_base": "R", "ties": ties})
    if convention.unjudged == "undefined":  # the curve is drawn all the same
        convention = convention.with_choices({"unjudged": "zero"})
    return fixed(float(compute(METRICS["ap"], analysis.arranged, convention).value[0]))


def _sum(at: ListContext) -> str:
    """What the parts of the entries come to, whether or not that is recorded as a sum that is divided."""
    running = at.trace.running_total()
    if running is None or running.kind != "sum":
        return ""
    whole = float(running.value[0, -1]) if running.value.shape[1] else 0.0
    return at.texts("terms.value", value=in_unit(running.total_step.unit, whole, as_fractions(at)))


def _hits_upto(at: ListContext) -> str:
    """As the metric under study counts them, else as the hits are drawn."""
    if "hits_upto" in at.trace:
        values = step_values(at.trace.step("hits_upto"), at)
    else:
        hits = at.analysis.by_cutoff("tp")
        found = [] if hits is None or not at.analysis.ranking.items else hits.value.tolist()
        shown = [in_unit("count", each, as_fractions(at)) for each in found[:MOST_VALUES]]
        values = _row(shown, len(found), at.texts)
    return at.texts("terms.by_rank", values=values) if values else at.texts("terms.empty_list")


def _pr(at: ListContext) -> str:
    analysis = at.analysis
    source = analysis.trace(pr_source(analysis))
    if source is None or not source.rankings.R[0] or not source.rankings.n[0]:
        return ""
    return at.texts("term.pr.here", area=pr_area(analysis, source.convention.ties))


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


def _if_strict(at: ListContext) -> str:
    return "_strict" if at.trace.convention.strict == "yes" else ""


def _if_no_values(key: str) -> Callable[[ListContext], str]:
    return lambda at: "" if _chosen_values(key, at) else "_none"


def _chosen_values(key: str, at: ListContext) -> str:
    return step_values(at.trace.step(key), at) if key in at.trace else ""


def _option(field: str, at: ListContext) -> str:
    """A choice as its formula, else in words."""
    convention = at.trace.convention
    value = getattr(convention, field)
    own = FIELDS[field].custom_field_of(value)
    if own and FIELDS[own].variable:
        return option_label(own, getattr(convention, own), at.texts)
    return option_words(field, value, convention, at.texts)


VARIANTS: Mapping[str, Callable[[ListContext], str]] = {
    "cutoff": lambda at: "_none" if at.trace.convention.cutoff is None else "",
    "unjudged": lambda at: "" if at.rankings.unjudged_count[0] else "_none",
    "relevant": _if_strict,
    "threshold": _if_strict,
    "mean": lambda at: "_none" if len(at.analysis.state.lists) == 1 else "",
    "gain": _if_no_values("gain"),
    "discount": _if_no_values("discount"),
}


def _judged_shown(at: ListContext) -> int:
    """Judged entries, each document once where duplicates that are all credited are judged once."""
    judged, items = (at.rankings.judged & ~at.rankings.grade_imputed)[0], at.analysis.ranking.items
    if at.trace.convention.duplicates != "credit_each":
        return int(judged.sum())
    return len({items[source].doc_id for source in at.rankings.source[0][judged]})


def _judged_count(at: ListContext) -> int:
    return int(at.rankings.R[0] + at.rankings.nonrel[0])


def _counted_list_count(at: ListContext) -> int:
    whole = at.analysis.all_lists()
    return int(counted_lists(whole, at.analysis.state.convention).sum()) if isinstance(whole, Trace) else 0


def _false_positive_rate(at: ListContext) -> str:
    """As the table of the counts has it."""
    found = {key: trace for key in COUNTS if (trace := at.analysis.trace(key)) is not None}
    if len(found) < len(COUNTS):
        return NOTHING
    step = rates(found, "").step("fpr")
    if step.undefined is not None and step.undefined[0]:
        return at.texts("panel.undefined")
    return in_unit(step.unit, float(step.value[0]), as_fractions(at))


def _count(key: str) -> Callable[[ListContext], str]:
    """One of the four counts at the cutoff."""

    def counted(at: ListContext) -> str:
        trace = at.analysis.trace(key)
        return NOTHING if trace is None else in_unit(trace.unit, float(trace.value[0]), as_fractions(at))

    return counted


FACTS: Mapping[str, Callable[[ListContext], object]] = {
    "R": lambda at: plain(float(at.rankings.R[0])),
    "R_shown": lambda at: plain(float(at.rankings.R_list[0])),
    "n": lambda at: plain(float(at.rankings.n[0])),
    "k": lambda at: plain(float(at.rankings.k[0])),
    "threshold": lambda at: option_label("threshold", at.trace.convention.threshold, at.texts),
    "unjudged": lambda at: plain(float(at.rankings.unjudged_count[0])),
    "judged": _judged_count,
    "judged_shown": _judged_shown,
    "judged_missed": lambda at: _judged_count(at) - _judged_shown(at),
    "gain": lambda at: _option("gain", at),
    "gains": lambda at: _chosen_values("gain", at),
    "discount": lambda at: _option("discount", at),
    "discounts": lambda at: _chosen_values("discount", at),
    "tp": _count("tp"),
    "fp": _count("fp"),
    "fn": _count("fn"),
    "tn": _count("tn"),
    "fpr": _false_positive_rate,
    "ideal_k": lambda at: plain(float(min(at.rankings.ideal_k[0], at.rankings.pool_size[0]))),
    "pool": lambda at: plain(float(at.rankings.pool_size[0])),
    "lists": lambda at: len(at.analysis.state.lists),
    "counting": _counted_list_count,
    "sentence": lambda at: convention_words(at.analysis, at.texts).sentence,
}
