"""Raises the process's open-file limit: every visitor and phone takes some files, and beyond the limit nobody gets in."""

from __future__ import annotations

import logging

NEEDED = 1_600  # 300 visitors of four each, 200 phones of one or two, and what the server itself has
LOG = logging.getLogger(__name__)


def limit_warning(allowed: int) -> str:
    """Return the warning if the limit is too low for a class; "" if it is high enough, or there is none.

    Parameters
    ----------
    allowed : int
        How many files this process may have open; below 0 as many as it likes.

    Examples
    --------
    >>> limit_warning(256), limit_warning(4096), limit_warning(-1)
    ('open files: 256, needed: 1600 (ulimit -n 1600)', '', '')
    """
    is_enough = allowed < 0 or allowed >= NEEDED
    return "" if is_enough else f"open files: {allowed}, needed: {NEEDED} (ulimit -n {NEEDED})"


def raise_open_file_limit() -> None:
    """Raise the limit to the process's maximum; log a warning if that is too low for a class."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows has no such limit
        return
    allowed, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    target = NEEDED if hard_limit == resource.RLIM_INFINITY else min(NEEDED, hard_limit)
    if allowed != resource.RLIM_INFINITY and allowed < target:
        resource.setrlimit(resource.RLIMIT_NOFILE, (target, hard_limit))
        allowed = target
    if warning := limit_warning(-1 if allowed == resource.RLIM_INFINITY else allowed):
        LOG.warning("%s", warning)
