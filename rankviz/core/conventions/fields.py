"""One choice that a metric leaves open: what it may hold, and when it can matter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rankviz.basics.coerce import as_number
from rankviz.basics.errors import InputError, short_repr, unknown_name
from rankviz.core.conventions import when_choices_matter as matters
from rankviz.core.conventions.list_facts import ListFacts
from rankviz.core.conventions.option_formulas import Option, read_custom


def _always(*_: object) -> bool:
    return True


@dataclass(frozen=True)
class Field:
    """One choice; it is described where `Convention` declares it, which gives it its name, stage and default.

    Parameters
    ----------
    options : mapping of key to Option, or None
        None: a number, or a custom text.
    low, high : float
        Bounds of a number.
    step : float
        By how much a control makes a number larger or smaller.
    is_integer : bool
        Whether it is a whole number.
    slide : (float, float), or ()
        Where a slider for the number begins and ends, if there is to be one; it may leave out what is seldom wanted.
    symbol : str
        The letter that stands for the number in formulas; "" if none does.
    variable : str
        Of a custom formula or table, the variable it is a function of: 'g' (grade) or 'i' (rank).
    matters_when : function of (ListFacts, Convention) to bool
        Whether another value can make a difference on these lists.
    is_read_when : function of (ListFacts, Convention, declared fields) to bool
        Whether a metric that declares these fields reads the difference, given its other choices.
    name : str
    stage : {'list', 'formula', 'means', 'pair'}
        Who reads it: `arrange`, the metric, the mean over several lists, or the comparison of two orders.
    default : object
        The textbook's choice.
    """

    options: Mapping[str, Option] | None = None
    low: float = 0.0
    high: float = 0.0
    step: float = 1.0
    is_integer: bool = False
    slide: tuple[float, ...] = ()
    symbol: str = ""
    variable: str = ""
    matters_when: Callable[[ListFacts, matters.Choices], bool] = _always
    is_read_when: Callable[[ListFacts, matters.Choices, matters.Uses], bool] = _always
    name: str = ""
    stage: str = ""
    default: object = None

    @property
    def is_optional(self) -> bool:
        """Whether None is a choice: a number that is not set, or the metric's own textbook answer."""
        return self.default is None

    def option(self, value: object) -> Option | None:
        """Return the option of a key; None if the field has no such option."""
        return self.options.get(value) if self.options is not None and isinstance(value, str) else None

    def custom_field_of(self, value: object) -> str:
        """Return the field that holds a custom option's table, formula or number; "" for any other option."""
        option = self.option(value)
        return f"{self.name}_{option.custom_field}" if option is not None and option.custom_field else ""

    def matters(self, facts: ListFacts, convention: matters.Choices, uses: matters.Uses | None = None) -> bool:
        """Say whether another value of this field can change anything on these lists: False only if none can.

        Parameters
        ----------
        facts : ListFacts
        convention : Convention
            The other choices.
        uses : field names, optional
            What a metric declares, the convention being narrowed to it. Without it the question is only whether the arranged
            lists can differ, not whether a metric reads the difference.
        """
        return self.matters_when(facts, convention) and (uses is None or self.is_read_when(facts, convention, uses))

    def validate(self, value: Any) -> Any:
        """Check a value and return its canonical form.

        Raises
        ------
        InputError
            `unknown_option`, `bad_cutoff`, `bad_number`, or those of `formula` for a custom table or formula.
        """
        if value is None and self.is_optional:
            return None
        if self.options is not None:
            if not (isinstance(value, str) and value in self.options):
                raise unknown_name("option", value, self.options, prefix=f"{self.name}=")
            return value
        if self.variable:
            return read_custom(
                self.name.partition("_")[2], value if isinstance(value, str) else short_repr(value), self.variable
            ).text
        return self._validate_integer(value) if self.is_integer else self._validate_number(value)

    @property
    def expected_text(self) -> str:
        """The numbers that the field accepts, as a message names them."""
        if self.is_integer:
            return f"a whole number from 1 to {self.high:,}, or None for the whole list"
        return f"a number from {self.low:g} to {self.high:g}"

    def _validate_integer(self, value: object) -> int:
        number = as_number(value)
        if not self.low <= number <= self.high or number != int(number):
            message = f"{self.name}={short_repr(value)}: expected {self.expected_text}."
            raise InputError("bad_cutoff", message, value=short_repr(value), limit=f"{self.high:,}")
        return int(number)

    def _validate_number(self, value: object) -> float:
        number = as_number(value)
        if not self.low <= number <= self.high:
            message = f"{self.name}={short_repr(value)}: expected {self.expected_text}."
            bounds = {"low": float(self.low), "high": float(self.high)}
            raise InputError("bad_number", message, name=self.name, value=short_repr(value), **bounds)
        return number + 0.0  # so that there is no -0, which a link would not keep
