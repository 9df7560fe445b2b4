"""`rankviz evaluate`: the values of metrics."""

from __future__ import annotations

import argparse

from rankviz.api.explanation import Explanation, explain
from rankviz.cli.arguments import lists_of, measures_of
from rankviz.cli.choices import choices_of
from rankviz.evaluation.evaluate import are_several


def output(options: argparse.Namespace) -> str:
    """Return what the command prints: a line for each metric, or records."""
    found = explanations(options)
    if options.json:
        from rankviz.cli.json_records import evaluation_record, json_text

        return json_text([evaluation_record(each, with_steps=False) for each in found])
    width = max(len(each.measure) for each in found)
    return "\n".join(f"{each.measure:<{width}}  {_value(each)}" for each in found)


def explanations(options: argparse.Namespace) -> list[Explanation]:
    """Compute each metric that was named, on the lists and under the choices that were typed."""
    measures, lists = measures_of(options), lists_of(options)
    choices = choices_of(options, measures, are_several(lists))
    return [explain(each, lists, profile=options.profile, **choices) for each in measures]


def _value(explanation: Explanation) -> str:
    if not explanation.is_undefined:
        return repr(explanation.value)
    from rankviz.display.formulas.explanation_text import undefined_text

    return undefined_text(explanation.value)
