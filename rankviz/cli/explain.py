"""`rankviz explain`: every step of a number, as text, as records or as an HTML page."""

from __future__ import annotations

import argparse
from pathlib import Path

from rankviz.api.explanation import Explanation
from rankviz.basics.errors import InputError, shorten
from rankviz.cli.evaluate import explanations

STANDARD_OUTPUT = "-"


def output(options: argparse.Namespace) -> str:
    """Return what the command prints."""
    (found,) = explanations(options)
    if options.json and options.html is not None:
        raise InputError("usage", "--json and --html are two forms of one answer. Leave one of them out.")
    if options.json:
        from rankviz.cli.json_records import evaluation_record, json_text

        return json_text(evaluation_record(found, with_steps=True))
    return str(found) if options.html is None else explanation_page(found, options.html)


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
