"""`rankviz static OUT --sheet`: one list as a file with its responses."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rankviz.basics.errors import InputError, shorten
from rankviz.cli.links import Link, read_link
from rankviz.cli.write_files import check_file, write_file
from rankviz.page.static.sheet import sheet_html

MEGA = 1_000_000
PAGE = "explore"


def write_sheet(out: Path, links: Sequence[Link], grades: int | None) -> str:
    """Write the file, and return the message about its size.

    Parameters
    ----------
    out : Path
        The file.
    links : sequence of Link
        What it opens with: one, or none for the list that the page opens with.
    grades : int or None
        Also the answers for all lists of its documents with grades from 0 to this one.

    Raises
    ------
    InputError
        For a link of another page, a list that is too long, and a place that cannot be written.
    """
    link = links[0] if links else read_link("")
    if link.page != PAGE:
        raise InputError(
            "bad_state", f"--sheet is of the page Explore, and the link is of {link.page.title()}. Give a link of a list."
        )
    check_file(out)
    if not out.parent.is_dir():
        message = f"There is no folder {shorten(str(out.parent))}. Make it first, or name a file elsewhere."
        raise InputError("bad_out", message)
    html = sheet_html(link.opened.state, link.opened.handout, grades).encode()
    write_file(out, html)
    return f"{out}: one list with its answers, {len(html) / MEGA:.2f} MB. Open it in a browser, or send it to a class."
