"""The answers to every single press, as a table that a browser reads without asking anybody."""

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
from rankviz.page.answers.json_codec import to_json
from rankviz.page.answers.messages import ViewState
from rankviz.page.answers.open_dialog import dialog_part
from rankviz.page.answers.page_parts import PAGES
from rankviz.page.answers.part_builder import BuildInput, PartBuilder
from rankviz.page.static.json_diff import difference
from rankviz.state.analysis import Analysis, analyse
from rankviz.state.app_state import DEFAULT, AppState
from rankviz.state.handout import Handout
from rankviz.state.permalink import from_text
from rankviz.texts import LANGUAGES, Texts

CONTENTS = "contents"  # the pool of what the states are
ABSENT, UNKNOWN = -1, -2  # no such part in the answer; none that is known
BUTTONS = ("undo", "redo", "project", "help", "language")  # of the header: what a file can do
DIALOGS = ("", "help")  # and those that it can open; "" is none
SIZES = (
    22,
    31,
)  # of the type that a room reads, in px: for windows 720 and 1080 px high; charts for others are taken from these
LEFT_OUT = ("example_card", "chart_switches", "dialog")  # parts that are about what it cannot do
BUILDERS = {name: part.build for name, part in PAGES["explore"].items() if part.build is not None and name not in LEFT_OUT}
Data = dict[str, Any]


@dataclass(frozen=True)
class FileLimits:
    """What is said where a step leads out of a file.

    Parameters
    ----------
    grades : int or None
        The highest grade of the lists that are all in it; None where only those are that one step leads to.
    whole : str
        Address of the whole page, "" where it is not known.
    """

    grades: int | None = None
    whole: str = ""

    def limit_texts(self, texts: Texts) -> dict[str, str]:
        """In words, by what the page calls it."""
        held = texts("static_sheet.held") if self.grades is None else texts("static_sheet.held_grades", grade=self.grades)
        whole = texts("static_sheet.whole_at", address=self.whole) if self.whole else texts("static_sheet.whole")
        step = texts("words.separator").join((held, texts("static_sheet.kept"), whole))
        other = texts("words.separator").join((texts("static_sheet.other_list"), held, whole))
        return {"not_in_file": step, "other_list": other, "covers_fixed": texts("static_sheet.covers_fixed")}


def build_table(states: Mapping[str, Sequence[str]], handout: Handout, further: FileLimits = FileLimits()) -> Data:
    """Answer all that a page may ask of some states.

    Parameters
    ----------
    states : mapping of str to sequence of str
        Slots of the sentence that can be open, by the text of a state; the first is how the file opens.
    handout : Handout
        How it is shown: what is hidden is nowhere in the table.
    further : FileLimits

    Returns
    -------
    dict
        JSON-serialisable. `pools`: as texts, lists of data, the first as it is, each other `[number, difference]` to that of a
        number before it. `states`, a list of texts; what they are is the pool `CONTENTS`, in the same order. `parts`, names.
        `rows`: "language/covered/part/detail" to the name of a pool and a number in it for each state, `ABSENT` for a part that
        is not in the answer and `UNKNOWN` for one that is not in the table; `detail` is the open slot, "more" measures, the
        open card of a word, or one of `sizes`. `still`: "language/part/detail" to a number in the pool
        "language/part", of what is the same for every state, as the card of a word that says nothing of a list; with a number
        of `conventions` at its end, by state, where it is another one under that. `guesses`: what is said of a guess.
    """
    return _Writer(handout, further, list(states)).write_table(states)


def cover_variants(handout: Handout) -> tuple[tuple[str, ...], ...]:
    """Which parts are covered at once; the first is how the file opens."""
    if handout.covered:
        some = [each for count in range(len(handout.covered) + 1) for each in combinations(handout.covered, count)]
        return tuple(reversed(some))
    return ((), ("score",)) if "score" not in handout.hidden else ((),)


def state_identity(state: AppState) -> Data:
    """What a state is, so that a browser can say which one an edit leads to.

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
    """The data of a part that can be told apart, the first as it is and each other by what is different in it from another."""

    known: dict[bytes, int] = field(default_factory=dict)
    found: list[Any] = field(default_factory=list)
    written: list[Any] = field(default_factory=list)

    def number(self, data: Mapping[str, object], like: int = 0) -> int:
        """The number of data; unless they are known they are written down, as those of the number `like` with differences."""
        text = to_json(data)
        if (known := self.known.get(text)) is not None:
            return known
        now = json.loads(text)
        self.written.append([like, difference(self.found[like], now)] if self.found else now)
        self.found.append(now)
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
                    self._answer(at, analysis, language, covered, slots)
        return {
            "states": self.texts,
            "parts": [*BUILDERS, "dialog"],
            "sizes": SIZES,
            "conventions": (numbers := _numbered([state.convention for state in read])),
            "still": dict(self._still(dict(zip(numbers, (state.convention for state in read), strict=True)))),
            "guesses": {language: _of_guesses(Texts(language)) for language in LANGUAGES},
            "rows": self.rows,
            "pools": {name: _as_text(pool.written) for name, pool in self.pools.items()},
        }

    def _answer(self, at: int, analysis: Analysis, language: str, covered: tuple[str, ...], slots: Sequence[str]) -> None:
        for part, detail, view in self._views(at, language, covered, slots):
            shown = PartBuilder(BuildInput(analysis.state, view), analysis, Texts(language))
            for name in (part,) if part else BUILDERS:
                pool = f"{language}/{name}" + (f"/{detail}" if name == "choices" and detail else "")
                data = BUILDERS[name](shown)
                row = self.rows.setdefault(
                    f"{language}/{'.'.join(covered)}/{name}/{detail}", [pool, *[UNKNOWN] * len(self.texts)]
                )
                row[at + 1] = ABSENT if data is None else self._number(pool, self._kept(name, data, language), max(row[1], 0))

    def _views(
        self, at: int, language: str, covered: tuple[str, ...], slots: Sequence[str]
    ) -> Iterator[tuple[str, str, ViewState]]:
        """How a state is looked at: the one part that this changes ("" for all), by what in it is open, and the view."""

        def view_with(**changes: Any) -> ViewState:
            given = self.handout
            return ViewState(
                language=language, covered=covered, hidden=given.hidden, locked=given.locked, is_static=True, **changes
            )

        yield "", "", view_with()
        yield "scores", "more", view_with(shows_all_measures=True)
        yield from (("rank_chart", str(size), view_with(type_size=size)) for size in SIZES)
        yield from (("choices", f"open:{slot}", view_with(open_slot=slot)) for slot in slots)
        if not at and not covered and not self.handout.hidden:
            yield from (("terms", key, view_with(term=key)) for key in term_keys())

    def _kept(self, name: str, data: Mapping[str, Any], language: str) -> Mapping[str, object]:
        """What a file has of a part: no button that it could not follow, no values ahead, which are those of other states."""
        if name == "header":
            return {**data, "buttons": _buttons(data["buttons"])}
        if name == "notices":
            return {**data, "texts": {**data["texts"], **self.further.limit_texts(Texts(language))}}
        return {**data, "prefetched": {}} if name == "scores" else data

    def _still(self, conventions: Mapping[int, Convention]) -> Iterator[tuple[str, int]]:
        """What does not depend on the list; some cards are other ones under another convention."""
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
                data = dialog_part(DEFAULT, ViewState(language, dialog=name, is_static=True), None, texts)
                yield f"{language}/dialog/{name}", self._number(f"{language}/dialog", data)

    def _number(self, pool: str, data: Mapping[str, object], like: int = 0) -> int:
        return self.pools.setdefault(pool, _Pool()).number(data, like)


def _numbered(conventions: Sequence[Convention]) -> list[int]:
    """Which of the different ones each is."""
    known: dict[Convention, int] = {}
    return [known.setdefault(each, len(known)) for each in conventions]


def _buttons(buttons: Sequence[Mapping[str, Any]]) -> list[Data]:
    """Those of the header that a file can follow; large type, which needs no answer of its own, out of its menu."""
    every = [each for button in buttons for each in (button, *button.get("menu", ()))]
    named = {each["name"]: {"name": each["name"], "label": each["label"], "style": "icon"} | each for each in every}
    named["project"].pop("key")
    return [named[name] for name in BUTTONS]


def _of_guesses(texts: Texts) -> dict[str, str]:
    """Sentences with holes: of what is no number, and of each way in which a number and the value differ."""
    return {**texts.group("guess"), "no_number": texts.template("error.typed_no_number")}


def _as_text(data: object) -> str:
    """As JSON: half a character, as can be typed, is written by its number."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text if text.isascii() or text.encode(errors="replace").decode() == text else json.dumps(data)
