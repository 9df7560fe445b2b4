"""What the parts of a page are built from: a state, how it is looked at, and what of it may be told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from rankviz.compare.comparison import Comparison, analyse_both
from rankviz.compare.view.derivations import derivations_payload
from rankviz.compare.view.difference import difference_payload
from rankviz.compare.view.two_lists import two_lists_payload
from rankviz.compare.view.winner import winner_payload
from rankviz.diagnose.view.list_summary import list_summary_payload
from rankviz.diagnose.view.my_tool import my_tool_payload
from rankviz.display.parts.terms import terms_payload
from rankviz.explore.view import cover as covers
from rankviz.explore.view.chart import charts_payload, rank_chart_payload
from rankviz.explore.view.choices import choices_of_any_payload, choices_payload
from rankviz.explore.view.derivation import derivation_payload, lines_of
from rankviz.explore.view.list_tabs import list_tabs_payload
from rankviz.explore.view.ranking_list import ranking_list_payload
from rankviz.explore.view.saved_page import saved_page_payload
from rankviz.explore.view.scores import scores_payload, value_payload
from rankviz.explore.words.guess import unreadable
from rankviz.libraries.profiles import CUSTOM
from rankviz.page.answers.messages import ViewState
from rankviz.page.answers.prefetched_values import values_after_edits
from rankviz.page.class_strip import class_strip_payload
from rankviz.page.header import chart_switches_payload, document_title, header_payload, learn_buttons
from rankviz.page.notices import notices_payload
from rankviz.state.analysis import Analysis
from rankviz.state.app_state import AppState
from rankviz.state.page_params import PageParams, read_page_params
from rankviz.texts import Texts

Data = Mapping[str, object]
VALUE_PAGES = ("compare", "diagnose")  # pages that are about the value
CLASS_BUTTONS = {"explore": "class", "compare": "class_better"}  # what a class can be asked about a page


@dataclass(frozen=True)
class BuildInput:
    """All that the work depends on.

    Parameters
    ----------
    state : AppState
    view : ViewState
    notices : tuple of str
        What is to be said above the list.
    refused : tuple of str, or None
        What was typed and cannot be used: convention field, text, and why.
    near_row : int
        Row (from 0) near which the next edit is expected; read for long lists only.
    """

    state: AppState = field(hash=False)  # it is kept by its text besides, which is quicker to hash
    view: ViewState = field(default_factory=ViewState)
    notices: tuple[str, ...] = ()
    refused: tuple[str, str, str] | None = None
    near_row: int = 0


@dataclass(frozen=True, eq=False)
class PartBuilder:
    """What the parts are built from."""

    build_input: BuildInput
    analysis: Analysis
    texts: Texts

    @cached_property
    def head(self) -> dict[str, object]:
        """The value under study; the derivation copies it, too."""
        return value_payload(self.analysis, self.texts)

    @cached_property
    def page_params(self) -> PageParams:
        """What the page is asked."""
        return read_page_params(self.build_input.view.page_params)

    @cached_property
    def guess_problem(self) -> str:
        """Why the guess is no number: until it is one, or none, the score stays covered."""
        return unreadable(self.build_input.view.guess, self.texts)

    @cached_property
    def withheld_parts(self) -> frozenset[str]:
        """Parts of `handout.PARTS` of which nothing is sent, nor what would tell them."""
        return frozenset((*self.build_input.view.withheld_parts, *(["score"] if self.guess_problem else [])))

    @cached_property
    def withheld_steps(self) -> frozenset[str]:
        """Recorded arrays that would tell a value that is gone."""
        return covers.value_revealing_steps(self.analysis.main) if "score" in self.withheld_parts else frozenset()

    def header(self) -> Data:
        """The header, and the title of the document."""
        view = self.build_input.view
        room = "" if view.is_static else CLASS_BUTTONS.get(view.page, "")
        is_explore = view.page == "explore"
        found = header_payload(
            self.build_input.state, view.locked, is_explore, is_explore and not self.withheld_parts, self.texts, room
        )
        found |= learn_buttons(self.texts) if view.page == "learn" else {}
        return found | {
            "title": document_title(
                self.build_input.state, view.page, self.page_params, "choices" not in self.withheld_parts, self.texts
            )
        }

    def notices(self) -> Data:
        """What is to be said above the list."""
        view = self.build_input.view
        is_empty = self.withheld_parts and view.page in VALUE_PAGES
        why = covers.empty_reason(view.covered, view.hidden, self.texts) if is_empty else ""
        return notices_payload(self.build_input.notices, why, self.texts)

    def list_summary(self) -> Data:
        """The head of a page that is about the value; without the list and its value where they would be told."""
        return (
            {"title": self.texts("diagnose.title")} if self.withheld_parts else list_summary_payload(self.analysis, self.texts)
        )

    def scores(self) -> Data | None:
        """The score panel."""
        if "score" in self.withheld_parts:
            return None
        view = self.build_input.view
        panel = scores_payload(self.head, self.analysis, view.shows_all_measures, view.guess, self.texts)
        panel |= {"prefetched": values_after_edits(self.analysis, self.texts, self.build_input.near_row)}
        panel |= covers.without_convention(panel) if "choices" in self.withheld_parts else {}
        return covers.without_sums(panel, self.analysis.main) if "formula" in self.withheld_parts else panel

    def ranking_list(self) -> Data:
        """The ranked list."""
        locked = {"read_only": True, "note": self.texts("cover.locked")} if self.build_input.view.locked else {}
        found = ranking_list_payload(self.analysis, self.texts) | locked | {"fixed_cutoff": "choices" in self.withheld_parts}
        return found | ({"alone": True} if self.build_input.view.is_static else {})  # its table is edited with a server only

    def chart_switches(self) -> Data | None:
        """The switch for tables, which only a server draws."""
        view = self.build_input.view
        return None if self.withheld_parts or view.is_static else chart_switches_payload(view.shows_tables, self.texts)

    def class_strip(self) -> Data | None:
        """The strip for a class whose phones follow; without a server there is none."""
        return None if self.build_input.view.is_static else class_strip_payload(self.texts)

    def list_tabs(self) -> Data:
        """The lists, by name and value."""
        found = list_tabs_payload(self.analysis, self.texts) | {"locked": self.build_input.view.locked}
        return covers.list_names_only(found) if "score" in self.withheld_parts else found

    @property
    def _refused(self) -> dict[str, object]:
        """By its slot, what was typed last and cannot be used, and why."""
        return (
            {} if self.build_input.refused is None else {"refused": {self.build_input.refused[0]: self.build_input.refused[1:]}}
        )

    def choices(self) -> Data | None:
        """The sentence with the choices."""
        if "choices" in self.withheld_parts:
            return None
        found = choices_payload(self.analysis, self.build_input.view.open_slot, self.texts) | self._refused
        return covers.without_captions(found) if "score" in self.withheld_parts else found

    def choices_of_any(self) -> Data | None:
        """The sentence where it is not about the list, but about whole runs."""
        if "choices" in self.withheld_parts or self.page_params.runs.by != CUSTOM:
            return None
        return (
            covers.without_captions(choices_of_any_payload(self.build_input.state, self.build_input.view.open_slot, self.texts))
            | self._refused
        )

    def derivation(self) -> Data | None:
        """The formula with its numbers."""
        if "formula" in self.withheld_parts:
            return None
        found = derivation_payload(
            self.analysis, lines_of(self.analysis), str(self.head["copy"]), self.texts, self.withheld_steps
        )
        found |= {"copies": []} if self.withheld_parts else {}
        found |= {"words": []} if "choices" in self.withheld_parts else {}  # they say how the list is read
        return covers.without_value(found) if "score" in self.withheld_parts else found

    def rank_chart(self) -> Data:
        """The bars beside the list."""
        size = self.build_input.view.type_size
        return rank_chart_payload(
            self.analysis, self.texts, only_gains="formula" in self.withheld_parts, withheld=self.withheld_steps, projector=size
        )

    def charts(self) -> Data | None:
        """The charts below."""
        if "charts" in self.withheld_parts:
            return None
        return charts_payload(self.analysis, self.texts, self.withheld_parts)

    def cover(self, part: str) -> Data | None:
        """What stands in the place of a part; the charts that would tell the score are lifted with it."""
        hidden = self.build_input.view.hidden
        with_it = ("score", "charts") if part == "charts" else (part,)
        lifts = tuple(each for each in with_it if each in self.withheld_parts and each not in hidden)
        if not lifts or part in hidden:
            return None
        return covers.cover_payload(part, lifts, self.analysis, self.guess_problem, self.texts)

    def saved_page(self) -> Data | None:
        """The page as a file; none where something is covered, for the file would tell it."""
        return None if self.withheld_parts else saved_page_payload(self.analysis, self.texts)

    @cached_property
    def comparison(self) -> Comparison:
        """Both lists of the page Compare."""
        return analyse_both(self.build_input.state)

    def my_tool(self) -> Data:
        """Which formula a tool uses; a locked list cannot give way to that of the question."""
        payload = my_tool_payload(self.analysis, self.page_params, self.texts)
        return payload | {"open_label": ""} if self.build_input.view.locked else payload

    def two_lists(self) -> Data:
        """Both lists of a comparison."""
        locked = {"read_only": True} if self.build_input.view.locked else {}
        return (
            two_lists_payload(self.comparison, self.page_params, self.texts)
            | locked
            | {"fixed_cutoff": "choices" in self.withheld_parts}
        )

    def difference(self) -> Data:
        """The way from one value to the other."""
        return difference_payload(self.comparison, self.page_params, self.texts)

    def derivations(self) -> Data:
        """Both derivations."""
        return derivations_payload(self.comparison, self.page_params, self.texts)

    def winner(self) -> Data:
        """Which list is ahead, and why."""
        return winner_payload(self.comparison, self.page_params, self.build_input.view.shows_all_measures, self.texts)

    def terms(self) -> Data:
        """Say nothing of the list where it is not the page's subject, or where something is covered: a card would tell it."""
        view = self.build_input.view
        return terms_payload(
            view.term, None if self.withheld_parts or view.page in ("runs", "learn") else self.analysis, self.texts
        )
