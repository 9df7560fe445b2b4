"""What a sentence about an entry claims in words, and when that is true of the typed list; `literal.py` has its numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rankviz import METRICS
from tests.oracles.literal import SOLID, Entry, Meaning, hit, share

Claim = Callable[[Entry], bool]


def is_relevant(entry: Entry) -> bool:
    return entry.reading.relevant(entry.item)


def is_unjudged(entry: Entry) -> bool:
    return entry.item.grade is None


def is_judged_not_relevant(entry: Entry) -> bool:
    return not is_unjudged(entry) and not is_relevant(entry)


def is_after_cutoff(entry: Entry) -> bool:
    """Whether no order puts the entry inside; a metric without a cutoff has nothing after it."""
    return "cutoff" in METRICS[entry.metric].uses and entry.group[0] > entry.reading.k


def is_across_cutoff(entry: Entry) -> bool:
    deepest = entry.reading.k if "cutoff" in METRICS[entry.metric].uses else entry.reading.relevant_everywhere
    return entry.group[0] <= deepest < entry.group[1]


def is_below_r(entry: Entry) -> bool:
    return "cutoff" not in METRICS[entry.metric].uses and entry.group[0] > entry.reading.relevant_everywhere


def hits_above(entry: Entry) -> int:
    return entry.reading.count_credited(entry.top(entry.place))


# What the value is counted from where that is not what is drawn: cells of the confusion matrix, and pairs.
OTHERWISE: dict[str, Meaning] = {
    "fp": lambda entry: (not is_relevant(entry)) * share(entry),
    "fn": lambda entry: is_relevant(entry) * (1 - share(entry)),
    "tn": lambda entry: (not is_relevant(entry)) * (1 - share(entry)),
    "accuracy": lambda entry: share(entry) if is_relevant(entry) else 1 - share(entry),
    "iprec11": hit,
    **dict.fromkeys(("auc", "gauc", "ranking_loss"), lambda entry: 1.0),
}


def contribution(entry: Entry) -> float:
    """What the metric's own count loses when this entry is left out of it."""
    meaning = OTHERWISE.get(entry.metric) or SOLID[entry.metric]
    assert meaning is not None
    return meaning(entry)


# What else a sentence claims of the entry: each phrase, and when it is true.
CLAIMS: Mapping[str, Mapping[str, Claim]] = {
    "en": {
        r"is relevant": is_relevant,
        r"is (?:judged )?not relevant": is_judged_not_relevant,
        r"is unjudged": is_unjudged,
        r"(?:adds|contributes) nothing|does not count": lambda entry: not contribution(entry),
        r"no hit": lambda entry: not entry.hit,
        r"(?:and|is what) counts\b": lambda entry: bool(contribution(entry)),
        r"the first hit|one is enough": lambda entry: entry.hit and not hits_above(entry),
        r"an earlier one": lambda entry: entry.hit and bool(hits_above(entry)),
        r"after the cutoff": is_after_cutoff,
        r"across the cutoff|beyond the cutoff": is_across_cutoff,
        r"below rank R": is_below_r,
        r"true positive": lambda entry: is_relevant(entry) and not is_after_cutoff(entry),
        r"false positive": lambda entry: not is_relevant(entry) and not is_after_cutoff(entry),
        r"false negative": lambda entry: is_relevant(entry) and is_after_cutoff(entry),
        r"true negative": lambda entry: not is_relevant(entry) and is_after_cutoff(entry),
        r"(?<!Rank )(?<!rank )\b1 (?:are|stand|share|others|\w+ (?:are|stand|share))\b": lambda entry: (
            False
        ),  # no plural of one
    },
    "zh": {
        r"(?<!不)相关[：，]": is_relevant,
        r"(?<!按)不相关，": is_judged_not_relevant,
        r"未标注": is_unjudged,
        r"没有贡献|不计入|完全不计": lambda entry: not contribution(entry),
        r"不算命中|并非命中": lambda entry: not entry.hit,
        r"(?<!不)计入(?!的)": lambda entry: bool(contribution(entry)),
        r"第一个命中|有这一个就够": lambda entry: entry.hit and not hits_above(entry),
        r"更靠前的命中": lambda entry: entry.hit and bool(hits_above(entry)),
        r"在截断线之后": is_after_cutoff,
        r"跨过截断线|超出截断线": is_across_cutoff,
        r"第 R 位之后": is_below_r,
        r"真正例": lambda entry: is_relevant(entry) and not is_after_cutoff(entry),
        r"假正例": lambda entry: not is_relevant(entry) and not is_after_cutoff(entry),
        r"假负例": lambda entry: is_relevant(entry) and is_after_cutoff(entry),
        r"真负例": lambda entry: not is_relevant(entry) and is_after_cutoff(entry),
    },
}
