"""What the columns of a table mean by their names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from rankviz.basics.errors import InputError, one_line, unknown_name

# Compared without regard to case, spaces, - and _, so that query-id, queryId and Query ID are query_id.
_SPELLED = {
    "query": "query query_id qid q_id topic user user_id uid session session_id group group_id",
    # BEIR writes corpus-id.
    "document": "document document_id doc doc_id docid docno item item_id iid pid passage_id corpus_id id",
    "score": "score prediction pred y_score y_pred rating_pred probability",
    "grade": "grade label relevance rel relevance_grade target y_true click clicked gain rating",
}
SYNONYMS: Mapping[str, tuple[str, ...]] = {meaning: tuple(names.split()) for meaning, names in _SPELLED.items()}
NEEDED: Mapping[str, tuple[str, ...]] = {
    "run": ("query", "document", "score"),
    "qrels": ("query", "document", "grade"),
    "impressions": ("query", "score", "grade"),
}
OPTIONAL: Mapping[str, tuple[str, ...]] = {"impressions": ("document",)}
# Of two columns of one meaning the one that names ids, as PyTerrier's qid beside query, and docno beside its own numbers docid.
IDS = ("no", "id")
JUDGMENTS_OF_BEIR = {"queryid", "corpusid", "score"}  # as a file, and as a set of Hugging Face: the score is the grade
ALSO_CALLED = {"label": "grade"}  # in the parameter `columns`
SHOWN, SHOWN_HEADER = 80, 200  # characters of a cell and of a header in a message
NUMBER = re.compile(r"\s*[-+]?\.?\d")


def normal_name(name: str) -> str:
    """Write the name of a column as it is compared."""
    return re.sub(r"[\s_-]+", "", name).casefold()


MEANING = {normal_name(name): meaning for meaning, names in SYNONYMS.items() for name in names}


def cut_for_message(text: str, limit: int = SHOWN) -> str:
    """Cut a text that is too long for a message, which is one line."""
    text = one_line(text[: limit + 1])
    return text if len(text) <= limit else text[: limit - 1] + "…"


def without_rows(path: object) -> InputError:
    """Say that a file has no rows."""
    return InputError("file_empty", f"{path}: the file has no lines.", path=str(path))


def meanings(header: Sequence[str], columns: Mapping[str, str] | None = None) -> set[str]:
    """Which of query, document, score and grade a header names."""
    named = _named(columns)
    free = [name for name in header if name not in named.values()]
    here = {meaning for meaning, name in named.items() if name in header}
    return here | {MEANING[normal_name(name)] for name in free if normal_name(name) in MEANING} - set(named)


def kind(header: Sequence[str], columns: Mapping[str, str] | None = None) -> str:
    """Whether a header is one of a run, of judgments ("qrels"), of "impressions", or of none ("").

    Examples
    --------
    >>> [kind(["qid", "docid", "score"]), kind(["q1", "Q0", "d", "1", "0.5", "tag"])]
    ['run', '']
    """
    meanings_found = meanings(header, columns)
    if {normal_name(each) for each in header} == JUDGMENTS_OF_BEIR and not columns:
        return "qrels"
    if not is_header(header, columns) or not meanings_found & {"score", "grade"}:
        return ""
    if {"score", "grade"} <= meanings_found:
        return "impressions"
    return "run" if "score" in meanings_found else "qrels"


def is_header(header: Sequence[str], columns: Mapping[str, str] | None = None) -> bool:
    """Whether a line names columns: two meanings and no number, or three meanings (some tables have a column "0")."""
    count = len(meanings(header, columns))
    return count > 2 or (count == 2 and not any(NUMBER.match(name) for name in header))


def _named(columns: Mapping[str, str] | None) -> dict[str, str]:
    known = [*SYNONYMS, *ALSO_CALLED]
    for meaning in columns or ():
        if meaning not in known:
            raise unknown_name("column", meaning, known)
    return {ALSO_CALLED.get(meaning, meaning): name for meaning, name in (columns or {}).items()}


def places(
    path: object, header: Sequence[str], of: str, columns: Mapping[str, str] | None, index: Iterable[object] = ()
) -> dict[str, int]:
    """Find the columns that a kind of table needs: {meaning: place in the header, from 0}.

    Parameters
    ----------
    path : object
        For messages.
    header : sequence of str
    of : str
        A key of `NEEDED`.
    columns : mapping of meaning to name, optional
        Columns whose names are given.
    index : iterable
        What a frame calls its rows, if that is no column.

    Raises
    ------
    InputError
        `columns_unnamed`, `columns_missing`, `columns_in_index`, `columns_twice`, `columns_shared`, `column_absent`,
        `unknown_column`.
    """
    named = _named(columns)
    if not header:
        needed = ", ".join(NEEDED[of])
        message = f"{path} has no columns with names; expected columns for {needed}."
        raise InputError("columns_unnamed", message, path=str(path), columns=needed)
    place_of: dict[str, int] = {}
    for meaning in (*NEEDED[of], *OPTIONAL.get(of, ())):
        name = named.get(meaning)
        free = _of_meaning(header, meaning, named)
        if not free and (of, meaning) == ("qrels", "grade") and {*map(normal_name, header)} >= JUDGMENTS_OF_BEIR:
            free = _of_meaning(header, "score", named)
        at = free if name is None else [i for i, each in enumerate(header) if each == name]
        if len(at) > 1 or (not at and (name or meaning in NEEDED[of])):
            raise _not_one(path, header, meaning, name, at, index)
        if at:
            place_of[meaning] = at[0]
    for meaning, other in ((a, b) for a in place_of for b in place_of if a < b and place_of[a] == place_of[b]):
        message = (
            f'{path}: the column "{header[place_of[meaning]]}" was given for both {meaning} and {other}; give each its own.'
        )
        raise InputError("columns_shared", message, path=str(path), name=header[place_of[meaning]], column=meaning, other=other)
    return place_of


def _of_meaning(header: Sequence[str], meaning: str, named: Mapping[str, str]) -> list[int]:
    """Places of the columns of a meaning; of several those whose names end as those of ids do."""
    free = [i for i, each in enumerate(header) if MEANING.get(normal_name(each)) == meaning and each not in named.values()]
    for end in IDS if len(free) > 1 and meaning in ("query", "document") else ():
        ids = [i for i in free if normal_name(header[i]).endswith(end)]
        if ids:
            return ids
    return free


def _not_one(
    path: object, header: Sequence[str], meaning: str, name: str | None, at: list[int], index: Iterable[object]
) -> InputError:
    columns = cut_for_message(", ".join(header), SHOWN_HEADER)
    where = {"path": str(path), "header": columns, "column": meaning}
    if at:
        several = ", ".join(header[i] for i in at)
        message = f"{path} has more than one column for the {meaning}: {several}. Rename the others. Its columns: {columns}."
        return InputError("columns_twice", message, found=several, **where)
    if name:
        message = f'{path} has no column "{name}", which was given for the {meaning}. Its columns: {columns}.'
        return InputError("column_absent", message, name=name, **where)
    if meaning in ("query", "document") and (row := _row_name(index)):
        message = (
            f'{path} has no column for the {meaning}. Its columns: {columns}. Its index has "{row}": if the {meaning} is '
            f'there, make it a column named "{meaning}", with reset_index().'
        )
        return InputError("columns_in_index", message, row=row, **where)
    expected = ", ".join(SYNONYMS[meaning])
    message = f"{path} has no column for the {meaning}. Its columns: {columns}. Expected one of: {expected}."
    message += " Rename a column."
    return InputError("columns_missing", message, expected=expected, **where)


def _row_name(index: Iterable[object]) -> str:
    """Return the first row's name that is not its number; "" where rows are only numbered."""
    name = next((each for number, each in enumerate(index) if str(each) != str(number)), "")
    return cut_for_message(", ".join(map(str, name)) if isinstance(name, tuple | list) else str(name))
