"""What some addresses open, answered when the files are made: the page shows it at once, before Python is there."""

from __future__ import annotations

from collections.abc import Iterable

from rankviz.page.answers.messages import ViewState
from rankviz.page.answers.open_address import open_address
from rankviz.page.static.html_shell import PATHS, first_key
from rankviz.texts import LANGUAGES


def first_responses(places: Iterable[tuple[str, str]] = ()) -> dict[str, bytes]:
    """Answer the first question of each page in each language, and of other addresses, with the measures that a phone shows.

    Parameters
    ----------
    places : iterable of (str, str)
        Name of the page and parameters of each.

    Returns
    -------
    dict of str to bytes
        By `first_key`.
    """
    wanted = dict.fromkeys([*((page, "") for page in PATHS), *places])
    return {
        first_key(page, language, search): open_address(
            search, ViewState(language, page, shows_all_measures=True, is_static=True)
        )
        for page, search in wanted
        for language in LANGUAGES
    }
