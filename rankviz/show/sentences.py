"""A trace told in sentences: what each rank does to the value.

The {placeholders} of a sentence are keys of recorded steps, so that a number cannot come into the place of another: this module
only chooses the sentence. Besides there are {rank}, {first}, {last} and {grade} of the entry, and {term}, what of it is summed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rankviz.metrics.registry import METRICS
from rankviz.show.numbers import in_unit, plain
from rankviz.texts import Texts
from rankviz.trace import Step, Trace

_DISCOUNT_AT = {
    "log2": "log₂({next})",
    "ln": "ln({next})",
    "log10": "log₁₀({next})",
    "jk2": "max(1, log₂ {rank})",
    "jk10": "max(1, log₁₀ {rank})",
    "inverse": "{rank}",
    "geometric": "{p}^(1−{rank})",
    "none": "1",
    "off_by_one": "log₂({rank} + 2)",
    "plus_outside": "log₂({next}) + 1",
}
Place = tuple[int, int]  # of an entry: query and column


def rank_sentence(trace: Trace, column: int, texts: Texts, query: int = 0) -> str:
    """Say what the entry in one column does to the value."""
    at = query, column
    key = _sentence(trace, at)
    names = texts.places(f"step.{key}")
    return texts(f"step.{key}", **{name: _number(trace, name, at) for name in names})


def _number(trace: Trace, name: str, at: Place) -> str:
    """Print what a placeholder stands for."""
    if name == "formula":
        return _formula(trace, at)
    rankings = trace.rankings
    places = {
        "rank": rankings.rank,
        "first": rankings.first,
        "last": rankings.last,
        "grade": rankings.grades,
        "score": rankings.scores,
    }
    if name in places:
        return plain(float(places[name][at]))
    if name == "share_after":
        return plain(1 - float(trace.step("share").value[at]))
    step = _term(trace) if name == "term" else trace.step(name)
    return in_unit(step.unit, float(step.value[at]))


def _term(trace: Trace) -> Step:
    """What is summed."""
    step = trace.gathered()
    assert step is not None, trace.metric
    return step


def _formula(trace: Trace, at: Place) -> str:
    """The discount at a rank."""
    rank = float(trace.rankings.rank[at])
    pattern = _DISCOUNT_AT.get(trace.convention.discount, "d({rank})")
    return pattern.format(rank=plain(rank), next=plain(rank + 1), p=plain(trace.convention.rbp_p))


def _sentence(trace: Trace, at: Place) -> str:
    """Choose the sentence."""
    if trace.metric == "idcg":
        return "ideal"
    if trace.metric in _CELLS:
        return _of_cell(trace, at)
    if not trace.rankings.inside[at] and "cutoff" in METRICS[trace.metric].uses:
        return "beyond"
    if trace.rankings.relevant[at] and not trace.rankings.hit[at]:
        return "not_positive"
    # What tells a family from the others is a step that only it records.
    told = next((told for step, told in _TOLD.items() if step in trace), _of_hit)
    return told(trace, at)


def _missed(trace: Trace, at: Place) -> str:
    """The sentence of an entry that is not relevant, "" of one that is."""
    if trace.rankings.hit[at]:
        return ""
    return "miss" if trace.rankings.judged[at] else "unjudged"


def _of_hit(trace: Trace, at: Place) -> str:
    share = float(_term(trace).value[at])
    return _missed(trace, at) or ("below_R" if share == 0 else "hit" if share == 1 else "share")


def _of_cell(trace: Trace, at: Place) -> str:
    """The sentence of one of the four cells of the confusion matrix: whether the metric counts them."""
    rankings, counted = trace.rankings, _CELLS[trace.metric]
    relevant, share = bool(rankings.relevant[at]), float(rankings.share()[at])
    inside, after = ("tp", "fn") if relevant else ("fp", "tn")
    if 0 < share < 1:
        return "tied_inside" if inside in counted else "tied_after" if after in counted else "tied_out"
    cell = inside if share else after
    unjudged = "" if rankings.judged[at] else "_unjudged"
    return f"{cell}{unjudged}_{'counts' if cell in counted else 'out'}"


def _of_pairs(trace: Trace, at: Place) -> str:
    tied = "nonrelevant_tied" in trace and trace.step("nonrelevant_tied").value[at]
    missed = _missed(trace, at)
    return f"pairs_{missed}" if missed else "pairs_tied" if tied else "pairs_hit"


def _of_read(trace: Trace, at: Place) -> str:
    if "grade" not in trace:
        return _missed(trace, at) or "rbp_hit"
    if not trace.rankings.judged[at]:
        return "gain_unjudged"
    return "rbp_hit" if trace.step("grade").value[at] else "rbp_zero"


def _of_above(trace: Trace, at: Place) -> str:
    judged, hit = trace.rankings.judged[at], trace.rankings.hit[at]
    return "above" if hit else "above_miss" if judged else "above_unjudged"


def _of_error(trace: Trace, at: Place) -> str:
    where = _term(trace).where
    return "error" if where is not None and where[at] else "unrated"


def _of_gain(trace: Trace, at: Place) -> str:
    rankings = trace.rankings
    if not rankings.judged[at]:
        return "gain_unjudged"
    if "discount" not in trace:
        return "gain_plain" if _term(trace).value[at] == trace.step("gain").value[at] else "gain_share"
    if rankings.first[at] != rankings.last[at]:
        return "gain_tied"
    return "gain_linear" if trace.convention.gain == "linear" else "gain"


def _of_precision(trace: Trace, at: Place) -> str:
    hit = trace.rankings.hit[at]
    if trace.convention.ap_base == "all_ranks":
        return "precision_all_hit" if hit else "precision_all"
    if not hit:
        return _missed_at(trace, at)
    where = trace.step("ap_term").where if "ap_term" in trace else None
    return "precision_hit" if where is None or where[at] else "precision_beyond"


def _missed_at(trace: Trace, at: Place) -> str:
    """The sentence of an entry that is not a hit, with the precision there."""
    return "precision_miss" if trace.rankings.judged[at] else "precision_unjudged"


def _of_first(trace: Trace, at: Place) -> str:
    """The sentences of a metric that only the first hit decides."""
    family = "reciprocal" if "reciprocal" in trace else "success"
    earlier = trace.rankings.hit[at[0]] & (trace.rankings.rank[at[0]] < trace.rankings.rank[at])
    return _missed(trace, at) or f"{family}_{'later' if earlier.any() else 'first'}"


def _of_wrong_pairs(trace: Trace, at: Place) -> str:
    missed = _missed(trace, at)
    return f"label_wrong_{missed}" if missed else "label_wrong"


Told = Callable[[Trace, Place], str]
# The cells of the confusion matrix that a metric counts.
_CELLS: Mapping[str, tuple[str, ...]] = {"fp": ("fp",), "fn": ("fn",), "tn": ("tn",), "accuracy": ("tp", "tn")}
_TOLD: Mapping[str, Told] = {
    "gain": _of_gain,
    "err_term": lambda trace, at: "stop" if trace.rankings.judged[at] else "gain_unjudged",
    "rbp_term": _of_read,
    "bpref_term": _of_above,
    "area_term": lambda trace, at: "area" if trace.rankings.hit[at] else _missed_at(trace, at),
    "lrap_term": lambda trace, at: _missed(trace, at) or "label_share",
    "others_at_least": _of_wrong_pairs,
    "place": lambda trace, at: _missed(trace, at) or "label_place",
    "squared_error": _of_error,
    "absolute_error": _of_error,
    "precision_at": _of_precision,
    "reciprocal": _of_first,
    "success": _of_first,
    "pairs_won": _of_pairs,
}
