"""Lists as people hold them: grades in ranked order, `y_true` and `y_score`, arrays, groups, ids and those that are relevant.

Whoever is given lists asks `read_lists`; what it returns are Rankings. Arrays of other libraries are known by what they have.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from math import isfinite
from typing import Any

import numpy as np

from rankviz.basics.coerce import as_id, as_list, one_or_several, to_float
from rankviz.basics.errors import InputError, short_repr
from rankviz.core.lists.ranking import Ranking, as_ranking

Lists = Ranking | tuple[Ranking, ...]  # one list, or several, whose mean is asked for
SEVERAL = "several lists"
NUMBER_KINDS = "biuf"  # of an array: its entries are read as Python's own, which is quicker
AS_JUDGED = 'Say which are relevant: evaluate("R@5", ids, relevant=["d1", …]), or relevant={id: grade}.'


def read_lists(
    lists: object = None,
    scores: object = None,
    *,
    relevant: object = None,
    qid: object = None,
    group: object = None,
    y_true: object = None,
    y_score: object = None,
) -> Lists:
    """Read one list or several.

    Parameters
    ----------
    lists : Ranking, grades, or several of them
        Grades in ranked order, or with scores in any order, one list or several (an array of shape (Q, N), lists of lists,
        Rankings from an iterator); with `relevant` ids in ranked order, or {id: score}.
    scores : numbers, as many as grades, optional
        They decide the order.
    relevant : ids, or {id: grade}, optional
        Of several lists one each. What is not named is unjudged.
    qid, group : ids, as many as grades, or sizes that add up to them, optional
        Which grades belong to which query.
    y_true, y_score : as `lists` and `scores`, optional
        By their names they are taken as they are; by place, decimals first and whole numbers second are refused.

    Returns
    -------
    Ranking, or tuple of Rankings
        A tuple where several lists were given, also if there is only one of them.

    Raises
    ------
    InputError
        `no_lists`, `lists_twice`, `exchanged_lists`, `ids_alone`, `judgments_alone`, `table_as_list`, `list_shapes`,
        `list_groups`, `bad_list`, `in_list` with one of the errors of `Ranking.from_grades`, and these.

    Examples
    --------
    >>> read_lists([0, 1], [0.5, 0.7]).items[1]
    Item(doc_id='d2', grade=1.0, score=0.7)
    >>> [len(each.items) for each in read_lists([0, 1, 1], [0.5, 0.7, 0.1], qid=["b", "a", "b"])]
    [2, 1]
    >>> [item.grade for item in read_lists(["x", "a"], relevant=["a", "b"]).items]
    [None, 1.0]
    """
    if isinstance(lists, Ranking) and all(each is None for each in (scores, relevant, qid, group, y_true, y_score)):
        return lists
    if y_true is not None and lists is not None:
        raise _twice("y_true", "lists")
    if y_score is not None and scores is not None:
        raise _twice("y_score", "scores")
    lists, scores = (y_true if lists is None else lists), (y_score if scores is None else scores)
    if lists is None:
        message = "Nothing to evaluate: give grades in ranked order, Rankings, or y_true=… and y_score=…."
        raise InputError("no_lists", message)
    _refuse_tables(lists)
    entries, points = _entries(lists, "grades"), None if scores is None else _entries(scores, "scores")
    beside = {"scores": scores, "qid": qid, "group": group}
    if relevant is not None:
        _refuse_beside("relevant", {"qid": qid, "group": group})
        return _judged(entries, points, relevant)
    if isinstance(entries, Mapping):
        message = (
            f"{short_repr(entries)} has no order. Write evaluate(measure, ids, relevant={{id: grade}}), and for dictionaries "
            "by query evaluate_run(run, qrels, measures)."
        )
        raise InputError("judgments_alone", message, found=short_repr(entries))
    if _are_rankings(entries):
        _refuse_beside("Rankings", beside)
        return entries if isinstance(entries, Ranking) else tuple(map(as_ranking, entries))
    return _graded(entries, points, qid, group, is_named=y_true is not None or y_score is not None)


def read_pair(first: object, second: object, *, relevant: object = None, y_true: object = None) -> tuple[Ranking, Any]:
    """Read two lists of one query; without `relevant` or `y_true` the second is returned as it is.

    Parameters and errors as for `rankviz.compare_lists`.
    """
    if relevant is not None and y_true is not None:
        raise _twice("relevant", "y_true")
    if y_true is not None:
        grades = [*_entries(y_true, "y_true")]
        pair = tuple(read_lists(y_true=grades, y_score=each) for each in (first, second))
    elif relevant is not None:
        pair = tuple(read_lists(each, relevant=relevant) for each in (first, second))
    else:
        pair = (read_lists(first),)
    if not all(isinstance(each, Ranking) for each in pair):
        raise InputError("one_query", "Two lists of one query are compared; compare several queries by compare_runs.")
    return pair[0], (pair[1:] or (second,))[0]  # type: ignore[return-value]


def _refuse_tables(lists: object) -> None:
    """Refuse a frame, whose entries would be the names of its columns."""
    is_frame = hasattr(lists, "__arrow_c_stream__") or hasattr(lists, "iloc")
    if is_frame and (hasattr(lists, "columns") or hasattr(lists, "column_names")):
        message = (
            'Found a table. Pass its columns: evaluate(measure, table["label"], table["score"], qid=table["query"]); '
            "run and judgments go to evaluate_run(run, qrels, measures)."
        )
        raise InputError("table_as_list", message)


def _entries(value: object, what: str) -> Any:
    """The entries of a list, of several as lists; a mapping and Rankings stay what they are."""
    if isinstance(value, Mapping | Ranking):
        return value
    if hasattr(value, "__array__"):  # of NumPy, pandas, PyTorch: its entries might be arrays without an axis
        value = np.asarray(value)
        if value.ndim not in (1, 2):
            shape = f"an array of shape {value.shape}"
            raise InputError("bad_list", f"expected one list of grades or a list of Rankings, found {shape}.", found=shape)
        return value.tolist() if value.dtype.kind in NUMBER_KINDS else [*value]
    return as_list(value, what)


def _is_list(value: object) -> bool:
    """Whether an entry is a list itself."""
    if isinstance(value, Ranking | Mapping | Set | str | bytes | bytearray):
        return False
    return isinstance(value, Iterable) and getattr(value, "ndim", 1) > 0


def _are_rankings(lists: Any) -> bool:
    return isinstance(lists, Ranking) or (bool(lists) and isinstance(lists[0], Ranking))


def _are_ids(entries: Sequence[object]) -> bool:
    """Whether a list begins with a text that is no number."""
    return bool(entries) and isinstance(entries[0], str) and to_float(entries[0]) is None


# ---------------------------------------------------------------------------------------------------------------------------
# Grades


def _graded(lists: list[Any], scores: Any, qid: object, group: object, *, is_named: bool) -> Lists:
    are_several = bool(lists) and _is_list(lists[0])
    rows = [_entries(each, "grades") for each in lists] if are_several else [lists]
    if any(map(_are_ids, rows)):
        raise InputError("ids_alone", f"Found ids. {AS_JUDGED}")
    if isinstance(scores, Mapping):
        raise _shapes("one score for each grade", short_repr(scores))
    points: list[Any] = [None] * len(rows)
    if scores is not None:
        points = _score_rows(scores, rows, are_several=are_several)
        if not is_named:
            _check_exchanged(rows, points)
    if are_several:
        _refuse_beside(SEVERAL, {"qid": qid, "group": group})
    if qid is not None:
        _refuse_beside("qid", {"group": group})
    if qid is not None or group is not None:
        return _by_query(rows[0], points[0], qid, group)
    if not are_several:
        return Ranking.from_grades(rows[0], scores=points[0])
    return tuple(_ranking(place, *each) for place, each in enumerate(zip(rows, points, strict=True), 1))


def _ranking(place: int, grades: list[Any], scores: list[Any] | None, query_id: str = "") -> Ranking:
    """One list of several, which is named where it cannot be read."""
    try:
        return Ranking.from_grades(grades, scores=scores, query_id=query_id)
    except InputError as error:
        name = query_id or str(place)
        raise InputError("in_list", f"List {name}: {error.message}", name=name, what=error) from None


def _score_rows(scores: list[Any], rows: list[list[Any]], *, are_several: bool) -> list[list[Any]]:
    if are_several != (bool(scores) and _is_list(scores[0])):
        expected = f"{len(rows)} lists of scores" if are_several else "one list of scores"
        raise _shapes(expected, "one list" if are_several else SEVERAL)
    points = [_entries(each, "scores") for each in scores] if are_several else [scores]
    if len(points) != len(rows):
        raise _shapes(f"{len(rows)} lists of scores", f"{len(points)}")
    return points


def _check_exchanged(rows: list[list[Any]], points: list[list[Any]]) -> None:
    """Refuse decimals where grades stand, and whole numbers where scores do: hardly ever are they meant so."""
    if not _have_decimals(points) and _have_decimals(rows):
        message = (
            "The first list has decimals, the second whole numbers only: are they exchanged? Grades come first, then scores. "
            "If they are not, say y_true=… and y_score=…."
        )
        raise InputError("exchanged_lists", message)


def _have_decimals(rows: list[list[Any]]) -> bool:
    numbers = (to_float(each) for row in rows for each in row)
    return any(each is not None and isfinite(each) and each % 1 for each in numbers)


def _by_query(grades: list[Any], scores: list[Any] | None, qid: object, group: object) -> tuple[Ranking, ...]:
    """Lists by the ids of their queries, in the order in which these come, or by sizes."""
    if group is not None:
        names = [str(i) for i, size in enumerate(_sizes(group, len(grades)), 1) for _ in range(size)]
    else:
        names = _query_ids(qid, len(grades))
    rows_of: dict[str, list[int]] = {}
    for row, name in enumerate(names):
        rows_of.setdefault(name, []).append(row)
    return tuple(
        _ranking(place, [grades[i] for i in rows], None if scores is None else [scores[i] for i in rows], name)
        for place, (name, rows) in enumerate(rows_of.items(), 1)
    )


def _query_ids(qid: object, count: int) -> list[str]:
    ids = _entries(qid, "qid")
    if len(ids) != count:
        raise _groups(f"qid has {len(ids)} entries", count)
    # A column of whole numbers with a gap anywhere is one of decimals in pandas.
    whole = [int(each) if isinstance(each, float) and each.is_integer() else each for each in ids]
    return [as_id(each, f"qid, row {row}") for row, each in enumerate(whole, 1)]


def _sizes(group: object, count: int) -> list[int]:
    sizes = [to_float(each) for each in _entries(group, "group")]
    for place, (each, typed) in enumerate(zip(sizes, _entries(group, "group"), strict=True), 1):
        if each is None or each < 0 or each % 1:
            message = f"group: size {place} is {short_repr(typed)}; expected a whole number from 0."
            raise InputError("group_size", message, place=place, found=short_repr(typed))
    if sum(filter(None, sizes)) != count:
        total = sum(each for each in sizes if each is not None)
        raise _groups(f"the sizes in group add up to {total:g}", count)
    return [int(each) for each in sizes if each is not None]


# ---------------------------------------------------------------------------------------------------------------------------
# Ids, and those that are relevant


def _judged(lists: Any, scores: Any, relevant: object) -> Lists:
    if isinstance(lists, Mapping):
        return _judged_list(lists, scores, relevant)
    if _are_rankings(lists):
        raise _twice("relevant", "Rankings")
    if not lists or not (_is_list(lists[0]) or isinstance(lists[0], Mapping)):
        return _judged_list(lists, scores, relevant)
    judged = [] if isinstance(relevant, Mapping) else [*one_or_several(relevant)]
    points = [None] * len(lists) if scores is None else scores
    if len(judged) != len(lists) or len(points) != len(lists):
        found = f"{len(judged)} of relevant documents" if len(judged) != len(lists) else f"{len(points)} of scores"
        raise _shapes(f"one for each of {len(lists)} lists", found)
    return tuple(_judged_list(_entries(a, "ids"), b, c) for a, b, c in zip(lists, points, judged, strict=True))


def _judged_list(ids: Any, scores: Any, relevant: object) -> Ranking:
    if isinstance(ids, Mapping):
        ids, scores = [*ids], [*ids.values()] if scores is None else scores
    judgments = relevant if isinstance(relevant, Mapping) else dict.fromkeys(_ids_in(relevant), 1)
    return Ranking.from_judgments(ids, judgments, scores)


def _ids_in(relevant: object) -> list[str]:
    return [as_id(each, "relevant") for each in one_or_several(relevant)]


# ---------------------------------------------------------------------------------------------------------------------------
# What is refused


def _refuse_beside(one: str, others: Mapping[str, object]) -> None:
    for name, value in others.items():
        if value is not None:
            raise _twice(one, name)


def _twice(one: str, other: str) -> InputError:
    return InputError("lists_twice", f"Found {one} and {other}: they exclude each other. Leave one out.", one=one, other=other)


def _shapes(expected: str, found: str) -> InputError:
    return InputError("list_shapes", f"Expected {expected}, found {found}.", expected=expected, found=found)


def _groups(found: str, count: int) -> InputError:
    return InputError("list_groups", f"{found}, but there are {count} grades.", what=found, count=count)
