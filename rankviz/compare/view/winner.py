"""Payload of the part `winner` of the page Compare: which of two lists is better, by every measure."""

from __future__ import annotations

from collections.abc import Sequence

from rankviz.basics.errors import InputError
from rankviz.compare.comparison import Comparison
from rankviz.compare.view.difference import comparison_sentence
from rankviz.compare.view.two_lists import NOTHING, PAIR
from rankviz.compare.winner_reasons import reasons
from rankviz.compare.words.winner import brief_effects_text, reason_text, with_sign
from rankviz.core.metrics import METRICS
from rankviz.core.metrics.measures import print_measure
from rankviz.core.trace import Trace
from rankviz.display.glossary.term_marks import words_of
from rankviz.display.number_format import exact, in_unit
from rankviz.evaluation.list_pair import winner
from rankviz.explore.view.scores import FIRST_ROWS, MORE_ROWS
from rankviz.state.page_params import PageParams
from rankviz.texts import Texts

NO_VALUE = "–"  # in a narrow column; the sentences above say what it stands for
SENTENCES = 2  # shown until the panel is opened
SIDES = {"first": "a", "second": "b", "even": ""}
Data = dict[str, object]


def winner_payload(comparison: Comparison, place: PageParams, more: bool, texts: Texts) -> Data:
    """Build the payload of the panel.

    Returns
    -------
    dict
        `measure`, its name; `side` that is ahead ("" for neither); `ahead`, by how much, as a number without a sign, or a word
        if there is no difference; `is_defined`; `values`, a sentence with those of both lists; `brief`, the reason in few
        words; `reason`, a sentence; `note` on the lists, or ""; `sentences` on measures with another winner, each
        `{mark, text}`; `rows` and `more_rows`, each `{key, label, a, b, difference, side, is_defined, disagrees, is_chosen,
        title}`, of which one that `disagrees` has the other winner than the measure under study; `words`, by sentence its
        pieces if words of it have an entry in the glossary; `scope`; `texts`.

    Notes
    -----
    The part dispatches `choose` and `show_all_measures`, as the part `scores` does.
    """
    state = comparison.state
    more = more or state.metric in MORE_ROWS
    main = _row(comparison, state.metric, texts)
    first, rest = ([_row(comparison, key, texts) for key in keys] for keys in (FIRST_ROWS, MORE_ROWS if more else ()))
    for row in (*first, *rest):
        row["disagrees"] = bool(row["side"]) and bool(main["side"]) and row["side"] != main["side"]
    closed = [] if more else [_closed_row(comparison, key) for key in MORE_ROWS]
    reason, note = comparison_sentence(comparison, place.by_rank, texts), _note(comparison, texts)
    sentences = _sentences(comparison, [str(row["key"]) for row in (*first, *rest)], texts)
    visible = sentences if more else sentences[:SENTENCES]
    return {
        "scope": PAIR,
        "measure": main["label"],
        "side": main["side"],
        "is_defined": main["is_defined"],
        "ahead": _ahead(comparison, bool(main["is_defined"]), texts),
        "values": _values(comparison, texts),
        "brief": _brief(comparison, place.by_rank, texts),
        "reason": reason,
        "note": note,
        "sentences": sentences,
        "words": words_of([reason, note, *(str(each["text"]) for each in visible)], texts),
        "rows": first,
        "more_rows": [*rest, *closed],
        "texts": texts.group("panel") | texts.group("winner"),
    }


def _values(comparison: Comparison, texts: Texts) -> str:
    trace = comparison.main_trace
    first, second = (
        texts("panel.refused") if isinstance(trace, InputError) else _value(comparison, trace, q, texts) for q in (0, 1)
    )
    return texts("winner.values", a=first, b=second)


def _brief(comparison: Comparison, by_rank: bool, texts: Texts) -> str:
    """Return what helps either list most, in one line; "" if one line is too short for the reason."""
    change, trace = comparison.effects, comparison.main_trace
    if change is None or isinstance(trace, InputError):
        return ""
    return brief_effects_text(change, trace.unit, texts, uneven=comparison.uneven_count, by_rank=by_rank)


def _ahead(comparison: Comparison, is_defined: bool, texts: Texts) -> str:
    """Return by how much a list is ahead, or a word if there is no difference or no value."""
    change, trace = comparison.effects, comparison.main_trace
    if change is None or isinstance(trace, InputError):
        return texts("panel.refused")
    if not is_defined:
        return texts("panel.undefined")
    if abs(change.difference) <= NOTHING:
        return texts("winner.even")
    return in_unit(trace.unit, abs(change.difference))


def _sentences(comparison: Comparison, keys: Sequence[str], texts: Texts) -> list[Data]:
    """Return sentences on why other measures have another winner, or none; [] if the measure under study has no winner."""
    change, main = comparison.effects, comparison.state.metric
    if change is None or not change.winner:
        return []
    convention = comparison.state.convention
    traces = {each: comparison.traces[each] for each in {*keys, main}}
    units = {each: trace.unit for each, trace in traces.items() if isinstance(trace, Trace)}
    other_reasons = reasons(comparison.pair, main, [key for key in keys if key != main], convention, traces)
    return [
        {"mark": "=" if each.winner == "even" else "≠", "text": reason_text(each, change, units, convention, texts)}
        for each in other_reasons
    ]


def _note(comparison: Comparison, texts: Texts) -> str:
    """Return a sentence on the lists themselves, as that both are the same; "" if there is nothing to say."""
    first, second = ([item.doc_id for item in each.items] for each in comparison.pair.lists)
    empty = [side for side, each in zip("AB", (first, second), strict=True) if not each]
    if empty:
        return _empty_list_note(comparison, empty, texts)
    if all(item.grade is None for item in comparison.pair.pool):
        return texts("winner.unjudged")
    if first == second:
        return texts("winner.same")
    if not set(first) & set(second):
        return texts("winner.apart")
    return ""


def _empty_list_note(comparison: Comparison, empty: Sequence[str], texts: Texts) -> str:
    """Return which lists are empty, and the value that an empty list has."""
    if len(empty) > 1:
        return texts("winner.both_empty")
    trace, q = comparison.main_trace, "AB".index(empty[0])
    if isinstance(trace, InputError) or trace.undefined[q]:
        return texts("winner.empty", side=empty[0])
    measure, value = measure_name(comparison, comparison.state.metric), in_unit(trace.unit, float(trace.value[q]))
    return texts("winner.empty_value", side=empty[0], measure=measure, value=value)


def measure_name(comparison: Comparison, key: str) -> str:
    """Return a measure as it is printed, such as nDCG@10."""
    return print_measure(METRICS[key], comparison.state.convention)


def _closed_row(comparison: Comparison, key: str) -> Data:
    """Return a row without values, for a measure that is not computed."""
    label = measure_name(comparison, key)
    no_values: Data = {"a": "", "b": "", "difference": "", "side": "", "is_defined": False, "disagrees": False}
    return {"key": key, "label": label, "is_chosen": key == comparison.state.metric, "title": "", **no_values}


def _row(comparison: Comparison, key: str, texts: Texts) -> Data:
    trace, row = comparison.traces[key], _closed_row(comparison, key)
    if isinstance(trace, InputError):
        return row | {"a": NO_VALUE, "b": NO_VALUE, "title": texts("panel.refused")}
    values = [_value(comparison, trace, q, texts) for q in (0, 1)]
    if trace.undefined.any():
        cells = (NO_VALUE if undefined else text for undefined, text in zip(trace.undefined, values, strict=True))
        title = texts("winner.title", a=values[0], b=values[1])
        return row | dict(zip("ab", cells, strict=True)) | {"title": title}
    row |= {"a": values[0], "b": values[1]}
    first, second = (float(value) for value in trace.value)
    winner_key = winner(METRICS[key], first, second)
    title = texts("winner.title", a=exact(first), b=exact(second))
    difference = "0" if winner_key == "even" else with_sign(second - first, trace.unit)
    return row | {"difference": difference, "side": SIDES[winner_key], "is_defined": True, "title": title}


def _value(comparison: Comparison, trace: Trace, q: int, texts: Texts) -> str:
    if trace.undefined[q]:
        return texts("panel.undefined")
    return in_unit(trace.unit, float(trace.value[q]), comparison.state.numbers == "fractions")
