"""Builds the payloads of a page's parts from a state and a view, without what is covered or hidden."""

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
from rankviz.page.answers.messages import ViewState, view_state
from rankviz.page.answers.prefetched_values import values_after_edits
from rankviz.page.class_strip import class_strip_payload
from rankviz.page.header import chart_switches_payload, document_title, header_payload, learn_buttons
from rankviz.page.notices import notices_payload
from rankviz.state.analysis import Analysis
from rankviz.state.app_state import AppState
from rankviz.state.handout import PARTS
from rankviz.state.page_params import PageParams, read_page_params
from rankviz.texts import Texts

Data = Mapping[str, object]
ROOM_PAGES = ("explore", "compare")  # pages that have large type
CLASS_BUTTONS = {"explore": "class", "compare": "class_better"}  # key of the button that leads to a class, by page


@dataclass(frozen=True)
class BuildInput:
    """All that the payloads depend on.

    Parameters
    ----------
    state : AppState
    view : ViewState
    notices : tuple of str
        Messages above the list.
    refused : tuple of str, or None
        Typed input that cannot be used: convention field, text, and why.
    near_row : int
        Row (from 0) near which the next edit is expected; read for long lists only.
    prefetches : bool
        Whether the value after every next key press is computed.
    """

    state: AppState = field(hash=False)  # the cache's key has its text, too, which is quicker to hash
    view: ViewState = field(default_factory=view_state)
    notices: tuple[str, ...] = ()
    refused: tuple[str, str, str] | None = None
    near_row: int = 0
    prefetches: bool = True


@dataclass(frozen=True, eq=False)
class PartBuilder:
    """Builds the payload of each part; a method returns None for a part that is not sent."""

    build_input: BuildInput
    analysis: Analysis
    texts: Texts

    @cached_property
    def head(self) -> dict[str, object]:
        """Payload of the value under study; the derivation copies it, too."""
        return value_payload(self.analysis, self.texts)

    @cached_property
    def page_params(self) -> PageParams:
        """Parameters of the page, read."""
        return read_page_params(self.build_input.view.page_params)

    @cached_property
    def guess_problem(self) -> str:
        """Why the typed guess is not a number; "" if it is one or none was typed. While set, the value stays covered."""
        return unreadable(self.build_input.view.guess, self.texts)

    @cached_property
    def withheld_parts(self) -> frozenset[str]:
        """Parts of `handout.PARTS` that are covered or hidden: neither they nor anything that reveals them is sent."""
        withheld = frozenset((*self.build_input.view.withheld_parts, *(["score"] if self.guess_problem else [])))
        return withheld | {"score"} if withheld and self.build_input.view.page == "compare" else withheld

    @cached_property
    def is_empty(self) -> bool:
        """Whether the page shows nothing, since all of it is about what is withheld. Compare covers what may be uncovered."""
        view = self.build_input.view
        return bool(self.withheld_parts) and (view.page == "diagnose" or (view.page == "compare" and bool(view.hidden)))

    @cached_property
    def withheld_steps(self) -> frozenset[str]:
        """Keys of recorded steps that reveal the value; empty unless that is withheld."""
        return covers.value_revealing_steps(self.analysis.main) if "score" in self.withheld_parts else frozenset()

    def header(self) -> Data:
        """Build the header, with the title of the document."""
        view = self.build_input.view
        class_button = "" if view.is_static else CLASS_BUTTONS.get(view.page, "")
        is_explore = view.page == "explore"
        payload = header_payload(
            self.build_input.state,
            view.locked,
            is_explore,
            is_explore and not self.withheld_parts,
            self.texts,
            class_button,
            for_rooms=view.page in ROOM_PAGES,
        )
        payload |= learn_buttons(self.texts) if view.page == "learn" else {}
        return payload | {
            "title": document_title(
                self.build_input.state, view.page, self.page_params, "choices" not in self.withheld_parts, self.texts
            )
        }

    def notices(self) -> Data:
        """Build the messages above the list."""
        view = self.build_input.view
        empty_reason = covers.empty_reason(view.covered, view.hidden, self.texts) if self.is_empty else ""
        return notices_payload(self.build_input.notices, empty_reason, self.texts)

    def list_summary(self) -> Data:
        """Build the list in one line; only its title while anything is withheld."""
        return (
            {"title": self.texts("diagnose.title")} if self.withheld_parts else list_summary_payload(self.analysis, self.texts)
        )

    def scores(self) -> Data | None:
        """Build the value and all measures; None while the value is withheld."""
        if "score" in self.withheld_parts:
            return None
        view = self.build_input.view
        panel = scores_payload(self.head, self.analysis, view.shows_all_measures, view.guess, self.texts)
        prefetches, near_row = self.build_input.prefetches, self.build_input.near_row
        panel |= {"prefetched": values_after_edits(self.analysis, self.texts, near_row) if prefetches else {}}
        panel |= covers.without_convention(panel) if "choices" in self.withheld_parts else {}
        return covers.without_sums(panel, self.analysis.main) if "formula" in self.withheld_parts else panel

    def ranking_list(self) -> Data:
        """Build the list; a locked one is read only."""
        locked = {"read_only": True, "note": self.texts("cover.locked")} if self.build_input.view.locked else {}
        payload = ranking_list_payload(self.analysis, self.texts) | locked | {"fixed_cutoff": "choices" in self.withheld_parts}
        return payload | ({"alone": True} if self.build_input.view.is_static else {})  # its table is edited with a server only

    def chart_switches(self) -> Data | None:
        """Build the switch for tables, which only a server draws."""
        view = self.build_input.view
        return None if self.withheld_parts or view.is_static else chart_switches_payload(view.shows_tables, self.texts)

    def class_strip(self) -> Data | None:
        """Build the strip for a class whose phones follow; None without a server."""
        return None if self.build_input.view.is_static else class_strip_payload(self.texts)

    def list_tabs(self) -> Data:
        """Build the tabs of the lists; without values while the value is withheld."""
        payload = list_tabs_payload(self.analysis, self.texts) | {"locked": self.build_input.view.locked}
        return covers.list_names_only(payload) if "score" in self.withheld_parts else payload

    @property
    def _refused_input(self) -> dict[str, object]:
        """The key `refused`: by slot, the typed input that cannot be used, and why; {} if there is none."""
        refused = self.build_input.refused
        return {} if refused is None else {"refused": {refused[0]: refused[1:]}}

    def choices(self) -> Data | None:
        """Build the sentence of choices; without what its options give while the value is withheld."""
        if "choices" in self.withheld_parts:
            return None
        payload = choices_payload(self.analysis, self.build_input.view.open_slot, self.texts) | self._refused_input
        return covers.without_captions(payload) if "score" in self.withheld_parts else payload

    def choices_of_any(self) -> Data | None:
        """Build the sentence of choices for the page Runs; None unless the choices are custom."""
        if "choices" in self.withheld_parts or self.page_params.runs.by != CUSTOM:
            return None
        return (
            covers.without_captions(choices_of_any_payload(self.build_input.state, self.build_input.view.open_slot, self.texts))
            | self._refused_input
        )

    def derivation(self) -> Data | None:
        """Build the formula with its numbers; None while it is withheld."""
        if "formula" in self.withheld_parts:
            return None
        payload = derivation_payload(
            self.analysis, lines_of(self.analysis), str(self.head["copy"]), self.texts, self.withheld_steps
        )
        payload |= {"copies": []} if self.withheld_parts else {}
        payload |= {"words": []} if "choices" in self.withheld_parts else {}  # they say how the list is read
        return covers.without_value(payload) if "score" in self.withheld_parts else payload

    def rank_chart(self) -> Data:
        """Build the chart beside the list."""
        size = self.build_input.view.type_size
        return rank_chart_payload(
            self.analysis, self.texts, only_gains="formula" in self.withheld_parts, withheld=self.withheld_steps, projector=size
        )

    def charts(self) -> Data | None:
        """Build the charts; None while they are withheld."""
        if "charts" in self.withheld_parts:
            return None
        return charts_payload(self.analysis, self.texts, self.withheld_parts)

    def cover(self, part: str) -> Data | None:
        """Build the cover of a part; None if it is not covered. That of the charts lifts that of the value, which they show."""
        hidden = self.build_input.view.hidden
        revealed = ("score", "charts") if part == "charts" else (part,)
        lifts = tuple(each for each in revealed if each in self.withheld_parts and each not in hidden)
        if not lifts or part in hidden:
            return None
        return covers.cover_payload(part, lifts, self.analysis, self.guess_problem, self.texts)

    def cover_of_winner(self) -> Data | None:
        """Build the cover of the winner, which lifts all that is covered; None if nothing is."""
        if not self.withheld_parts:
            return None
        return covers.cover_of_winner_payload(
            tuple(part for part in PARTS if part in self.withheld_parts), self.analysis, self.texts
        )

    def saved_page(self) -> Data | None:
        """Build the page as a file; None while anything is withheld, which the file would reveal."""
        return None if self.withheld_parts else saved_page_payload(self.analysis, self.texts)

    @cached_property
    def comparison(self) -> Comparison:
        """Both lists of the page Compare."""
        return analyse_both(self.build_input.state)

    def my_tool(self) -> Data:
        """Build the search for a tool's formula; a locked list cannot be replaced by that of the search."""
        payload = my_tool_payload(self.analysis, self.page_params, self.texts)
        return payload | {"open_label": ""} if self.build_input.view.locked else payload

    def two_lists(self) -> Data:
        """Build both lists of the page Compare."""
        locked = {"read_only": True} if self.build_input.view.locked else {}
        no_effects = {"extra_rows": 0} if self.withheld_parts else {}
        return (
            two_lists_payload(self.comparison, self.page_params, self.texts)
            | locked
            | no_effects
            | {"fixed_cutoff": "choices" in self.withheld_parts}
        )

    def difference(self) -> Data:
        """Build the difference of the two values, effect by effect."""
        return difference_payload(self.comparison, self.page_params, self.texts)

    def derivations(self) -> Data:
        """Build both derivations."""
        return derivations_payload(self.comparison, self.page_params, self.texts)

    def winner(self) -> Data:
        """Build which list wins, and why."""
        return winner_payload(self.comparison, self.page_params, self.build_input.view.shows_all_measures, self.texts)

    def terms(self) -> Data:
        """Build the open card of a term; without values of the list on Runs and Learn, and while anything is withheld."""
        view = self.build_input.view
        return terms_payload(
            view.term, None if self.withheld_parts or view.page in ("runs", "learn") else self.analysis, self.texts
        )
