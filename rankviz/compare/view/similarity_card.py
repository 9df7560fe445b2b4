"""Payloads of the card on the similarity of two orders, and of one similarity step by step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rankviz.compare.comparison import Comparison
from rankviz.compare.similarity import SIMILARITIES
from rankviz.compare.similarity.compute import ComputedSimilarity, compute_similarity
from rankviz.compare.words.similarity import compared_documents_rule, similarity_lines
from rankviz.core.conventions import FIELDS
from rankviz.display.formulas.derivation import Line
from rankviz.display.formulas.mathml import mathml
from rankviz.display.glossary.term_entries import term_of
from rankviz.display.labels import option_label
from rankviz.display.number_format import fixed_decimals, plain
from rankviz.explore.view.derivation import Formulas
from rankviz.state.page_params import PageParams
from rankviz.texts import Texts

Data = dict[str, object]


@dataclass(frozen=True)
class SimilarityEntry:
    """A similarity measure on two lists, as the card lists it.

    Parameters
    ----------
    key : str
        Stands in links: the key of the measure, followed by `.b` if the second list is read first.
    letters : str
        Letters of the lists, first that of the list that is read first.
    compared : ComputedSimilarity
    """

    key: str
    letters: str
    compared: ComputedSimilarity

    def name(self, texts: Texts) -> str:
        """Return its name, with the list that is read first, or the numbers that belong to the name."""
        likeness = self.compared.likeness
        name = texts(f"term.{likeness.key}.name")
        if not likeness.is_symmetric:
            return texts("compare_cards.against", name=name, first=self.letters[0], second=self.letters[1])
        for letter, field in likeness.parameters().items():
            name = texts(
                "compare_cards.with_number", name=name, symbol=letter, number=plain(getattr(self.compared.convention, field))
            )
        return name

    def reason(self, texts: Texts) -> str:
        """Return why it has no value; "" if it has one."""
        key = self.compared.reason
        if key.startswith("tied"):
            return texts("compare_cards.one_tie", side=self.letters[key == "tied_second"])
        return texts(f"similarity.why.{key}") if key else ""


def entries(comparison: Comparison) -> Iterator[SimilarityEntry]:
    """Yield all similarity measures on both lists; one that is not symmetric comes twice, with either list first."""
    lists, convention = comparison.pair.lists, comparison.state.convention
    for likeness in SIMILARITIES.values():
        yield SimilarityEntry(likeness.key, "AB", compute_similarity(likeness, *lists, convention))
        if not likeness.is_symmetric:
            yield SimilarityEntry(f"{likeness.key}.b", "BA", compute_similarity(likeness, *lists[::-1], convention))


def similarity_card(comparison: Comparison, place: PageParams, texts: Texts) -> Data:
    """Build the card on similarity.

    Returns
    -------
    dict
        As the other cards; a row also has `open`, what `like` becomes by a press, `is_open`, and `note`, why it has no value.
        `choices` are fields, each `{field, label, value}` with `options`, or with `min`, `max` and `step`; `derivation` is
        that of the open row, or None.

    Notes
    -----
    The part dispatches `set_page_params` (`like`) and `choose`.
    """
    all_entries = tuple(entries(comparison))
    rows = [_row(each, place, texts) for each in all_entries]
    only = all_entries[0].compared.only
    common = len({item.doc_id for item in comparison.pair.first.items}) - only[0]
    subtitle = texts.pieces("compare_cards.common", count=common)
    tab = {"side": "", "label": "", "subtitle": subtitle, "rows": rows, "empty_text": ""}
    open_entry = next((each for each in all_entries if each.key == place.likeness), None)
    return {
        "key": "alike",
        "title": texts("compare_cards.alike"),
        "tabs": [tab],
        "choices": [_choice(name, comparison, texts) for name in ("alike_missing", "rbo_p") if name == "rbo_p" or any(only)],
        "derivation": None if open_entry is None else _derivation(open_entry, texts),
    }


def _row(entry: SimilarityEntry, place: PageParams, texts: Texts) -> Data:
    reason, is_open = entry.reason(texts), entry.key == place.likeness
    value = texts("panel.undefined") if reason else fixed_decimals(entry.compared.value)
    row = {"text": entry.name(texts), "value": value, "title": "", "step": None}
    return row | {"open": "" if is_open else entry.key, "is_open": is_open, "note": reason}


def _choice(name: str, comparison: Comparison, texts: Texts) -> Data:
    field, value = FIELDS[name], getattr(comparison.state.convention, name)
    choice: Data = {"field": name, "label": texts(f"field.{name}"), "value": value}
    if field.options is None:
        return choice | {"min": field.low, "max": field.high, "step": field.step}
    return choice | {"options": [{"value": key, "label": option_label(name, key, texts)} for key in field.options]}


def _derivation(entry: SimilarityEntry, texts: Texts) -> Data:
    """Build the derivation of a similarity: what it is, what is compared, and formulas whose terms have a document or depth."""
    compared, reason = entry.compared, entry.reason(texts)
    key = compared.likeness.key
    lines = () if reason else similarity_lines(compared)
    formulas = Formulas(compared.trace)
    return {
        "key": entry.key,
        "name": entry.name(texts),
        "value": texts("panel.undefined") if reason else fixed_decimals(compared.value),
        "reason": reason,
        "description": [texts.pieces(f"term.{key}.what"), texts.pieces(f"term.{key}.why")],
        "separator": texts("words.separator"),
        "text": _compared_text(entry, texts),
        "lines": [_line(line, entry, formulas, texts) for line in lines],
    }


def _compared_text(entry: SimilarityEntry, texts: Texts) -> str:
    """Return which documents are compared, and how many only one list has."""
    compared = entry.compared
    rule = compared_documents_rule(compared)
    numbers = dict(zip(entry.letters.lower(), compared.only, strict=True))
    return texts(f"compare_cards.compared_{rule}", count=len(compared.rankings[0].items), a=numbers["a"], b=numbers["b"])


def _line(line: Line, entry: SimilarityEntry, formulas: Formulas, texts: Texts) -> Data:
    names = _names(line, entry, texts)
    terms = [
        {"math": mathml(term.latex), "is_muted": term.muted, "op": line.operator, "owner": names.get(term.rank or 0, "")}
        for term in line.terms
    ]
    return {
        "term": term_of(line.key),
        "name": line.name,
        "symbols": formulas.formula_of(line),
        "terms": terms,
        "result": line.result,
        "title": line.exact,
    }


def _names(line: Line, entry: SimilarityEntry, texts: Texts) -> dict[int, str]:
    """Return by rank what each term of a line belongs to: a document or a depth; {} if the line has no terms."""
    trace, ranking = entry.compared.trace, entry.compared.rankings[0]
    if not line.gathers:
        return {}
    if trace.step(line.gathers).axis == "depth":
        return {int(depth): texts("compare_cards.depth", depth=int(depth)) for depth in trace.step("down_to").value[0].tolist()}
    ranks, sources = trace.rankings.rank[0].tolist(), trace.rankings.source[0].tolist()
    pairs = zip(ranks, sources, strict=True)
    return {int(rank): ranking.items[source].doc_id for rank, source in pairs if source >= 0}
