"""Open the store that RANKVIZ_CLASS names. The database's library is loaded only then."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from rankviz.basics.errors import InputError
from rankviz.basics.optional_packages import missing_package
from rankviz.classroom.store_setting import read_setting

if TYPE_CHECKING:
    from rankviz.classroom.store import Store


def open_store(environ: Mapping[str, str] = os.environ) -> Store | None:
    """Open the store of the rooms; None where there are no classes.

    Raises
    ------
    InputError
        `class_setting`, `class_library`, `class_schema`, `class_store`: no rooms, and everything else works.

    Examples
    --------
    >>> open_store({"RANKVIZ_CLASS": "off"}) is None
    True
    """
    if (address := read_setting(environ)) is None:
        return None
    try:
        from rankviz.classroom.store import Store
    except ModuleNotFoundError as error:
        raise InputError("class_library", str(missing_package(error)), name=str(error.name)) from None
    return Store(address)
