"""`--choose`: reads the choices, and checks that a measure reads each of them."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace

from rankviz.basics.errors import InputError, shorten
from rankviz.core.conventions import FIELDS, Convention, Field
from rankviz.core.conventions.choices_and_defaults import refuse_elsewhere
from rankviz.core.conventions.list_facts import ANY_LISTS
from rankviz.core.metrics import METRICS, Metric
from rankviz.core.metrics.measures import Measure
from rankviz.core.metrics.trec_measures import single_measure
from rankviz.evaluation.evaluate import narrow, resolve_convention


def choices_of(options: argparse.Namespace, measures: Sequence[str], several: bool) -> dict[str, object]:
    """Read the values of --choose, by field; each has to be read by one of the measures.

    Parameters
    ----------
    options : argparse.Namespace
    measures : strings
        For which the choices are made.
    several : bool
        Whether a mean over lists is computed.

    Raises
    ------
    InputError
        `choice_unread` for one that none of the measures reads under the other choices, as nothing would say so.
    """
    typed = {text.partition("=")[0]: text for text in options.choose}
    choices = read_choices(options.choose)
    parsed = [single_measure(each, options.profile) for each in measures]
    conventions = [(each, resolve_convention(each, options.profile, choices)) for each in parsed]
    for name, text in typed.items():
        reasons = [reason_not_read(name, measure, convention, several) for measure, convention in conventions]
        if all(reasons):
            reason = " ".join(dict.fromkeys(filter(None, reasons)))
            raise InputError(
                "choice_unread", f"--choose {shorten(text)} would change nothing. {reason}", text=shorten(text), said=reason
            )
    return choices


def read_choices(typed: Sequence[str]) -> dict[str, object]:
    """Read the values of --choose, by field, without a check that any measure reads them."""
    return dict(map(_choice, typed))


def _choice(text: str) -> tuple[str, object]:
    name, separator, value = text.partition("=")
    if not separator:
        raise InputError(
            "unknown_choice", f'--choose {text}: expected FIELD=VALUE, as "gain=exponential".', name=text, known=""
        )
    refuse_elsewhere(name)
    field = FIELDS.get(name)
    if field is not None and field.options is None and not field.variable:
        return name, None if field.is_optional and value in ("all", "none") else _number(field, value)
    return name, value


def _number(field: Field, typed: str) -> float:
    """Read a number that the field takes; the error for any other one names what was typed."""
    try:
        number = float(typed)
        field.validate(number)
    except ValueError:  # an InputError is one
        message = f"--choose {field.name}={shorten(typed)}: expected {field.expected_text}."
        raise InputError("bad_number", message, name=field.name, value=shorten(typed)) from None
    return number


def reason_not_read(name: str, measure: Measure, convention: Convention, several: bool) -> str | None:
    """Return why a measure does not read a choice, and what to do; None if it does."""
    from rankviz.compare.similarity import SIMILARITIES

    metric, field = measure.metric, FIELDS[name]
    if name in measure.choices:
        return f"{metric.name} already has {name}={measure.choices[name]:g} in its name. Leave one of them out."
    if field.stage == "means":
        return None if several else f"{name} is for the mean of several lists. Add another list with --also."
    if any(name in each.uses for each in SIMILARITIES.values()) and not any(name in each.uses for each in METRICS.values()):
        return f"{name} is for the likeness of two lists: rankviz alike."
    if name not in metric.uses:
        return f"{metric.name} does not use {name}. It uses: {', '.join(each for each in FIELDS if each in metric.uses)}."
    narrowed = narrow(metric, convention)
    if field.is_read_when(ANY_LISTS, narrowed, metric.uses):
        return None
    remedies = list(_remedies(name, metric, narrowed))
    # Another answer for lists with nothing relevant makes every metric read relevance: nobody who wants that asks for it.
    needed = [f"{other}={key}" for other, key in remedies if other != "no_relevant"] or ["=".join(each) for each in remedies]
    return f"{metric.name} uses {name} only with {' or '.join(needed)}. Add --choose {needed[0]}."


def _remedies(name: str, metric: Metric, narrowed: Convention) -> Iterator[tuple[str, str]]:
    """The single choices with which a metric would read a field."""
    for other, keys in metric.uses.items():
        for key in keys:
            if FIELDS[name].is_read_when(ANY_LISTS, replace(narrowed, **{other: key}), metric.uses):  # type: ignore[arg-type]
                yield other, key
