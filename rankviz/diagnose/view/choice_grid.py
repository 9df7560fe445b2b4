"""“All choices”: the value of the list under every combination of choices, as a table."""

from __future__ import annotations

from rankviz.basics.limits import MAX_LINK
from rankviz.display import choice_table
from rankviz.display.glossary.term_marks import words_of_sheet
from rankviz.display.labels import list_name
from rankviz.state.analysis import Analysis
from rankviz.state.app_state import AppState
from rankviz.state.page_params import PageParams
from rankviz.state.permalink import link_length, to_text
from rankviz.state.second_order_edits import with_list_as_second_order
from rankviz.texts import Texts

Data = dict[str, object]


def choice_grid_payload(analysis: Analysis, params: PageParams, texts: Texts) -> Data:
    """Build the grid of choices as a table, with `sentences` above it and `list_choice`, the select for a list to compare with.

    `link` leads to Compare; a plain click on it does its `edit` within the session.
    """
    state = analysis.state
    others = [index for index in range(len(state.lists)) if index != state.selected]
    against = params.against if params.against in others else None
    list_choice: Data | None = None
    if others:
        options = [{"value": "", "label": texts("grid.alone")}]
        options += [{"value": str(index + 1), "label": list_name(state, index, texts)} for index in others]
        value = "" if against is None else str(against + 1)
        list_choice = {"name": "against", "label": texts("grid.against"), "value": value, "options": options}
    grid = choice_table.grid_of(analysis, against)
    link = None if against is None else _to_compare(state, against, texts)
    if not grid.fields:
        sentences = [texts("grid.no_choices", name=analysis.metric.name)]
        return _with_words({"sentences": sentences, "list_choice": list_choice, "link": link}, texts)
    sentences = [texts("grid.note"), *([texts("grid.own")] if choice_table.leaves_out_own(grid, analysis) else [])]
    if against is not None:
        sentences.append(choice_table.summary(grid, state, against, texts))
    return _with_words(
        choice_table.choice_table_payload(analysis, against, grid, texts)
        | {"sentences": sentences, "list_choice": list_choice, "link": link, "is_tall": True},
        texts,
    )


def _to_compare(state: AppState, against: int, texts: Texts) -> Data | None:
    """Return the link to Compare with the list under study as A and another as B; None if Compare cannot show both unchanged.

    Compare has one grade for a document and each document once, and the length of a link is limited.
    """
    both, notice = with_list_as_second_order(state, state.lists[against])
    if notice is not None or link_length(both) > MAX_LINK:
        return None
    names = (list_name(state, index, texts) for index in (state.selected, against))
    label = texts("grid.to_compare", **dict(zip(("first_name", "second_name"), names, strict=True)))
    edit = {"name": "second_list_from", "source": "list", "index": against}
    return {"label": label, "page": "compare", "search": f"compare?{to_text(both)}", "edit": edit}


def _with_words(data: Data, texts: Texts) -> Data:
    """Add `words` to a table: the pieces of each of its texts that has a term."""
    return data | {"words": words_of_sheet(data, texts)}
