"""What a link for a class shows of a page: parts that are covered or hidden, a list that is locked, a language, large type.

It is no part of `AppState`: undo does not touch it, and a link that is made without it has none of it. The names and words of
the address are permanent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, get_args

from rankviz.basics.errors import InputError
from rankviz.state.app_state import AppState
from rankviz.state.parameter import Parameter, flag_parameter, known_words, read_fields, words_parameter, write_fields
from rankviz.state.permalink_reader import Reader

Part = Literal["score", "formula", "charts", "choices"]
PARTS: tuple[Part, ...] = get_args(Part)
LANGUAGES = ("", "en", "zh")  # "": that of the browser
LIST, PROJECTOR = "list", "projector"
_NAMED = ", ".join(f"`{part}`" for part in PARTS)
HANDOUT_PARAMETERS = (
    words_parameter("cover", f"parts under a cover that anybody may lift, with dots between: {_NAMED}", "covered", PARTS),
    words_parameter("hide", "parts that are not there at all, by the same names", "hidden", PARTS),
    flag_parameter("lock", f"`{LIST}`: the list can be looked at, not changed", "locked", LIST),
    Parameter(
        "lang",
        "the language, `en` or `zh`; that of the browser if it is left out",
        "language",
        lambda text, blame: next(iter(known_words(text, LANGUAGES[1:], blame)), ""),
    ),
    flag_parameter("view", f"`{PROJECTOR}`: it begins in large type, for a room", "large_type", PROJECTOR),
)
PARAMETERS = frozenset(each.name for each in HANDOUT_PARAMETERS)


@dataclass(frozen=True)
class Handout:
    """How others are shown a page.

    Parameters
    ----------
    covered : tuple of str
        Parts, in the order of `PARTS`, in whose place stands a cover that anybody may lift.
    hidden : tuple of str
        Parts that have no place at all; none of them is covered as well.
    locked : bool
        Whether the list is looked at only.
    language : {'', 'en', 'zh'}
        '' for that of the browser.
    large_type : bool
        Whether it begins in large type, for a room.
    """

    covered: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    locked: bool = False
    language: str = ""
    large_type: bool = False


def encode(handout: Handout) -> dict[str, str]:
    """Write a handout as address parameters; none for a page that is shown as it is.

    Examples
    --------
    >>> encode(Handout(covered=("score", "formula"), locked=True))
    {'cover': 'score.formula', 'lock': 'list'}
    """
    return write_fields(HANDOUT_PARAMETERS, handout)


def decode(parameters: Mapping[str, str]) -> tuple[Handout, tuple[InputError, ...]]:
    """Read the handout of an address, and what is to be said of words in it that are not known; they are dropped.

    Examples
    --------
    >>> handout, (said,) = decode({"cover": "score.answer", "lang": "zh"})
    >>> handout.covered, handout.language, said.message
    (('score',), 'zh', '"cover=answer" is not known and is ignored.')
    """
    reader = Reader()
    handout = Handout(**read_fields(HANDOUT_PARAMETERS, parameters, reader))
    return replace(handout, covered=tuple(each for each in handout.covered if each not in handout.hidden)), reader.problems()


def check_allowed(before: AppState, after: AppState, *, locked: bool, fixed: bool) -> None:
    """Look whether a handout allows a state in the place of another, whatever made it.

    Parameters
    ----------
    before, after : AppState
    locked : bool
        Whether lists may not be changed.
    fixed : bool
        Whether choices may not be, as they are not seen.

    Raises
    ------
    InputError
    """
    if locked and (after.lists, after.second_orders) != (before.lists, before.second_orders):
        raise InputError("list_locked", "The list is locked: it can be looked at, not changed.")
    if fixed and (after.metric, after.convention) != (before.metric, before.convention):
        raise InputError("choices_covered", "The choices are covered, so they cannot be changed here.")
