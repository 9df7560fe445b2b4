"""Reads judgments and runs as dictionaries and lists, of one query or several, as libraries of metrics take them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from rankviz.basics.errors import InputError, shorten
from rankviz.core.lists.ranking import Item, Ranking
from rankviz.core.pasted.formats.literals import LiteralValue
from rankviz.core.pasted.formats.printed_documents import DOCUMENT, entry, is_document, is_pair

Named = Sequence[tuple[str, LiteralValue]]
_JUDGED = re.compile(
    r"qrel|judg|truth|relev|gold|expect|reference|target|label|rated|positive|grade|actual|annotat", re.IGNORECASE
)
_RAN = re.compile(r"run|result|retriev|rank|predict|pred|return|score|hits|output|recommend", re.IGNORECASE)
# Names of measures, as programs write their values; a few are long enough to be no ids.
_LONG = "n?dcg|gm_map|map|mrr|recip_rank|reciprocal_rank|precision|recall|bpref|rprec|hit_rate|accuracy|f1(?:-score)?"
_SHORT = "ap|p|r|hits?|success|auc|err|rbp|num_q|num_ret|num_rel|num_rel_ret|set_\\w+|infap|iprec\\w*|11pt_avg|runid|support"
_MEASURE = re.compile(rf"(?:mean |avg_)?(?:(?P<long>{_LONG})|{_SHORT})(?:[@_ .(-].*)?", re.IGNORECASE)


class DictionaryLists(NamedTuple):
    """Lists, and whether scores were left out since they rise down a list, as distances do."""

    lists: list[Ranking]
    is_unscored: bool = False


def read(named: Named) -> DictionaryLists | None:
    """Read lists from one or two values that are judgments and a run, in either order; None for anything else.

    Raises
    ------
    InputError
        `dictionaries_which` if it is unclear which of them are the judgments, `run_missing` if there is no run,
        `arrays_given`, `values_given`, `queries_by_name`, `queries_uneven`.
    """
    named = [(name, _documents(value)) for name, value in named if not (name and _is_scalar(value))]
    named = _unwrap_pair(named) if named else named
    if not 1 <= len(named) <= 2 or not all(value.is_dictionary() or value.is_list() for _, value in named):
        return None
    if not any(value.pairs() if value.is_dictionary() else value.entries() for _, value in named):
        return DictionaryLists([])
    _refuse_arrays(named)
    if not all(_role_of(name) or _is_plain(value) for name, value in named):
        return None
    _refuse_values(named)
    judged, run = _judgments_and_run(named)
    if run is None:
        line = named[0][1].line
        message = f"Line {line}: there are judgments, but no run. Add what was retrieved, as in run = {{...}}."
        raise InputError("run_missing", message, line=line)
    return _pair_queries(run, judged)


def _pair_queries(run: LiteralValue, judged: LiteralValue | None) -> DictionaryLists:
    """Build one list, or one for each query: dictionaries are matched by name, lists by position."""
    queries: list[tuple[str, LiteralValue | None, LiteralValue | None]]
    if any(value is not None and value.is_list() and _has_queries(value) for value in (run, judged)):
        for value in (run, judged):
            if value is not None and value.is_dictionary() and _has_queries(value):
                message = f"Line {value.line}: these queries have names, the others have none. Write both in the same way."
                raise InputError("queries_by_name", message, line=value.line)
        lists = _values_by_query(run)
        judgments = [None] * len(lists) if judged is None else _values_by_query(judged)
        if len(judgments) != len(lists):
            message = f"There are {len(lists)} lists of what was retrieved, but {len(judgments)} of judgments; "
            message += "expected one for each query."
            raise InputError("queries_uneven", message, found=len(lists), judged=len(judgments))
        queries = [("", *each) for each in zip(lists, judgments, strict=True)]
    elif _has_queries(run):
        runs, grades = run.pairs(), {} if judged is None else judged.pairs()
        queries = [(name, runs.get(name), grades.get(name)) for name in dict.fromkeys((*runs, *grades))]
    else:
        queries = [("", run, judged)]
    orders = [[] if one is None else _read_order(one) for _, one, _ in queries]
    is_unscored = all(one is None or one.is_list() for _, one, _ in queries) and _do_scores_rise(orders)
    if is_unscored:
        orders = [[item._replace(score=None) for item in order] for order in orders]
    return DictionaryLists(
        [_build_ranking(order, grades, name) for order, (name, _, grades) in zip(orders, queries, strict=True)], is_unscored
    )


def _is_scalar(value: LiteralValue) -> bool:
    return value.is_number() or value.is_text() or value.is_none()


def _documents(value: LiteralValue) -> LiteralValue:
    """Return the documents inside what a pipeline or component prints, as {"retriever": {"documents": […]}}; else the value."""
    inside = value
    while inside.is_dictionary() and inside.class_name != DOCUMENT:
        parts = inside.pairs()
        if not (len(parts) == 1 or "documents" in parts):
            break
        inside = parts.get("documents", next(iter(parts.values())))
    is_found = inside.is_list() and any(each.class_name == DOCUMENT for each in inside.entries())
    return inside if is_found else value


def _is_plain(value: LiteralValue) -> bool:
    """Whether a value may be judgments or a run: ids, or numbers by id, of one query or by query."""
    return all(
        all(each.is_number() or each.is_none() for each in one.pairs().values())
        if one.is_dictionary()
        else one.is_list() and all(is_document(each) or is_pair(each) for each in one.entries())
        for one in _values_by_query(value)
    )


def _refuse_arrays(named: Named) -> None:
    """Refuse numbers by position, as scikit-learn takes them: they are not ids. InputError `arrays_given`."""
    for name, value in named:
        if not value.is_list():
            continue
        for one in _values_by_query(value):
            if not one.entries() or not all(each.is_number() for each in one.entries()):
                continue
            numbers = [each.number() for each in one.entries()]
            is_unnamed = not name and _has_queries(value)
            is_array = name.startswith("y_") or is_unnamed or any(not each.is_integer() for each in numbers)
            if is_array or len({*numbers}) < len(numbers):
                message = f"Line {value.line}: these are numbers by place and no ids. "
                message += "Paste a row for each document: id, grade, score."
                raise InputError("arrays_given", message, line=value.line)


def _refuse_values(named: Named) -> None:
    """Refuse values of measures, such as {"q1": {"map": 0.5}}: they are not documents. InputError `values_given`."""
    for _, value in named:
        names = [name for one in _values_by_query(value) if one.is_dictionary() for name in one.pairs()]
        matches = [_MEASURE.fullmatch(name) for name in names]
        if all(matches) and any(each and each["long"] for each in matches):
            name = shorten(next(each[0] for each in matches if each and each["long"]))
            message = f'Line {value.line}: "{name}" is a metric: these are its values, and no documents. '
            message += "Paste the run and the judgments that they were computed from."
            raise InputError("values_given", message, line=value.line, text=name)


def _unwrap_pair(named: Named) -> Named:
    """Return the judgments and the run inside one dictionary, as in {"qrels": {…}, "run": {…}}; else the values as they are."""
    if len(named) > 1 or named[0][0] or not named[0][1].is_dictionary():
        return named
    parts = [*named[0][1].pairs().items()]
    roles = {_role_of(name) for name, _ in parts if _role_of(name)}
    is_both = len(parts) == len(roles) == 2 and all(each.is_dictionary() or each.is_list() for _, each in parts)
    return parts if is_both else named


def _judgments_and_run(named: Named) -> tuple[LiteralValue | None, LiteralValue | None]:
    """Return the judgments and the run, told apart by name, by fractional scores, or by being lists, which have an order."""
    roles = [_role(name, value) for name, value in named]
    if len(named) == 1 and roles == [""] and named[0][1].is_list():
        roles = ["run"]
    if len(named) == 2 and roles.count("") == 1:
        roles = [role or ("judged" if "run" in roles else "run") for role in roles]
    value_by_role: Mapping[str, LiteralValue] = {role: value for role, (_, value) in zip(roles, named, strict=True)}
    if "" in value_by_role or len(value_by_role) < len(named):
        line = named[-1][1].line
        message = (
            f"Line {line}: it cannot be told which are the judgments. Write qrels = before them, and run = before what was "
            "retrieved."
        )
        raise InputError("dictionaries_which", message, line=line)
    return value_by_role.get("judged"), value_by_role.get("run")


def _role(name: str, value: LiteralValue) -> str:
    """Return 'judged' or 'run' by the name; 'run' for printed documents and fractional scores; '' if nothing tells."""
    if role := _role_of(name):
        return role
    for one in _values_by_query(value):
        entries = one.entries() if one.is_list() else []
        numbers = [*one.pairs().values()] if one.is_dictionary() else [entry(each)[1] for each in entries if is_pair(each)]
        if any(each is not None and each.is_number() and not each.number().is_integer() for each in numbers):
            return "run"
        if any(each.class_name == DOCUMENT for each in entries):
            return "run"
    return ""


def _has_queries(value: LiteralValue) -> bool:
    """Whether a value has a dictionary or a list for each query."""
    if value.is_dictionary():
        return any(each.is_dictionary() or each.is_list() for each in value.pairs().values())
    entries = value.entries() if value.is_list() else []
    return bool(entries) and all(each.is_list() for each in entries) and not all(is_pair(each) for each in entries)


def _values_by_query(value: LiteralValue) -> list[LiteralValue]:
    if not _has_queries(value):
        return [value]
    return [*value.pairs().values()] if value.is_dictionary() else value.entries()


def _read_order(value: LiteralValue) -> list[Item]:
    """Read what was retrieved: ids with scores, or ids in order."""
    if value.is_dictionary():
        return [Item(doc, None, score.number()) for doc, score in value.pairs().items()]
    entries = map(entry, value.entries())
    return [Item(doc, None, None if score is None else score.number()) for doc, score in entries]


def _do_scores_rise(orders: Sequence[Sequence[Item]]) -> bool:
    """Whether scores rise all the way down every list: then a small score is a good one."""
    steps = [each for order in orders for each in pairwise(item.score for item in order)]
    known = [(one, two) for one, two in steps if one is not None and two is not None]
    return len(known) == len(steps) and all(one <= two for one, two in known) and any(one < two for one, two in known)


def _read_grades(value: LiteralValue) -> dict[str, float | None]:
    """Read grades by id; each id of a plain list or set has grade 1."""
    if value.is_dictionary():
        return {doc: None if grade.is_none() else grade.number() for doc, grade in value.pairs().items()}
    return {entry(each)[0]: each.entries()[1].number() if is_pair(each) else 1.0 for each in value.entries()}


def _build_ranking(order: Sequence[Item], judged: LiteralValue | None, name: str) -> Ranking:
    """Build a ranking; outside a set of relevant ids the grade is 0, and what a dictionary leaves out is unjudged."""
    grades = {} if judged is None else _read_grades(judged)
    is_set = judged is not None and judged.is_list() and not any(map(is_pair, judged.entries()))
    default_grade = 0.0 if is_set else None
    retrieved = {item.doc_id for item in order}
    items = tuple(item._replace(grade=grades.get(item.doc_id, default_grade)) for item in order)
    return Ranking(items, tuple(Item(doc, grade) for doc, grade in grades.items() if doc not in retrieved), name)


def _role_of(name: str) -> str:
    """Return "judged" or "run" by the name of data; "" if it says neither, or both."""
    if bool(_JUDGED.search(name)) == bool(_RAN.search(name)):
        return ""
    return "judged" if _JUDGED.search(name) else "run"
