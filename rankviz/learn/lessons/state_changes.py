"""Changes to a state as a lesson writes them: parameters of a link, and tables of lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from urllib.parse import parse_qsl

from rankviz.basics.errors import InputError, shorten
from rankviz.core.lists.ranking import Ranking, fresh_ids
from rankviz.state.app_state import AppState, check_state
from rankviz.state.list_codec import write_grades
from rankviz.state.permalink import PARAMETERS, Decoded, decode, encode_in_full, from_text

OF_LISTS = frozenset({"g", "missed", "b", "z"})


def parse_state(text: str) -> AppState:
    """Parse a state written as a link; InputError as for `with_changes`."""
    return state_or_error(from_text(text))


@lru_cache(maxsize=1024)
def with_changes(state: AppState, changes: str) -> AppState:
    """Return the state with some parameters changed; an empty value removes the parameter.

    Parameters
    ----------
    state : AppState
    changes : str
        Parameters of a link.

    Raises
    ------
    InputError
        `lesson_state` for a parameter that is unknown or cannot be read, or the error of reading the link.

    Examples
    --------
    >>> from rankviz.state.permalink import from_text
    >>> state = from_text("m=ndcg&k=6&g=323012&missed=32").state
    >>> after = with_changes(state, "missed=&ideal=retrieved")
    >>> len(after.ranking.missed), after.convention.ideal, after.convention.cutoff
    (0, 'retrieved', 6)
    """
    values = dict(parse_qsl(changes, keep_blank_values=True))
    for name in values.keys() - PARAMETERS:
        raise _unreadable(f"{shorten(name)}={shorten(values[name])}")
    parameters = encode_in_full(state)
    is_packed = "z" in parameters
    if is_packed and "g" not in values and "missed" in values:
        return _with_missed(with_changes(state, _without(values, "missed")), values["missed"])
    if is_packed and "g" in values:
        del parameters["z"]
        parameters["missed"] = write_grades([item.grade for item in state.ranking.missed])
        parameters.pop("list", None)
    elif "z" in values:
        parameters = {name: value for name, value in parameters.items() if name not in OF_LISTS}
    for name, value in values.items():
        parameters[name] = value
        if not value:
            del parameters[name]
    return state_or_error(decode(parameters))


def with_lists(state: AppState, rows: Iterable[Mapping[str, object]]) -> AppState:
    """Return the state with other lists, the first one under study.

    Parameters
    ----------
    state : AppState
    rows : iterable of mapping
        `g` and `missed` as in a link, `scores`, `ids` and `name` as `Ranking` has them.

    Raises
    ------
    InputError
    """
    changed_state = replace(state, lists=tuple(map(_ranking, rows)), selected=0, second_orders=())
    check_state(changed_state)
    return changed_state


def state_or_error(decoded: Decoded) -> AppState:
    """Return the state of a link in a file, where no default replaces what cannot be read; InputError for that."""
    for problem in decoded.problems:
        raise _unreadable(str(problem.where["parts"])) if "parts" in problem.where else problem
    return decoded.state


def _ranking(row: Mapping[str, object]) -> Ranking:
    parts = {name: str(row[name]) for name in ("g", "missed") if row.get(name)}
    plain = state_or_error(decode(parts)).ranking if "g" in parts else Ranking()
    grades, missed = ([item.grade for item in part] for part in (plain.items, plain.missed))
    return Ranking.from_grades(grades, missed, row.get("scores"), row.get("ids"), row.get("name", ""))  # type: ignore[arg-type]


def _with_missed(state: AppState, missed: str) -> AppState:
    """Replace the missed documents of the list under study; what is retrieved keeps its scores and names."""
    grades = [item.grade for item in state_or_error(decode({"g": "0", "missed": missed})).ranking.missed] if missed else []
    ranking = state.ranking
    names = fresh_ids(len(grades), [item.doc_id for item in ranking.items])
    added = [item._replace(doc_id=name) for item, name in zip(Ranking.from_grades(grades).items, names, strict=True)]
    lists = (*state.lists[: state.selected], replace(ranking, missed=tuple(added)), *state.lists[state.selected + 1 :])
    return replace(state, lists=lists, second_orders=())


def _without(values: Mapping[str, str], name: str) -> str:
    return "&".join(f"{key}={value}" for key, value in values.items() if key != name)


def _unreadable(part: str) -> InputError:
    message = f'"{part}" cannot be read; expected parts of a link, such as k=3 or gain=exponential.'
    return InputError("lesson_state", message, found=part)
