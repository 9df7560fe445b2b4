"""Warnings that point into the line of whoever called us."""

from __future__ import annotations

import sys
import warnings

PACKAGE = __name__.partition(".")[0]


def warn_caller(message: str) -> None:
    """Warn with a UserWarning of the first line outside the package, however deep inside it something was found."""
    level, frame = 2, sys._getframe(1)  # from Python 3.12 on `skip_file_prefixes` does it
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == PACKAGE:
        level, frame = level + 1, frame.f_back
    warnings.warn(message, stacklevel=level)
