"""The messages above the list."""

from __future__ import annotations

from collections.abc import Sequence

from rankviz.texts import Texts

Data = dict[str, object]


def notices_payload(notices: Sequence[str], empty_reason: str, texts: Texts) -> Data:
    """Build the messages.

    Parameters
    ----------
    notices : sequence of str
        Repeated ones are shown once.
    empty_reason : str
        Why the page shows nothing; "" for a page that shows something.
    texts : Texts

    Returns
    -------
    dict
        `messages` (list of str); `empty_reason`; `link_text` of a link to Explore beside that; and `texts` for a browser that
        gets no response, by the names that `setStatus` of the tab is given.
    """
    return {
        "messages": list(dict.fromkeys(notices)),
        "empty_reason": empty_reason,
        "link_text": texts("cover.lead"),
        "texts": unanswered_texts(texts),
    }


def unanswered_texts(texts: Texts) -> dict[str, str]:
    """Return the messages for a missing response, by why there is none."""
    return texts.group("unanswered") | {"too_large": texts("error.too_large")}
