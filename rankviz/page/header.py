"""The header's buttons, and the switches under the charts."""

from __future__ import annotations

from collections.abc import Sequence

from rankviz.basics.limits import MAX_LISTS
from rankviz.compare.comparison import with_opening_order
from rankviz.core.metrics import METRICS
from rankviz.core.metrics.measures import print_measure
from rankviz.libraries.profiles import CUSTOM
from rankviz.runs.run_files import PROFILE_OF_RUNS
from rankviz.runs.settings import Settings
from rankviz.state.app_state import DEFAULT, AppState
from rankviz.state.page_params import PageParams, RunsParams
from rankviz.state.permalink import to_text
from rankviz.texts import Texts

Data = dict[str, object]
CLASS = "class"  # the command that leads to the page of a live class


def document_title(state: AppState, page: str, place: PageParams, is_told: bool, texts: Texts) -> str:
    """Title of the document, by page and by what is looked at in it: bookmarks and the browser's history show it.

    Parameters
    ----------
    state : AppState
    page : str
    place : PageParams
    is_told : bool
        Whether the choices may be.
    texts : Texts
    """
    name = texts(f"pages.{page}")
    if page == "diagnose":
        return texts("app.title_in", view=texts(f"diagnose.ask_{place.ask}"), name=name)
    if page == "runs":
        view = _of_runs(state, place.runs) if is_told else ""
        return texts("app.title_in", view=view, name=name) if view else texts("app.title_of", name=name)
    if page != "explore" or state == DEFAULT:
        return texts("app.title" if page == "explore" else "app.title_of", name=name)
    measure, of_list = print_measure(METRICS[state.metric], state.convention) if is_told else "", state.ranking.query_id
    view = texts("app.title_list", name=of_list, measure=measure) if of_list and measure else of_list or measure
    return texts("app.title_in", view=view, name=name) if view else texts("app.title_of", name=name)


def _of_runs(state: AppState, asked: RunsParams) -> str:
    """The measure under study, as far as the address says it."""
    if asked.by == CUSTOM:
        return print_measure(METRICS[state.metric], state.convention)
    metric = asked.metric or Settings.metric
    chosen = Settings(asked.by or PROFILE_OF_RUNS, asked.k or Settings.k)
    return chosen.measures.get(metric, "") if asked != RunsParams() else ""


def header_payload(state: AppState, locked: bool, explored: bool, savable: bool, texts: Texts, class_button: str = "") -> Data:
    """Build the header, always in sight. What changes a locked list is disabled; what one takes along stands in a menu.

    Parameters
    ----------
    state : AppState
    locked : bool
        Whether the list is looked at only.
    explored : bool
        Whether the page is one that can be shared with a class, and shown to a room.
    savable : bool
        Whether there is something to be saved as a page.
    texts : Texts
    class_button : str
        What a class can be asked about the page, by the key of the button that leads there; "" where there is no way.

    Returns
    -------
    dict
        `label` of the whole, and `buttons`: `name` (the command that a press gives), `label`, and where they apply `style`
        ("icon": only its icon is seen, "plain": without a border), `disabled` and `pressed` (bool), `key` (that gives the
        same command), `class_params` (what a class is asked, as parameters, if it is not what the page has in its address), and
        `menu`, the buttons that a press shows instead. Whether anything can be undone the browser knows.
    """

    def button(name: str, **more: object) -> Data:
        return {"name": name, "label": texts(f"header.{name}"), **more}

    off: Data = {"disabled": True} if locked else {}
    full = locked or len(state.lists) >= MAX_LISTS
    taken = [button("link")]
    taken += [button("share")] if explored else []
    taken += [_to_class(class_button, texts)] if class_button else []
    taken += [button("ask"), button("save")] if savable else []
    taken += [button("project", key="P")] if explored else []
    buttons = [
        *(button(name, **off) for name in ("examples", "paste")),
        button("add_list", style="icon", **({"disabled": True} if full else {})),
        *(button(name, style="icon") for name in ("undo", "redo")),
        *(
            [button("take", style="plain", menu=taken)]
            if explored
            else [*_of_two(state, class_button, texts), button("link", style="icon")]
        ),
        button("help", style="icon"),
        button("language", style="plain"),
    ]
    return {"label": texts("header.label"), "buttons": buttons}


def _to_class(class_button: str, texts: Texts) -> Data:
    """The way to the page of a live class."""
    return {"name": CLASS, "label": texts(f"header.{class_button}")}


def _of_two(state: AppState, class_button: str, texts: Texts) -> list[Data]:
    """The way to a class where two lists are compared."""
    if not class_button:
        return []
    return [{**_to_class(class_button, texts), "style": "icon", "class_params": _with_second_list(state)}]


def _with_second_list(state: AppState) -> str:
    """The parameters of both lists where the second is the one that Compare opens with; "" where the state has them itself."""
    begun = with_opening_order(state)
    return "" if begun == state else to_text(begun)


def learn_buttons(texts: Texts, more: Sequence[str] = (), class_button: str = "") -> Data:
    """Build the buttons where there is no list of one's own, beside some others; `room` as of `bar_data`."""
    icons: list[Data] = [{"name": name, "label": texts(f"header.{name}"), "style": "icon"} for name in (*more, "link", "help")]
    icons = [{**_to_class(class_button, texts), "style": "icon"}, *icons] if class_button else icons
    return {"buttons": [*icons, {"name": "language", "label": texts("header.language"), "style": "plain"}]}


def chart_switches_payload(tables: bool, texts: Texts) -> Data:
    """Build the line under the charts, in the shape of `bar_data`."""
    return {"label": texts("header.more"), "buttons": [{"name": "tables", "label": texts("chart.tables"), "pressed": tables}]}
