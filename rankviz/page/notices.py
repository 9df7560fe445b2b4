"""The messages above the list."""

from __future__ import annotations

from collections.abc import Sequence

from rankviz.texts import Texts

Data = dict[str, object]


def notices_payload(notices: Sequence[str], empty: str, texts: Texts) -> Data:
    """Build the messages; `empty` says why the page shows nothing, "" for one that does.

    Returns
    -------
    dict
        `messages` (list of str), `empty` (the same), `lead` (the words of a link to Explore beside that), and `texts` for a
        browser that is given no answer, by the names that `say` of the tab is given.
    """
    return {
        "messages": list(dict.fromkeys(notices)),
        "empty": empty,
        "lead": texts("cover.lead"),
        "texts": unanswered_texts(texts),
    }


def unanswered_texts(texts: Texts) -> dict[str, str]:
    """What is said where no answer comes, by why there is none."""
    return texts.group("unanswered") | {"too_large": texts("error.too_large")}
