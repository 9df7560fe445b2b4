"""Judgments and runs as dictionaries, as pytrec_eval, ranx, BEIR and ir_measures take them, and pairs of lists of ids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rankviz.errors import InputError
from rankviz.lists.tools.literals import Value
from rankviz.lists.tools.roles import role_of
from rankviz.lists.typed import Item, Ranking

Named = Sequence[tuple[str, Value]]


def read(named: Named) -> list[Ranking] | None:
    """Lists from one or two values that are judgments and a run, in either order; None where they are something else.

    Raises
    ------
    InputError
        `dictionaries_which` where it cannot be told which of them are the judgments, `run_missing` where there is no run.
    """
    named = _unwrapped(named) if named else named
    if not 1 <= len(named) <= 2 or not all(value.is_dictionary() or value.is_list() for _, value in named):
        return None
    if not any(value.pairs() if value.is_dictionary() else value.entries() for _, value in named):
        return []
    if len(named) == 1 and not named[0][0] and not _is_plain(named[0][1]):
        return None
    _refuse_arrays(named)
    judged, ran = _told_apart(named)
    if ran is None:
        line = named[0][1].line
        message = f"Line {line}: there are judgments, but no run. Add what was retrieved, as in run = {{...}}."
        raise InputError("run_missing", message, line=line)
    if not _is_of_queries(ran):
        return [_list(_order(ran), judged, "")]
    runs = ran.pairs()
    judgments = {} if judged is None else judged.pairs()
    queries = dict.fromkeys((*runs, *judgments))
    return [_list(_order(runs[name]) if name in runs else [], judgments.get(name), name) for name in queries]


def _is_plain(value: Value) -> bool:
    """Whether a value may be judgments or a run: ids, or numbers by id, of one query or by query."""
    for one in _of_queries(value):
        if one.is_list():
            plain = not any(each.is_dictionary() for each in one.entries())
        else:
            plain = one.is_dictionary() and all(each.is_number() or each.is_none() for each in one.pairs().values())
        if not plain:
            return False
    return True


def _refuse_arrays(named: Named) -> None:
    """Refuse numbers by place, as scikit-learn takes them: they are no ids. InputError `arrays_given`."""
    for name, value in named:
        if value.is_list() and value.entries() and all(each.is_number() for each in value.entries()):
            numbers = [each.number() for each in value.entries()]
            if name.startswith("y_") or len({*numbers}) < len(numbers) or any(not each.is_integer() for each in numbers):
                message = f"Line {value.line}: these are numbers by place and no ids. "
                message += "Paste a row for each document: id, grade, score."
                raise InputError("arrays_given", message, line=value.line)


def _unwrapped(named: Named) -> Named:
    """The judgments and the run inside one dictionary, as in {"qrels": {…}, "run": {…}}; else what was given."""
    if len(named) > 1 or named[0][0] or not named[0][1].is_dictionary():
        return named
    parts = [*named[0][1].pairs().items()]
    roles = {role_of(name) for name, _ in parts if role_of(name)}
    is_both = len(parts) == len(roles) == 2 and all(each.is_dictionary() or each.is_list() for _, each in parts)
    return parts if is_both else named


def _told_apart(named: Named) -> tuple[Value | None, Value | None]:
    """The judgments and the run: by their names, else by scores that are no whole numbers, or since lists are in order."""
    roles = [_role(name, value) for name, value in named]
    if len(named) == 1 and roles == [""] and not _is_of_queries(named[0][1]) and named[0][1].is_list():
        roles = ["run"]
    if len(named) == 2 and roles.count("") == 1:
        roles = [role or ("judged" if "run" in roles else "run") for role in roles]
    found: Mapping[str, Value] = {role: value for role, (_, value) in zip(roles, named, strict=True)}
    if "" in found or len(found) < len(named):
        line = named[-1][1].line
        message = (
            f"Line {line}: it cannot be told which are the judgments. Write qrels = before them, and run = before what was "
            "retrieved."
        )
        raise InputError("dictionaries_which", message, line=line)
    return found.get("judged"), found.get("run")


def _role(name: str, value: Value) -> str:
    if role := role_of(name):
        return role
    numbers = [each for one in _of_queries(value) if one.is_dictionary() for each in one.pairs().values() if each.is_number()]
    return "run" if any(not each.number().is_integer() for each in numbers) else ""


def _is_of_queries(value: Value) -> bool:
    """Whether a dictionary has a dictionary or a list for each query."""
    return value.is_dictionary() and any(each.is_dictionary() or each.is_list() for each in value.pairs().values())


def _of_queries(value: Value) -> list[Value]:
    return [*value.pairs().values()] if _is_of_queries(value) else [value]


def _order(value: Value) -> list[Item]:
    """What was retrieved: ids with scores, or in order."""
    if value.is_dictionary():
        return [Item(doc, None, score.number()) for doc, score in value.pairs().items()]
    return [Item(doc) for doc in value.names()]


def _grades(value: Value) -> dict[str, float | None]:
    """Grades by id; of a plain list or set, 1."""
    if value.is_dictionary():
        return {doc: None if grade.is_none() else grade.number() for doc, grade in value.pairs().items()}
    return dict.fromkeys(value.names(), 1.0)


def _list(order: Sequence[Item], judged: Value | None, name: str) -> Ranking:
    """What only a set says to be relevant is not relevant outside it; what a dictionary leaves out is unjudged."""
    grades = {} if judged is None else _grades(judged)
    other = 0.0 if judged is not None and judged.is_list() else None
    shown = {item.doc_id for item in order}
    items = tuple(item._replace(grade=grades.get(item.doc_id, other)) for item in order)
    return Ranking(items, tuple(Item(doc, grade) for doc, grade in grades.items() if doc not in shown), name)
