"""The header's buttons, and the switches under the charts."""

from __future__ import annotations

from collections.abc import Sequence

from rankviz.basics.limits import MAX_LISTS
from rankviz.compare.comparison import with_opening_order
from rankviz.core.metrics import METRICS
from rankviz.core.metrics.measures import print_measure
from rankviz.libraries.profiles import CUSTOM
from rankviz.runs.settings import PROFILE_OF_RUNS, Settings
from rankviz.state.app_state import DEFAULT, AppState
from rankviz.state.page_params import PageParams, RunsParams
from rankviz.state.permalink import to_text
from rankviz.texts import Texts

Data = dict[str, object]
CLASS = "class"  # the command that leads to the page of a live class


def document_title(state: AppState, page: str, place: PageParams, is_told: bool, texts: Texts) -> str:
    """Return the title of the document: the page, and the list or measure on it. Bookmarks and the browser's history show it.

    Parameters
    ----------
    state : AppState
    page : str
    place : PageParams
    is_told : bool
        Whether the title may name the measure and its choices.
    texts : Texts
    """
    name = texts(f"pages.{page}")
    if page == "diagnose":
        return texts("app.title_in", view=texts(f"diagnose.ask_{place.ask}"), name=name)
    if page == "runs":
        view = _measure_of_runs(state, place.runs) if is_told else ""
        return texts("app.title_in", view=view, name=name) if view else texts("app.title_of", name=name)
    if page != "explore" or state == DEFAULT:
        return texts("app.title" if page == "explore" else "app.title_of", name=name)
    measure, of_list = print_measure(METRICS[state.metric], state.convention) if is_told else "", state.ranking.query_id
    view = texts("app.title_list", name=of_list, measure=measure) if of_list and measure else of_list or measure
    return texts("app.title_in", view=view, name=name) if view else texts("app.title_of", name=name)


def _measure_of_runs(state: AppState, params: RunsParams) -> str:
    """Return the measure under study on Runs; "" if the URL does not name one."""
    if params.by == CUSTOM:
        return print_measure(METRICS[state.metric], state.convention)
    metric = params.metric or Settings.metric
    chosen = Settings(params.by or PROFILE_OF_RUNS, params.k or Settings.k)
    return chosen.measures.get(metric, "") if params != RunsParams() else ""


def header_payload(
    state: AppState,
    locked: bool,
    explored: bool,
    savable: bool,
    texts: Texts,
    class_button: str = "",
    *,
    for_rooms: bool = False,
) -> Data:
    """Build the header, which is always in sight.

    Buttons that would change a locked list are disabled; links, files and the live class stand in a menu.

    Parameters
    ----------
    state : AppState
    locked : bool
        Whether the list may not be changed.
    explored : bool
        Whether the page is one that can be shared with a class.
    savable : bool
        Whether the page can be saved as a file.
    texts : Texts
    class_button : str
        Key of the button that leads to a live class with this page; "" for no such button.
    for_rooms : bool
        Whether the page can be shown to a room, in large type.

    Returns
    -------
    dict
        `label` of the whole, and `buttons`: `name` (the command that a press gives), `label`, and where they apply `style`
        ("icon": only its icon is seen, "plain": without a border), `disabled` and `pressed` (bool), `key` (the key that gives
        the same command), `class_params` (the question to the class as URL parameters, if they are not those of the page), and
        `menu`, the buttons that a press shows instead. Whether anything can be undone the browser knows.
    """

    def button(name: str, **more: object) -> Data:
        return {"name": name, "label": texts(f"header.{name}"), **more}

    off: Data = {"disabled": True} if locked else {}
    full = locked or len(state.lists) >= MAX_LISTS
    large_type = [button("project", key="P")] if for_rooms else []
    menu = [button("link")]
    menu += [button("share")] if explored else []
    menu += [_class_button(class_button, texts)] if class_button else []
    menu += [button("ask"), button("save")] if savable else []
    menu += large_type if explored else []
    buttons = [
        *(button(name, **off) for name in ("examples", "paste")),
        button("add_list", style="icon", **({"disabled": True} if full else {})),
        *(button(name, style="icon") for name in ("undo", "redo")),
        *(
            [button("take", style="plain", menu=menu)]
            if explored
            else [
                *({**each, "style": "icon"} for each in large_type),
                *_class_button_with_lists(state, class_button, texts),
                button("link", style="icon"),
            ]
        ),
        button("help", style="icon"),
        button("language", style="plain"),
    ]
    return {"label": texts("header.label"), "buttons": buttons}


def _class_button(class_button: str, texts: Texts) -> Data:
    """Build the button that leads to the page of a live class."""
    return {"name": CLASS, "label": texts(f"header.{class_button}")}


def _class_button_with_lists(state: AppState, class_button: str, texts: Texts) -> list[Data]:
    """Build the button that leads to a class from Compare, with both lists; empty for no such button."""
    if not class_button:
        return []
    return [{**_class_button(class_button, texts), "style": "icon", "class_params": _with_second_list(state)}]


def _with_second_list(state: AppState) -> str:
    """Return the parameters of both lists if the second is the one that Compare opens with; "" if the state has a second."""
    opened = with_opening_order(state)
    return "" if opened == state else to_text(opened)


def learn_buttons(texts: Texts, more: Sequence[str] = (), class_button: str = "") -> Data:
    """Build the header of a page without a list under study: the buttons `more`, then those that every page has."""
    icons: list[Data] = [{"name": name, "label": texts(f"header.{name}"), "style": "icon"} for name in (*more, "link", "help")]
    icons = [{**_class_button(class_button, texts), "style": "icon"}, *icons] if class_button else icons
    return {"buttons": [*icons, {"name": "language", "label": texts("header.language"), "style": "plain"}]}


def chart_switches_payload(tables: bool, texts: Texts) -> Data:
    """Build the line under the charts, in the shape of `header_payload`."""
    return {"label": texts("header.more"), "buttons": [{"name": "tables", "label": texts("chart.tables"), "pressed": tables}]}
