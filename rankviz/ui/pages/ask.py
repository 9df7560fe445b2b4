"""The dialog that makes a practice question of the list on the page."""

from __future__ import annotations

from urllib.parse import urlencode

from rankviz.course.telling import more_telling
from rankviz.limits import MAX_LINK
from rankviz.state.permalink import length_of
from rankviz.texts import Texts
from rankviz.ui.browser.components import ask_board
from rankviz.ui.pages.links import line_data
from rankviz.ui.session import PAGE_NAMES, Session, go_to, here
from rankviz.ui.views.ask import ask_data, parameters_of, place_of


def show_ask(now: Session, texts: Texts) -> bool:
    """Draw the dialog, and do what was pressed in it; whether it is to be drawn again, for another list."""
    pressed = ask_board(dialog_data(now, texts))
    if pressed == "make":
        change = None if now.view.locked or now.view.gone else more_telling(now.state)
        return change is not None and now.replace_all(change.state)
    if pressed == "try":
        now.dialog = ""
        go_to(now, "learn")
    return False


def dialog_data(now: Session, texts: Texts) -> dict[str, object]:
    """Build the dialog with its link; a part that is covered leaves only the reason why it says nothing."""
    if now.view.gone:
        return {"problem": texts("ask.covered")}
    data = ask_data(now.state, now.view.locked, texts)
    if data["problem"]:
        return data
    parameters = parameters_of(now.state)
    if (found := length_of(parameters)) > MAX_LINK:
        return data | {"problem": texts("ask.too_long", found=found, limit=MAX_LINK)}
    link = f"{here()}{PAGE_NAMES['learn']}?{urlencode(parameters)}"
    return data | {"line": line_data(link, texts), "place": place_of(now.state)}
