"""“All libraries”: the value of every library for the list, as a table."""

from __future__ import annotations

from rankviz.diagnose.words import library_table
from rankviz.display.glossary.term_marks import words_of_sheet
from rankviz.evaluation.library_values import to_csv
from rankviz.state.analysis import Analysis
from rankviz.texts import Texts

Data = dict[str, object]
FIND = ("find", "found", "found_none")


def library_table_payload(analysis: Analysis, texts: Texts) -> Data:
    """Build the table of libraries, with `sentences` above it, the texts of a field that finds rows, and the `file` to save."""
    table = library_table.library_table_of(analysis)
    sentences = [library_table.summary_words(table, texts), texts("libraries.note")]
    file = {"label": texts("libraries.download"), "name": texts("libraries.file_name"), "text": to_csv(table)}
    finder_texts = {name: texts.template(f"libraries.{name}") for name in FIND}
    payload = library_table.table_payload(analysis, texts)
    payload |= {"sentences": sentences, "file": file, "finder_texts": finder_texts, "is_tall": True}
    return payload | {"words": words_of_sheet(payload, texts)}
