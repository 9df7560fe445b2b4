"""Builds a table of the responses to every single press, which a browser reads without any server."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import combinations
from typing import Any

from rankviz.core.conventions import Convention
from rankviz.core.lists.ranking import Ranking
from rankviz.display.glossary.term_entries import term_keys
from rankviz.display.parts.terms import terms_payload
from rankviz.page.answers.json_codec import from_json, to_json
from rankviz.page.answers.messages import ViewState, view_state
from rankviz.page.answers.open_dialog import dialog_part
from rankviz.page.answers.page_parts import PAGES
from rankviz.page.answers.part_builder import BuildInput, PartBuilder
from rankviz.page.static.json_diff import difference
from rankviz.state.analysis import Analysis, analyse
from rankviz.state.app_state import DEFAULT, AppState
from rankviz.state.handout import Handout
from rankviz.state.permalink import from_text
from rankviz.texts import LANGUAGES, Texts

CONTENTS = "contents"  # the pool of the identities of the states
ABSENT, UNKNOWN = -1, -2  # the part is not in the response; it is not in the table
BUTTONS = ("undo", "redo", "project", "help", "language")  # buttons of the header that work in a file
DIALOGS = ("", "help")  # dialogs that a file can open; "" is none
SIZES = (
    22,
    31,
)  # font sizes for a room, in px, in windows 720 and 1080 px high; other windows take the charts of one of these
LEFT_OUT = ("example_card", "chart_switches", "dialog")  # parts that do not work in a file
BUILDERS = {name: part.build for name, part in PAGES["explore"].items() if part.build is not None and name not in LEFT_OUT}
Data = dict[str, Any]


@dataclass(frozen=True)
class FileLimits:
    """The limits of a file, for the messages when an action leads beyond them.

    Parameters
    ----------
    grades : int or None
        The highest grade if the file holds the lists with all grades up to it; None if only those that one press leads to.
    whole : str
        Address of the whole page, "" if it is not known.
    """

    grades: int | None = None
    whole: str = ""

    def limit_texts(self, texts: Texts) -> dict[str, str]:
        """Return the messages, by the names that the page has for them."""
        holds_text = texts("static_sheet.held") if self.grades is None else texts("static_sheet.held_grades", grade=self.grades)
        whole = texts("static_sheet.whole_at", address=self.whole) if self.whole else texts("static_sheet.whole")
        step = texts("words.separator").join((holds_text, texts("static_sheet.kept"), whole))
        other = texts("words.separator").join((texts("static_sheet.other_list"), holds_text, whole))
        return {"not_in_file": step, "other_list": other, "covers_fixed": texts("static_sheet.covers_fixed")}


def build_table(states: Mapping[str, Sequence[str]], handout: Handout, further: FileLimits = FileLimits()) -> Data:
    """Build the responses to all requests that a page may send from some states.

    Parameters
    ----------
    states : mapping of str to sequence of str
        Slots of the sentence that can be open, by the text of a state; the file opens with the first.
    handout : Handout
        What is covered, hidden and locked; hidden parts are nowhere in the table.
    further : FileLimits

    Returns
    -------
    dict
        JSON-serialisable. `pools`: by name, a list of payloads as text: the first in full, each other `[number, difference]`,
        its difference from that of a lower number. `states`, a list of texts; their identities are the pool `CONTENTS`, in the
        same order. `parts`, names. `rows`: by "language/covered/part/detail", the name of a pool and a number in it for each
        state, `ABSENT` for a part that is not in the response and `UNKNOWN` for one that is not in the table; `detail` is the
        open slot, "more" measures, the open card of a term, or one of `sizes`. `still`: by "language/part/detail", a number in
        the pool "language/part", for payloads that are the same in every state, such as the card of a term without values of
        a list; if it differs under a convention, also with the number of that at the end. `conventions`: that number, by
        state. `guesses`: the messages on a guess.
    """
    return _Writer(handout, further, list(states)).write_table(states)


def cover_variants(handout: Handout) -> tuple[tuple[str, ...], ...]:
    """Return the combinations of covered parts that can occur; the file opens with the first."""
    if handout.covered:
        some = [each for count in range(len(handout.covered) + 1) for each in combinations(handout.covered, count)]
        return tuple(reversed(some))
    return ((), ("score",)) if "score" not in handout.hidden else ((),)


def state_identity(state: AppState) -> Data:
    """Return the content of a state, by which a browser finds the state that an edit leads to.

    Returns
    -------
    dict
        `lists`, each `[rows, missed]` as the edit `list` sends them; `selected`; `metric`; `numbers`; and each choice.
    """
    convention = {each.name: getattr(state.convention, each.name) for each in fields(Convention)}
    lists = [_sent(each) for each in state.lists]
    return {"lists": lists, "selected": state.selected, "metric": state.metric, "numbers": state.numbers, **convention}


def _sent(ranking: Ranking) -> list[list[Any]]:
    rows = [[item.doc_id, item.grade, item.score] for item in ranking.items]
    return [rows, [[item.doc_id, item.grade] for item in ranking.missed]]


@dataclass
class _Pool:
    """The different payloads of a part: the first in full, each other as its difference from an earlier one."""

    known: dict[bytes, int] = field(default_factory=dict)
    payloads: list[Any] = field(default_factory=list)
    written: list[Any] = field(default_factory=list)

    def number(self, data: Mapping[str, object], like: int = 0) -> int:
        """Return the number of a payload; a new one is stored first, as its difference from the payload numbered `like`."""
        text = to_json(data)
        if (known := self.known.get(text)) is not None:
            return known
        now = from_json(text)
        self.written.append([like, difference(self.payloads[like], now)] if self.payloads else now)
        self.payloads.append(now)
        return self.known.setdefault(text, len(self.known))


@dataclass
class _Writer:
    """Fills the table."""

    handout: Handout
    further: FileLimits
    texts: list[str]
    pools: dict[str, _Pool] = field(default_factory=dict)
    rows: dict[str, list[Any]] = field(default_factory=dict)

    def write_table(self, states: Mapping[str, Sequence[str]]) -> Data:
        read = [from_text(text).state for text in self.texts]
        for at, (state, slots) in enumerate(zip(read, states.values(), strict=True)):
            analysis = analyse(state)
            self._number(CONTENTS, state_identity(state))
            for language in LANGUAGES:
                for covered in cover_variants(self.handout):
                    self._add_responses(at, analysis, language, covered, slots)
        return {
            "states": self.texts,
            "parts": [*BUILDERS, "dialog"],
            "sizes": SIZES,
            "conventions": (numbers := _convention_numbers([state.convention for state in read])),
            "still": dict(self._still(dict(zip(numbers, (state.convention for state in read), strict=True)))),
            "guesses": {language: _guess_texts(Texts(language)) for language in LANGUAGES},
            "rows": self.rows,
            "pools": {name: _as_text(pool.written) for name, pool in self.pools.items()},
        }

    def _add_responses(
        self, at: int, analysis: Analysis, language: str, covered: tuple[str, ...], slots: Sequence[str]
    ) -> None:
        for part, detail, view in self._views(at, language, covered, slots):
            builder = PartBuilder(BuildInput(analysis.state, view, prefetches=False), analysis, Texts(language))
            for name in (part,) if part else BUILDERS:
                pool = f"{language}/{name}" + (f"/{detail}" if name == "choices" and detail else "")
                data = BUILDERS[name](builder)
                row = self.rows.setdefault(
                    f"{language}/{'.'.join(covered)}/{name}/{detail}", [pool, *[UNKNOWN] * len(self.texts)]
                )
                row[at + 1] = (
                    ABSENT if data is None else self._number(pool, self._without_unusable(name, data, language), max(row[1], 0))
                )

    def _views(
        self, at: int, language: str, covered: tuple[str, ...], slots: Sequence[str]
    ) -> Iterator[tuple[str, str, ViewState]]:
        """Yield the views of a state: the one part that a view changes ("" for all), the detail open in it, and the view."""

        def view_with(**changes: Any) -> ViewState:
            handout = self.handout
            return view_state(
                language=language, covered=covered, hidden=handout.hidden, locked=handout.locked, is_static=True, **changes
            )

        yield "", "", view_with()
        yield "scores", "more", view_with(shows_all_measures=True)
        yield from (("rank_chart", str(size), view_with(type_size=size)) for size in SIZES)
        yield from (("choices", f"open:{slot}", view_with(open_slot=slot)) for slot in slots)
        if not at and not covered and not self.handout.hidden:
            yield from (("terms", key, view_with(term=key)) for key in term_keys())

    def _without_unusable(self, name: str, data: Mapping[str, Any], language: str) -> Mapping[str, object]:
        """Return a payload without buttons that do not work in a file, and with what a file says of its limits."""
        if name == "header":
            return {**data, "buttons": _buttons(data["buttons"])}
        if name == "notices":
            return {**data, "texts": {**data["texts"], **self.further.limit_texts(Texts(language))}}
        return data

    def _still(self, conventions: Mapping[int, Convention]) -> Iterator[tuple[str, int]]:
        """Yield the parts that do not depend on the list: cards of terms, some of which differ by convention, and dialogs."""
        for language in LANGUAGES:
            texts = Texts(language)
            for key in term_keys():
                usual = self._number(f"{language}/terms", terms_payload(key, None, texts))
                yield f"{language}/terms/{key}", usual
                for at, convention in () if self.handout.hidden else conventions.items():
                    number = self._number(f"{language}/terms", terms_payload(key, None, texts, convention), usual)
                    if number != usual:
                        yield f"{language}/terms/{key}/{at}", number
            for name in DIALOGS:
                data = dialog_part(DEFAULT, view_state(language, dialog=name, is_static=True), None, texts)
                yield f"{language}/dialog/{name}", self._number(f"{language}/dialog", data)

    def _number(self, pool: str, data: Mapping[str, object], like: int = 0) -> int:
        return self.pools.setdefault(pool, _Pool()).number(data, like)


def _convention_numbers(conventions: Sequence[Convention]) -> list[int]:
    """Number the conventions, equal ones alike, in order of their first appearance."""
    known: dict[Convention, int] = {}
    return [known.setdefault(each, len(known)) for each in conventions]


def _buttons(buttons: Sequence[Mapping[str, Any]]) -> list[Data]:
    """Return the buttons of the header that work in a file; that for large type is taken out of its menu."""
    every = [each for button in buttons for each in (button, *button.get("menu", ()))]
    named = {each["name"]: {"name": each["name"], "label": each["label"], "style": "icon"} | each for each in every}
    named["project"].pop("key")
    return [named[name] for name in BUTTONS]


def _guess_texts(texts: Texts) -> dict[str, str]:
    """Return the templates of the messages on a guess: that it is not a number, or how it differs from the value."""
    return {**texts.group("guess"), "no_number": texts.template("error.typed_no_number")}


def _as_text(data: object) -> str:
    """Encode data as JSON text, in ASCII if it holds half a surrogate pair, which can be typed but has no UTF-8."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text if text.isascii() or text.encode(errors="replace").decode() == text else json.dumps(data)
