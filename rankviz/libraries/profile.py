"""What is known of a library: its choices, notes and source, and how it is called."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from rankviz.libraries.call import CallForm

Choices = Mapping[str, object]


# The groups of libraries, in the order of tables; within a group the best known come first.
GROUPS = ("books", "retrieval", "arrays", "learning_to_rank", "recommendation", "language_models", "engines")


@dataclass(frozen=True)
class Note:
    """What a person must know about a library's number.

    Parameters
    ----------
    key : str
        Key of the sentence, in [library_note] of the texts.
    kind : {'slip', 'trap', 'name'}
        'slip': a fault of the library. 'trap': easily missed, since it is undocumented or documented otherwise. 'name': the
        metric's name means another metric elsewhere.
    source : str
        Thread, file or page where the note can be checked.
    metrics : tuple of str
        Keys of the metrics that the note is about; (): all.
    shift : int
        For a value that is labelled with the wrong cutoff: the cutoff that is read minus the one on the label.
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
        Why the library may give another number for tied scores, as a key of the texts in [profile]; "" if it cannot. It applies
        to metrics whose choices name no rule for ties.
    stable_up_to : int
        Length of list up to which the number is certain, even so.
    source : str
        Where the choices were read, and what recorded the library's values.
    since, until : str
        First and last version that computes like this, if others do not; "" if that is unknown.
    notes : tuple of Note
    threshold : function of the grades of a list, or None
        The lowest grade that the library takes as relevant in that list, if no other can be passed to it.
    decimals : int or None
        How many decimals of its values the library shows; None if all.
    program : CallForm or None
        How the library is called; None if there is nothing to call.
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
    decimals: int | None = None
    program: CallForm | None = None

    def __post_init__(self) -> None:
        """See that the group is one of those that tables and menus have."""
        if self.group not in GROUPS:
            message = f'{self.key}: the group "{self.group}" is none of {", ".join(GROUPS)}.'
            raise ValueError(message)

    @property
    def is_book(self) -> bool:
        """Whether it is a book's, a course's or a paper's, and no program's."""
        return self.group == "books"

    def choices(self, metric: str, cutoff: int | None) -> Choices | None:
        """Return the choices for a metric; None if the library lacks it, with this cutoff or, for None, without one."""
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
        """Return the notes on a metric; () if there are none."""
        return tuple(note for note in self.notes if not note.metrics or metric in note.metrics)

    def is_stable(self, metric: str, reads_ties: bool, tied: int) -> bool:
        """Whether the library's number is certain; `tied` is the length of the longest list with tied scores, 0 if none has."""
        named = {**self.common, **(self.measures.get(metric) or {}), **(self.measures.get(metric + "@") or {})}
        return not self.unstable or tied <= self.stable_up_to or not reads_ties or "ties" in named
