"""Values as they are printed: under study, and of each list."""

from __future__ import annotations

from functools import lru_cache

from rankviz.basics.errors import InputError
from rankviz.core.trace import Trace, holes_in
from rankviz.display.error_text import error_text
from rankviz.display.number_format import exact, in_unit
from rankviz.state.analysis import Analysis
from rankviz.texts import Texts


def printed_value(trace: Trace, query: int, analysis: Analysis, texts: Texts) -> tuple[str, str, str]:
    """The value of one of the lists of a trace as the panel shows it, with all digits, and the quotient behind it or ""."""
    value, as_fractions = float(trace.value[query]), analysis.state.numbers == "fractions"
    return in_unit(trace.unit, value, as_fractions), exact(value), _detail(trace, query, as_fractions, texts)


def _detail(trace: Trace, query: int, as_fractions: bool, texts: Texts) -> str:
    """The quotient behind the value, if it is one of two recorded numbers."""
    keys = quotient_keys(trace.steps[-1].template)
    if not keys:
        return ""
    top, bottom = (in_unit(step.unit, float(step.value[query]), as_fractions) for step in map(trace.step, keys))
    return texts("panel.quotient", numerator=top, denominator=bottom)


@lru_cache(maxsize=256)
def quotient_keys(template: str) -> tuple[str, ...]:
    """The two steps of a template that is the quotient of just those."""
    holes = holes_in(template)
    is_quotient = template.startswith(r"\frac") and len(holes) == 2 and not any(operator for operator, _ in holes)
    return tuple(key for _, key in holes) if is_quotient else ()


def value_of_list(analysis: Analysis, at: int, texts: Texts) -> tuple[str, str]:
    """Value of a list as printed, and with all its digits."""
    trace = analysis.of_list(at)
    if isinstance(trace, InputError):
        return texts("panel.refused"), error_text(trace, texts)
    if trace.undefined[0]:
        return texts("panel.undefined"), texts("panel.undefined")
    value = float(trace.value[0])
    return in_unit(trace.unit, value, analysis.state.numbers == "fractions"), exact(value)
