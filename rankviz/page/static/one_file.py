"""Writes the page as one HTML file with Python inside: it opens from a disk, in a frame, anywhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from rankviz.browser.part_kinds import HERE
from rankviz.page.static.first_responses import first_responses
from rankviz.page.static.html_shell import Site, compress, one_file_html
from rankviz.page.static.licences import licences_text
from rankviz.page.static.python_bundle import build_bundle
from rankviz.page.static.site_folder import NAMES, OWN, TRANSPORT, WORKER

END = "</body>"


def page_with_python(parts: Mapping[str, Path], places: Iterable[tuple[str, str]] = ()) -> str:
    """Write the page as one file.

    Parameters
    ----------
    parts : mapping of str to Path
        The files of `PARTS`, by name.
    places : iterable of (str, str)
        Addresses whose first response comes along, besides that of each page, as for `first_responses`.
    """
    files = {name: path.read_bytes() for name, path in parts.items()} | {OWN: build_bundle()}
    data = {
        "worker": {"text": (HERE / WORKER).read_text(encoding="utf-8")},
        "files": {name: {"element": f"rv-file-{at}", "size": len(content)} for at, (name, content) in enumerate(files.items())},
        "names": NAMES,
        "offline": "",
    }
    # Each file is an element of its own: the page is drawn before they are decoded.
    elements = "".join(_element(f"rv-file-{at}", compress(content)) for at, content in enumerate(files.values()))
    page, end, rest = one_file_html(Site(TRANSPORT, first=first_responses(places), data=data)).rpartition(END)
    return f"{page}{elements}<!--\n{licences_text().replace('--', '- -')}-->\n{end}{rest}"


def _element(name: str, text: str) -> str:
    return f'<script type="application/octet-stream" id="{name}">{text}</script>\n'
