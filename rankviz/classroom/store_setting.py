"""Reads RANKVIZ_CLASS, which says where the rooms of a class are stored; opens nothing."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path

from rankviz.basics.errors import InputError, shorten

SETTING = "RANKVIZ_CLASS"
FILE = "class.sqlite3"
MEMORY = "sqlite://"
POSTGRES = "postgresql+psycopg"
POSTGRES_SCHEMES = ("postgres", "postgresql", POSTGRES)  # as hosts of databases write it, without the library that is used
EXPECTED = f"Write sqlite, memory, off, or the address of a database such as {POSTGRES}://user:password@host/name."


def read_setting(environ: Mapping[str, str]) -> str | None:
    """Read the setting as the address of a store; None where there are no classes.

    The address may hold a password, so a message names its first part only.

    Parameters
    ----------
    environ : mapping of str to str
        RANKVIZ_CLASS, and where it says `sqlite`, or nothing, what `state_folder` reads.

    Raises
    ------
    InputError
        `class_setting`

    Examples
    --------
    >>> read_setting({"XDG_STATE_HOME": "/var/lib", "LOCALAPPDATA": "/var/lib"})
    'sqlite:////var/lib/rankviz/class.sqlite3'
    >>> [read_setting({"RANKVIZ_CLASS": each}) for each in ("memory", "off", "postgres://host/name")]
    ['sqlite://', None, 'postgresql+psycopg://host/name']
    """
    setting = environ.get(SETTING, "").strip()
    word = setting.lower()
    if word == "off":
        return None
    if word == "memory":
        return MEMORY
    if word in ("", "sqlite"):
        return f"sqlite:///{state_folder(environ) / FILE}"
    scheme, separator, rest = setting.partition("://")
    if not separator or scheme.lower() not in POSTGRES_SCHEMES:
        described = f'"{shorten(scheme)}://…"' if separator else "a word" if "@" in setting else f'"{shorten(setting)}"'
        raise InputError(
            "class_setting", f"{SETTING}: found {described}, which names no place for the rooms of a class. {EXPECTED}"
        )
    if not _is_address(rest):
        message = f"{SETTING}: the address of the database cannot be read. Expected {POSTGRES}://user:password@host:5432/name."
        raise InputError("class_setting", f"{message} Characters such as @ : / in a password are written as %40 %3A %2F.")
    return f"{POSTGRES}://{rest}"


def _is_address(rest: str) -> bool:
    """Whether the text has the form of host, port and database name; the host may be missing."""
    host, _, name = rest.partition("/")
    port = re.search(r":(\d*)$", host.rpartition("@")[2])
    has_bad_port = port is not None and not 0 < int(port[1] or 0) < 1 << 16
    is_well_formed = re.fullmatch(r"(?:[^@/\s]+@)?(?:[^@:/\s\[\]]*|\[[0-9a-fA-F:.]+\])(?::\d+)?", host) is not None
    return is_well_formed and not has_bad_port and rest.isprintable() and bool(name.partition("?")[0])


def state_folder(environ: Mapping[str, str]) -> Path:
    """Return the folder for data that a program keeps on this system.

    Raises
    ------
    InputError
        `class_setting` where the user has no folder of their own.
    """
    configured = environ.get("LOCALAPPDATA" if os.name == "nt" else "XDG_STATE_HOME", "")
    if Path(configured).is_absolute():
        return Path(configured) / "rankviz"
    try:
        home = Path.home()
    except RuntimeError:
        message = f"The rooms of a class have no place: this user has no home folder. Set XDG_STATE_HOME, or {SETTING}=memory."
        raise InputError("class_setting", message) from None
    if os.name == "nt":
        return home / "AppData" / "Local" / "rankviz"
    return home / ("Library/Application Support" if sys.platform == "darwin" else ".local/state") / "rankviz"
