"""Which of two lists is better, by every measure: what the part `verdict` of the page Compare is given."""

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

NO_VALUE = "–"  # in a narrow column; which word it stands for is said beside
SENTENCES = 2  # that are seen until the panel is opened
SIDES = {"first": "a", "second": "b", "even": ""}
Data = dict[str, object]


def winner_payload(comparison: Comparison, place: PageParams, more: bool, texts: Texts) -> Data:
    """Build the panel.

    Returns
    -------
    dict
        `name` of the measure; `side` that is ahead ("" for neither); `ahead`, by how much, as a number without a sign, or
        the word for no difference; `defined`; `values`, of both lists in a sentence; `brief`, why in few words; `why` in
        words, and a `note` on the lists, or ""; `sentences` on measures with another winner, each `{mark, text}`; `rows` and
        `more_rows`, each `{key, label, a, b, difference, side, defined, parts, chosen}`, `parts` saying that its winner is the
        other one than that of the measure under study; `words`, by sentence its pieces where words of it have an entry;
        `texts`.

    Notes
    -----
    It asks for `choose` and `more`, as the score panel does.
    """
    state = comparison.state
    more = more or state.metric in MORE_ROWS
    main = _row(comparison, state.metric, texts)
    first, rest = ([_row(comparison, key, texts) for key in keys] for keys in (FIRST_ROWS, MORE_ROWS if more else ()))
    for row in (*first, *rest):
        row["parts"] = bool(row["side"]) and bool(main["side"]) and row["side"] != main["side"]
    closed = [] if more else [_closed(comparison, key) for key in MORE_ROWS]
    why, note = comparison_sentence(comparison, place.by_rank, texts), _note(comparison, texts)
    sentences = _sentences(comparison, [str(row["key"]) for row in (*first, *rest)], texts)
    seen = sentences if more else sentences[:SENTENCES]
    return {
        "of": PAIR,
        "name": main["label"],
        "side": main["side"],
        "defined": main["defined"],
        "ahead": _ahead(comparison, bool(main["defined"]), texts),
        "values": _values(comparison, texts),
        "brief": _brief(comparison, place.by_rank, texts),
        "why": why,
        "note": note,
        "sentences": sentences,
        "words": words_of([why, note, *(str(each["text"]) for each in seen)], texts),
        "rows": first,
        "more_rows": [*rest, *closed],
        "texts": texts.group("panel") | texts.group("winner"),
    }


def _values(comparison: Comparison, texts: Texts) -> str:
    main = comparison.main_trace
    both = [texts("panel.refused") if isinstance(main, InputError) else _value(comparison, main, q, texts) for q in (0, 1)]
    return texts("winner.values", a=both[0], b=both[1])


def _brief(comparison: Comparison, by_rank: bool, texts: Texts) -> str:
    """What does most for either list, in one line; "" where there is nothing to be said in so few words."""
    found, main = comparison.effects, comparison.main_trace
    if found is None or isinstance(main, InputError):
        return ""
    return brief_effects_text(found, main.unit, texts, uneven=comparison.uneven_count, by_rank=by_rank)


def _ahead(comparison: Comparison, defined: bool, texts: Texts) -> str:
    found, main = comparison.effects, comparison.main_trace
    if found is None or isinstance(main, InputError):
        return texts("panel.refused")
    if not defined:
        return texts("panel.undefined")
    if abs(found.difference) <= NOTHING:
        return texts("winner.even")
    return in_unit(main.unit, abs(found.difference))


def _sentences(comparison: Comparison, keys: Sequence[str], texts: Texts) -> list[Data]:
    """Say of the measures that have another winner, or none, why that is so."""
    found, key = comparison.effects, comparison.state.metric
    if found is None or not found.winner:
        return []
    convention = comparison.state.convention
    traces = {each: comparison.traces[each] for each in {*keys, key}}
    units = {each: trace.unit for each, trace in traces.items() if isinstance(trace, Trace)}
    why = reasons(comparison.pair, key, [each for each in keys if each != key], convention, traces)
    return [
        {"mark": "=" if each.winner == "even" else "≠", "text": reason_text(each, found, units, convention, texts)}
        for each in why
    ]


def _note(comparison: Comparison, texts: Texts) -> str:
    """Say what there is to know of the two lists themselves."""
    first, second = ([item.doc_id for item in each.items] for each in comparison.pair.lists)
    empty = [side for side, each in zip("AB", (first, second), strict=True) if not each]
    if empty:
        return _of_empty(comparison, empty, texts)
    if all(item.grade is None for item in comparison.pair.pool):
        return texts("winner.unjudged")
    if first == second:
        return texts("winner.same")
    if not set(first) & set(second):
        return texts("winner.apart")
    return ""


def _of_empty(comparison: Comparison, empty: Sequence[str], texts: Texts) -> str:
    """Say that a list is empty, and what that counts as."""
    if len(empty) > 1:
        return texts("winner.both_empty")
    main, q = comparison.main_trace, "AB".index(empty[0])
    if isinstance(main, InputError) or main.undefined[q]:
        return texts("winner.empty", side=empty[0])
    measure, value = measure_name(comparison, comparison.state.metric), in_unit(main.unit, float(main.value[q]))
    return texts("winner.empty_value", side=empty[0], measure=measure, value=value)


def measure_name(comparison: Comparison, key: str) -> str:
    """A measure as it is printed."""
    return print_measure(METRICS[key], comparison.state.convention)


def _closed(comparison: Comparison, key: str) -> Data:
    label = measure_name(comparison, key)
    nothing: Data = {"a": "", "b": "", "difference": "", "side": "", "defined": False, "parts": False}
    return {"key": key, "label": label, "chosen": key == comparison.state.metric, "title": "", **nothing}


def _row(comparison: Comparison, key: str, texts: Texts) -> Data:
    trace, row = comparison.traces[key], _closed(comparison, key)
    if isinstance(trace, InputError):
        return row | {"a": NO_VALUE, "b": NO_VALUE, "title": texts("panel.refused")}
    texts_of = [_value(comparison, trace, q, texts) for q in (0, 1)]
    if trace.undefined.any():
        seen = (NO_VALUE if none else text for none, text in zip(trace.undefined, texts_of, strict=True))
        said = texts("winner.title", a=texts_of[0], b=texts_of[1])
        return row | dict(zip("ab", seen, strict=True)) | {"title": said}
    row |= {"a": texts_of[0], "b": texts_of[1]}
    first, second = (float(value) for value in trace.value)
    won = winner(METRICS[key], first, second)
    title = texts("winner.title", a=exact(first), b=exact(second))
    difference = "0" if won == "even" else with_sign(second - first, trace.unit)
    return row | {"difference": difference, "side": SIDES[won], "defined": True, "title": title}


def _value(comparison: Comparison, trace: Trace, q: int, texts: Texts) -> str:
    if trace.undefined[q]:
        return texts("panel.undefined")
    return in_unit(trace.unit, float(trace.value[q]), comparison.state.numbers == "fractions")
