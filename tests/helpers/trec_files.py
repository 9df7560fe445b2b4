"""Runs and judgments as files of TREC text."""

from collections.abc import Mapping
from pathlib import Path

Rows = Mapping[str, Mapping[str, float]]


def write_trec(folder: Path, run: Rows, qrels: Rows) -> tuple[str, str]:
    """Write {query: {document: number}} of both into a folder, in the order in which they stand, and return their paths."""
    paths = folder / "a.run", folder / "qrels.txt"
    for path, rows, line in zip(paths, (run, qrels), ("{} Q0 {} 1 {} t\n", "{} 0 {} {}\n"), strict=True):
        text = "".join(line.format(query, doc, number) for query, row in rows.items() for doc, number in row.items())
        path.write_text(text, encoding="utf-8")
    return str(paths[0]), str(paths[1])
