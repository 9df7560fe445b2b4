"""The lists as tabs, each a small strip with its value, and their mean: what the component `queries` is given."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rankviz.basics.limits import MAX_LISTS, MAX_NAME
from rankviz.core.lists.ranking import Ranking
from rankviz.core.metrics.measures import print_measure
from rankviz.core.trace import Trace
from rankviz.display.convention_words import convention_words
from rankviz.display.formulas.mathml import mathml
from rankviz.display.formulas.mean_line import line_of_mean, mean_label, mean_words
from rankviz.display.labels import list_name, list_names
from rankviz.display.value_text import value_of_list
from rankviz.state.analysis import Analysis
from rankviz.texts import Texts

MOST_CELLS = 10  # of a strip
Data = dict[str, object]


def list_tabs_payload(analysis: Analysis, texts: Texts) -> Data:
    """Build the tabs; one list alone has none.

    Returns
    -------
    dict
        JSON-serialisable. `tabs`, a list of `{name, cells, more, value, title, spoken}`, empty for one list:
        `cells` are the first grades (None: unjudged), `more` says that there are others; `selected` (int);
        `selected_name` (str, may be empty); `mean`, None or `{label, value, title}`; `can_add` (bool); `max_name`
        (characters); `texts`.

    Notes
    -----
    It asks for add_list, copy_list, remove_list, select_list (with `index`) and rename_list (with `text`).
    """
    lists = analysis.state.lists
    tabs = [_tab(analysis, q, texts) for q in range(len(lists))] if len(lists) > 1 else []
    return {
        "tabs": tabs,
        "selected": analysis.state.selected,
        "selected_name": analysis.ranking.query_id,
        "mean": _mean(analysis, texts),
        "can_add": len(lists) < MAX_LISTS,
        "max_name": MAX_NAME,
        "texts": texts.group("list_tabs"),
    }


def _tab(analysis: Analysis, at: int, texts: Texts) -> Data:
    ranking, name = analysis.state.lists[at], list_name(analysis.state, at, texts)
    value, title = value_of_list(analysis, at, texts)
    spoken = texts("list_tabs.spoken", name=name, metric=print_measure(analysis.metric, analysis.state.convention), value=value)
    return {"name": name, **_strip(ranking), "value": value, "title": title, "spoken": spoken}


def _strip(ranking: Ranking) -> Data:
    return {"cells": [item.grade for item in ranking.items[:MOST_CELLS]], "more": len(ranking.items) > MOST_CELLS}


def _mean(analysis: Analysis, texts: Texts) -> Data | None:
    line = line_of_mean(analysis)
    if line is None:
        return None
    return {
        "label": mean_label(line, analysis, texts),
        "value": texts("panel.undefined") if line.undefined else line.result,
        "title": line.exact,
    }


@dataclass(frozen=True)
class MeanDerivation:
    """The mean in the derivation: its line as `derivation_data` describes it, its words, and what is copied."""

    line: Data
    words: list[str]
    copy: str


def mean_derivation(analysis: Analysis, texts: Texts) -> MeanDerivation | None:
    """Build the mean's line of the derivation; None for one list."""
    line, whole = line_of_mean(analysis), analysis.all_lists()
    if line is None or not isinstance(whole, Trace):
        return None
    convention = analysis.state.convention
    name = texts("mean.name", name=print_measure(analysis.metric, convention))
    sentences = mean_words(whole, convention, list_names(analysis.state, texts), texts)
    data: Data = {
        "name": name,
        "symbols": mathml(line.symbols),
        "numbers": mathml(line.numbers),
        "result": texts("panel.undefined") if line.undefined else line.result,
        "title": line.exact,
        "undefined": line.undefined,
    }
    value = texts("undefined.mean") if line.undefined else line.exact
    words = replace(convention_words(analysis, texts), counts={})  # which are those of one list
    return MeanDerivation(data, sentences, texts("sentence.more_chosen", name=f"{name} = {value}", value=words.sentence))
