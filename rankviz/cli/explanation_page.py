"""`rankviz explain … --html`: the steps as an HTML page."""

from __future__ import annotations

from pathlib import Path

from rankviz.api import Explanation
from rankviz.basics.errors import InputError, shorten

STANDARD_OUTPUT = "-"


def explanation_page(explanation: Explanation, name: str) -> str:
    """Write a page into a file, and return the message about it; for standard output return the page itself.

    Raises
    ------
    InputError
        `bad_file`, and those of `Explanation.to_html`.
    """
    html = explanation.to_html()
    if name == STANDARD_OUTPUT:
        return html.rstrip().encode("ascii", "xmlcharrefreplace").decode()  # whatever encoding the output has
    try:
        Path(name).write_text(html, encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError("bad_file", f"--html {shorten(name)}: {reason}. Name a file that can be written.") from None
    return f"{explanation.measure} = {explanation.value!r}, saved as {name}"
