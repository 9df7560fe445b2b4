"""Exclude loaded modules from garbage collection."""

from __future__ import annotations

import gc
from functools import cache


@cache
def freeze_loaded_objects() -> None:
    """Take all that is in memory out of every later garbage collection; of the calls only the first one does it.

    Modules are never garbage, but Python looks through all they hold, every few seconds when many people edit, and a server
    answers nobody meanwhile. Call it when everything is loaded.
    """
    gc.freeze()
