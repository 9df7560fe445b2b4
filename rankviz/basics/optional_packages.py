"""Packages that not everybody has: loaded when something needs them, and one sentence where they are not installed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType
from typing import Any

from rankviz.basics.errors import InputError

# Which extra of pyproject.toml brings a module.
EXTRAS: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("click", "latex2mathml", "msgspec", "pandas", "plotly", "scipy", "segno"), "app"),
        **dict.fromkeys(("sqlalchemy", "starlette", "streamlit", "uvicorn"), "app"),
        "pyarrow": "runs",
        "duckdb": "duckdb",
        "psycopg": "postgres",
        "pyspark": "spark",
        "shtab": "completion",
    }
)


def load(module: str) -> Any:
    """Import a module of a package that need not be installed.

    Parameters
    ----------
    module : str
        In full, as "pyarrow.compute".

    Raises
    ------
    InputError
        `needs_package`.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise missing_package(error) from None


def is_installed(module: str) -> bool:
    """Whether a module can be imported; nothing is loaded."""
    return sys.modules[module] is not None if module in sys.modules else find_spec(module) is not None


def missing_package(error: ModuleNotFoundError) -> Exception:
    """Build the error `needs_package`, with the line that installs what is missing; another module's error stays what it is."""
    name = (error.name or "").partition(".")[0]
    if name not in EXTRAS:
        return error
    command = f'pip install "{_project()}[{EXTRAS[name]}]"'
    message = f"This needs {name}, which is not installed. Install it: {command}"
    return InputError("needs_package", message, name=name, command=command)


def html_or_text(html: Callable[[], str], text: Callable[[], str]) -> str:
    """Return what a notebook shows: HTML, or where a package for it is missing plain text and what to install."""
    try:
        return html()
    except InputError as error:
        if error.key != "needs_package":
            raise
        from html import escape

        return f"<pre>{escape(text())}</pre><p><small>{escape(error.message)}</small></p>"


def _project() -> str:
    """What pip is to install: the project that is installed, or the one of this folder."""
    from importlib.metadata import PackageNotFoundError, version  # 15 ms that nobody else waits for

    try:
        version("rankviz")
    except PackageNotFoundError:
        return "."
    return "rankviz"
