"""Why a query has no value that counts in the mean."""

from __future__ import annotations

from rankviz.texts import Texts


def uncounted_words(reason: str, texts: Texts) -> str:
    """Say that a query does not count, and why: a key of `rankviz.core.metrics.means.REASONS` other than the first.

    Examples
    --------
    >>> uncounted_words("nothing_relevant", Texts("en"))
    'left out: nothing relevant is judged'
    """
    return texts("runs.left_out", reason=texts(f"runs.left_out_{reason}"))
