"""The subject of a teacher's link: a list, or a set of questions."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import parse_qsl

from rankviz.basics.errors import InputError
from rankviz.basics.limits import MAX_LINK
from rankviz.learn.learn_params import POSITION_PARAMS
from rankviz.learn.sets import link as set_link
from rankviz.learn.sets.question_set import QuestionSet
from rankviz.state import permalink
from rankviz.state.app_state import DEFAULT, START, AppState
from rankviz.state.second_order import SecondOrder
from rankviz.state.second_order_edits import OPENING_ORDER, with_second_order

NOT_OF_THE_LINK = POSITION_PARAMS | {"embed"}  # which Streamlit reads


@dataclass(frozen=True)
class LinkSubject:
    """The list or the question set of a link, and the problems in reading it."""

    state: AppState = DEFAULT
    set: QuestionSet | None = None
    problems: tuple[InputError, ...] = ()


def subject_of(link: str) -> LinkSubject:
    """Read the subject of a link; problems are returned, never raised.

    Examples
    --------
    >>> subject_of("https://rankviz.example.org/learn?ask=value&of=ap&n=3").set.size
    3
    >>> subject_of("m=rr&k=3&g=001").state.metric
    'rr'
    """
    text = link.strip()
    if len(text) > MAX_LINK:
        return LinkSubject(problems=(permalink.link_too_long(len(text)),))
    _, question_mark, query = text.partition("?")
    text = (query if question_mark else text).partition("#")[0]
    params = {name: value for name, value in parse_qsl(text, keep_blank_values=True) if name not in NOT_OF_THE_LINK}
    if text and "=" not in text:
        return LinkSubject(problems=(_no_link_error(),))
    if "of" in params:
        decoded_set = set_link.decode_set(params)
        return LinkSubject(set=decoded_set.set, problems=decoded_set.problems)
    params.pop("ask", None)  # of one question about a list, which is asked in any way here
    decoded = permalink.decode(params)
    state = decoded.state
    if state.second_order is None and state.ranking == START:
        state = with_second_order(state, _without_unjudged(OPENING_ORDER))
    return LinkSubject(state, problems=decoded.problems)


def _without_unjudged(order: SecondOrder) -> SecondOrder:
    """Return an order without documents that nobody judged: a class begins with what is known."""
    known = {item.doc_id for item in (*START.items, *START.missed)}
    return SecondOrder(tuple(name for name in order.order if name in known))


def _no_link_error() -> InputError:
    message = "This is no link of a list or of a set of questions. Copy one from Explore, Compare or Learn."
    return InputError("class_link", message)
