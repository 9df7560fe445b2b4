"""Generated input that all property tests share: lists, conventions and measures.

A new kind of input is added here, so that every law meets it. Strategies are made once for each way to call: Hypothesis looks
through every new one, which takes as long as drawing from it. The values come from short lists on purpose: ties, duplicates,
grades on the threshold and cutoffs at the end of a list are then the rule, not a lucky draw.
"""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from rankviz import METRICS, Convention, Item, Ranking
from rankviz.core.conventions import FIELDS
from rankviz.core.metrics import Metric

MAX_LENGTH = 12
RELEVANT_OR_NOT = (0.0, 1.0, 2.0, 3.0, 0.5)
ANY_GRADES = (*RELEVANT_OR_NOT, 1.5, None, -1.0, -0.5, -2.0)
SCORES = (1.0, 2.0, 0.5, -1.0, 0.0)
# In the byte order of UTF-8 capital letters come before small ones, d10 before d2, and 𝒶 after Ａ (not so in UTF-16).
ODD_IDS = ("d2", "d10", "D2", "é", "文", "Ａ", "𝒶", "x y", "<b>")
# With a threshold of 0 an entry graded 0 is relevant and an unjudged one is not.
THRESHOLDS = (1.0, 0.5, 2.0, 3.0, 0.0)
# Numbers and texts of a convention, besides the cutoff.
VALUES: dict[str, tuple[object, ...]] = {
    "threshold": THRESHOLDS,
    "rbp_p": (0.8, 0.5, 0.95),
    "rbo_p": (0.9, 0.5, 0.98),
    "beta": (2.0, 1.0, 0.5),
    "recall_level": (0.0, 0.1, 0.3, 0.5, 1.0),
    "err_max": (None, 3.0, 4.0),
    "unjudged_grade": (0.0, 1.0, 2.5),
    "gain_base": (1.5, 0.25, 1.0, 2.0, 10.0),  # 0 refuses grades below 0
    "discount_power": (0.5, 0.0, 1.0, 3.0),
    "gain_table": ("0:0, 1:1, 2:3, 3:7", "0:1, 1:0.5, 2:4, 3:3"),
    "gain_formula": ("2^g-1", "g^2+1", "max(g, 1)"),
    "discount_table": ("1:1, 2:1.5, 3:2", "1:1, 2:1, 3:4"),
    "discount_formula": ("log2(i+1)", "sqrt(i)", "i^2/2"),
}


@st.composite
def rankings(
    draw: DrawFn,
    *,
    grades: tuple[float | None, ...] = ANY_GRADES,
    max_length: int = MAX_LENGTH,
    duplicates: bool = True,
    scored: bool | None = None,
    max_missed: int = 4,
) -> Ranking:
    """One query's list as a person may type it.

    Parameters
    ----------
    grades : numbers or None
        What the grades are drawn from.
    duplicates : bool
        Whether ids may occur twice, also in both parts of the list.
    scored : bool, optional
        Whether every entry has a score; by default sometimes all have one, sometimes none, sometimes only some.
    """
    shown = draw(_lists(grades, max_length))
    hidden = draw(_lists(grades, max_missed))
    ids = draw(_ids(len(shown) + len(hidden), duplicates))
    points = draw(_scores(len(shown), scored))
    items = tuple(map(Item, ids, shown, points))
    return Ranking(items, tuple(map(Item, ids[len(shown) :], hidden)))


@cache
def _one_of(values: tuple[object, ...]) -> SearchStrategy[object]:
    return st.sampled_from(values)


@cache
def _lists(grades: tuple[float | None, ...], max_size: int) -> SearchStrategy[list[float | None]]:
    return st.lists(st.sampled_from(grades), max_size=max_size)


@cache
def _cutoffs() -> SearchStrategy[int | None]:
    return st.none() | st.integers(1, MAX_LENGTH + 3)


@cache
def _ids(count: int, duplicates: bool) -> SearchStrategy[list[str]]:
    """Plain names, odd names in any order, or names of which some occur again."""
    plain = [f"d{i}" for i in range(1, count + 1)]
    named = st.permutations([*ODD_IDS, *(f"n{i}" for i in range(count))]).map(lambda names: names[:count])
    if not duplicates or not count:
        return st.just(plain) | named
    few = [*plain[: count // 2 + 1], *ODD_IDS]
    return st.just(plain) | named | st.lists(st.sampled_from(few), min_size=count, max_size=count)


@cache
def _scores(count: int, scored: bool | None) -> SearchStrategy[list[float | None]]:
    none: list[float | None] = [None] * count
    every = st.lists(st.sampled_from(SCORES), min_size=count, max_size=count)
    if scored is not None:
        return every if scored else st.just(none)
    return st.just(none) | every | every | st.lists(st.sampled_from((*SCORES, None)), min_size=count, max_size=count)


@st.composite
def conventions(draw: DrawFn, metric: Metric, *, raising: bool = True) -> Convention:
    """Any convention that the metric can tell from another: each declared field with one of its declared options.

    Parameters
    ----------
    raising : bool
        Whether the options that refuse some lists ('error') may be drawn.
    """
    choices: dict[str, object] = {}
    for name, keys in metric.uses.items():
        if keys:
            choices[name] = draw(_one_of(tuple(key for key in keys if raising or key != "error")))
    if "cutoff" in metric.uses:
        choices["cutoff"] = draw(_cutoffs())
    for name in sorted(VALUES.keys() & metric.uses.keys()):
        choices[name] = draw(_one_of(VALUES[name]))
    return Convention(**choices)  # type: ignore[arg-type]


@st.composite
def any_conventions(draw: DrawFn, *, raising: bool = False) -> Convention:
    """Every field settled anyhow, also those that a metric does not declare; for laws that go over all metrics at once."""
    choices: dict[str, object] = {
        "cutoff": draw(_cutoffs()),
        **{name: draw(_one_of(values)) for name, values in VALUES.items()},
    }
    for name, field in FIELDS.items():
        if field.options is not None:
            choices[name] = draw(_one_of(tuple(key for key in field.options if raising or key != "error")))
    return Convention(**choices)  # type: ignore[arg-type]


@st.composite
def measures(draw: DrawFn) -> str:
    """Draw the printed form of a measure, with a cutoff where the metric reads one: `nDCG@10`, `AUC`."""
    metric = METRICS[str(draw(_one_of(tuple(sorted(METRICS)))))]
    cutoff = draw(_cutoffs()) if "cutoff" in metric.uses else None
    return metric.name if cutoff is None else f"{metric.name}@{cutoff}"
