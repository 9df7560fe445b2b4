"""A trace told in sentences: what each rank does, and the steps that are not arithmetic."""

from __future__ import annotations

from rankviz.metrics.registry import METRICS
from rankviz.ranking import Ranking
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
}


def rank_sentence(trace: Trace, column: int, texts: Texts, query: int = 0) -> str:
    """Say what the entry in one column does to the value."""
    rankings = trace.rankings
    rank = plain(float(rankings.rank[query, column]))
    if not rankings.inside[query, column] and "cutoff" in METRICS[trace.metric].uses:
        return texts("step.beyond", rank=rank)
    if "gain" in trace or trace.metric == "idcg":
        return _gain_sentence(trace, column, texts, query, rank)
    if "precision_at" in trace:
        return _precision_sentence(trace, column, texts, query, rank)
    hit = bool(rankings.hit[query, column])
    if not hit:
        return texts("step.miss", rank=rank)
    if "reciprocal" in trace:
        return texts("step.reciprocal_hit", rank=rank, term=_number(trace, "reciprocal", query, column))
    if "pairs_won" in trace:
        tied = float(trace.step("nonrelevant_tied").value[query, column])
        below = _number(trace, "nonrelevant_below", query, column)
        return texts("step.pairs_tied" if tied else "step.pairs_hit", rank=rank, below=below, tied=plain(tied))
    share = float(trace.step("counted_hit").value[query, column])
    if share == 0:
        return texts("step.beyond", rank=rank)
    return texts("step.hit" if share == 1 else "step.share", rank=rank, share=fixed(share))


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
    pattern = _DISCOUNT_AT[trace.convention.discount]
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


def words(trace: Trace, ranking: Ranking, texts: Texts, query: int = 0) -> list[str]:
    """Tell the steps that are rules, not arithmetic: sorting, ties, unjudged and negative entries, copies, the ideal."""
    uses, convention, rankings = METRICS[trace.metric].uses, trace.convention, trace.rankings
    said = [texts(_order_key(ranking))]
    if rankings.tied[query].any() and ("ties" in uses or convention.ties != "input_order"):
        said.append(texts(f"words.ties_{convention.ties}"))
    everything = [*ranking.items, *ranking.missed]
    unjudged = sum(item.grade is None for item in ranking.items)
    if unjudged and "unjudged" in uses:
        said.append(texts(f"words.unjudged_{convention.unjudged}", count=unjudged))
    negative = sum(item.grade is not None and item.grade < 0 for item in everything)
    if negative and "negative" in uses:
        said.append(texts(f"words.negative_{convention.negative}", count=negative))
    copies = len(everything) - len({item.doc_id for item in everything})
    if copies:
        said.append(texts("words.copies", count=copies))
    if "ideal" in uses:
        said.append(texts(f"words.ideal_{convention.ideal}", count=plain(float(rankings.pool_size[query]))))
    elif "threshold" in uses and "gain" not in uses:
        shown, count = plain(float(rankings.R_list[query])), plain(float(rankings.R[query]))
        said.append(texts("words.relevant", shown=shown, count=count))
        if rankings.R[query] and not rankings.nonrel[query] + rankings.unjudged_count[query]:
            said.append(texts("words.all_relevant"))
    if "auc_range" in uses and rankings.below_relevant[query] + rankings.below_nonrelevant[query]:
        said.append(texts("words.missed"))
    if "cutoff" in uses and convention.cutoff is not None and convention.cutoff > rankings.n[query]:
        said.append(texts("words.short_list", k=convention.cutoff, n=plain(float(rankings.n[query]))))
    return said


def _order_key(ranking: Ranking) -> str:
    if ranking.scored:
        return "words.scores"
    partly = any(item.score is not None for item in ranking.items)
    return "words.partly_scored" if partly else "words.listed"


def undefined_reason(trace: Trace, texts: Texts, query: int = 0) -> str:
    """Say why a value is 0/0."""
    if trace.metric == "auc":
        nothing = trace.step("relevant_counted").value[query] == 0
        return texts("undefined.auc_no_relevant" if nothing else "undefined.auc_no_others")
    return texts(f"undefined.{trace.metric}")
