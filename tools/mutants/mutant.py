"""One fault that is planted into the code: read from the lists in this folder, and applied to the text of a file."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

LISTS = Path(__file__).resolve().parent


class NotApplicableError(Exception):
    """The code has moved on: what a mutation changes is not there any more, or more than once."""


@dataclass(frozen=True)
class Mutant:
    """A fault, where it is planted, and the tests that are asked.

    Parameters
    ----------
    name : str
        The module, and what of it is changed.
    room : str
        The list that it stands in.
    fault : str
        What is wrong then.
    file : str
        Path in the checkout.
    was, becomes : str
        Python with `within`: an expression or a statement that stands there once, and what stands there instead. Otherwise
        a text that the file has once, and another.
    tests : tuple of str
        Files and folders that are asked first.
    room_tests : tuple of str
        Those that are asked if none of them finds it, or one of them is not there.
    within : str
        Qualified name of a function or class, "" for a whole module; None where `was` is text.
    nth : tuple of int
        Which one it is, and of how many, where `was` stands there several times.
    only : str
        pytest's -k.
    slow : bool
        Whether slow tests are asked, too: the quick ones see nothing of it.
    """

    name: str
    room: str
    fault: str
    file: str
    was: str
    becomes: str
    tests: tuple[str, ...]
    room_tests: tuple[str, ...]
    within: str | None = None
    nth: tuple[int, int] = (1, 1)
    only: str = ""
    slow: bool = False

    @property
    def is_script(self) -> bool:
        """Whether it changes what the browser runs, so that tests in a browser are asked."""
        return self.file.endswith(".js")


def read_lists() -> list[Mutant]:
    """Return all mutants, room by room."""
    return [mutant for path in sorted(LISTS.glob("*.toml")) for mutant in _read_list(path)]


def _read_list(path: Path) -> Iterator[Mutant]:
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    for entry in table["mutant"]:
        nth = tuple(map(int, entry.pop("nth", "1 of 1").split(" of ")))
        entry["tests"] = tuple(entry["tests"])
        yield Mutant(room=path.stem, room_tests=tuple(table["tests"]), nth=(nth[0], nth[1]), **entry)


def apply(mutant: Mutant, source: str) -> str:
    """Return the text of the file with the fault in it.

    Raises
    ------
    NotApplicableError
        If what it changes is not there, or not as often as it says.
    """
    if mutant.within is None:
        if source.count(mutant.was) != 1:
            raise NotApplicableError(
                f"{mutant.name}: {mutant.file} has {source.count(mutant.was)} times, not once: {mutant.was}"
            )
        return source.replace(mutant.was, mutant.becomes)
    return _apply_to_tree(mutant, source)


def _apply_to_tree(mutant: Mutant, source: str) -> str:
    scope = _scope_of(mutant, ast.parse(source))
    wanted, replacement = ast.parse(mutant.was).body[0], ast.parse(mutant.becomes).body[0]
    is_expression = isinstance(wanted, ast.Expr) and isinstance(replacement, ast.Expr)
    looked_for = ast.dump(wanted.value) if is_expression and isinstance(wanted, ast.Expr) else ast.dump(wanted)
    found = sorted(
        (each for each in _nodes(scope) if ast.dump(each) == looked_for), key=lambda each: (each.lineno, each.col_offset)
    )
    number, count = mutant.nth
    if len(found) != count:
        where = f"{mutant.file}, {mutant.within or 'module'}"
        raise NotApplicableError(f"{mutant.name}: {where} has {len(found)} times, not {count}: {mutant.was}")
    return _spliced(source, found[number - 1], f"({mutant.becomes})" if is_expression else mutant.becomes)


def _scope_of(mutant: Mutant, tree: ast.AST) -> ast.AST:
    scope = tree
    for name in filter(None, (mutant.within or "").split(".")):
        named = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
        inside = [each for each in ast.walk(scope) if isinstance(each, named) and each.name == name and each is not scope]
        if not inside:
            raise NotApplicableError(f"{mutant.name}: {mutant.file} has no {mutant.within}")
        scope = inside[0]
    return scope


def _nodes(node: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """All expressions and statements but those inside of f-strings, whose places Python 3.11 does not know."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.JoinedStr):
            continue
        if isinstance(child, ast.expr | ast.stmt):
            yield child
        yield from _nodes(child)


def _spliced(source: str, node: ast.expr | ast.stmt, text: str) -> str:
    lines = source.encode().splitlines(keepends=True)
    starts = [sum(map(len, lines[:number])) for number in (node.lineno - 1, (node.end_lineno or node.lineno) - 1)]
    begin, end = starts[0] + node.col_offset, starts[1] + (node.end_col_offset or 0)
    whole = source.encode()
    return (whole[:begin] + text.encode() + whole[end:]).decode()
