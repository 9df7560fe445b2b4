"""The package's own source, parsed when it is asked for and once: each of its modules, its tree and what it imports."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "rankviz"


class Import(NamedTuple):
    """One import statement's target, and where it stands: at the top, in a function, or for the type checker only."""

    importer: str
    imported: str
    line: int


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in [*sorted(PACKAGE.rglob("*.py")), ROOT / "app.py"]}


@cache
def text_of(module: str) -> str:
    return MODULES[module].read_text(encoding="utf-8")


@cache
def tree_of(module: str) -> ast.Module:
    return ast.parse(text_of(module))


@cache
def nodes_of(module: str) -> tuple[ast.AST, ...]:
    """All nodes of a module's tree."""
    return tuple(ast.walk(tree_of(module)))


def is_in(module: str, room: str) -> bool:
    return module == room or module.startswith(room + ".")


@cache
def imports_of(module: str) -> tuple[Import, ...]:
    return tuple(_imports_of(module))


def all_imports() -> Iterator[Import]:
    return (each for module in MODULES for each in imports_of(module))


def _imports_of(module: str) -> Iterator[Import]:
    for node in nodes_of(module):
        if isinstance(node, ast.Import):
            targets = [alias.name for alias in node.names]
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "load" and isinstance(node.args[0], ast.Constant):
            targets = [str(node.args[0].value)]  # of a package that need not be installed
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{module}:{node.lineno}: imports are written in full"
            full = [f"{node.module}.{alias.name}" for alias in node.names]
            targets = [each if each in MODULES else str(node.module) for each in full]
        else:
            continue
        for target in dict.fromkeys(targets):
            yield Import(module, target, node.lineno)
