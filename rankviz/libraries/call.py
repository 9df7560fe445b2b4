"""What programs for libraries are made of: the list in the forms that libraries take, and the parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from math import ceil, floor

from rankviz.core.conventions import Convention
from rankviz.core.lists.ranking import Item, Ranking
from rankviz.libraries.list_files import as_qrels, as_run, names_of

# What a program calls a metric, with a cutoff {k} or without; {only} and {suffix}: from which grade on a document is relevant.
Names = Mapping[tuple[str, bool], str]
# What can be passed to evaluators whose measures have their numbers in their names.
NUMBERS_TOO = ("threshold", "strict", "rbp_p", "recall_level")


@dataclass(frozen=True)
class Call:
    """One list and one metric that a library is to compute.

    Parameters
    ----------
    ranking : Ranking
        Every entry has a score.
    metric : str
        Key.
    convention : Convention
        The library's, with the parameters that a person passes to it.
    """

    ranking: Ranking
    metric: str
    convention: Convention

    @property
    def scores(self) -> list[float]:
        """Scores of the retrieved entries."""
        return [float(item.score or 0) for item in self.ranking.items]

    @property
    def grades(self) -> list[float]:
        """Grades of the retrieved entries; 0 for an unjudged one, which a program that takes arrays cannot tell from it."""
        return [_as_integer(item.grade or 0) for item in self.ranking.items]

    @property
    def relevant(self) -> list[int]:
        """1 for each relevant retrieved entry, 0 for the others."""
        return [int(self._is_relevant(item)) for item in self.ranking.items]

    @property
    def relevant_ids(self) -> list[str]:
        """Ids of all relevant documents, missed ones included."""
        return [*dict.fromkeys(each.doc_id for each in (*self.ranking.items, *self.ranking.missed) if self._is_relevant(each))]

    @property
    def items_by_score(self) -> list[Item]:
        """The retrieved entries by descending score."""
        return sorted(self.ranking.items, key=lambda item: -(item.score or 0))

    @property
    def ranked_ids(self) -> list[str]:
        """Ids of the retrieved entries by descending score."""
        return [item.doc_id for item in self.items_by_score]

    @property
    def level(self) -> int:
        """The smallest whole grade that is relevant."""
        threshold = self.convention.threshold
        return floor(threshold) + 1 if self.convention.strict == "yes" else ceil(threshold)

    @cached_property
    def query(self) -> str:
        """A query name that is a number, which some programs require, and not a document's id, which others would leave out."""
        ids = {item.doc_id for item in (*self.ranking.items, *self.ranking.missed)}
        return next(name for name in map(str, count(1)) if name not in ids)

    @property
    def judgments(self) -> dict[str, float]:
        """Grades by document."""
        return {item.doc_id: _as_integer(item.grade) for item in self.judged_items if item.grade is not None}

    @property
    def judged_items(self) -> list[Item]:
        """All judged documents, also those that were not retrieved."""
        return [item for item in (*self.ranking.items, *self.ranking.missed) if item.grade is not None]

    @property
    def has_copies(self) -> bool:
        """Whether a document is retrieved twice."""
        return len({item.doc_id for item in self.ranking.items}) < len(self.ranking.items)

    @property
    def has_integer_grades(self) -> bool:
        """Whether all grades are whole numbers."""
        return all(float(grade).is_integer() for grade in self.judgments.values())

    def _is_relevant(self, item: Item) -> bool:
        grade, threshold = item.grade, self.convention.threshold
        return grade is not None and (grade > threshold if self.convention.strict == "yes" else grade >= threshold)

    def fill_name(self, name: str) -> str:
        """Return a library's name of the metric with the parameters filled in."""
        convention = self.convention
        return name.format(
            k=convention.cutoff,
            p=_print_plain(convention.rbp_p),
            digits=_print_plain(convention.rbp_p).partition(".")[2],
            at=float(convention.recall_level),
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
        The library's name of each metric.
    write : function of (Call, name) to str
        Writes the program.
    install : str
        Arguments of pip; {0}, {1} stand for the versions of its profile. "" for a program that is not a package.
    integer_grades_only : bool
        Whether it accepts only whole grades.
    highest_grade : float
        The highest grade that it accepts.
    passed_fields : tuple of str
        The fields of the convention that can be passed to it; all others must have their usual value.
    needs : {'', 'judged', 'relevant'}
        Which kind of document the list must have at least one of; '' for none.
    is_shell : bool
        Whether the program is for a command line.
    is_proved_with_copies : bool
        Whether it was run with a document retrieved twice, and gave the profile's value.
    run_on : str
        The day on which it was last run, with the version of the profile (tests/libraries/recorded/programs.json).
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
    run_on: str = ""


def with_and_without_cutoff(names: Mapping[str, str], cut: str) -> dict[tuple[str, bool], str]:
    """Return a library's names of metrics that it has with a cutoff, written where {} is, and without."""
    written = {(key, True): name.replace("{}", cut) for key, name in names.items()}
    return written | {(key, False): name.replace("{}", "") for key, name in names.items()}


def cut_before(names: Mapping[str, str]) -> Names:
    """Return the names of metrics that have no k, with the slice that cuts the list before."""
    return {**{(key, True): f"{name}[:{{k}}]" for key, name in names.items()}, **{(key, False): names[key] for key in names}}


def run_files(call: Call) -> str:
    """Write the commands that make the files of a run and of judgments."""
    qrels, run = as_qrels(call.ranking, call.query), as_run(call.ranking, call.query)
    return f"cat > qrels.txt <<'END'\n{qrels}END\ncat > run.txt <<'END'\n{run}END\n"


def relevant_and_ranked(call: Call) -> str:
    """Write lines for the relevant and the recommended items."""
    return f"relevant = {call.relevant_ids}\nranked = {call.ranked_ids}\n"


def arrays(call: Call, text: str, form: str = "{}") -> str:
    """Write lines for the arrays that `text` names; an array library knows only what was retrieved."""
    values_by_name = {"scores": call.scores, "grades": call.grades, "relevant": call.relevant}
    return "".join(f"{name} = {form.format(values)}\n" for name, values in values_by_name.items() if name in text)


def dictionaries(call: Call) -> str:
    """Write lines for judgments and run as dictionaries."""
    names = names_of(call.ranking)
    run = {names[item.doc_id]: float(item.score or 0) for item in call.ranking.items}
    qrels = {names[doc]: grade for doc, grade in call.judgments.items()}
    return f"qrels = { ({call.query: qrels})!r}\nrun = { ({call.query: run})!r}\n"


def _as_integer(grade: float) -> float:
    return int(grade) if float(grade).is_integer() else float(grade)


def _print_plain(number: float) -> str:
    return str(_as_integer(number))
