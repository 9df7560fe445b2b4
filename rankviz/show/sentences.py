"""A trace told in sentences: what each rank does to the value."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rankviz.metrics.registry import METRICS
from rankviz.show.numbers import fixed, of_step, plain
from rankviz.texts import Texts
from rankviz.trace import Trace

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


def rank_sentence(trace: Trace, column: int, texts: Texts, query: int = 0) -> str:
    """Say what the entry in one column does to the value."""
    rankings = trace.rankings
    rank = plain(float(rankings.rank[query, column]))
    if not rankings.inside[query, column] and "cutoff" in METRICS[trace.metric].uses:
        return texts("step.beyond", rank=rank)
    if rankings.relevant[query, column] and not rankings.hit[query, column]:
        score = plain(float(rankings.scores[query, column]))
        return texts("step.not_positive", rank=rank, score=score)
    if "gain" in trace or trace.metric == "idcg":
        return _gain_sentence(trace, column, texts, query, rank)
    # What tells a family from the others is a step that only it records.
    for step, told in _TOLD.items():
        if step in trace:
            return told(trace, column, texts, query, rank)
    return _hit_sentence(trace, column, texts, query, rank)


def _hit_sentence(trace: Trace, column: int, texts: Texts, query: int, rank: str) -> str:
    if not trace.rankings.hit[query, column]:
        return texts("step.miss", rank=rank)
    share = float(trace.step("counted_hit").value[query, column])
    if share == 0:
        return texts("step.beyond", rank=rank)
    return texts("step.hit" if share == 1 else "step.share", rank=rank, share=fixed(share))


def _reciprocal_sentence(trace: Trace, column: int, texts: Texts, query: int, rank: str) -> str:
    if not trace.rankings.hit[query, column]:
        return texts("step.miss", rank=rank)
    return texts("step.reciprocal_hit", rank=rank, term=_number(trace, "reciprocal", query, column))


def _pairs_sentence(trace: Trace, column: int, texts: Texts, query: int, rank: str) -> str:
    if not trace.rankings.hit[query, column]:
        return texts("step.miss", rank=rank)
    tied = float(trace.step("nonrelevant_tied").value[query, column])
    below = _number(trace, "nonrelevant_below", query, column)
    return texts("step.pairs_tied" if tied else "step.pairs_hit", rank=rank, below=below, tied=plain(tied))


def _stop_sentence(trace: Trace, column: int, texts: Texts, query: int, rank: str) -> str:
    grade = plain(float(trace.rankings.grades[query, column]))
    numbers = {key: _number(trace, key, query, column) for key in ("reach", "stop")}
    return texts("step.stop", rank=rank, grade=grade, term=_number(trace, "err_term", query, column), **numbers)


def _read_sentence(trace: Trace, column: int, texts: Texts, query: int, rank: str) -> str:
    term = float(trace.step("rbp_term").value[query, column])
    if term == 0:
        return texts("step.miss", rank=rank)
    weight = fixed(trace.convention.rbp_p ** (float(trace.rankings.rank[query, column]) - 1))
    return texts("step.rbp_hit", rank=rank, weight=weight, term=of_step("rbp_term", term))


def _above_sentence(trace: Trace, column: int, texts: Texts, query: int, rank: str) -> str:
    if not trace.rankings.judged[query, column]:
        return texts("step.above_unjudged", rank=rank)
    if not trace.rankings.hit[query, column]:
        return texts("step.above_miss", rank=rank)
    above, term = (_number(trace, key, query, column) for key in ("others_above", "bpref_term"))
    return texts("step.above", rank=rank, above=above, term=term)


def _label_sentence(trace: Trace, column: int, texts: Texts, query: int, rank: str) -> str:
    if not trace.rankings.hit[query, column]:
        return texts("step.miss", rank=rank)
    if "others_at_least" in trace:
        return texts("step.label_wrong", rank=rank, wrong=_number(trace, "others_at_least", query, column))
    if "place" in trace:
        return texts("step.label_place", rank=rank, place=_number(trace, "place", query, column))
    hits, depth, term = (_number(trace, key, query, column) for key in ("hits_upto", "depth", "lrap_term"))
    return texts("step.label_share", rank=rank, hits=hits, depth=depth, term=term)


def _error_sentence(trace: Trace, column: int, texts: Texts, query: int, rank: str) -> str:
    key = "squared_error" if "squared_error" in trace else "absolute_error"
    where = trace.step(key).where
    if where is None or not where[query, column]:
        return texts("step.unrated", rank=rank)
    numbers = {name: _number(trace, name, query, column) for name in ("grade", "score")}
    return texts("step.error", rank=rank, term=_number(trace, key, query, column), **numbers)


def _area_sentence(trace: Trace, column: int, texts: Texts, query: int, rank: str) -> str:
    if not trace.rankings.hit[query, column]:
        return texts("step.precision_miss", rank=rank, precision=_number(trace, "precision_at", query, column))
    numbers = {key: _number(trace, key, query, column) for key in ("hits_upto", "depth", "precision_at", "area_term")}
    hits, precision, term = numbers["hits_upto"], numbers["precision_at"], numbers["area_term"]
    return texts("step.area", rank=rank, hits=hits, depth=numbers["depth"], precision=precision, term=term)


def _gain_sentence(trace: Trace, column: int, texts: Texts, query: int, rank: str) -> str:
    rankings = trace.rankings
    if not rankings.judged[query, column] or "gain" not in trace:
        return texts("step.gain_unjudged", rank=rank)
    grade = plain(float(rankings.grades[query, column]))
    gain = _number(trace, "gain", query, column)
    if "discount" not in trace:
        return texts("step.gain_plain", rank=rank, grade=grade, gain=gain)
    discount, term = _number(trace, "discount", query, column), _number(trace, "discounted_gain", query, column)
    first, last = rankings.first[query, column], rankings.last[query, column]
    if first != last:
        places = {"first": plain(float(first)), "last": plain(float(last))}
        return texts("step.gain_tied", rank=rank, gain=gain, discount=discount, term=term, **places)
    following = plain(float(rankings.rank[query, column]) + 1)
    pattern = _DISCOUNT_AT.get(trace.convention.discount, "d({rank})")
    formula = pattern.format(rank=rank, next=following, p=plain(trace.convention.rbp_p))
    key = "step.gain_linear" if trace.convention.gain == "linear" else "step.gain"
    return texts(key, rank=rank, grade=grade, gain=gain, formula=formula, discount=discount, term=term)


def _precision_sentence(trace: Trace, column: int, texts: Texts, query: int, rank: str) -> str:
    precision = _number(trace, "precision_at", query, column)
    if trace.convention.ap_base == "all_ranks":
        return texts("step.precision_all", rank=rank, precision=precision)
    hits, depth = (_number(trace, key, query, column) for key in ("hits_upto", "depth"))
    key = "step.precision_hit" if trace.rankings.hit[query, column] else "step.precision_miss"
    return texts(key, rank=rank, hits=hits, depth=depth, precision=precision)


def _number(trace: Trace, key: str, query: int, column: int) -> str:
    return of_step(key, float(trace.step(key).value[query, column]))


_Told = Callable[[Trace, int, Texts, int, str], str]
_TOLD: Mapping[str, _Told] = {
    "err_term": _stop_sentence,
    "rbp_term": _read_sentence,
    "bpref_term": _above_sentence,
    "area_term": _area_sentence,
    "lrap_term": _label_sentence,
    "others_at_least": _label_sentence,
    "place": _label_sentence,
    "squared_error": _error_sentence,
    "absolute_error": _error_sentence,
    "precision_at": _precision_sentence,
    "reciprocal": _reciprocal_sentence,
    "pairs_won": _pairs_sentence,
}
