"""What a person has to know beside a library's number: its faults, what it documents otherwise, names that mislead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rankviz.diagnose.lookup_result import Match
from rankviz.display.labels import library_name
from rankviz.libraries.profiles import PROFILES, Note
from rankviz.texts import Texts

MOST_LINES = 3


class NoteText(NamedTuple):
    """A note in words: a heading, the sentence, and where it can be checked."""

    head: str
    text: str
    source: str


def note_text(note: Note, measures: Sequence[str], texts: Texts) -> NoteText:
    """A note in its library's own row, with the measures that it is about; () says nothing of them."""
    kind = texts(f"library_kind.{note.kind}")
    kind = kind[0].upper() + kind[1:]
    head = (
        texts("library_note_format.of", kind=kind, measures=texts("sentence.more_separator").join(measures))
        if measures
        else kind
    )
    return _to_text(head, note, texts)


def notes_of_libraries(profiles: Iterable[str], metric: str, texts: Texts) -> Iterator[NoteText]:
    """What is noted of libraries for one metric, each note once, under the names of those that it is noted of."""
    noted: dict[Note, list[str]] = {}
    for profile in dict.fromkeys(profiles):
        for note in PROFILES[profile].notes_on(metric):
            noted.setdefault(note, []).append(library_name(profile, texts))
    for note, names in noted.items():
        library, kind = texts("sentence.more_separator").join(names), texts(f"library_kind.{note.kind}")
        yield _to_text(texts("library_note_format.by", library=library, kind=kind), note, texts)


def libraries_named_by(match: Match) -> tuple[str, ...]:
    """Keys of the libraries that an answer of a look-up names."""
    found = (key for each in (*match.departures, *match.synonyms) for key in each.details.get("profiles", ()))
    return (*found, *match.libraries)


def note_lines(profiles: Sequence[str], metric: str, texts: Texts) -> list[str]:
    """The same as lines of text; of many notes only how many there are of each library."""
    told = [*notes_of_libraries(profiles, metric, texts)]
    if len(told) <= MOST_LINES:
        return [texts("library_note_format.line", head=each.head, note=each.text, source=each.source) for each in told]
    counts = {key: len(PROFILES[key].notes_on(metric)) for key in dict.fromkeys(profiles)}
    names = [texts("library_note_format.counted", library=library_name(key, texts), count=n) for key, n in counts.items() if n]
    return [texts("library_note_format.many", libraries=texts("sentence.more_separator").join(names))]


def _to_text(head: str, note: Note, texts: Texts) -> NoteText:
    return NoteText(head, texts(f"library_note.{note.key}"), texts("library_note_format.source", source=note.source))
