"""What a proof is made of: which recorded call belongs to which measure of a profile, and which rows it cannot promise."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

Row = Mapping[str, Any]
EXACT, BITS_32 = 1e-9, 1e-6


class Call(NamedTuple):
    """Our measure, their call, and the entry of PROFILES.json that tells of it, if it tells of the library at all."""

    ours: str
    theirs: str
    entry: str = ""


@dataclass(frozen=True)
class Proof:
    """Where a profile's answers are recorded, and how exactly they have to be met.

    `compared` is of how many rows that is promised, of single lists and of means; `library` its name in PROFILES.json;
    `tolerance` is left out where the `decimals` of the profile say it, or all digits were recorded; `besides` what else is not
    promised, or has to be known of the comparison, in sentences.
    """

    record: str
    calls: tuple[Call, ...]
    tolerance: float | None = None
    library: str = ""
    compared: tuple[int, int] = (0, 0)
    besides: str = ""


def calls(ours: str, whole: str = "", at: str = "", ks: Sequence[object] = (), *, entry: str = "") -> Iterator[Call]:
    """One measure's call for the whole list, if there is one, and its calls at several cutoffs."""
    if whole:
        yield Call(ours, whole, entry)
    yield from (Call(f"{ours}@{k}", at.format(k=k), entry) for k in ks)


def joined(*parts: Iterable[Call]) -> tuple[Call, ...]:
    return tuple(call for part in parts for call in part)


TO_10, TO_50, ALL = (1, 3, 10), (1, 3, 10, 50), (1, 3, 5, 10, 50)


def calls_with_k(**names: str) -> tuple[Call, ...]:
    """The calls of a library that asks for a cutoff, by our metric."""
    ours = {"ndcg": "nDCG", "ap": "AP", "rr": "RR", "precision": "P", "recall": "R", "success": "Success", "f1": "F1"}
    return joined(*(calls(ours[key], "", f"{name}(k={{k}})", TO_10) for key, name in names.items()))


class LeftOut(NamedTuple):
    """Rows of some profiles' measures that no choice can give, and why.

    Measures are named by key, with '@' at the end where it holds with a cutoff only; none: all of them. A mean over several
    lists is left out if one of them is, unless the reason holds for lists `alone`; in `means` the reason holds for the lists
    of a mean together.
    """

    why: str
    profiles: tuple[str, ...]
    metrics: tuple[str, ...]
    holds: Callable[[Row], bool] = lambda _row: False
    alone: bool = False
    means: Callable[[Sequence[Row]], bool] = lambda _rows: False


def everything(row: Row) -> list[float]:
    """All grades of a row; unjudged entries have none."""
    return [each for each in (*row["grades"], *row.get("missed", {}).values()) if each is not None]


def ties(row: Row) -> bool:
    return "ties" in row


def relevant_twice(row: Row) -> bool:
    relevant = [doc for doc, grade in zip(row["ids"], row["grades"], strict=True) if grade is not None and grade >= 1]
    return len(set(relevant)) < len(relevant)


def copies(row: Row) -> bool:
    return len(set(row["ids"])) < len(row["ids"])


def large_scores(row: Row) -> bool:
    return any(not 0 <= score <= 1 for score in row["scores"]) and max(row["scores"]) >= 16


def hit_ranks(row: Row) -> list[int]:
    order = sorted(range(len(row["ids"])), key=lambda i: -row["scores"][i])
    return [rank for rank, i in enumerate(order, 1) if (row["grades"][i] or 0) >= 1]


def no_hit_in_first_r(row: Row) -> bool:
    """R is beyond the cutoff of 10, or something is hit, but nothing in the first R."""
    total, hits = sum(grade >= 1 for grade in everything(row)), hit_ranks(row)
    return total > 10 or (bool(hits) and hits[0] > min(total, 10))
