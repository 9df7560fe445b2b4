"""How many files the server may have open: each visitor and each phone takes some, and beyond them nobody gets in."""

from __future__ import annotations

import logging

NEEDED = 1_600  # 300 visitors of four each, 200 phones of one or two, and what the server itself has
LOG = logging.getLogger(__name__)


def limit_warning(allowed: int) -> str:
    """What the log says where that is not enough for a class; "" where it is, or where there is no limit.

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
    """Take what this process may have at most, and say in the log where that is too little."""
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
