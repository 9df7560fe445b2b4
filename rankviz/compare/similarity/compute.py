"""A likeness of two lists with the record of how it came about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rankviz.basics.coerce import to_float
from rankviz.basics.errors import InputError, quoted, shown, unknown
from rankviz.compare.similarity import SIMILARITIES, Similarity
from rankviz.compare.similarity.ranking_pair import RankingPair, align_documents, pair_up
from rankviz.core.conventions import FIELDS, TEXTBOOK, Convention
from rankviz.core.lists.ranking import Item, Ranking, as_names
from rankviz.core.metrics.measures import FORM, LONGEST, digits
from rankviz.core.trace import Trace

Order = Ranking | Iterable[str]


@dataclass(frozen=True, eq=False)
class ComputedSimilarity:
    """A likeness of two lists with every step that led to it.

    Parameters
    ----------
    measure : str
        As it is printed.
    likeness : Similarity
    convention : Convention
        Narrowed to what the likeness declares.
    trace : Trace
        Of the first list, as it is compared: its places are those among the documents that are.
    rankings : tuple of Ranking
        The two lists as they are compared.
    only : (int, int)
        How many documents only the first list has, and only the second.
    reason : str
        Why there is no value: 'empty', 'few', 'tied_first' or 'tied_second'; '' where there is one.
    other_way : float or None
        What it is with the second list as the first one; None where that is the same.
    """

    measure: str
    likeness: Similarity
    convention: Convention
    trace: Trace
    rankings: tuple[Ranking, Ranking]
    only: tuple[int, int]
    reason: str = ""
    other_way: float | None = None

    @property
    def value(self) -> float:
        """The likeness; NaN where it is undefined."""
        return float(self.trace.value[0])


def similarity_of(measure: str, first: Order, second: Order, choices: dict[str, object]) -> ComputedSimilarity:
    """Compare two lists; parameters and errors as for `rankviz.alike`."""
    likeness, named = parse_similarity(measure)
    usual = {"duplicates": likeness.uses["duplicates"][0]}  # the textbook's keeps copies, which have no order
    convention = TEXTBOOK.with_choices({**usual, **choices, **named})
    lists = as_order(first, "first"), as_order(second, "second")
    return compute_similarity(likeness, *lists, likeness.narrow(convention, strictly=True))


def compute_similarity(likeness: Similarity, first: Ranking, second: Ranking, convention: Convention) -> ComputedSimilarity:
    """Compare two lists under a convention, of which the likeness takes what it reads."""
    narrowed = likeness.narrow(convention)
    rule = narrowed.alike_missing if "alike_missing" in likeness.uses else ""
    lists = align_documents(first, second, rule)
    paired = pair_up(lists[:1], lists[1:], narrowed)
    ids = [{item.doc_id for item in each.items} for each in (first, second)]
    trace = run_similarity(likeness, paired, narrowed)
    why = _undefined_reason(likeness, paired) if trace.undefined[0] else ""
    only = len(ids[0] - ids[1]), len(ids[1] - ids[0])
    turned = (
        None
        if likeness.is_symmetric
        else float(run_similarity(likeness, pair_up(lists[1:], lists[:1], narrowed), narrowed).value[0])
    )
    return ComputedSimilarity(print_similarity(likeness, narrowed), likeness, narrowed, trace, lists, only, why, turned)


def run_similarity(likeness: Similarity, paired: RankingPair, convention: Convention) -> Trace:
    """Run a likeness on pairs of lists under a convention already narrowed for it."""
    trace = Trace(likeness.key, paired.first, convention)
    likeness.compute(paired, convention.view(likeness.uses), trace)
    return trace


def _undefined_reason(likeness: Similarity, paired: RankingPair) -> str:
    sizes = float(paired.first.n[0]), float(paired.second.n[0])
    if "alike_missing" not in likeness.uses:
        return "empty"
    if min(sizes) < 2:
        return "few"
    return "tied_first" if paired.all_tied()[0][0] else "tied_second"


def as_order(value: Order, what: str) -> Ranking:
    """Accept plain ids in their order wherever a Ranking is; `not_a_list`, `bad_id`."""
    return value if isinstance(value, Ranking) else Ranking(tuple(Item(doc) for doc in as_names(value, what)))


def parse_similarity(text: str) -> tuple[Similarity, dict[str, float]]:
    """Read `RBO(p=0.9)`, `tau_b`; upper and lower case are the same.

    Raises
    ------
    InputError
        `unknown_likeness`, `bad_likeness`, `bad_number`.

    Examples
    --------
    >>> likeness, choices = parse_similarity("rbo(p=0.8)")
    >>> likeness.name, choices
    ('RBO', {'rbo_p': 0.8})
    """
    match = FORM.fullmatch(text) if isinstance(text, str) and len(text) <= LONGEST else None
    text = quoted(text) if isinstance(text, str) else shown(text)
    if not match or match[3] is not None:
        message = f'"{text}" is not a likeness: expected a name such as tau_b or RBO(p=0.9).'
        raise InputError("bad_likeness", message, text=text)
    likeness = find_similarity(match[1])
    return likeness, dict(_parse_parameter(text, part, likeness) for part in (match[2] or "").split(",") if part.strip())


def find_similarity(name: str) -> Similarity:
    """Look a likeness up by its key, its printed name or another one, whatever the case."""
    wanted = name.lower()
    for each in SIMILARITIES.values():
        if wanted in (each.key, each.name.lower(), *each.aliases):
            return each
    raise unknown("likeness", name, [each.name for each in SIMILARITIES.values()])


def _parse_parameter(text: str, part: str, likeness: Similarity) -> tuple[str, float]:
    letter, _, value = (each.strip() for each in part.partition("="))
    number, known = to_float(value), likeness.parameters()
    if letter not in known or number is None:
        message = f'"{text}": "{quoted(part.strip())}" is not a parameter; expected a name such as tau_b or RBO(p=0.9).'
        raise InputError("bad_likeness", message, text=text)
    field = FIELDS[known[letter]]
    if not field.low <= number <= field.high:
        message = f'"{text}": {letter} must be between {field.low:g} and {field.high:g}, but is {quoted(value)}.'
        raise InputError("bad_number", message, name=letter, value=quoted(value), low=float(field.low), high=float(field.high))
    return field.name, number


def print_similarity(likeness: Similarity, convention: Convention) -> str:
    """Write a likeness with the numbers that belong to its name: `RBO(p=0.9)`."""
    inner = ", ".join(f"{letter}={digits(getattr(convention, name))}" for letter, name in likeness.parameters().items())
    return f"{likeness.name}({inner})" if inner else likeness.name


def all_similarities(first: Ranking, second: Ranking, convention: Convention) -> Sequence[ComputedSimilarity]:
    """Every likeness of two lists under a convention, in the order of the table."""
    return [compute_similarity(each, first, second, convention) for each in SIMILARITIES.values()]
