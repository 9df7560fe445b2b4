"""`rankviz static`: the page as files that need no server."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from rankviz.basics.errors import InputError
from rankviz.basics.optional_packages import missing_package
from rankviz.cli.write_files import check_file, check_folder, write_file, write_folder

if TYPE_CHECKING:
    from rankviz.cli.links import Link

MEGABYTE = 1e6


def output(options: argparse.Namespace) -> str:
    """Write the files, and return the message about them.

    Raises
    ------
    InputError
        For options that do not fit each other, a link that cannot be read, a place that cannot be written, and where
        the page's packages or Python for browsers are missing.
    """
    if options.all is not None and not options.sheet:
        raise InputError("usage", "--all is for a sheet: add --sheet, or leave it out.")
    if options.pyodide is not None and options.sheet:
        raise InputError("usage", "A sheet holds answers and no Python: leave --pyodide out, or --sheet.")
    if options.sheet and len(options.state) > 1:
        raise InputError("usage", f"--sheet is of one list, and {len(options.state)} were given. Write a file for each.")
    try:
        from rankviz.cli.links import read_link
    except ModuleNotFoundError as error:
        raise missing_package(error) from None
    return _written(Path(options.out), [read_link(text) for text in options.state], options)


def _written(out: Path, links: list[Link], options: argparse.Namespace) -> str:
    if options.sheet:
        from rankviz.cli.static_sheet import write_sheet

        return write_sheet(out, links, options.all)
    return (_one_file if options.one_file else _folder)(out, links, options)


def _one_file(out: Path, links: list[Link], options: argparse.Namespace) -> str:
    from rankviz.page.static.one_file import page_with_python

    check_file(out)
    content = page_with_python(_parts(options), _places(links)).encode()
    write_file(out, content)
    return "\n".join(
        [f"{out}: the page in one file of {_size(len(content))}. Open it in a browser.", *_addresses(str(out), links)]
    )


def _folder(out: Path, links: list[Link], options: argparse.Namespace) -> str:
    from rankviz.page.static.site_folder import ASSETS, PAGE, folder_files

    check_folder(out, PAGE)
    files = folder_files(_parts(options), _places(links))
    write_folder(out, files, PAGE, f"{ASSETS}*")
    summary = f"{out}: the page as {len(files)} files, {_size(sum(map(len, files.values())))}."
    look = f"To look at it: python -m http.server -d {out} 8000, then http://localhost:8000"
    return "\n".join([summary, *_addresses(PAGE, links), look])


def _parts(options: argparse.Namespace) -> Mapping[str, Path]:
    from rankviz.cli.pyodide import find_files

    return find_files(None if options.pyodide is None else Path(options.pyodide))


def _places(links: list[Link]) -> list[tuple[str, str]]:
    return [(link.page, link.search) for link in links]


def _addresses(page: str, links: list[Link]) -> list[str]:
    """Return the new address of each link among the options."""
    from rankviz.page.static.html_shell import PATHS

    return [f"  {page}#{PATHS[link.page]}{'?' if PATHS[link.page] else ''}{link.search}" for link in links]


def _size(count: int) -> str:
    return f"{count / MEGABYTE:.1f} MB"
