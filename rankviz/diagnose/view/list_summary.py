"""The list in one line, above each question of the page Diagnose; it leads to Explore."""

from __future__ import annotations

from itertools import islice

from rankviz.basics.errors import InputError
from rankviz.core.lists.ranking import Item
from rankviz.core.metrics.means import mean
from rankviz.core.metrics.measures import print_measure
from rankviz.core.trace import Trace
from rankviz.diagnose.words.explanations import grades_words
from rankviz.display.labels import list_name
from rankviz.display.number_format import in_unit, plain
from rankviz.state.analysis import Analysis
from rankviz.texts import Texts

MOST_SHOWN = 24  # entries; of those that were missed fewer
MOST_MISSED = 8
Data = dict[str, object]


def list_summary_payload(analysis: Analysis, texts: Texts) -> Data:
    """Build the list in short, which leads to Explore.

    Returns
    -------
    dict
        `title` of the page; `name` of the list, "" for the only one; `shown` and `missed`, each `{text, grade, out}`, `out`
        saying that the cutoff leaves the entry out; `more`, how many there are besides; `words`, the same to be read aloud;
        `value` in words, and `open`, where it leads.
    """
    ranking, state = analysis.ranking, analysis.state
    order = analysis.order or range(len(ranking.items))
    cutoff = state.convention.cutoff if "cutoff" in analysis.metric.uses else None
    shown = [_entry(ranking.items[i], cutoff is not None and rank > cutoff) for rank, i in enumerate(order, 1)]
    more = max(len(shown) - MOST_SHOWN, 0) + max(len(ranking.missed) - MOST_MISSED, 0)
    return {
        "title": texts("diagnose.title"),
        "name": list_name(state, state.selected, texts) if len(state.lists) > 1 else "",
        "shown": shown[:MOST_SHOWN],
        "missed": [_entry(item, False) for item in islice(ranking.missed, MOST_MISSED)],
        "missed_label": texts("diagnose.missed"),
        "more": texts("diagnose.more_entries", count=more) if more else "",
        "words": grades_words(ranking, texts, MOST_SHOWN),
        "value": value_words(analysis, texts),
        "open": texts("diagnose.back"),
    }


def _entry(item: Item, out: bool) -> Data:
    return {"text": "?" if item.grade is None else plain(item.grade), "grade": item.grade, "out": out}


def value_words(analysis: Analysis, texts: Texts) -> str:
    """Say what the list gives, or the lists in their mean."""
    measure = print_measure(analysis.metric, analysis.state.convention)
    whole: Trace | InputError = analysis.all_lists() or analysis.main
    if isinstance(whole, InputError):
        return texts("diagnose.value", measure=measure, value=texts("panel.refused"))
    alone, last = len(analysis.state.lists) == 1, whole.steps[-1]
    key = "diagnose.value" if alone else "diagnose.value_mean"
    if not alone:
        last = mean(whole, analysis.state.convention)[-1]
    value = float(last.value[0] if alone else last.value)
    undefined = bool(whole.undefined[0]) if alone else not bool(last.where)
    as_fractions = analysis.state.numbers == "fractions"
    said = texts("panel.undefined") if undefined else in_unit(whole.unit, value, as_fractions)
    return texts(key, measure=measure, value=said)
