"""Reads what a link or a saved file holds: every part is checked, what is wrong is named, and the work is bounded."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from typing import Any

from rankviz.basics.errors import InputError, short_repr, shorten
from rankviz.basics.limits import MAX_LISTS, MAX_PROBLEMS
from rankviz.core.conventions import FIELDS, Convention
from rankviz.core.pasted.list_parser import clean_id

Blame = Callable[..., None]  # as `Reader.blame`, for one part also without the name of it

LONGEST_WHOLE = 20  # digits of a number that can be one
WRONG = {
    "link_part": "could not be read; the default is used instead",
    "link_unknown": "is not known and is ignored",
    "link_version": "is another version; parts may be missing",
    "link_list": "is damaged; the opening list is used instead",
    "link_rival": "could not be read and is left out of the second list",
}
SAY_NO_MORE = ("unknown_option", "bad_number", "bad_cutoff")  # of a choice than that it could not be read
MOST_OBJECTS = 10 * MAX_LISTS  # a page that was saved has one for each list, and two more


class Reader:
    """Reads parts of a state and collects what was wrong with them."""

    def __init__(self) -> None:
        self._problems: list[InputError] = []
        self._more = 0

    def problems(self) -> tuple[InputError, ...]:
        """Return the first problems, and a last one with the number of the others; () if there are none."""
        if not self._more:
            return tuple(self._problems)
        message = f"Other parts that could not be read: {self._more:,}. Their defaults are used instead."
        return (*self._problems, InputError("link_more", message, count=f"{self._more:,}"))

    def add(self, problem: InputError) -> None:
        """Collect a problem."""
        if len(self._problems) < MAX_PROBLEMS:
            self._problems.append(problem)
        else:
            self._more += 1

    def blame(self, part: str, value: object, key: str = "link_part", used: object = None) -> None:
        """Report a part that cannot be read, or what else is wrong with it, and the value used instead, if known.

        In place of the value an error may be given that says it all.
        """
        if isinstance(value, InputError):
            return self.add(value)
        if len(self._problems) >= MAX_PROBLEMS:  # so that nothing is shortened in vain
            self._more += 1
            return None
        name, text = shorten(clean_id(part)), shorten(clean_id(value if isinstance(value, str) else short_repr(value)))
        both = f"{name}={text}"
        where = {
            "part": name,
            "found": text,
            "parts": both if used is None else f"{both} → {str(used).removesuffix('.0')}",
            "count": 1,
        }
        return self.add(InputError(key, f'"{both}" {WRONG[key]}.', **where))

    def unknown(self, place: str, content: Mapping[str, object], known: Collection[str]) -> None:
        """Report the parts that are unknown."""
        for name, value in content.items():
            if name not in known:
                self.blame(f"{place}{name}", value, "link_unknown")

    def mapping(self, part: str, value: object) -> dict[str, Any]:
        """Read a part that has named parts itself."""
        if isinstance(value, dict):
            return value
        self.blame(part, value)
        return {}

    def selected_index(self, part: str, value: object, count: int) -> int:
        """Read which of the lists is under study, from 1."""
        if type(value) is int and 1 <= value <= count:
            return value - 1
        self.blame(part, value)
        return 0

    def with_valid_choices(
        self, base: Convention, choices: Mapping[str, object], as_written: Mapping[str, object] = {}
    ) -> Convention:
        """Make the choices that can be made."""
        self.unknown("convention, ", choices, FIELDS)
        for name in FIELDS:
            if name not in choices:
                continue
            try:
                base = base.with_choices({name: choices[name]})
            except InputError as error:
                if error.key not in SAY_NO_MORE:
                    self.add(error)  # it points at the place in the formula, or says how one is given
                part = "k" if name == "cutoff" and "k" in as_written else name
                self.blame(part, as_written.get(part, choices[name]), used=getattr(base, name))
        return base


def read_json(text: str, reader: Reader) -> object:
    """Read JSON; None if it is none. A name that appears twice in one object is blamed, the last value counts."""
    objects = 0

    def read_object(members: list[tuple[str, object]]) -> dict[str, object]:
        nonlocal objects
        objects += 1
        if objects > MOST_OBJECTS:
            raise ValueError
        content = dict(members)
        if len(content) < len(members):
            twice = Counter(name for name, _ in members).most_common(1)[0][0]
            reader.add(InputError("file_twice", f'"{shorten(twice)}" appears twice; the last one counts.', part=shorten(twice)))
        return content

    def whole(digits: str) -> int | float:
        return int(digits) if len(digits) <= LONGEST_WHOLE else float(digits)

    try:
        return json.loads(text, object_pairs_hook=read_object, parse_int=whole)
    except (ValueError, RecursionError):
        return None
