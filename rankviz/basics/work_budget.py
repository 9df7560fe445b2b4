"""How much may be computed at once: what takes long counts it, and stops where somebody else should not have to wait for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_left: ContextVar[int | None] = ContextVar("left", default=None)


class OverBudgetError(RuntimeError):
    """Raised where more would be computed than may be."""


@contextmanager
def work_budget(units: int | None) -> Iterator[None]:
    """Let the code inside spend so many units, each some hundredths of a second; None for any number."""
    token = _left.set(units)
    try:
        yield
    finally:
        _left.reset(token)


def spend(units: int = 1) -> None:
    """Count units that are about to be computed; OverBudgetError if they are more than are left.

    Examples
    --------
    >>> with work_budget(1):
    ...     spend()
    ...     spend()
    Traceback (most recent call last):
        ...
    rankviz.basics.work_budget.OverBudgetError
    """
    left = _left.get()
    if left is None:
        return
    if left < units:
        raise OverBudgetError
    _left.set(left - units)
