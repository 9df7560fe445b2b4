"""Both derivations above each other and what each document does: what the part `versus` of the page Compare is given."""

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

MOST_SAID = 300  # documents; of longer pools those with the largest effects
SAID = ("point", "first_effect", "previous_effect", "next_effect", "last_effect", "play", "pause", "step_of", "label")
Data = dict[str, object]


def derivations_payload(comparison: Comparison, place: PageParams, texts: Texts) -> Data:
    """Build the two sums and the sentences.

    Returns
    -------
    dict
        `lines`, for each list `{side, name, terms, result, title}`, a term being `{rank, id, math, muted, op}`; `difference`,
        `{label, math, result}` or None; `below`, `{lines, difference}` of the two denominators where these differ, else None;
        `order`, ids of the documents, `BASE` and `REST` by falling size of their effects; `said`, by id a sentence; `base`, a
        sentence or ""; `pinned`, id of the document that is lit at first, or ""; `texts`.
    """
    found, main = comparison.effects, comparison.main_trace
    data: Data = {
        "of": PAIR,
        "pinned": pinned_document(comparison, place),
        "below": None,
        "texts": {name: texts.unfilled(f"derivations.{name}") for name in SAID},
    }
    if isinstance(main, InputError) or found is None:
        return data | {"lines": [], "difference": None, "order": [], "said": {}, "base": ""}
    as_fractions = comparison.state.numbers == "fractions"
    key = _key(main)
    lines = [_line(main, q, key, comparison.documents_by_rank[q], as_fractions, texts) for q in (0, 1)]
    ranked = sorted(found.by_document, key=lambda each: -abs(each.effect))[:MOST_SAID]
    base, rest = _base(found, main, texts), _rest(found, main, texts)
    sizes = {each.doc_id: abs(each.effect) for each in ranked} | {BASE: abs(found.base), REST: abs(found.rest)}
    return data | {
        "lines": lines,
        "below": _below(found, main, as_fractions, texts) if base else None,
        "difference": None if any(found.undefined) else _difference(found, main, texts),
        "order": sorted((name for name, size in sizes.items() if size > NOTHING), key=lambda name: -sizes[name]),
        "said": {each.doc_id: _sentence(each, found, main, texts) for each in ranked} | {BASE: base, REST: rest},
        "base": base,
    }


def _key(trace: Trace) -> str:
    """The step whose entries are added up, "" where none are."""
    step = linear_form(trace).step
    return step.key if step is not None else ""


def _line(trace: Trace, q: int, key: str, documents: dict[int, str], as_fractions: bool, texts: Texts) -> Data:
    lines = derivation(trace, q, as_fractions)
    is_value = not trace.undefined[q]
    if SHOWN_COUNT in trace:  # a sum less another one: the formula says more than one of them
        return _shown(lines[-1], q, documents, texts)
    line = next((each for each in lines if key and each.gathers == key and is_value), None) or _last_with_ranks(lines)
    return _shown(line, q, documents, texts)


def _shown(line: Line, q: int, documents: dict[int, str], texts: Texts) -> Data:
    return {
        "side": "ab"[q],
        "name": line.name,
        "terms": [_term(line, at, term, documents) for at, term in enumerate(line.terms)],
        "largest": line.takes_largest,
        "result": result_words(line, texts),
        "title": line.exact,
    }


def _last_with_ranks(lines: tuple[Line, ...]) -> Line:
    ranked = (line for line in reversed(lines) if any(term.rank is not None for term in line.terms))
    return next(ranked, lines[-1])


def _term(line: Line, at: int, term: Term, documents: dict[int, str]) -> Data:
    name = "" if term.rank is None else documents.get(term.rank, "")
    return {
        "rank": term.rank,
        "id": name,
        "math": mathml(term.latex),
        "muted": term.muted,
        "op": line.operator if at else "",
    }


def _difference(found: Effects, main: Trace, texts: Texts) -> Data:
    """B − A from the numerators, over the denominator that both have, or each over its own."""
    above, below = found.numerators, found.denominators
    first, second = (printed_sum("value", each) for each in above)
    under, over = (printed_sum("value", each) for each in below)
    is_quotient = abs(found.values[0] * below[0] - above[0]) <= 1e-9 * max(1.0, abs(above[0]))
    if not is_quotient:
        latex = f"{printed_sum('value', found.values[1])} - {printed_sum('value', found.values[0])}"
    elif below[0] == below[1] == 1:
        latex = f"{second} - {_bracketed(first)}"
    elif below[0] == below[1]:
        latex = rf"\frac{{{second} - {_bracketed(first)}}}{{{under}}}"
    else:
        latex = rf"\frac{{{second}}}{{{over}}} - \frac{{{first}}}{{{under}}}"
    latex = latex.replace("−", "-")
    return {"math": mathml(latex), "result": with_sign(found.difference, main.unit), "label": texts("difference.difference")}


def _below(found: Effects, main: Trace, as_fractions: bool, texts: Texts) -> Data | None:
    """Both denominators above each other, where they have lines of their own, and what they differ by."""
    key = next(iter(quotient_keys(main.steps[-1].template)[1:]), "")
    lines = [next((each for each in derivation(main, q, as_fractions) if each.key == key), None) for q in (0, 1)]
    shown = [_shown(line, q, {}, texts) for q, line in enumerate(lines) if line is not None]
    if len(shown) < 2:
        return None
    first, second = (printed_sum("value", each) for each in found.denominators)
    math = mathml(f"{second} - {_bracketed(first)}".replace("−", "-"))
    by = with_sign(found.denominators[1] - found.denominators[0])
    return {"lines": shown, "difference": {"math": math, "result": by, "label": texts("difference.difference")}}


def _rest(found: Effects, main: Trace, texts: Texts) -> str:
    return "" if abs(found.rest) <= NOTHING else texts("derivations.rest", effect=with_sign(found.rest, main.unit))


def _bracketed(text: str) -> str:
    return f"({text})" if text.startswith("−") else text


def _base(found: Effects, main: Trace, texts: Texts) -> str:
    if abs(found.base) <= NOTHING:
        return ""
    moves = sum(each.effect for each in found.by_document) if found.by_document else sum(found.by_place)
    return texts(
        "derivations.base",
        moves=with_sign(moves, main.unit),
        base=with_sign(found.base, main.unit),
        name=divisor_name(main, texts),
    )


def _sentence(each: DocumentEffect, found: Effects, main: Trace, texts: Texts) -> str:
    """Say where a document stands in both lists and what that does."""
    said = [texts("derivations.places", document=document_label(each, texts), where=ranks_text(each, texts))]
    if abs(each.effect) <= NOTHING:
        return texts("words.separator").join([*said, texts("derivations.no_effect")])
    said.append(_effect(each, found, main, texts))
    if each.own is not None and each.others is not None and abs(each.others) > NOTHING:
        own, others = with_sign(each.own, main.unit), with_sign(each.others, main.unit)
        said.append(texts("derivations.split", effect=with_sign(each.effect, main.unit), own=own, others=others))
    return texts("words.separator").join(said)


def _effect(each: DocumentEffect, found: Effects, main: Trace, texts: Texts) -> str:
    before, after = (printed_sum("value", term) for term in each.terms)
    below = found.denominators
    values = {"before": before, "after": after, "effect": with_sign(each.effect, main.unit)}
    if below[0] == below[1] == 1:
        return texts("derivations.effect", **values)
    if below[0] == below[1]:
        return texts("derivations.effect_over", **values, name=divisor_name(main, texts), under=printed_sum("value", below[0]))
    return texts("derivations.effect_split", **values, name=divisor_name(main, texts))
