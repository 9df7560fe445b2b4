"""Hand-made lists that between them make every choice matter, the conventions near the textbook, and short ways to ask."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np

from rankviz import METRICS, Convention, InputError, Item, Ranking
from rankviz.core.conventions import FIELDS
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics import Metric
from rankviz.core.trace import Trace
from rankviz.evaluation.evaluate import compute

NUMBERS: dict[str, tuple[object, ...]] = {
    "cutoff": (None, 1, 3, 5),
    "threshold": (1.0, 0.5, 2.0),
    "rbp_p": (0.8, 0.5),
    "beta": (2.0, 0.5),
    "recall_level": (0.0, 0.3, 1.0),
    "err_max": (None, 4.0),
    "unjudged_grade": (0.0, 2.5),
    "gain_base": (1.5, 0.0, 1.0, 3.0),
    "discount_power": (0.5, 0.0, 2.0),
    "gain_table": ("0:0, 1:1, 2:3, 3:7", "0:1, 1:2, 2:1.5, 3:5"),
    "gain_formula": ("2^g-1", "g^2+1"),
    "discount_table": ("1:1, 2:1.5, 3:2", "1:2, 2:2, 3:3, 4:5"),
    "discount_formula": ("log2(i+1)", "sqrt(i)"),
}
# A number or a text that only one option reads is tried together with that option.
READ_WITH = {"gain_table": ("gain", "table"), "gain_formula": ("gain", "formula"), "discount_table": ("discount", "table")}
READ_WITH |= {"discount_formula": ("discount", "formula")}
READ_WITH |= {"gain_base": ("gain", "base"), "discount_power": ("discount", "power"), "unjudged_grade": ("unjudged", "grade")}
SCORED = Ranking.from_grades([0, 2, 1, 0, 3, 0, 2], missed=[1, 0], scores=[4, 4, 4, 3, 2, 2, 1], doc_ids=list("gbcaefd"))
DUPLICATES = Ranking(
    (Item("a", 1), Item("b", 0), Item("a", 3), Item("c", 2), Item("b", 2), Item("d", 0)), (Item("a", 2), Item("e", 1))
)
SCORED_DUPLICATES = Ranking(
    (Item("a", 0, 1), Item("b", 1, 2), Item("a", 2, 3), Item("c", 0, 2), Item("a", 1, 2)), (Item("e", 2),)
)
# Duplicates with other grades and scores, of which the first or the last may be the one that counts.
RATED_DUPLICATES = Ranking((Item("a", 0, 1), Item("a", 3, 1)))
# One relevant entry in a tie around rank 3 (or 1): the rules that break ties bring it in or leave it out, no two of them alike.
TIES = tuple(
    Ranking.from_grades([int(each == relevant) for each in ids], scores=[1] * len(ids), doc_ids=list(ids))
    for ids, relevant in (("acebdf", "b"), ("acebdf", "d"), ("acebdf", "c"), ("bac", "b"), ("bac", "c"))
)
# So many are tied, and relevant, that not all who may stand in the first three do, and the mean of their ranks is beyond.
TIED_BEYOND = Ranking.from_grades([0, 1, 0, 1, 0, 1, 0, 1], scores=[1] * 8)
# Duplicates before a relevant document push it out of the first three; duplicates of a relevant one count or not.
PUSHING = Ranking((Item("a", 0), Item("a", 0), Item("a", 0), Item("b", 1)), (Item("c", 1),))
REPEATED = Ranking((Item("a", 1), Item("b", 0), Item("a", 0), Item("a", 2), Item("c", 0), Item("b", 1)))
LATE_DUPLICATES = Ranking(tuple(Item(doc, grade) for doc, grade in zip("cdeaaf", (0, 0, 0, 1, 0, 2), strict=True)))
NEGATIVE_FIRST = Ranking.from_grades([-1, 0, 0, 2], missed=[3, 2, 1])
NEGATIVE = Ranking.from_grades([1, -2, 3, None, -1, 2, 0], missed=[-1, 2])

# Lists that every convention accepts: no duplicates, nothing below 0.
PLAIN_LISTS: tuple[Ranking, ...] = (
    # 2^24 + 1 is not a number of 32 bits.
    Ranking.from_grades([0, 0, 0, 1, 0], missed=[1, 2], scores=[5e7, 4e7, 16777216, 16777217, 1]),
    Ranking.from_grades([3, 2, 3, 0, 1, 2], missed=[3, 2]),
    SCORED,
    Ranking.from_grades([0, 1, 0.5, None, 2, 1.5, 0], missed=[0, 3]),
    Ranking.from_grades([None, 1, None, 0, 3], missed=[1, 0], scores=[1, 1, 1, 1, 0]),
    Ranking.from_grades([0, 2], missed=[3, 1, 2, 0]),
    Ranking.from_grades([0, 0, 0], missed=[2]),
    Ranking.from_grades([0, None]),
    Ranking.from_grades([2, 1, 3]),
    # The first relevant entry comes late, so that every cutoff before it is told from every one after it.
    Ranking.from_grades([0, 0, 1]),
    Ranking.from_grades([0, 0, 0, 2, 0, 0]),
    Ranking.from_grades([0, 0, 0, 0, 0, 0, 1], missed=[0]),
    # Twelve entries: the decimal logarithm of a rank passes 1 after rank 10 only.
    Ranking.from_grades([1, 0, 2, 0, 0, 1, 3, 0, 0, 2, 3, 1], missed=[1]),
    Ranking.from_grades([None, None]),
    Ranking.from_grades([], missed=[1, 0]),
    Ranking(),
    *TIES,
    TIED_BEYOND,
)
LISTS: tuple[Ranking, ...] = (
    *PLAIN_LISTS,
    DUPLICATES,
    SCORED_DUPLICATES,
    RATED_DUPLICATES,
    PUSHING,
    REPEATED,
    LATE_DUPLICATES,
    NEGATIVE_FIRST,
    NEGATIVE,
)


def option_keys(metric: Metric, name: str) -> tuple[object, ...]:
    """Every value of a declared field: its declared options, or some numbers where it is a number."""
    return metric.uses[name] or NUMBERS[name]


def option_table(name: str) -> tuple[str, ...]:
    """Every option of a field."""
    return tuple(FIELDS[name].options or ())


def one_choice_away(metric: Metric) -> Iterator[Convention]:
    """The textbook's conventions at several cutoffs, and those that differ from them in one declared choice."""
    cutoffs = (None, 3, 9) if "cutoff" in metric.uses else (None,)
    for cutoff in cutoffs:
        yield Convention(cutoff=cutoff)
    for name in (each for each in metric.uses if each != "cutoff"):
        default = getattr(Convention(), name)
        for value in option_keys(metric, name):
            if value != default:
                for cutoff in cutoffs:
                    yield Convention(cutoff=cutoff).with_choices(
                        {name: value, **dict([READ_WITH[name]] if name in READ_WITH else [])}
                    )
    # What becomes of a negative grade can reach an ideal only through the length of the list.
    if "ideal_cut" in metric.uses:
        yield Convention(cutoff=3, unjudged="skip", ideal_cut="n")


@cache
def raw_of(*lists: Ranking) -> RawLists:
    """Lists as arrays, built once."""
    return RawLists.from_rankings(lists)


def raw_lists(convention: Convention) -> RawLists:
    """The lists that a convention does not refuse; without a list in which nothing is relevant where it refuses those."""
    if convention.no_relevant == "error":
        return raw_of(*(each for each in PLAIN_LISTS if any((item.grade or 0) >= convention.threshold for item in each.items)))
    return raw_of(*(PLAIN_LISTS if "error" in (convention.duplicates, convention.negative) else LISTS))


@cache
def trace_of(key: str, convention: Convention) -> Trace:
    """A metric on all lists at once."""
    return compute(METRICS[key], raw_lists(convention), convention)


def refuses(metric: Metric, convention: Convention, ranking: Ranking) -> str:
    """The key of the error that a convention has for a list; "" if it takes it."""
    try:
        compute(metric, raw_of(ranking), convention)
    except InputError as error:
        return error.key
    return ""


def values(metric: Metric, lists: Sequence[Ranking], convention: Convention) -> Array:
    """A metric's value for each list (Q,)."""
    return compute(metric, RawLists.from_rankings(lists), convention).value


def assert_same(found: Array, expected: Array | float, what: object) -> None:
    """Equal at 12 digits; terms of opposite sign may cancel, hence the absolute part, which no single term comes near."""
    assert np.allclose(found, expected, rtol=1e-12, atol=1e-14, equal_nan=True), (what, found, expected)
