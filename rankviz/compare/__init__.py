"""The same lists under many conventions at once: what every library gives, and what every combination of choices gives."""

from rankviz.compare.bench import Bench, Outcome
from rankviz.compare.grid import ChoiceGrid, GridCell, choice_grid
from rankviz.compare.libraries import TABLE_METRICS, Cell, LibraryRow, LibraryTable, library_table, to_csv

__all__ = [
    "TABLE_METRICS",
    "Bench",
    "Cell",
    "ChoiceGrid",
    "GridCell",
    "LibraryRow",
    "LibraryTable",
    "Outcome",
    "choice_grid",
    "library_table",
    "to_csv",
]
