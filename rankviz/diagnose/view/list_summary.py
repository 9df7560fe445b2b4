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
    """Build the list on one line, which is a link to Explore.

    Returns
    -------
    dict
        `title` of the page; `name` of the list, "" for the only one; `retrieved` and `missed`, each `{text, grade,
        is_beyond_cutoff}`; `missed_label`; `more_text`, the number of entries left out, or ""; `spoken_text`, the grades for
        screen readers; `value`, the sentence on the value; `open_label` of the link.
    """
    ranking, state = analysis.ranking, analysis.state
    order = analysis.order or range(len(ranking.items))
    cutoff = state.convention.cutoff if "cutoff" in analysis.metric.uses else None
    retrieved = [_entry(ranking.items[i], cutoff is not None and rank > cutoff) for rank, i in enumerate(order, 1)]
    more = max(len(retrieved) - MOST_SHOWN, 0) + max(len(ranking.missed) - MOST_MISSED, 0)
    return {
        "title": texts("diagnose.title"),
        "name": list_name(state, state.selected, texts) if len(state.lists) > 1 else "",
        "retrieved": retrieved[:MOST_SHOWN],
        "missed": [_entry(item, False) for item in islice(ranking.missed, MOST_MISSED)],
        "missed_label": texts("diagnose.missed"),
        "more_text": texts("diagnose.more_entries", count=more) if more else "",
        "spoken_text": grades_words(ranking, texts, MOST_SHOWN),
        "value": value_words(analysis, texts),
        "open_label": texts("diagnose.back"),
    }


def _entry(item: Item, is_beyond_cutoff: bool) -> Data:
    return {"text": "?" if item.grade is None else plain(item.grade), "grade": item.grade, "is_beyond_cutoff": is_beyond_cutoff}


def value_words(analysis: Analysis, texts: Texts) -> str:
    """Return the sentence on the value of the list, or on the mean of the lists."""
    measure = print_measure(analysis.metric, analysis.state.convention)
    trace: Trace | InputError = analysis.all_lists() or analysis.main
    if isinstance(trace, InputError):
        return texts("diagnose.value", measure=measure, value=texts("panel.refused"))
    is_one_list, last = len(analysis.state.lists) == 1, trace.steps[-1]
    key = "diagnose.value" if is_one_list else "diagnose.value_mean"
    if not is_one_list:
        last = mean(trace, analysis.state.convention)[-1]
    value = float(last.value[0] if is_one_list else last.value)
    undefined = bool(trace.undefined[0]) if is_one_list else not bool(last.where)
    as_fractions = analysis.state.numbers == "fractions"
    value_text = texts("panel.undefined") if undefined else in_unit(trace.unit, value, as_fractions)
    return texts(key, measure=measure, value=value_text)
