"""Edits that bring nothing: what they lead to is said by what a page shows, in the view."""

from __future__ import annotations

from rankviz.diagnose.view.my_tool import state_of_list
from rankviz.diagnose.words.lookup_state import state_before_match, state_to_follow
from rankviz.examples.example_commands import cause_state, definition_state
from rankviz.learn.learn_params import initial_state, read_learn_params, state_after_answer
from rankviz.learn.questions.attempts import read_work
from rankviz.page.answers.edits.edit import Edit
from rankviz.page.answers.messages import ViewState
from rankviz.state.app_state import AppState
from rankviz.state.page_params import read_page_params


class ShowCauseEdit(Edit, frozen=True, tag="show_cause"):
    """What the card of a worked example names as the cause."""

    def apply(self, state: AppState, view: ViewState, /) -> AppState:
        """Go to it."""
        return cause_state(state, view.example)


class ShowDefinitionEdit(Edit, frozen=True, tag="show_definition"):
    """The example's own definition."""

    def apply(self, state: AppState, view: ViewState, /) -> AppState:
        """Go back to it."""
        return definition_state(state, view.example)


class ShowAnswerEdit(Edit, frozen=True, tag="show_answer"):
    """The match that Diagnose shows."""

    def apply(self, state: AppState, view: ViewState, /) -> AppState:
        """Follow it."""
        return state_to_follow(state, read_page_params(view.page_params))


class TakeBackEdit(Edit, frozen=True, tag="take_back"):
    """The state before a match was followed."""

    def apply(self, state: AppState, view: ViewState, /) -> AppState:
        """Go back to it."""
        return state_before_match(state, read_page_params(view.page_params))


class ShowProbeEdit(Edit, frozen=True, tag="show_probe"):
    """The list that Diagnose gives to a tool."""

    def apply(self, state: AppState, view: ViewState, /) -> AppState:
        """Open it."""
        return state_of_list(state, read_page_params(view.page_params))


class OpenLearnEdit(Edit, frozen=True, tag="open_learn"):
    """The question, lesson step or view that Learn shows."""

    def apply(self, _: AppState, view: ViewState, /) -> AppState:
        """Begin with its state."""
        return initial_state(read_learn_params(view.page_params, view.file_text), read_work(view.work))


class ApplyAnswerEdit(Edit, frozen=True, tag="apply_answer"):
    """The state that an answer of Learn leads to."""

    def apply(self, state: AppState, view: ViewState, /) -> AppState:
        """Take it over."""
        return state_after_answer(read_learn_params(view.page_params, view.file_text), read_work(view.work), state)
