"""Computes the similarity of two lists, with a record of every step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rankviz.basics.coerce import to_float
from rankviz.basics.errors import InputError, short_repr, shorten, unknown_name
from rankviz.compare.similarity import SIMILARITIES, Similarity
from rankviz.compare.similarity.ranking_pair import RankingPair, align_documents, pair_up
from rankviz.core.conventions import FIELDS, TEXTBOOK, Convention
from rankviz.core.lists.ranking import Item, Ranking, as_names
from rankviz.core.metrics.measures import FORM, LONGEST, digits
from rankviz.core.trace import Trace

Order = Ranking | Iterable[str]


@dataclass(frozen=True, eq=False)
class ComputedSimilarity:
    """The similarity of two lists with every step that led to it.

    Parameters
    ----------
    measure : str
        As it is printed.
    likeness : Similarity
    convention : Convention
        Narrowed to the fields that the measure declares.
    trace : Trace
        Of the first list as it is compared: ranks are those among the compared documents.
    rankings : tuple of Ranking
        Both lists as they are compared.
    only : (int, int)
        How many documents only the first list has, and only the second list.
    reason : str
        Why there is no value: 'empty', 'few', 'tied_first' or 'tied_second'; '' where there is one.
    other_way : float or None
        The value with the lists exchanged; None for a symmetric measure.
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
        """The similarity; NaN where it is undefined."""
        return float(self.trace.value[0])


def similarity_of(measure: str, first: Order, second: Order, choices: dict[str, object]) -> ComputedSimilarity:
    """Compare two lists; parameters and errors as for `rankviz.alike`."""
    similarity, numbers = parse_similarity(measure)
    default = {"duplicates": similarity.uses["duplicates"][0]}  # the textbook convention keeps duplicates, which have no order
    convention = TEXTBOOK.with_choices({**default, **choices, **numbers})
    lists = as_order(first, "first"), as_order(second, "second")
    return compute_similarity(similarity, *lists, similarity.narrow(convention, strictly=True))


def compute_similarity(similarity: Similarity, first: Ranking, second: Ranking, convention: Convention) -> ComputedSimilarity:
    """Compute a similarity measure on two lists, with the fields of the convention that it reads."""
    narrowed = similarity.narrow(convention)
    rule = narrowed.alike_missing if "alike_missing" in similarity.uses else ""
    lists = align_documents(first, second, rule)
    paired = pair_up(lists[:1], lists[1:], narrowed)
    ids = [{item.doc_id for item in each.items} for each in (first, second)]
    trace = run_similarity(similarity, paired, narrowed)
    reason = _undefined_reason(similarity, paired) if trace.undefined[0] else ""
    only = len(ids[0] - ids[1]), len(ids[1] - ids[0])
    other_way = None
    if not similarity.is_symmetric:
        other_way = float(run_similarity(similarity, pair_up(lists[1:], lists[:1], narrowed), narrowed).value[0])
    measure = print_similarity(similarity, narrowed)
    return ComputedSimilarity(measure, similarity, narrowed, trace, lists, only, reason, other_way)


def run_similarity(similarity: Similarity, paired: RankingPair, convention: Convention) -> Trace:
    """Compute a similarity measure on pairs of lists, under a convention already narrowed for it."""
    trace = Trace(similarity.key, paired.first, convention)
    similarity.compute(paired, convention.view(similarity.uses), trace)
    return trace


def _undefined_reason(similarity: Similarity, paired: RankingPair) -> str:
    """Return why the value of the first pair is undefined, as `ComputedSimilarity.reason`."""
    sizes = float(paired.first.n[0]), float(paired.second.n[0])
    if "alike_missing" not in similarity.uses:
        return "empty"
    if min(sizes) < 2:
        return "few"
    return "tied_first" if paired.all_tied()[0][0] else "tied_second"


def as_order(value: Order, what: str) -> Ranking:
    """Return a Ranking, made from plain ids if need be; raises `not_a_list`, `bad_id`."""
    return value if isinstance(value, Ranking) else Ranking(tuple(Item(doc) for doc in as_names(value, what)))


def parse_similarity(text: str) -> tuple[Similarity, dict[str, float]]:
    """Read the name of a similarity measure and its numbers, as `RBO(p=0.9)` or `tau_b`; case does not matter.

    Returns
    -------
    Similarity
    dict of field of the convention to number

    Raises
    ------
    InputError
        `unknown_likeness`, `bad_likeness`, `bad_number`.

    Examples
    --------
    >>> similarity, choices = parse_similarity("rbo(p=0.8)")
    >>> similarity.name, choices
    ('RBO', {'rbo_p': 0.8})
    """
    match = FORM.fullmatch(text) if isinstance(text, str) and len(text) <= LONGEST else None
    text = shorten(text) if isinstance(text, str) else short_repr(text)
    if not match or match[3] is not None:
        message = f'"{text}" is not a likeness: expected a name such as tau_b or RBO(p=0.9).'
        raise InputError("bad_likeness", message, text=text)
    similarity = find_similarity(match[1])
    return similarity, dict(_parse_parameter(text, part, similarity) for part in (match[2] or "").split(",") if part.strip())


def find_similarity(name: str) -> Similarity:
    """Return the similarity measure of a key, a printed name or an alias, in any case; raises `unknown_likeness`."""
    lowered = name.lower()
    for each in SIMILARITIES.values():
        if lowered in (each.key, each.name.lower(), *each.aliases):
            return each
    raise unknown_name("likeness", name, [each.name for each in SIMILARITIES.values()])


def _parse_parameter(text: str, part: str, similarity: Similarity) -> tuple[str, float]:
    letter, _, value = (each.strip() for each in part.partition("="))
    number, fields = to_float(value), similarity.parameters()
    if letter not in fields or number is None:
        message = f'"{text}": "{shorten(part.strip())}" is not a parameter; expected a name such as tau_b or RBO(p=0.9).'
        raise InputError("bad_likeness", message, text=text)
    field = FIELDS[fields[letter]]
    if not field.low <= number <= field.high:
        message = f'"{text}": {letter} must be between {field.low:g} and {field.high:g}, but is {shorten(value)}.'
        raise InputError("bad_number", message, name=letter, value=shorten(value), low=float(field.low), high=float(field.high))
    return field.name, number


def print_similarity(similarity: Similarity, convention: Convention) -> str:
    """Return the name of a similarity measure with the numbers that belong to it, as `RBO(p=0.9)`."""
    inner = ", ".join(f"{letter}={digits(getattr(convention, name))}" for letter, name in similarity.parameters().items())
    return f"{similarity.name}({inner})" if inner else similarity.name


def all_similarities(first: Ranking, second: Ranking, convention: Convention) -> Sequence[ComputedSimilarity]:
    """Compute every similarity measure on two lists under a convention, in the order of the table."""
    return [compute_similarity(each, first, second, convention) for each in SIMILARITIES.values()]
