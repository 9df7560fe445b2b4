"""Arguments in another order, or under the name that they have elsewhere, are told with the right one."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rankviz.basics.errors import InputError, shorten
from rankviz.core.conventions.choices_and_defaults import ELSEWHERE, choice_elsewhere
from rankviz.core.metrics.measures import parse_measure


def refuse_order(given: object, order: str) -> None:
    """Refuse a measure where a run or judgments are expected: `arguments_order`, with the call as it should be."""
    if isinstance(given, str) and _is_measure(given) and not Path(given).exists():
        name = shorten(given)
        message = f'"{name}" is a metric, and stands where a run or judgments are expected. The order is {order}.'
        raise InputError("arguments_order", message, name=name, order=order)


def refuse_elsewhere(choices: Iterable[str]) -> None:
    """Refuse `metrics=` and others before anything is read: `choice_elsewhere`."""
    for name in choices:
        if name in ELSEWHERE:
            raise choice_elsewhere(name)


def _is_measure(text: str) -> bool:
    try:
        parse_measure(text)
    except InputError:
        return False
    return True
