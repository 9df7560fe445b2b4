"""Other ways to read the ids of queries and documents, for runs and judgments that were written by different programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from rankviz.basics.errors import InputError, one_line, short_repr, shorten, unknown_name
from rankviz.basics.optional_packages import load
from rankviz.runs.read.arrow_arrays import as_numpy, take_rows
from rankviz.runs.read.run_table import Table

BETWEEN = "+"  # of several rules, which are followed in this order


def _replace(pattern: str, by: str) -> Callable[[Any, Any], Any]:
    return lambda pc, names: pc.replace_substring_regex(names, pattern=pattern, replacement=by)


# What is done to each id of a run and of the judgments. The keys are permanent: links carry them.
ID_RULES: Mapping[str, Callable[[Any, Any], Any]] = MappingProxyType(
    {
        "blanks": lambda pc, names: pc.utf8_trim_whitespace(names),
        "case": lambda pc, names: pc.utf8_lower(names),
        "prefix": _replace(r"^[^0-9]+([0-9].*)$", r"\1"),
        "decimal": _replace(r"^([0-9]+)\.0+$", r"\1"),
        "zeros": _replace(r"^0+(.+)$", r"\1"),
    }
)


def check_id_rules(text: str) -> tuple[str, ...]:
    """Read rules for ids, as `decimal` or `blanks+case`; `unknown_ids` for others.

    Examples
    --------
    >>> check_id_rules("blanks+case"), check_id_rules("")
    (('blanks', 'case'), ())
    """
    rules = tuple(part for part in text.split(BETWEEN) if part) if isinstance(text, str) else (short_repr(text),)
    for rule in rules:
        if rule not in ID_RULES:
            raise unknown_name("ids", rule, ID_RULES)
    return rules


def common_prefix(names: Any) -> str:
    """Return the word before the number that all ids share; "" if they have none, or several.

    Examples
    --------
    >>> import pyarrow
    >>> common_prefix(pyarrow.array(["q7", "q12"])), common_prefix(pyarrow.array(["wiki-1", "news-1"]))
    ('q', '')
    """
    pc = load("pyarrow.compute")
    words = pc.unique(pc.replace_substring_regex(names, pattern=r"^([^0-9]*).*$", replacement=r"\1")).to_pylist()
    return str(words[0]) if len(words) == 1 else ""


def apply_id_rules(names: Any, rules: tuple[str, ...]) -> Any:
    """Change ids, an array of strings, as rules say.

    Examples
    --------
    >>> import pyarrow
    >>> apply_id_rules(pyarrow.array([" Q007.0", "D1"]), ("blanks", "prefix", "decimal", "zeros")).to_pylist()
    ['7', '1']
    """
    pc = load("pyarrow.compute")
    for rule in rules:
        names = ID_RULES[rule](pc, names)
    return names


def with_ids(table: Table, rules: tuple[str, ...]) -> Table:
    """Return a table whose ids are read by rules.

    Raises
    ------
    InputError
        `ids_merged` where two documents of a query would become one, `ids_merged_queries` where two queries would that have a
        document in common.
    """
    if not rules:
        return table
    pyarrow, pc = load("pyarrow"), load("pyarrow.compute")
    document = apply_id_rules(table.document, rules)
    names = apply_id_rules(table.query.dictionary, rules).dictionary_encode()
    codes = take_rows(names.indices, as_numpy(table.query.indices))
    query = pyarrow.DictionaryArray.from_arrays(codes, names.dictionary)
    read = replace(table, query=query, document=document)
    merges_queries = len(names.dictionary) < len(table.query.dictionary)
    if merges_queries or pc.count_distinct(document).as_py() < pc.count_distinct(table.document).as_py():
        _refuse_merged(table, read, rules)
    return read


def _refuse_merged(table: Table, read: Table, rules: tuple[str, ...]) -> None:
    """Raise for the first two rows that were of different queries or documents, and no longer are; only where some may be."""
    first: dict[tuple[str, str], tuple[str, str]] = {}
    rows = (zip(each.query.to_pylist(), each.document.to_pylist(), strict=True) for each in (table, read))
    for before, after in zip(*rows, strict=True):
        known = first.setdefault(after, before)
        if known == before:
            continue
        how = BETWEEN.join(rules)
        at = int(known[1] != before[1])
        one, other, document = (one_line(shorten(each)) for each in (known[at], before[at], after[1]))
        if at:
            message = (
                f'{table.path}: by ids="{how}" the documents "{one}" and "{other}" would be one. Mend the ids in the file.'
            )
            raise InputError("ids_merged", message, path=str(table.path), rules=how, one=one, other=other)
        message = (
            f'{table.path}: by ids="{how}" the queries "{one}" and "{other}" would be one, and both have "{document}". '
            "Mend the ids in the file."
        )
        where = {"path": str(table.path), "rules": how, "one": one, "other": other, "document": document}
        raise InputError("ids_merged_queries", message, **where)
