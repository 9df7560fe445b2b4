"""The running total of a value at each rank, in words."""

from __future__ import annotations

from typing import NamedTuple

from rankviz.core.trace import Trace
from rankviz.display.number_format import in_unit
from rankviz.texts import Texts


class RunningText(NamedTuple):
    """The running sum, or maximum, at a rank, and its sentence."""

    value: float
    text: str


def running_text_form(is_largest: bool, key: str, texts: Texts) -> str:
    """Return the sentence on a running total with the placeholder {value}: that of the step, or the general one."""
    kind = "max" if is_largest else "sum"
    own = f"running_total.{kind}_{key}"
    return texts.template(own if own in texts else f"running_total.{kind}")


def running_texts(trace: Trace, as_fractions: bool, texts: Texts) -> dict[int, RunningText]:
    """Return the running total at each rank of the list; none if the value is not gathered from the ranks."""
    running = trace.running_total()
    if running is None:
        return {}
    words = running_text_form(running.kind == "max", running.step.key, texts)
    columns = trace.rankings.present[0].nonzero()[0].tolist()
    values = {int(trace.rankings.rank[0, column]): float(running.value[0, column]) for column in columns}
    return {
        rank: RunningText(value, words.replace("{value}", in_unit(running.total_step.unit, value, as_fractions)))
        for rank, value in values.items()
    }
