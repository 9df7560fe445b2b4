"""Exclude loaded modules from garbage collection."""

from __future__ import annotations

import gc
from functools import cache


@cache
def freeze_loaded_objects() -> None:
    """Exclude all objects in memory from later garbage collections; only the first call has an effect.

    Modules are never garbage, but Python scans all their objects, every few seconds when many people edit, and a server
    responds to nobody meanwhile. Call it once everything is loaded.
    """
    gc.freeze()
