"""Payload of the part with Explore as a file, which the browser saves."""

from __future__ import annotations

from rankviz.core.metrics.measures import print_measure
from rankviz.display.labels import file_stem
from rankviz.explore.saved_page.page_html import saved_page
from rankviz.state.analysis import Analysis
from rankviz.texts import Texts

Data = dict[str, object]


def saved_page_payload(analysis: Analysis, texts: Texts) -> Data:
    """Write the page as a file: its `name` and its `html`."""
    stem = file_stem(print_measure(analysis.metric, analysis.state.convention))
    return {"name": f"{stem}.html", "html": saved_page(analysis, texts)}
