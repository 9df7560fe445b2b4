"""Figures of a benchmark, printed the same way everywhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median, quantiles


@dataclass(frozen=True)
class Figure:
    """One line of the table.

    Parameters
    ----------
    what : str
        What was measured.
    values : sequence of float
        Milliseconds, one a round.
    floor : sequence of float or None
        Milliseconds of what it is compared with, taken in the same rounds.
    goal : float or None
        The largest ratio of medians that is good enough.
    """

    what: str
    values: Sequence[float]
    floor: Sequence[float] | None = None
    goal: float | None = None


def high(values: Sequence[float]) -> float:
    """95th percentile; of a single value, the value."""
    return quantiles(values, n=20, method="inclusive")[-1] if len(values) > 1 else values[0]


def print_table(figures: Iterable[Figure]) -> None:
    """Print medians and 95th percentiles in milliseconds, and ratios of medians beside their goals."""
    print(f"{'':52}{'rounds':>7}{'median':>9}{'95th':>9}{'ratio':>8}{'goal':>8}")
    for figure in figures:
        if not figure.values:
            print(f"{figure.what:52}{0:7}  not measured")
            continue
        line = f"{figure.what:52}{len(figure.values):7}{median(figure.values):9.1f}{high(figure.values):9.1f}"
        if figure.floor:
            ratio = median(figure.values) / median(figure.floor)
            line += f"{ratio:8.2f}"
            if figure.goal is not None:
                line += f"{f'≤ {figure.goal:g}':>8}  {'met' if ratio <= figure.goal else 'MISSED'}"
        print(line)
