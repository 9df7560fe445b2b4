"""How alike two orders are: a card of the page Compare, and below it one likeness step by step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rankviz.compare.comparison import Comparison
from rankviz.compare.similarity import SIMILARITIES
from rankviz.compare.similarity.compute import ComputedSimilarity, compute_similarity
from rankviz.compare.words.similarity import similarity_lines
from rankviz.core.conventions import FIELDS
from rankviz.display.formulas.derivation import Line
from rankviz.display.formulas.mathml import mathml
from rankviz.display.glossary.term_entries import term_of
from rankviz.display.labels import option_label
from rankviz.display.number_format import fixed, plain
from rankviz.explore.view.derivation import Formulas
from rankviz.state.page_params import PageParams
from rankviz.texts import Texts

Data = dict[str, object]


@dataclass(frozen=True)
class Entry:
    """A likeness as the card has it.

    Parameters
    ----------
    key : str
        Which a link may carry: that of the likeness, with the letter of the list that is read where it is not the first one.
    letters : str
        Of the lists, the one that is read first.
    compared : ComputedSimilarity
    """

    key: str
    letters: str
    compared: ComputedSimilarity

    def name(self, texts: Texts) -> str:
        """Its name, with what it reads, or the numbers that belong to it."""
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
        """Why it has no value; "" where it has one."""
        why = self.compared.reason
        if why.startswith("tied"):
            return texts("compare_cards.one_tie", side=self.letters[why == "tied_second"])
        return texts(f"similarity.why.{why}") if why else ""


def entries(comparison: Comparison) -> Iterator[Entry]:
    """All likenesses of both lists; one that is not symmetric both ways round."""
    lists, convention = comparison.pair.lists, comparison.state.convention
    for likeness in SIMILARITIES.values():
        yield Entry(likeness.key, "AB", compute_similarity(likeness, *lists, convention))
        if not likeness.is_symmetric:
            yield Entry(f"{likeness.key}.b", "BA", compute_similarity(likeness, *lists[::-1], convention))


def alike_card(comparison: Comparison, place: PageParams, texts: Texts) -> Data:
    """Build the card.

    Returns
    -------
    dict
        As the other cards; a row has `open`, what `like` becomes when it is pressed, whether it `is_open`, and `note`, why it
        has no value. `picks` are choices, each `{field, label, value}` with `options`, or with `min`, `max` and `step`; `proof`
        is the likeness that is looked at.

    Notes
    -----
    It asks for `place` (`like`) and `choose`.
    """
    found = tuple(entries(comparison))
    rows = [_row(each, place, texts) for each in found]
    only = found[0].compared.only
    common = len({item.doc_id for item in comparison.pair.first.items}) - only[0]
    tab = {"side": "", "label": "", "sub": texts.marked("compare_cards.common", count=common), "rows": rows, "none": ""}
    opened = next((each for each in found if each.key == place.likeness), None)
    return {
        "key": "alike",
        "title": texts("compare_cards.alike"),
        "tabs": [tab],
        "picks": [_pick(name, comparison, texts) for name in ("alike_missing", "rbo_p") if name == "rbo_p" or any(only)],
        "proof": None if opened is None else _proof(opened, texts),
    }


def _row(entry: Entry, place: PageParams, texts: Texts) -> Data:
    reason, is_open = entry.reason(texts), entry.key == place.likeness
    value = texts("panel.undefined") if reason else fixed(entry.compared.value)
    row = {"text": entry.name(texts), "value": value, "title": "", "act": None}
    return row | {"open": "" if is_open else entry.key, "is_open": is_open, "note": reason}


def _pick(name: str, comparison: Comparison, texts: Texts) -> Data:
    field, value = FIELDS[name], getattr(comparison.state.convention, name)
    pick: Data = {"field": name, "label": texts(f"field.{name}"), "value": value}
    if field.options is None:
        return pick | {"min": field.low, "max": field.high, "step": field.step}
    return pick | {"options": [{"value": key, "label": option_label(name, key, texts)} for key in field.options]}


def _proof(entry: Entry, texts: Texts) -> Data:
    """What the likeness is, what is compared, and its formulas with their terms, each with its document or depth."""
    compared, reason = entry.compared, entry.reason(texts)
    key = compared.likeness.key
    lines = () if reason else similarity_lines(compared)
    formulas = Formulas(compared.trace)
    return {
        "key": entry.key,
        "name": entry.name(texts),
        "value": texts("panel.undefined") if reason else fixed(compared.value),
        "reason": reason,
        "what": [texts.marked(f"term.{key}.what"), texts.marked(f"term.{key}.why")],
        "separator": texts("words.separator"),
        "said": _said(entry, texts),
        "lines": [_line(line, entry, formulas, texts) for line in lines],
    }


def _said(entry: Entry, texts: Texts) -> str:
    """Which documents are compared, and how many only one list has."""
    compared = entry.compared
    rule = compared.convention.alike_missing if "alike_missing" in compared.likeness.uses else "all"
    numbers = dict(zip(entry.letters.lower(), compared.only, strict=True))
    return texts(f"compare_cards.compared_{rule}", count=len(compared.rankings[0].items), a=numbers["a"], b=numbers["b"])


def _line(line: Line, entry: Entry, formulas: Formulas, texts: Texts) -> Data:
    names = _names(line, entry, texts)
    terms = [
        {"math": mathml(term.latex), "muted": term.muted, "op": line.operator, "of": names.get(term.rank or 0, "")}
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


def _names(line: Line, entry: Entry, texts: Texts) -> dict[int, str]:
    """What each term of a line belongs to: by the rank its document, or its depth."""
    trace, ranking = entry.compared.trace, entry.compared.rankings[0]
    if not line.gathers:
        return {}
    if trace.step(line.gathers).axis == "depth":
        return {int(depth): texts("compare_cards.depth", depth=int(depth)) for depth in trace.step("down_to").value[0].tolist()}
    ranks, sources = trace.rankings.rank[0].tolist(), trace.rankings.source[0].tolist()
    pairs = zip(ranks, sources, strict=True)
    return {int(rank): ranking.items[source].doc_id for rank, source in pairs if source >= 0}
