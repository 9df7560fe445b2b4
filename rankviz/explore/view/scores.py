"""Payload of the part `scores`: the value under study, and then all other metrics."""

from __future__ import annotations

from dataclasses import fields
from zlib import crc32

from rankviz.basics.errors import InputError
from rankviz.core.conventions import TEXTBOOK
from rankviz.core.metrics import METRICS
from rankviz.core.metrics.measures import print_measure
from rankviz.core.metrics.registry import metrics_shown_in
from rankviz.core.trace import Trace
from rankviz.display.convention_words import choices_words, convention_words
from rankviz.display.error_text import error_text
from rankviz.display.formulas.mean_line import put_words
from rankviz.display.labels import option_label
from rankviz.display.number_format import exact, in_unit
from rankviz.display.rule_words import undefined_reason
from rankviz.display.value_text import printed_value
from rankviz.explore.words.guess import guess_words
from rankviz.state.analysis import Analysis
from rankviz.texts import Texts

FIRST_ROWS = metrics_shown_in("scores")
MORE_ROWS = tuple(key for key in METRICS if key not in FIRST_ROWS)
Data = dict[str, object]


def scores_payload(value: Data, analysis: Analysis, more: bool, guess: str, texts: Texts) -> Data:
    """Build the panel: the value under study (as `value_payload` gives it), all measures, the guess, and what they rest on.

    Returns
    -------
    dict
        JSON-serialisable: `value` and what `measures_payload` gives; `guess`, how the typed number and the value differ ("" for
        none); `basis`, what `basis_payload` gives.
    """
    measures = measures_payload(analysis, more, texts)
    return {**value, **measures, "guess": guess_words(guess, analysis.main, texts), "basis": basis_payload(analysis, texts)}


def value_payload(analysis: Analysis, texts: Texts) -> Data:
    """Build the panel without its rows: the value under study.

    Returns
    -------
    dict
        JSON-serialisable. `name` and its entry `term`, `value` (as printed, or the word for undefined), `title` (full
        precision, a plain number), `detail`, `undefined` (bool) and then `word`, the entry of that word, `reason` and `put`
        (why it is undefined, what stands for it), `sentence` (the convention in words), `copy` (what the copy button copies).
        `toggle`, `{label_decimals, label_fractions, value}` or None.
        `texts` has `values` (name of the list), `more`, `less`, `copy`, `copied` and `numbers` (name of the switch).

    Notes
    -----
    It asks for `choose` (with `field` "metric" and a key) and `numbers`, and for the measures that are closed at first.
    """
    main = analysis.main
    name = print_measure(analysis.metric, analysis.state.convention)
    sentence = convention_words(analysis, texts).sentence
    data: Data = {
        "name": name,
        "term": analysis.state.metric,
        "sentence": sentence,
        "toggle": {
            "label_decimals": texts("panel.decimals"),
            "label_fractions": texts("panel.fractions"),
            "value": analysis.state.numbers,
        },
        "texts": texts.group("panel") | texts.group("scores"),
    }
    return data | _value(analysis, main, texts("sentence.more_chosen", name=name, value=sentence), texts)


def measures_payload(analysis: Analysis, more: bool, texts: Texts) -> Data:
    """Build the panel's rows: every metric of this list.

    Returns
    -------
    dict
        To be put beside what `head_data` gives: `rows` and `more_rows`, lists of `{key, label, value, title, undefined,
        chosen}`; the second list stays closed until it is opened or holds the chosen measure. Only then it is computed, and
        `more` is true; before, its rows have no values. The page's parts add `prefetched`, what
        `rankviz.page.answers.prefetched_values` computes.
    """
    more = more or analysis.state.metric in MORE_ROWS
    return {
        "rows": [_row(analysis, key, texts) for key in FIRST_ROWS],
        "more_rows": [_row(analysis, key, texts) if more else _closed_row(analysis, key) for key in MORE_ROWS],
        "more": more,
    }


def basis_payload(analysis: Analysis, texts: Texts) -> Data:
    """Say what the values are of, so that the browser can say what changed between two answers, and whether it was that.

    Returns
    -------
    dict
        To be put beside what `head_data` gives, as `basis`: `list`, which of how many; `entries`, a number that is another
        one where any entry is; `choices`, by field those that are not the textbook's: `[in short, in words]` of what is
        chosen and of the textbook's.
    """
    state, ranking = analysis.state, analysis.ranking
    names = [field.name for field in fields(TEXTBOOK)]
    pairs = {name: (getattr(state.convention, name), getattr(TEXTBOOK, name)) for name in names}
    return {
        "list": f"{state.selected}/{len(state.lists)}",
        "entries": crc32(repr((ranking.items, ranking.missed)).encode(errors="replace")),
        "choices": {
            name: [[_in_short(name, value, texts), choices_words({name: value}, texts)] for value in pair]
            for name, pair in pairs.items()
            if pair[0] != pair[1]
        },
    }


def _in_short(name: str, value: object, texts: Texts) -> str:
    """A choice without its name; a cutoff would be a bare number."""
    if name == "cutoff":
        return texts("list.cutoff_none") if value is None else texts("list.cutoff", k=value)
    return option_label(name, value, texts)


def _value(analysis: Analysis, main: Trace | InputError, head: str, texts: Texts) -> Data:
    if isinstance(main, InputError):
        word = texts("panel.refused")
        reason = error_text(main, texts)
        return _value_fields(word, word, reason, reason=reason)
    if main.undefined[0]:
        word, reason = texts("panel.undefined"), undefined_reason(main, texts)
        copy = texts("chart.alt_series", title=texts("convention.part", name=head, value=word), points=reason)
        if "rated" in main and all(item.score is None for item in analysis.ranking.items):
            reason = texts("words.separator").join([reason, texts("panel.give_scores")])
        put = put_words(main, analysis.state.convention, texts, lists=len(analysis.state.lists))
        return _value_fields(word, word, copy, reason=reason, put=texts("words.separator") + put) | {"word": "undefined"}
    value, title, detail = printed_value(main, 0, analysis, texts)
    return _value_fields(value, title, f"{head} = {title}", detail=detail)


def _value_fields(value: str, title: str, copy: str, *, detail: str = "", reason: str = "", put: str = "") -> Data:
    words = {"value": value, "title": title, "detail": detail, "reason": reason, "put": put, "copy": copy}
    return {**words, "undefined": bool(reason)}


def _closed_row(analysis: Analysis, key: str) -> Data:
    """Build a row without its value, which is computed only when all measures are open."""
    label = print_measure(METRICS[key], analysis.state.convention)
    return {"key": key, "label": label, "value": "", "title": "", "undefined": False, "chosen": key == analysis.state.metric}


def _row(analysis: Analysis, key: str, texts: Texts) -> Data:
    trace = analysis.traces[key]
    undefined = isinstance(trace, InputError) or bool(trace.undefined[0])
    row = _closed_row(analysis, key) | {"undefined": undefined}
    if isinstance(trace, InputError):
        return row | {"value": texts("panel.refused"), "title": texts("panel.refused")}
    if undefined:
        return row | {"value": texts("panel.undefined"), "title": undefined_reason(trace, texts)}
    value = float(trace.value[0])
    return row | {"value": in_unit(trace.unit, value, analysis.state.numbers == "fractions"), "title": exact(value)}
