"""Reads whatever a person pastes or opens as text: a list as one types it, or what another tool prints or takes."""

from __future__ import annotations

import re
from itertools import islice
from typing import NamedTuple

from rankviz.basics.errors import InputError
from rankviz.basics.limits import MAX_ENTRIES, MAX_LISTS, MAX_PASTE
from rankviz.core.lists.ranking import Ranking
from rankviz.core.pasted.formats import dictionaries, rank_eval, trec
from rankviz.core.pasted.formats import evaluator_rows as rows
from rankviz.core.pasted.formats.literals import values_in
from rankviz.core.pasted.list_parser import lists_do_not_fit, parse_list, too_many_entries

TYPED, DICTIONARIES, RANK_EVAL, NO_REQUEST, ROWS = "typed", "dictionaries", "rank_eval", "rank_eval_alone", "rows"
TREC, RUN = "trec", "trec_run"
# How data begin: {, [{, ["a, name = {, name = [, Name(, or the first line of a request in a console.
_DATA = re.compile(
    r"""(?: \{ | [\[(] \s* [\[{("'] | [A-Za-z_][\w.]* \s* (?: : \s* [\w.]+ (?:\[[^\n]*\])? \s* )? = \s* [\[({\w]
    | [\[(]? \s* [A-Z]\w+ \( \s* \w+ =
    | defaultdict\(< | (?:\w+\.)? (?:array|set|frozenset|dict|OrderedDict|Counter) \( \s* [\[{("']
    | (?:GET|POST|PUT) [ \t]+ \S* _rank_eval | [A-Za-z_]\w* \s* : \s* [{\[] )""",
    re.VERBOSE,
)
_BRACKETS = re.compile(r"[\[(\s]+")  # a line of brackets, as indented JSON begins
_BESIDE = re.compile(r"\s*(?:#|```|import |from \w)")  # lines around data, in a program or a message
_TYPED_ROW = re.compile(r"\S[^\t]*\t[^\t]*(?:\t[^\t]*)?")  # a name, a grade and perhaps a score, as a spreadsheet copies them


class Pasted(NamedTuple):
    """Lists that were read, and the kind of the text: one of the names above; NO_REQUEST has no request, RUN no judgments.

    Of documents `judged_twice`, with different grades, the last judgment counts. If it `is_unscored`, scores were left out
    since they rise down the list.
    """

    lists: tuple[Ranking, ...]
    kind: str
    judged_twice: tuple[str, ...] = ()
    is_unscored: bool = False


def read_pasted(text: str) -> Pasted:
    """Read one list as `parse_list` does, or several from what a tool prints or takes.

    Raises
    ------
    InputError
        Of `parse_list`, of `rankviz.core.pasted.formats`, `lists_do_not_fit`, `data_unknown` for data of another kind.

    Examples
    --------
    >>> read_pasted("3, 2, ?").kind
    'typed'
    >>> found = read_pasted("qrels = {'q1': {'a': 2, 'b': 1}}; run = {'q1': {'c': 0.5, 'a': 0.25}}")
    >>> found.kind, [item.grade for item in found.lists[0].items], [item.doc_id for item in found.lists[0].missed]
    ('dictionaries', [None, 2.0], ['b'])
    """
    judged_twice: tuple[str, ...] = ()
    is_unscored = False
    try:
        if len(text) > MAX_PASTE or not is_data(text):
            return Pasted((parse_list(text),), TYPED)
        lists, kind, is_unscored = _read(text)
    except InputError:  # rows of TREC are looked for last, so that whatever is a list as one types it stays one
        trec_lists = None if len(text) > MAX_PASTE else trec.read(text)
        if trec_lists is None:
            raise
        lists, kind, judged_twice = trec_lists.lists, TREC if trec_lists.is_judged else RUN, trec_lists.judged_twice
    if len(lists) > MAX_LISTS:
        raise lists_do_not_fit(len(lists))
    if not any(ranking.items or ranking.missed for ranking in lists):
        raise InputError("data_empty", "These data hold no document. Paste some that were retrieved.")
    for ranking in lists:
        if (count := len(ranking.items) + len(ranking.missed)) > MAX_ENTRIES:
            raise too_many_entries(count)
    return Pasted(tuple(lists), kind, judged_twice, is_unscored)


def read_data(text: str) -> tuple[Ranking, ...] | None:
    """Read the lists of what a tool prints or takes; None for a list as a person types it.

    Raises
    ------
    InputError
        As `read_pasted`.

    Examples
    --------
    >>> read_data("d1, d2") is None, [item.doc_id for item in read_data("q1 Q0 a 1 0.5 bm25")[0].items]
    (True, ['a'])
    """
    is_of_tool = is_data(text) or (len(text) <= MAX_PASTE and trec.read(text) is not None)
    return read_pasted(text).lists if is_of_tool else None


def is_data(text: str) -> bool:
    """Whether a text is what a tool prints or takes, not a list as one types it."""
    lines_of_data = (line for line in text.removeprefix("\ufeff").splitlines() if line.strip() and not _BESIDE.match(line))
    lines = list(islice(lines_of_data, 2))
    if not lines or _TYPED_ROW.fullmatch(lines[0]):
        return bool(lines) and any(name in lines[0] for name in rows.RETRIEVED)
    begin = "".join(lines) if _BRACKETS.fullmatch(lines[0]) else lines[0]
    return bool(_DATA.match(begin.strip())) or any(name in lines[0] for name in rows.RETRIEVED)


def _read(text: str) -> tuple[list[Ranking], str, bool]:
    if (lists := rows.read_table(text)) is not None:
        return lists, ROWS, False
    named_values = values_in(text)
    values = [value for _, value in named_values]
    if (lists := rank_eval.read(values)) is not None:
        return lists, NO_REQUEST if rank_eval.is_alone(values) else RANK_EVAL, False
    if (lists := rows.read(values)) is not None:
        return lists, ROWS, False
    if (dictionary_lists := dictionaries.read(named_values)) is not None:
        return dictionary_lists.lists, DICTIONARIES, dictionary_lists.is_unscored
    raise InputError(
        "data_unknown",
        "These data are of no kind that is known here. Expected qrels = {...} and run = {...}, retrieved = [...] and "
        "relevant = [...], rows of TREC, an answer of _rank_eval, documents of haystack or LangChain, or rows with "
        "retrieved_ids and expected_ids.",
    )
