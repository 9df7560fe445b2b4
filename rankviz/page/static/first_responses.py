"""First responses, built with the files of the page: the page shows them at once, before Python is loaded."""

from __future__ import annotations

from collections.abc import Iterable

from rankviz.page.answers.messages import view_state
from rankviz.page.answers.open_address import open_address
from rankviz.page.static.html_shell import PATHS, first_key
from rankviz.texts import LANGUAGES


def first_responses(places: Iterable[tuple[str, str]] = ()) -> dict[str, bytes]:
    """Build the first response of each page and of other addresses, in each language, with the measures that a phone shows.

    Parameters
    ----------
    places : iterable of (str, str)
        Name of the page and parameters of each.

    Returns
    -------
    dict of str to bytes
        What `open_address` returns, by `first_key`.
    """
    page_searches = dict.fromkeys([*((page, "") for page in PATHS), *places])
    return {
        first_key(page, language, search): open_address(
            search, view_state(language, page, shows_all_measures=True, is_static=True)
        )
        for page, search in page_searches
        for language in LANGUAGES
    }
