"""Payload of the part `derivations` of the page Compare: both derivations, and a sentence on each effect."""

from __future__ import annotations

from rankviz.basics.errors import InputError
from rankviz.compare.comparison import Comparison
from rankviz.compare.document_effects import DocumentEffect, Effects
from rankviz.compare.linear_form import SHOWN_COUNT, linear_form
from rankviz.compare.view.difference import divisor_name, printed_sum
from rankviz.compare.view.two_lists import BASE, NOTHING, PAIR, REST, pinned_document
from rankviz.compare.words.winner import document_label, ranks_text, with_sign
from rankviz.core.trace import Trace
from rankviz.display.formulas.derivation import Line, Term, derivation, result_words
from rankviz.display.formulas.mathml import mathml
from rankviz.display.value_text import quotient_keys
from rankviz.state.page_params import PageParams
from rankviz.texts import Texts

MAX_SENTENCES = 300  # in longer pools the documents with the largest effects have one
TEXTS = ("point", "first_effect", "previous_effect", "next_effect", "last_effect", "play", "pause", "step_of", "label")
Data = dict[str, object]


def derivations_payload(comparison: Comparison, place: PageParams, texts: Texts) -> Data:
    """Build the payload of both sums and the sentences.

    Returns
    -------
    dict
        `lines`, for each list `{side, name, terms, is_maximum, result, title}`, a term being `{rank, id, math, is_muted, op}`;
        `difference`, `{label, math, result}` or None; `denominators`, `{lines, difference}` of both, or None if they are the
        same; `order`, ids of the documents, `BASE` and `REST` by falling size of their effects; `sentences`, by id;
        `base_text`, the sentence on different denominators, or ""; `pinned`, id of the document that is lit at first, or "";
        `scope`; `texts`.
    """
    change, trace = comparison.effects, comparison.main_trace
    payload: Data = {
        "scope": PAIR,
        "pinned": pinned_document(comparison, place),
        "denominators": None,
        "texts": {name: texts.template(f"derivations.{name}") for name in TEXTS},
    }
    if isinstance(trace, InputError) or change is None:
        return payload | {"lines": [], "difference": None, "order": [], "sentences": {}, "base_text": ""}
    as_fractions = comparison.state.numbers == "fractions"
    key = _summed_key(trace)
    lines = [_line_of(trace, q, key, comparison.documents_by_rank[q], as_fractions, texts) for q in (0, 1)]
    ranked = sorted(change.by_document, key=lambda each: -abs(each.effect))[:MAX_SENTENCES]
    base_text, rest_text = _base_text(change, trace, texts), _rest_text(change, trace, texts)
    sizes = {each.doc_id: abs(each.effect) for each in ranked} | {BASE: abs(change.base), REST: abs(change.rest)}
    return payload | {
        "lines": lines,
        "denominators": _denominators(change, trace, as_fractions, texts) if base_text else None,
        "difference": None if any(change.undefined) else _difference(change, trace, texts),
        "order": sorted((name for name, size in sizes.items() if size > NOTHING), key=lambda name: -sizes[name]),
        "sentences": {each.doc_id: _sentence(each, change, trace, texts) for each in ranked}
        | {BASE: base_text, REST: rest_text},
        "base_text": base_text,
    }


def _summed_key(trace: Trace) -> str:
    """Return the key of the step whose entries are added up; "" if there is none."""
    step = linear_form(trace).step
    return step.key if step is not None else ""


def _line_of(trace: Trace, q: int, key: str, documents: dict[int, str], as_fractions: bool, texts: Texts) -> Data:
    lines = derivation(trace, q, as_fractions)
    is_value = not trace.undefined[q]
    if SHOWN_COUNT in trace:  # a difference of two sums: the formula says more than either sum
        return _line_payload(lines[-1], q, documents, texts)
    line = next((each for each in lines if key and each.gathers == key and is_value), None) or _last_with_ranks(lines)
    return _line_payload(line, q, documents, texts)


def _line_payload(line: Line, q: int, documents: dict[int, str], texts: Texts) -> Data:
    return {
        "side": "ab"[q],
        "name": line.name,
        "terms": [_term(line, index, term, documents) for index, term in enumerate(line.terms)],
        "is_maximum": line.takes_largest,
        "result": result_words(line, texts),
        "title": line.exact,
    }


def _last_with_ranks(lines: tuple[Line, ...]) -> Line:
    ranked = (line for line in reversed(lines) if any(term.rank is not None for term in line.terms))
    return next(ranked, lines[-1])


def _term(line: Line, index: int, term: Term, documents: dict[int, str]) -> Data:
    doc_id = "" if term.rank is None else documents.get(term.rank, "")
    return {
        "rank": term.rank,
        "id": doc_id,
        "math": mathml(term.latex),
        "is_muted": term.muted,
        "op": line.operator if index else "",
    }


def _difference(change: Effects, trace: Trace, texts: Texts) -> Data:
    """Return B − A as a formula: the numerators over their common denominator, or each over its own."""
    above, below = change.numerators, change.denominators
    first, second = (printed_sum("value", each) for each in above)
    first_below, second_below = (printed_sum("value", each) for each in below)
    is_quotient = abs(change.values[0] * below[0] - above[0]) <= 1e-9 * max(1.0, abs(above[0]))
    if not is_quotient:
        latex = f"{printed_sum('value', change.values[1])} - {printed_sum('value', change.values[0])}"
    elif below[0] == below[1] == 1:
        latex = f"{second} - {_bracket_negative(first)}"
    elif below[0] == below[1]:
        latex = rf"\frac{{{second} - {_bracket_negative(first)}}}{{{first_below}}}"
    else:
        latex = rf"\frac{{{second}}}{{{second_below}}} - \frac{{{first}}}{{{first_below}}}"
    latex = latex.replace("−", "-")
    return {"math": mathml(latex), "result": with_sign(change.difference, trace.unit), "label": texts("difference.difference")}


def _denominators(change: Effects, trace: Trace, as_fractions: bool, texts: Texts) -> Data | None:
    """Return the lines of both denominators and their difference; None if the denominators have no lines."""
    key = next(iter(quotient_keys(trace.steps[-1].template)[1:]), "")
    lines = [next((each for each in derivation(trace, q, as_fractions) if each.key == key), None) for q in (0, 1)]
    payloads = [_line_payload(line, q, {}, texts) for q, line in enumerate(lines) if line is not None]
    if len(payloads) < 2:
        return None
    first, second = (printed_sum("value", each) for each in change.denominators)
    math = mathml(f"{second} - {_bracket_negative(first)}".replace("−", "-"))
    result = with_sign(change.denominators[1] - change.denominators[0])
    return {"lines": payloads, "difference": {"math": math, "result": result, "label": texts("difference.difference")}}


def _rest_text(change: Effects, trace: Trace, texts: Texts) -> str:
    return "" if abs(change.rest) <= NOTHING else texts("derivations.rest", effect=with_sign(change.rest, trace.unit))


def _bracket_negative(text: str) -> str:
    return f"({text})" if text.startswith("−") else text


def _base_text(change: Effects, trace: Trace, texts: Texts) -> str:
    if abs(change.base) <= NOTHING:
        return ""
    moves = sum(each.effect for each in change.by_document) if change.by_document else sum(change.by_place)
    return texts(
        "derivations.base",
        moves=with_sign(moves, trace.unit),
        base=with_sign(change.base, trace.unit),
        name=divisor_name(trace, texts),
    )


def _sentence(document: DocumentEffect, change: Effects, trace: Trace, texts: Texts) -> str:
    """Return the ranks of a document in both lists, and its effect, in sentences."""
    sentences = [texts("derivations.places", document=document_label(document, texts), where=ranks_text(document, texts))]
    if abs(document.effect) <= NOTHING:
        return texts("words.separator").join([*sentences, texts("derivations.no_effect")])
    sentences.append(_effect_text(document, change, trace, texts))
    if document.own is not None and document.others is not None and abs(document.others) > NOTHING:
        own, others = with_sign(document.own, trace.unit), with_sign(document.others, trace.unit)
        sentences.append(texts("derivations.split", effect=with_sign(document.effect, trace.unit), own=own, others=others))
    return texts("words.separator").join(sentences)


def _effect_text(document: DocumentEffect, change: Effects, trace: Trace, texts: Texts) -> str:
    before, after = (printed_sum("value", term) for term in document.terms)
    below = change.denominators
    values = {"before": before, "after": after, "effect": with_sign(document.effect, trace.unit)}
    if below[0] == below[1] == 1:
        return texts("derivations.effect", **values)
    if below[0] == below[1]:
        return texts("derivations.effect_over", **values, name=divisor_name(trace, texts), under=printed_sum("value", below[0]))
    return texts("derivations.effect_split", **values, name=divisor_name(trace, texts))
