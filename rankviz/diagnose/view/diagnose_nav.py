"""The links to the four questions of the page Diagnose."""

from __future__ import annotations

from rankviz.state.page_params import ASKS, PageParams
from rankviz.texts import Texts

Data = dict[str, object]


def diagnose_nav_payload(params: PageParams, texts: Texts) -> Data:
    """Build the links to the four questions: `{label, links, current}`, a link being `{ask, label}`."""
    links = [{"ask": ask, "label": texts(f"diagnose.ask_{ask}")} for ask in ASKS]
    return {"label": texts("diagnose.asks"), "links": links, "current": params.ask}
