"""Propose mutations of the Python code by chance, of the same code the same ones: `python -m tools.mutants.draw core 40`.

The lists in this folder were made so: each operator of a function is as likely as the others, and the files take turns. Who
takes one into a list reads it first: one that changes nothing that anybody could see (an equivalent one) is left out.
"""

from __future__ import annotations

import ast
import copy
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
CALLED = {
    "min": "max",
    "max": "min",
    "any": "all",
    "all": "any",
    "sorted": "list",
    "reversed": "list",
    "set": "list",
    "minimum": "maximum",
    "maximum": "minimum",
    "log2": "log",
    "floor": "ceil",
    "ceil": "floor",
    "argmax": "argmin",
    "argmin": "argmax",
    "cumsum": "cumprod",
    "startswith": "endswith",
    "lower": "upper",
}
NOT_READ = (ast.JoinedStr, ast.Assert, ast.Raise, ast.Import, ast.ImportFrom)


class Proposal(NamedTuple):
    """A mutation that could be made."""

    file: str
    within: str
    line: int
    operator: str
    was: str
    becomes: str


def of_node(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Each operator that fits a node, and what the node becomes by it."""
    new = copy.deepcopy(node)
    match new:
        case ast.Compare(ops=[operator]) if type(operator) in COMPARED:
            new.ops = [COMPARED[type(operator)]()]
            yield "comparison", new
        case ast.BinOp(op=sign) if type(sign) in COMPUTED:
            new.op = COMPUTED[type(sign)]()
            yield "arithmetic", new
        case ast.BoolOp():
            new.op = ast.And() if isinstance(new.op, ast.Or) else ast.Or()
            yield "and/or", new
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield "sign dropped", new.operand
        case ast.IfExp():
            new.body, new.orelse = new.orelse, new.body
            yield "branches swapped", new
        case ast.Constant(value=bool()):
            new.value = not new.value
            yield "constant", new
        case ast.Constant(value=int(number)):
            new.value = number + 1
            yield "constant", new
        case ast.Call():
            yield from _of_call(new)
        case ast.Slice(upper=ast.expr() as end):
            new.upper = ast.BinOp(end, ast.Sub(), ast.Constant(1))
            yield "slice", new
        case ast.AugAssign(op=ast.Add()):
            new.op = ast.Sub()
            yield "arithmetic", new
        case ast.Expr(value=ast.Call()):
            yield "statement dropped", ast.Pass()
        case ast.Continue():
            yield "loop", ast.Break()


def _of_call(call: ast.Call) -> Iterator[tuple[str, ast.AST]]:
    name = call.func
    if isinstance(name, ast.Name) and name.id in CALLED:
        name.id = CALLED[name.id]
        yield "call", call
    elif isinstance(name, ast.Attribute) and name.attr in CALLED:
        name.attr = CALLED[name.attr]
        yield "call", call
    elif call.keywords and "Error" not in ast.unparse(name):
        call.keywords.pop()
        yield "keyword dropped", call


def _nodes(node: ast.AST, within: str) -> Iterator[tuple[str, ast.AST]]:
    """Each node with the function that it stands in, annotations and messages of errors left out."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "bases"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or isinstance(child, NOT_READ):
                continue
            inner = within
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                inner = f"{within}.{child.name}".lstrip(".")
            yield inner, child
            yield from _nodes(child, inner)


def proposals(room: str) -> list[Proposal]:
    """All that could be done to the files of a room, in the order in which they are drawn."""
    chance = random.Random(room)  # noqa: S311 (the same draw for everybody)
    files = [_of_file(path, chance) for path in sorted((ROOT / "rankviz").glob(f"{room}/**/*.py"))]
    chance.shuffle(files)
    rounds = range(max(map(len, files), default=0))
    return [file[number] for number in rounds for file in files if number < len(file)]


def _of_file(path: Path, chance: random.Random) -> list[Proposal]:
    """One for each function: its operators are drawn alike, however often they are met."""
    found: dict[str, dict[str, list[Proposal]]] = {}
    file = path.relative_to(ROOT).as_posix()
    for within, node in _nodes(ast.parse(path.read_text(encoding="utf-8")), ""):
        for operator, new in of_node(node):
            one = Proposal(file, within, getattr(node, "lineno", 0), operator, ast.unparse(node), ast.unparse(new))
            found.setdefault(within, {}).setdefault(operator, []).append(one)
    drawn = [chance.choice(chance.choice(list(operators.values()))) for operators in found.values()]
    return chance.sample(drawn, len(drawn))


if __name__ == "__main__":
    for proposal in proposals(sys.argv[1])[: int(sys.argv[2])]:
        print("\n".join(["", f"{proposal.file}:{proposal.line} {proposal.within} [{proposal.operator}]", *proposal[4:]]))
