"""Words of the field in sentences that are put together, where no mark could stand: `[forms]` in glossary.toml has them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from rankviz.core.metrics import METRICS
from rankviz.texts import Piece, Texts, forms, mention, whole_word_pattern


def with_entries(text: str, texts: Texts) -> list[Piece]:
    """A sentence in pieces: plain text, and the words that have an entry, each entry's first only.

    Examples
    --------
    >>> with_entries("the gain is 2ᵍ − 1, not g", Texts("en"))
    ['the ', {'text': 'gain', 'term': 'gain'}, ' is 2ᵍ − 1, not g']
    """
    pieces: list[Piece] = []
    met_terms: set[str] = set()
    end = 0
    for match in _pattern(texts.language).finditer(text):
        term = _terms(texts.language).get(match[0]) or _terms(texts.language).get(match[0].lower(), "")
        if not term or term in met_terms:
            continue
        met_terms.add(term)
        pieces += [text[end : match.start()]] if match.start() > end else []
        pieces.append(mention(match[0], term))
        end = match.end()
    return [*pieces, text[end:]] if end < len(text) else pieces


def words_of(sentences: Iterable[str], texts: Texts) -> dict[str, list[Piece]]:
    """Return the pieces of each sentence that has a term, by the sentence."""
    by_sentence = {text: with_entries(text, texts) for text in dict.fromkeys(sentences) if text}
    return {text: pieces for text, pieces in by_sentence.items() if any(not isinstance(piece, str) for piece in pieces)}


def words_of_sheet(data: Mapping[str, Any], texts: Texts) -> dict[str, list[Piece]]:
    """Return the pieces of each sentence around the cells of a table that has a term, by the sentence."""
    groups, rows = data.get("groups", ()), [row for group in data.get("groups", ()) for row in group["rows"]]
    notes = [note for row in rows for note in (*row.get("notes", ()), *(each["text"] for each in row.get("library_notes", ())))]
    heads = [*(head for head in data.get("heads", ()) if isinstance(head, str)), *(row["head"] for row in rows)]
    return words_of(
        [*data.get("sentences", ()), *heads, *(group["name"] for group in groups if group.get("name")), *notes], texts
    )


@cache
def _terms(language: str) -> Mapping[str, str]:
    """Keys of the entries by the forms of their words, and of the metrics by their names."""
    return MappingProxyType({metric.name: key for key, metric in METRICS.items()} | dict(forms(language)))


@cache
def _pattern(language: str) -> re.Pattern[str]:
    """The longest form first; a metric's name of one letter only with its cutoff, as in P@10."""
    names = {metric.name for metric in METRICS.values()}
    parts = []
    for form in sorted(_terms(language), key=len, reverse=True):
        if form in names:
            parts.append(whole_word_pattern(form) + ("(?=@)" if len(form) == 1 else ""))
        else:
            parts.append(f"(?i:{whole_word_pattern(form)})")
    return re.compile("|".join(parts))
