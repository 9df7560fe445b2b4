"""What a program for a library is made of: the list in the forms that libraries take, and what is passed besides."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from math import ceil, floor

from rankviz.core.conventions import Convention
from rankviz.core.lists.ranking import Item, Ranking
from rankviz.libraries.programs.list_files import names_of

Names = Mapping[tuple[str, bool], str]


@dataclass(frozen=True)
class Call:
    """One list and one metric, as a library is asked for them.

    Parameters
    ----------
    ranking : Ranking
        Every entry has a score.
    metric : str
        Key.
    convention : Convention
        The library's, with what a person passes to it.
    """

    ranking: Ranking
    metric: str
    convention: Convention

    @property
    def scores(self) -> list[float]:
        """Of the entries shown."""
        return [float(item.score or 0) for item in self.ranking.items]

    @property
    def grades(self) -> list[float]:
        """Of the entries shown; one without a grade is not relevant for a program that takes arrays."""
        return [_whole(item.grade or 0) for item in self.ranking.items]

    @property
    def relevant(self) -> list[int]:
        """1 for each relevant entry shown, 0 for the others."""
        return [int(self._is_relevant(item)) for item in self.ranking.items]

    @property
    def relevant_ids(self) -> list[str]:
        """Ids of all relevant documents, those that were missed among them."""
        return [*dict.fromkeys(each.doc_id for each in (*self.ranking.items, *self.ranking.missed) if self._is_relevant(each))]

    @property
    def items_by_score(self) -> list[Item]:
        """The entries by descending score."""
        return sorted(self.ranking.items, key=lambda item: -(item.score or 0))

    @property
    def level(self) -> int:
        """The smallest whole grade that is relevant."""
        threshold = self.convention.threshold
        return floor(threshold) + 1 if self.convention.strict == "yes" else ceil(threshold)

    @cached_property
    def query(self) -> str:
        """A number, since some programs read no other names, that no document has: others leave out what is called like it."""
        ids = {item.doc_id for item in (*self.ranking.items, *self.ranking.missed)}
        return next(name for name in map(str, count(1)) if name not in ids)

    @property
    def judgments(self) -> dict[str, float]:
        """Grades by document."""
        return {item.doc_id: _whole(item.grade) for item in self.judged_items if item.grade is not None}

    @property
    def judged_items(self) -> list[Item]:
        """All judged documents, also those that were not retrieved."""
        return [item for item in (*self.ranking.items, *self.ranking.missed) if item.grade is not None]

    @property
    def has_copies(self) -> bool:
        """Whether a document is shown twice."""
        return len({item.doc_id for item in self.ranking.items}) < len(self.ranking.items)

    @property
    def has_integer_grades(self) -> bool:
        """Whether all grades are whole numbers."""
        return all(float(grade).is_integer() for grade in self.judgments.values())

    def _is_relevant(self, item: Item) -> bool:
        grade, threshold = item.grade, self.convention.threshold
        return grade is not None and (grade > threshold if self.convention.strict == "yes" else grade >= threshold)

    def fill_name(self, name: str) -> str:
        """Put what is passed into what a library calls the metric."""
        given = self.convention
        return name.format(
            k=given.cutoff,
            p=_plain(given.rbp_p),
            digits=_plain(given.rbp_p).partition(".")[2],
            at=float(given.recall_level),
            rel=self.level,
            only="" if self.level == 1 else f"(rel={self.level})",
            suffix="" if self.level == 1 else f"-l{self.level}",
        )


@dataclass(frozen=True)
class CallForm:
    """How a library is called.

    Parameters
    ----------
    names : mapping of (metric, with a cutoff) to str
        What it calls each metric.
    write : function of (Call, name) to str
    install : str
        What installs it; {0}, {1} stand for the versions of its profile. "" for a program that is no package.
    integer_grades_only : bool
        Whether it takes whole grades only.
    highest_grade : float
        The largest grade that it takes.
    passed_fields : tuple of str
        Which of `ASKED` it can be told; others have to be as they are for everybody.
    needs : {'', 'judged', 'relevant'}
        What there has to be at least one of.
    is_shell : bool
        Whether the program is one for a command line.
    is_proved_with_copies : bool
        Whether it was run with a document that stands twice, and gave what the profile gives.
    """

    names: Names
    write: Callable[[Call, str], str]
    install: str
    integer_grades_only: bool = False
    highest_grade: float = float("inf")
    passed_fields: tuple[str, ...] = ("threshold", "strict")
    needs: str = ""
    is_shell: bool = False
    is_proved_with_copies: bool = False


def arrays(call: Call, text: str, form: str = "{}") -> str:
    """Lines for the arrays that a call names; an array library knows nothing but what is shown."""
    given = {"scores": call.scores, "grades": call.grades, "relevant": call.relevant}
    return "".join(f"{name} = {form.format(values)}\n" for name, values in given.items() if name in text)


def dictionaries(call: Call) -> str:
    """Lines for judgments and run; some libraries write them into files."""
    names = names_of(call.ranking)
    run = {names[item.doc_id]: float(item.score or 0) for item in call.ranking.items}
    qrels = {names[doc]: grade for doc, grade in call.judgments.items()}
    return f"qrels = { ({call.query: qrels})!r}\nrun = { ({call.query: run})!r}\n"


def _whole(grade: float) -> float:
    return int(grade) if float(grade).is_integer() else float(grade)


def _plain(number: float) -> str:
    return str(_whole(number))
