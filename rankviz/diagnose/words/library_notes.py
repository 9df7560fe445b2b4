"""Notes on a library beside its number: faults, deviations from its documentation, misleading names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rankviz.diagnose.lookup_result import Match
from rankviz.display.labels import library_name
from rankviz.libraries.profile import Note
from rankviz.libraries.profiles import PROFILES
from rankviz.texts import Texts

MOST_LINES = 3


class NoteText(NamedTuple):
    """The text of a note: heading, sentence, and source."""

    head: str
    text: str
    source: str


def note_text(note: Note, measures: Sequence[str], texts: Texts) -> NoteText:
    """Return the text of a note in the row of its library, with the measures that it is about; none for ()."""
    kind = texts(f"library_kind.{note.kind}")
    kind = kind[0].upper() + kind[1:]
    head = (
        texts("library_note_format.of", kind=kind, measures=texts("sentence.more_separator").join(measures))
        if measures
        else kind
    )
    return _to_text(head, note, texts)


def notes_of_libraries(profiles: Iterable[str], metric: str, texts: Texts) -> Iterator[NoteText]:
    """Yield the notes on libraries for one metric, each note once, under the names of its libraries."""
    libraries_by_note: dict[Note, list[str]] = {}
    for profile in dict.fromkeys(profiles):
        for note in PROFILES[profile].notes_on(metric):
            libraries_by_note.setdefault(note, []).append(library_name(profile, texts))
    for note, names in libraries_by_note.items():
        library, kind = texts("sentence.more_separator").join(names), texts(f"library_kind.{note.kind}")
        yield _to_text(texts("library_note_format.by", library=library, kind=kind), note, texts)


def libraries_named_by(match: Match) -> tuple[str, ...]:
    """Return the keys of the libraries that a match names."""
    keys = (key for each in (*match.departures, *match.synonyms) for key in each.details.get("profiles", ()))
    return (*keys, *match.libraries)


def note_lines(profiles: Sequence[str], metric: str, texts: Texts) -> list[str]:
    """Return the notes on libraries as lines of text; if there are many, one line with their number for each library."""
    notes = [*notes_of_libraries(profiles, metric, texts)]
    if len(notes) <= MOST_LINES:
        return [texts("library_note_format.line", head=each.head, note=each.text, source=each.source) for each in notes]
    counts = {key: len(PROFILES[key].notes_on(metric)) for key in dict.fromkeys(profiles)}
    names = [texts("library_note_format.counted", library=library_name(key, texts), count=n) for key, n in counts.items() if n]
    return [texts("library_note_format.many", libraries=texts("sentence.more_separator").join(names))]


def _to_text(head: str, note: Note, texts: Texts) -> NoteText:
    return NoteText(head, texts(f"library_note.{note.key}"), texts("library_note_format.source", source=note.source))
