"""The printed form of a measure, a metric with its parameters: `nDCG@10`, `P(rel=2)@5`, and back."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from rankviz.conventions import Convention
from rankviz.errors import InputError, unknown
from rankviz.metrics import METRICS, Metric

FORM = re.compile(r"\s*([A-Za-z_]\w*?)\s*(?:\(([^()]*)\))?\s*(?:@\s*([^@\s]+))?\s*")
ALIASES = {"map": "ap", "mrr": "rr", "precision": "precision", "recall": "recall", "hit": "success", "acc": "accuracy"}
PARAMETERS = {"rel": "threshold", "p": "rbp_p"}


@dataclass(frozen=True)
class Measure:
    """A metric, the cutoff written after @ (None: not written), and the choices written in parentheses."""

    metric: Metric
    cutoff: int | None = None
    choices: dict[str, float] = field(default_factory=dict)


def parse_measure(text: str) -> Measure:
    """Read `nDCG@10`, `P(rel=2)@5`, `MAP`; upper and lower case are the same.

    Raises
    ------
    InputError
        `unknown_metric`, `bad_measure`, `bad_cutoff`, `no_cutoff`.

    Examples
    --------
    >>> parse_measure("ndcg@6").metric.name, parse_measure("P(rel=2)@5").choices
    ('nDCG', {'threshold': 2.0})
    """
    match = FORM.fullmatch(text)
    if not match:
        message = f'"{text}" is not a measure: expected a name, as in AP, nDCG@10 or P(rel=2)@5.'
        raise InputError("bad_measure", message, text=text)
    name, inner, cutoff = match.groups()
    metric = find_metric(name)
    if cutoff is not None and "cutoff" not in metric.uses:
        message = f'"{text}": {metric.name} always reads the whole list; leave out "@{cutoff}".'
        raise InputError("no_cutoff", message, text=text, name=metric.name, cutoff=cutoff)
    return Measure(metric, _whole(text, cutoff), _parameters(text, inner))


def find_metric(name: str) -> Metric:
    """Look a metric up by its key or printed name, whatever the case."""
    wanted = name.lower()
    for metric in METRICS.values():
        if wanted in (metric.key, metric.name.lower()):
            return metric
    if wanted in ALIASES:
        return METRICS[ALIASES[wanted]]
    raise unknown("metric", name, [metric.name for metric in METRICS.values()])


def print_measure(metric: Metric, convention: Convention) -> str:
    """Write a metric with its cutoff, if it reads one: `nDCG@10`."""
    cut = "cutoff" in metric.uses and convention.cutoff is not None
    return f"{metric.name}@{convention.cutoff}" if cut else metric.name


def _whole(text: str, cutoff: str | None) -> int | None:
    if cutoff is None:
        return None
    if not re.fullmatch(r"[0-9]{1,9}", cutoff) or int(cutoff) < 1:
        message = f'"{text}": expected a whole number from 1 to 999999999 after "@", found "{cutoff}".'
        raise InputError("bad_cutoff", message, text=text, value=cutoff)
    return int(cutoff)


def _parameters(text: str, inner: str | None) -> dict[str, float]:
    choices: dict[str, float] = {}
    for part in filter(None, (each.strip() for each in (inner or "").split(","))):
        name, _, value = (each.strip() for each in part.partition("="))
        try:
            choices[PARAMETERS[name]] = float(value)
        except (KeyError, ValueError):
            message = f'"{text}": "{part}" is not a parameter; expected rel=<number> or p=<number>.'
            raise InputError("bad_measure", message, text=text) from None
    return choices
