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


def choice_grid_payload(analysis: Analysis, place: PageParams, texts: Texts) -> Data:
    """Build the grid of choices as a sheet, with `said`, `choose`, the list to compare with, and `link` to Compare.

    A plain press on that does its edit within the session.
    """
    state = analysis.state
    others = [at for at in range(len(state.lists)) if at != state.selected]
    against = place.against if place.against in others else None
    choose: Data | None = None
    if others:
        options = [{"value": "", "label": texts("grid.alone")}]
        options += [{"value": str(at + 1), "label": list_name(state, at, texts)} for at in others]
        value = "" if against is None else str(against + 1)
        choose = {"name": "against", "label": texts("grid.against"), "value": value, "options": options}
    grid = choice_table.grid_of(analysis, against)
    link = None if against is None else _to_compare(state, against, texts)
    if not grid.fields:
        said = [texts("grid.no_choices", name=analysis.metric.name)]
        return _with_words({"said": said, "choose": choose, "link": link}, texts)
    said = [texts("grid.note"), *([texts("grid.own")] if choice_table.leaves_out_own(grid, analysis) else [])]
    if against is not None:
        said.append(choice_table.summary(grid, state, against, texts))
    return _with_words(
        choice_table.choice_table_payload(analysis, against, grid, texts)
        | {"said": said, "choose": choose, "link": link, "tall": True},
        texts,
    )


def _to_compare(state: AppState, against: int, texts: Texts) -> Data | None:
    """The address of Compare with the list under study as A, another as B; None where it would not show both as they are.

    It has one grade for a document and each document once, and a link has an end.
    """
    both, changed = with_list_as_second_order(state, state.lists[against])
    if changed is not None or link_length(both) > MAX_LINK:
        return None
    names = (list_name(state, at, texts) for at in (state.selected, against))
    label = texts("grid.to_compare", **dict(zip(("first_name", "second_name"), names, strict=True)))
    edit = {"name": "rival_from", "source": "list", "index": against}
    return {"label": label, "page": "compare", "search": f"compare?{to_text(both)}", "edit": edit}


def _with_words(data: Data, texts: Texts) -> Data:
    """Beside a sheet, `words`: of what is said in it, by its text, the pieces of what has words with an entry."""
    return data | {"words": words_of_sheet(data, texts)}
