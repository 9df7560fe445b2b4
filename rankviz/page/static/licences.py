"""The copyright holders of the pieces of the page, and the licences under which they are distributed."""

from __future__ import annotations

import tomllib
from pathlib import Path
from textwrap import fill

WIDTH = 100


def licences_text() -> str:
    """Write LICENSES.txt."""
    table = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    pieces = [_piece(**each) for each in table["part"]]
    texts = [f"{'=' * WIDTH}\n{name}\n\n{text.strip()}\n" for name, text in table["texts"].items()]
    return "\n".join([table["head"] + "\n", *pieces, *texts])


def _piece(name: str, what: str, holder: str, licence: str, source: str = "", note: str = "") -> str:
    lines = [
        f"{name}: {what}",
        holder,
        f"Licence: {licence}",
        *([f"Sources: {source}"] if source else []),
        *([note] if note else []),
    ]
    return "".join(fill(line, WIDTH, break_long_words=False) + "\n" for line in lines)
