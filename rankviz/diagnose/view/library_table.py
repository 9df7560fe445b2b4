"""“All libraries”: what every library gives for the list, as a table."""

from __future__ import annotations

from rankviz.diagnose.words import library_table
from rankviz.display.glossary.term_marks import words_of_sheet
from rankviz.evaluation.library_values import to_csv
from rankviz.state.analysis import Analysis
from rankviz.texts import Texts

Data = dict[str, object]
FIND = ("find", "found", "found_none")


def library_table_payload(analysis: Analysis, texts: Texts) -> Data:
    """Build the table of libraries as a sheet, with `said` above it, `find`, the words of a field, and `file`, to be saved."""
    table = library_table.library_table_of(analysis)
    said = [library_table.summary_words(table, texts), texts("libraries.note")]
    file = {"label": texts("libraries.download"), "name": texts("libraries.file_name"), "text": to_csv(table)}
    find = {name: texts.unfilled(f"libraries.{name}") for name in FIND}
    sheet = library_table.table_payload(analysis, texts) | {"said": said, "file": file, "find": find, "tall": True}
    return sheet | {"words": words_of_sheet(sheet, texts)}
