"""The steps of a trace that are rules, not arithmetic, told in words; and why a value is undefined."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from rankviz.core.lists.ranking import Ranking
from rankviz.core.metrics.registry import METRICS
from rankviz.core.trace import Trace
from rankviz.core.undefined_reasons import reason_undefined
from rankviz.display.number_format import fixed_decimals, plain
from rankviz.texts import Texts

Sentence = TypeVar("Sentence")


def rule_sentences(trace: Trace, ranking: Ranking, texts: Callable[..., Sentence], query: int = 0) -> list[Sentence]:
    """Tell the steps that are rules, not arithmetic: sorting, ties, unjudged and negative entries, duplicates, the ideal.

    `texts` are those of a language, or their `marked`.
    """
    uses, convention, rankings = METRICS[trace.metric].uses, trace.convention, trace.rankings
    sentences = [
        *_moved_cutoff(trace, texts, query),
        *_harmonic(trace, texts, query),
        *_of_base(trace, texts),
        texts(order_key(ranking)),
    ]
    if rankings.tied[query].any() and ("ties" in uses or convention.ties != "input_order"):
        sentences.append(texts(f"words.ties_{convention.ties}"))
    everything = [*ranking.items, *ranking.missed]
    unjudged = sum(item.grade is None for item in ranking.items)
    if unjudged and "unjudged" in uses:
        # Where relevance decides they are not relevant; elsewhere they earn nothing, whatever grade 0 earns.
        rule = "miss" if convention.unjudged == "zero" and "hit" in trace else convention.unjudged
        grade = {"grade": plain(convention.unjudged_grade)} if rule == "grade" else {}
        sentences.append(texts(f"words.unjudged_{rule}", count=unjudged, **grade))
    negative = sum(item.grade is not None and item.grade < 0 for item in everything)
    # Where they are refused and there is a trace all the same, they stood in duplicates that do not count.
    if negative and "negative" in uses and convention.negative != "error":
        sentences.append(texts(f"words.negative_{convention.negative}", count=negative))
    duplicates = len(everything) - len({item.doc_id for item in everything})
    if duplicates:
        sentences.append(texts("words.duplicates", count=duplicates))
    if refused := int((rankings.relevant & ~rankings.hit)[query].sum()):
        sentences.append(texts("words.score_filter_positive", count=refused))
    if "ideal" in uses:
        sentences.append(texts(f"words.ideal_{convention.ideal}", count=plain(float(rankings.pool_size[query]))))
    elif "threshold" in uses and "gain" not in uses:
        relevant_shown, count = plain(float(rankings.R_list[query])), plain(float(rankings.R[query]))
        sentences.append(texts("words.relevant", shown=relevant_shown, count=count))
        if rankings.R[query] and not rankings.nonrel[query] + rankings.unjudged_count[query]:
            sentences.append(texts("words.all_relevant"))
    if "auc_range" in uses and rankings.below_relevant[query] + rankings.below_nonrelevant[query]:
        sentences.append(texts("words.missed"))
    if "cutoff" in uses and convention.cutoff is not None and convention.cutoff > rankings.n[query]:
        sentences.append(texts("words.short_list", k=convention.cutoff, n=plain(float(rankings.n[query]))))
    return sentences


def _moved_cutoff(trace: Trace, texts: Callable[..., Sentence], query: int) -> list[Sentence]:
    """Tell that a tie moves the cutoff: then k is another number than in the measure's name."""
    depths = {"asked": trace.rankings.requested_k[query], "k": trace.rankings.k[query]}
    if depths["asked"] == depths["k"]:
        return []
    return [texts("words.cutoff_grown", **{name: plain(float(depth)) for name, depth in depths.items()})]


def _harmonic(trace: Trace, texts: Callable[..., Sentence], query: int) -> list[Sentence]:
    """Tell the two shares whose harmonic mean a quotient of counts is; where there are no hits that mean is 0/0."""
    if not {"precision_base", "recall_base"} <= {step.key for step in trace.steps}:
        return []
    hits, precision_base, recall_base = (float(trace.step(key).value[query]) for key in ("tp", "precision_base", "recall_base"))
    if not hits:
        return []
    shares = {"precision": fixed_decimals(hits / precision_base), "recall": fixed_decimals(hits / recall_base)}
    return [texts(f"words.harmonic_{trace.metric}", **shares)]


def _of_base(trace: Trace, texts: Callable[..., Sentence]) -> list[Sentence]:
    """Tell what a gain with a base of one's own is where its formula would be 0/0, or needs 0 to the power 0."""
    base = trace.convention.gain_base if trace.convention.gain == "base" else None
    return [texts(f"words.gain_base_{base:.0f}")] if base in (0, 1) else []


def order_key(ranking: Ranking) -> str:
    """Name the sentence that says what decides the order."""
    if ranking.scored:
        return "words.scores"
    partly = any(item.score is not None for item in ranking.items)
    return "words.partly_scored" if partly else "words.listed"


def undefined_reason(trace: Trace, texts: Texts, query: int = 0) -> str:
    """Say why there is no value: nothing is relevant, an entry has no grade, or a count or the denominator is 0."""
    reason = reason_undefined(trace, query)
    return texts(f"undefined.{reason.key}", **reason.where)
