"""What takes long in an answer: every metric, the charts, the derivation, and what the next edit will give.

It is a pure function of what stands on the page, so it may be done once for many visitors, or in another process; hence this
module and those it needs load nothing of Streamlit.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from rankviz.texts import Texts
from rankviz.ui.ahead import values_ahead
from rankviz.ui.analysis import Analysis
from rankviz.ui.figures import bars_data, small_data
from rankviz.ui.panel import head_data, rows_data
from rankviz.ui.proof import derivation_data, lines_of


def packed(data: Mapping[str, object]) -> str:
    """Write the data of a part as they are sent, on one line: what is given to many is written once."""
    return json.dumps(data, separators=(",", ":"))


def work(analysis: Analysis, epoch: int, language: str, around: int = 0) -> dict[str, str]:
    """Build the parts that no visit has to itself.

    Parameters
    ----------
    analysis : Analysis
    epoch : int
        Of the visit; the parts send it back.
    language : str
    around : int
        Row (from 0) near which the next edit is expected.

    Returns
    -------
    dict
        Data of the parts `scores`, `bars`, `small` and `derivation`, each as `packed` writes them.
    """
    texts = Texts(language)
    head = head_data(analysis, epoch, texts)
    parts = {
        "scores": head | rows_data(analysis, texts) | {"ahead": values_ahead(analysis, texts, around)},
        "bars": bars_data(analysis, epoch, texts),
        "small": small_data(analysis, epoch, texts),
        "derivation": derivation_data(analysis, lines_of(analysis), str(head["copy"]), epoch, texts),
    }
    return {name: packed(data) for name, data in parts.items()}
