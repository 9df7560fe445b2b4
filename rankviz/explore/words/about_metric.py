"""Describes a metric wherever it is met: its names, three sentences, and what it does not look at."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from rankviz.core.conventions import Convention
from rankviz.core.metrics import METRICS
from rankviz.evaluation.ignored_aspects import CHANGES, ignored_aspects, without_implied
from rankviz.texts import LANGUAGES, Piece, Texts

SENTENCES = ("question", "right", "misleads")
MetricDetails = dict[str, str | list[Piece]]


def metric_details(convention: Convention, texts: Texts) -> dict[str, MetricDetails]:
    """Describe each metric under a convention, by its key, with what it does not look at and the words that find it."""
    return {key: about_metric(key, texts) | _looks(key, convention, texts) for key in METRICS}


def about_metric(key: str, texts: Texts) -> MetricDetails:
    """Describe a metric under every convention: `is`, the three sentences in pieces, and `also`, further names."""
    sentences = {name: texts.pieces(f"about.{key}.{name}") for name in SENTENCES}
    return {"is": texts(f"metric.{key}"), **sentences, "also": texts(f"about.{key}.also")}


def _looks(key: str, convention: Convention, texts: Texts) -> MetricDetails:
    blind = ignored_aspects(METRICS[key], convention)
    looked_at = tuple(aspect for aspect in CHANGES if blind and aspect not in blind)
    return {"blind": does_not_look_at(key, convention, texts), "words": _words(key, looked_at)}


def does_not_look_at(key: str, convention: Convention, texts: Texts) -> str:
    """Name what cannot change a metric's value under a convention, "" for nothing."""
    cut = "cutoff" in METRICS[key].uses and convention.cutoff is not None
    aspects = without_implied(ignored_aspects(METRICS[key], convention))
    names = {"order": "order" if cut else "order_whole"}
    return texts("picker.separator").join(texts(f"aspect.{names.get(aspect, aspect)}") for aspect in aspects)


@lru_cache(maxsize=1024)
def _words(key: str, looked_at: tuple[str, ...]) -> str:
    """Further names in every language, and words for what it looks at."""
    words = list(METRICS[key].aliases)
    for texts in map(Texts, LANGUAGES):
        words += _split_words(texts(f"about.{key}.name"), texts(f"about.{key}.also"), texts(f"metric.{key}"))
        words += _split_words(*(texts(f"aspect_words.{aspect}") for aspect in looked_at if f"aspect_words.{aspect}" in texts))
    return "\n".join(words)


def _split_words(*texts: str) -> Mapping[str, None]:
    return dict.fromkeys(word.strip() for text in texts for word in text.replace("、", ",").split(","))
