"""The list of Explore as a practice question: which mistakes it separates, a change that separates more, and its URL."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import urlencode

from rankviz.basics.errors import InputError
from rankviz.core.conventions import FIELDS
from rankviz.core.lists.compute_facts import facts_of
from rankviz.core.lists.ranking import RawLists
from rankviz.core.metrics import METRICS
from rankviz.diagnose.words.explanations import grades_words
from rankviz.display.error_text import error_text
from rankviz.display.labels import list_name
from rankviz.display.number_format import plain
from rankviz.learn.questions.kinds import USUAL_KIND
from rankviz.learn.questions.question import Question
from rankviz.learn.sets import link as set_link
from rankviz.learn.sets.list_question import ListQuestion, build_list_question
from rankviz.learn.sets.mistake_separation import MistakeSeparation, SeparatingChange, best_separating_change, separation_of
from rankviz.learn.sets.question_set import QuestionSet
from rankviz.learn.words.feedback import mistake_words
from rankviz.learn.words.prompt import format_value
from rankviz.state.app_state import AppState
from rankviz.texts import Texts

ABOUT_TIES = ("ties", "tied_pair")
LONG_LIST = 12  # documents; a longer list gets a note
MOST_GRADES = 40
Data = dict[str, object]


def learn_params_of(state: AppState) -> dict[str, str]:
    """Return the parameters of Learn that ask about the current list."""
    ranking = replace(state.ranking, query_id="")
    return set_link.encode_set(
        QuestionSet(fixed_questions=(ListQuestion(USUAL_KIND, AppState((ranking,), state.metric, state.convention)),))
    )


def learn_query_of(state: AppState) -> str:
    """Return `learn_params_of` as a query string; "" if the list has no number to ask for."""
    return "" if _question(state) is None else urlencode(learn_params_of(state))


def own_question_payload(state: AppState, locked: bool, texts: Texts) -> Data:
    """Build the dialog, except for its link.

    Parameters
    ----------
    state : AppState
    locked : bool
        Whether the list cannot be changed: then no change is offered.
    texts : Texts

    Returns
    -------
    dict
        JSON-serialisable. `facts` (a list of `{label, value}`); `problem`, why nothing can be asked, or ""; `summary`, a
        sentence; `groups` of mistakes that are not separated, each `{head, items}`; `change`, None or `{action, result,
        label}`; `no_change`, the sentence shown instead of a change; `notes`; `texts`.
    """
    question = _question(state)
    separation = MistakeSeparation() if question is None else separation_of(question)
    change = None if locked else best_separating_change(state)
    problem = "" if question is not None else _problem(state, texts)
    summary, groups = ("", []) if question is None else _separation_words(question, separation, texts)
    return {
        "facts": _facts(state, question, texts),
        "problem": problem,
        "summary": summary,
        "groups": groups,
        "change": None if change is None else _change_payload(change, separation, texts),
        "no_change": texts("list_as_question.no_change") if groups and change is None and not locked else "",
        "notes": _notes(state, texts) if question is not None else [],
        "texts": {name: texts(f"list_as_question.{name}") for name in ("try", "safe", "made")},
    }


def _question(state: AppState) -> Question | None:
    try:
        return build_list_question(ListQuestion(USUAL_KIND, state), 1, 1) if state.ranking.items else None
    except InputError:
        return None


def _problem(state: AppState, texts: Texts) -> str:
    if not state.ranking.items:
        return texts("list_as_question.empty")
    try:
        build_list_question(ListQuestion(USUAL_KIND, state), 1, 1)
    except InputError as error:
        return error_text(error, texts)
    return ""


def _facts(state: AppState, question: Question | None, texts: Texts) -> list[Data]:
    values = {} if question is None else {"question": texts("prompt.task", measure=question.measure)}
    values |= {"list": grades_words(state.ranking, texts, MOST_GRADES)} if state.ranking.items else {}
    return [{"label": texts(f"list_as_question.{name}"), "value": value} for name, value in values.items()]


def _separation_words(question: Question, separation: MistakeSeparation, texts: Texts) -> tuple[str, list[Data]]:
    """Return a sentence on how many mistakes a question separates, and the groups of those that it does not."""
    if not separation.count:
        return texts("list_as_question.unknown", name=METRICS[question.asked].name), []
    unique_count = len(separation.unique)
    if unique_count == separation.count:
        return texts("list_as_question.told_all", count=unique_count), []
    values = {mistake.key: mistake.value for mistake in question.mistakes} | dict.fromkeys(
        separation.same_as_answer, question.answer
    )

    def group(name: str, keys: Sequence[str]) -> list[Data]:
        items = [mistake_words(question, key, format_value(question, values[key]), texts) for key in keys]
        return [{"head": texts(f"list_as_question.{name}"), "items": items}] if items else []

    shared = [key for keys in separation.shared for key in keys]
    return texts("list_as_question.told", own=unique_count, count=separation.count), [
        *group("right", separation.same_as_answer),
        *group("shared", shared),
    ]


def _change_payload(change: SeparatingChange, current: MistakeSeparation, texts: Texts) -> Data:
    details = {name: plain(value) if isinstance(value, float) else value for name, value in change.details.items()}
    kind = "grade_unjudged" if change.kind == "grade" and details["old"] is None else change.kind
    action = texts(f"list_as_question.{kind}", **{name: details[name] for name in texts.places(f"list_as_question.{kind}")})
    after = change.separation
    result = texts("list_as_question.then", own=len(after.unique), count=after.count)
    if current.count and len(after.unique) == len(current.unique):
        result = texts("list_as_question.then_right", count=len(current.same_as_answer), right=len(after.same_as_answer))
    return {"action": action, "result": result, "label": texts("list_as_question.make")}


def _notes(state: AppState, texts: Texts) -> list[str]:
    ranking, notes = state.ranking, []
    if len(state.lists) > 1:
        notes.append(texts("list_as_question.several", name=list_name(state, state.selected, texts)))
    facts, uses = facts_of(RawLists.from_rankings([ranking])), METRICS[state.metric].uses
    if facts.tied and any(FIELDS[name].matters(facts, state.convention, uses) for name in ABOUT_TIES if name in uses):
        notes.append(texts("list_as_question.ties"))
    if len(ranking.items) > LONG_LIST:
        notes.append(texts("list_as_question.long", count=len(ranking.items)))
    return notes
