"""What the parts of a page are built from: a state, how it is looked at, and what of it may be told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from rankviz.compare.comparison import Comparison, analyse_both
from rankviz.compare.view.derivations import versus_data
from rankviz.compare.view.difference import ways_data
from rankviz.compare.view.two_lists import duel_data
from rankviz.compare.view.winner import verdict_data
from rankviz.diagnose.view.my_tool import tool_data
from rankviz.diagnose.view.questions import short_data
from rankviz.display.parts.terms import terms_data
from rankviz.explore.view import covers
from rankviz.explore.view.choices import choices_data, choices_of_any_data
from rankviz.explore.view.derivation import derivation_data, lines_of
from rankviz.explore.view.figures import bars_data, small_data
from rankviz.explore.view.list_tabs import queries_data
from rankviz.explore.view.ranking_list import list_data
from rankviz.explore.view.saved_page import saved_data
from rankviz.explore.view.scores import basis_data, head_data, rows_data
from rankviz.explore.words.guess import guess_words, unreadable
from rankviz.libraries.profiles import CUSTOM
from rankviz.page.answers.messages import View
from rankviz.page.answers.next_values import values_ahead
from rankviz.page.class_strip import follow_data
from rankviz.page.header import bar_data, buttons_of_learn, foot_data, notices_data, title_of
from rankviz.state.analysis import Analysis
from rankviz.state.app_state import AppState
from rankviz.state.page_address import PageParams, read_place
from rankviz.texts import Texts

Data = Mapping[str, object]
TELLING = ("compare", "diagnose")  # pages that are about the value
ROOMS = {"explore": "class", "compare": "class_better"}  # what a class can be asked about a page


@dataclass(frozen=True)
class Asked:
    """All that the work depends on.

    Parameters
    ----------
    state : AppState
    view : View
    notices : tuple of str
        What is to be said above the list.
    refused : tuple of str, or None
        What was typed and cannot be used: convention field, text, and why.
    around : int
        Row (from 0) near which the next edit is expected; read for long lists only.
    """

    state: AppState = field(hash=False)  # it is kept by its text besides, which is quicker to hash
    view: View = field(default_factory=View)
    notices: tuple[str, ...] = ()
    refused: tuple[str, str, str] | None = None
    around: int = 0


@dataclass(frozen=True, eq=False)
class Shown:
    """What the parts are built from."""

    asked: Asked
    analysis: Analysis
    texts: Texts

    @cached_property
    def head(self) -> dict[str, object]:
        """The value under study; the derivation copies it, too."""
        return head_data(self.analysis, self.texts)

    @cached_property
    def place(self) -> PageParams:
        """What the page is asked."""
        return read_place(self.asked.view.place)

    @cached_property
    def told(self) -> str:
        """Why the guess is no number: until it is one, or none, the score stays covered."""
        return unreadable(self.asked.view.guess, self.texts)

    @cached_property
    def gone(self) -> frozenset[str]:
        """Parts of `handout.PARTS` of which nothing is sent, nor what would tell them."""
        return frozenset((*self.asked.view.gone, *(["score"] if self.told else [])))

    @cached_property
    def withheld(self) -> frozenset[str]:
        """Recorded arrays that would tell a value that is gone."""
        return covers.telling(self.analysis.main) if "score" in self.gone else frozenset()

    def bar(self) -> Data:
        """The header, and the title of the document."""
        view = self.asked.view
        room = "" if view.alone else ROOMS.get(view.page, "")
        is_explore = view.page == "explore"
        found = bar_data(self.asked.state, view.locked, is_explore, is_explore and not self.gone, self.texts, room)
        found |= buttons_of_learn(self.texts) if view.page == "learn" else {}
        return found | {"title": title_of(self.asked.state, view.page, self.place, "choices" not in self.gone, self.texts)}

    def notices(self) -> Data:
        """What is to be said above the list."""
        view = self.asked.view
        is_empty = self.gone and view.page in TELLING
        why = covers.why_empty(view.covered, view.hidden, self.texts) if is_empty else ""
        return notices_data(self.asked.notices, why, self.texts)

    def short(self) -> Data:
        """The head of a page that is about the value; without the list and its value where they would be told."""
        return {"title": self.texts("diagnose.title")} if self.gone else short_data(self.analysis, self.texts)

    def scores(self) -> Data | None:
        """The score panel."""
        if "score" in self.gone:
            return None
        rows = rows_data(self.analysis, self.asked.view.more, self.texts)
        guess = {"guess": guess_words(self.asked.view.guess, self.analysis.main, self.texts)}
        basis = {"basis": basis_data(self.analysis, self.texts)}
        panel = self.head | rows | guess | basis | {"ahead": values_ahead(self.analysis, self.texts, self.asked.around)}
        panel |= covers.without_convention(panel) if "choices" in self.gone else {}
        return covers.without_sums(panel, self.analysis.main) if "formula" in self.gone else panel

    def list(self) -> Data:
        """The ranked list."""
        locked = {"read_only": True, "note": self.texts("cover.locked")} if self.asked.view.locked else {}
        found = list_data(self.analysis, self.texts) | locked | {"fixed_cutoff": "choices" in self.gone}
        return found | ({"alone": True} if self.asked.view.alone else {})  # its table is edited with a server only

    def foot(self) -> Data | None:
        """The switch for tables, which only a server draws."""
        view = self.asked.view
        return None if self.gone or view.alone else foot_data(view.tables, self.texts)

    def follow(self) -> Data | None:
        """The strip for a class whose phones follow; without a server there is none."""
        return None if self.asked.view.alone else follow_data(self.texts)

    def queries(self) -> Data:
        """The lists, by name and value."""
        found = queries_data(self.analysis, self.texts) | {"locked": self.asked.view.locked}
        return covers.list_names_only(found) if "score" in self.gone else found

    @property
    def _refused(self) -> dict[str, object]:
        """By its slot, what was typed last and cannot be used, and why."""
        return {} if self.asked.refused is None else {"refused": {self.asked.refused[0]: self.asked.refused[1:]}}

    def choices(self) -> Data | None:
        """The sentence with the choices."""
        if "choices" in self.gone:
            return None
        found = choices_data(self.analysis, self.asked.view.opened, self.texts) | self._refused
        return covers.without_captions(found) if "score" in self.gone else found

    def choices_of_any(self) -> Data | None:
        """The sentence where it is not about the list, but about whole runs."""
        if "choices" in self.gone or self.place.runs.by != CUSTOM:
            return None
        return (
            covers.without_captions(choices_of_any_data(self.asked.state, self.asked.view.opened, self.texts)) | self._refused
        )

    def derivation(self) -> Data | None:
        """The formula with its numbers."""
        if "formula" in self.gone:
            return None
        found = derivation_data(self.analysis, lines_of(self.analysis), str(self.head["copy"]), self.texts, self.withheld)
        found |= {"copies": []} if self.gone else {}
        found |= {"words": []} if "choices" in self.gone else {}  # they say how the list is read
        return covers.without_value(found) if "score" in self.gone else found

    def bars(self) -> Data:
        """The bars beside the list."""
        size = self.asked.view.projector
        return bars_data(self.analysis, self.texts, only_gains="formula" in self.gone, withheld=self.withheld, projector=size)

    def small(self) -> Data | None:
        """The charts below."""
        if "charts" in self.gone:
            return None
        return small_data(self.analysis, self.texts, self.gone)

    def cover(self, part: str) -> Data | None:
        """What stands in the place of a part; the charts that would tell the score are lifted with it."""
        hidden = self.asked.view.hidden
        with_it = ("score", "charts") if part == "charts" else (part,)
        lifts = tuple(each for each in with_it if each in self.gone and each not in hidden)
        if not lifts or part in hidden:
            return None
        return covers.cover_data(part, lifts, self.analysis, self.told, self.texts)

    def saved(self) -> Data | None:
        """The page as a file; none where something is covered, for the file would tell it."""
        return None if self.gone else saved_data(self.analysis, self.texts)

    @cached_property
    def comparison(self) -> Comparison:
        """Both lists of the page Compare."""
        return analyse_both(self.asked.state)

    def tool(self) -> Data:
        """Which formula a tool uses; a locked list cannot give way to that of the question."""
        found = tool_data(self.analysis, self.place, self.texts)
        return found | {"open": ""} if self.asked.view.locked else found

    def duel(self) -> Data:
        """Both lists of a comparison."""
        locked = {"read_only": True} if self.asked.view.locked else {}
        return duel_data(self.comparison, self.place, self.texts) | locked | {"fixed_cutoff": "choices" in self.gone}

    def ways(self) -> Data:
        """The way from one value to the other."""
        return ways_data(self.comparison, self.place, self.texts)

    def versus(self) -> Data:
        """Both derivations."""
        return versus_data(self.comparison, self.place, self.texts)

    def verdict(self) -> Data:
        """Which list is ahead, and why."""
        return verdict_data(self.comparison, self.place, self.asked.view.more, self.texts)

    def terms(self) -> Data:
        """Say nothing of the list where it is not the page's subject, or where something is covered: a card would tell it."""
        view = self.asked.view
        return terms_data(view.term, None if self.gone or view.page in ("runs", "learn") else self.analysis, self.texts)
