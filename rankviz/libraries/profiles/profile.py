"""What a named convention is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

Choices = Mapping[str, object]


# In which order the groups of libraries stand in a table; among equals the best known are named first.
GROUPS = ("books", "retrieval", "arrays", "learning_to_rank", "recommendation", "language_models", "engines")


@dataclass(frozen=True)
class Note:
    """What a person has to know beside a library's number.

    Parameters
    ----------
    key : str
        Of the sentence, in [library_note] of the texts.
    kind : {'slip', 'trap', 'name'}
        A fault of the library; what is easily missed, since its documentation says otherwise, or since it does so without a
        word; a name that elsewhere means another metric.
    source : str
        Thread, file or page where that can be checked.
    metrics : tuple of str
        Keys of the metrics that it is about; (): all.
    shift : int
        Of a value that is labelled with the wrong cutoff: the cutoff that was read, less the one that is said.
    """

    key: str
    kind: str
    source: str
    metrics: tuple[str, ...] = ()
    shift: int = 0


@dataclass(frozen=True)
class Profile:
    """One named convention.

    Parameters
    ----------
    key, library, version : str
    group : str
        One of GROUPS.
    common : mapping of convention field to value
        For every metric.
    measures : mapping of metric key to choices or None
        On top of `common`; None: the library has no such metric. A key with '@' ('rr@') is meant for use with a cutoff only.
        A cutoff among the choices is the one that the library takes where none is given.
    others : mapping of convention field to value, or None
        For metrics that `measures` does not name; None: the library lacks them.
    unstable : str
        Why the library may give another number where scores tie, as a key of the texts in [profile]; "" if it cannot. It holds
        for the metrics whose choices name no rule for ties.
    stable_up_to : int
        Length of list up to which it cannot, all the same.
    source : str
        Where the choices were read, and what recorded the library's answers.
    since, until : str
        First and last version that computes so, where another one does not; "" where that is not known.
    notes : tuple of Note
    threshold : function of the grades of a list, or None
        The grade from which on the library calls a document of that list relevant, where nobody can tell it another one.
    """

    key: str
    library: str
    version: str
    group: str
    common: Choices = field(default_factory=dict)
    measures: Mapping[str, Choices | None] = field(default_factory=dict)
    others: Choices | None = None
    unstable: str = ""
    stable_up_to: int = 0
    source: str = ""
    since: str = ""
    until: str = ""
    notes: tuple[Note, ...] = ()
    threshold: Callable[[Sequence[float]], float] | None = None

    def choices(self, metric: str, cutoff: int | None) -> Choices | None:
        """Choices for a metric, or None if the library lacks it."""
        special = self.measures.get(metric, self.others)
        if cutoff is not None:
            special = self.measures.get(metric + "@", special)
        if special is None:
            return None
        merged = {**self.common, **special}
        if cutoff is not None:
            merged.pop("cutoff", None)
        return merged

    def notes_on(self, metric: str) -> tuple[Note, ...]:
        """What has to be known beside its number of a metric."""
        return tuple(note for note in self.notes if not note.metrics or metric in note.metrics)

    def is_stable(self, metric: str, reads_ties: bool, tied: int) -> bool:
        """Whether its number is certain for lists of which the longest with tied scores has `tied` entries (0: none has)."""
        named = {**self.common, **(self.measures.get(metric) or {}), **(self.measures.get(metric + "@") or {})}
        return not self.unstable or tied <= self.stable_up_to or not reads_ties or "ties" in named
