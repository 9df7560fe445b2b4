"""Chooses the sentence of a card that holds under a convention if none holds under all; `[card]` in glossary.toml has them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rankviz.core.conventions import Convention
from rankviz.core.conventions.option_formulas import ALL_RANKS
from rankviz.core.metrics import METRICS
from rankviz.display.labels import option_label
from rankviz.evaluation.evaluate import narrow
from rankviz.texts import Piece, Texts


def entry_sentence(key: str, name: str, usual: str, convention: Convention | None, texts: Texts) -> list[Piece]:
    """Return the sentence of an entry that holds under a convention.

    Parameters
    ----------
    key : str
        Key of the entry.
    name : {'what', 'why'}
    usual : str
        Key of the sentence that holds under most conventions.
    convention : Convention or None
        None if there is no list, and so no convention.
    """
    if convention is None:
        return texts.pieces(usual)
    narrowed = narrow(METRICS[key], convention) if key in METRICS else convention
    for variant in _variants(key, narrowed):
        sentence = f"card.{key}.{name}_{variant}"
        if sentence in texts:
            return texts.pieces(sentence, base=_base(key, narrowed, texts))
    return texts.pieces(usual)


def _variants(key: str, convention: Convention) -> list[str]:
    """Return the variants of the entry's sentences that apply under a convention, the most important first."""
    variants = [name for name, holds in OTHERWISE.get(key, {}).items() if holds(convention)]
    whole = key in METRICS and "cutoff" in METRICS[key].uses and convention.cutoff is None
    return [*variants, "whole"] if whole else variants


def _base(key: str, convention: Convention, texts: Texts) -> str:
    """What a metric divides by, in words."""
    field = f"{key}_base"
    if field not in METRICS.get(key, METRICS["tp"]).uses:
        return ""
    unseen = convention.unretrieved == "invisible" and getattr(convention, field) == "R"
    return option_label(field, "R_list" if unseen else getattr(convention, field), texts)


def _otherwise_divided(convention: Convention) -> bool:
    """Whether not all that is relevant, or more than that, counts as a hit or in the denominator."""
    rules = convention.score_filter, convention.unretrieved, convention.duplicates
    return rules[0] == "positive" or rules[1] == "invisible" or rules[2] == "credit_each"


def _only_shown(convention: Convention) -> bool:
    return convention.auc_range == "retrieved"


def _strict(convention: Convention) -> bool:
    return convention.strict == "yes"


OTHERWISE: Mapping[str, Mapping[str, Callable[[Convention], bool]]] = {
    "precision": {"divided": lambda each: each.precision_base != "k" or each.score_filter == "positive"},
    "recall": {"divided": lambda each: each.recall_base != "R" or _otherwise_divided(each)},
    "ap": {"ranks": lambda each: each.ap_base in ALL_RANKS, "divided": lambda _: True},
    "fn": {"shown": _only_shown},
    "tn": {"shown": _only_shown},
    "relevant": {"strict": _strict},
    "threshold": {"strict": _strict},
}
