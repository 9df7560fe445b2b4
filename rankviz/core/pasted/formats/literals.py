"""Data as Python prints it or JSON writes it, read without running anything: of a tree of the text only values are taken.

Python's own parser knows both; what it makes of a text is a description, no program.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass

from rankviz.basics.coerce import as_id
from rankviz.basics.errors import InputError, shorten
from rankviz.basics.limits import MAX_GRADE
from rankviz.core.pasted.formats.python_repr import readable

WORDS = {"true": True, "false": False, "null": None, "NaN": None, "nan": None, "None": None}
TABLES, ROWS = ("dict", "OrderedDict", "Counter"), ("set", "frozenset", "list", "tuple", "array")  # as Python prints them
_FENCE = re.compile(r"^[ \t]*```\w*[ \t]*$", re.MULTILINE)
_GIVEN = re.compile(r"\w+\s*=")
_CALLED = re.compile(r"^[ \t]*(?:GET|POST|PUT)[ \t]+\S+[ \t]*$", re.MULTILINE)  # the first line of a request in a console


@dataclass(frozen=True)
class LiteralValue:
    """One value of a text, and where it stands."""

    node: ast.expr
    source: str

    @property
    def line(self) -> int:
        """Line of the text, from 1."""
        return self.node.lineno

    @property
    def class_name(self) -> str:
        """Name of a class whose object was printed, as in RetrievalEvalResult(…); "" for anything else."""
        function = self.node.func if isinstance(self.node, ast.Call) else None
        return function.id if isinstance(function, ast.Name) else function.attr if isinstance(function, ast.Attribute) else ""

    def excerpt(self) -> str:
        """As it is written, in short."""
        found = ast.get_source_segment(self.source, self.node) or ""
        return shorten(" ".join(found.split()))

    def is_dictionary(self) -> bool:
        """Whether it has names with values."""
        node = self._table()
        return isinstance(node, ast.Dict) or (isinstance(node, ast.Call) and bool(node.keywords) and not self.is_list())

    def is_list(self) -> bool:
        """Whether it holds values in a row: a list, a tuple or a set."""
        return isinstance(self.node, ast.List | ast.Tuple | ast.Set) or self._inside() is not None

    def is_none(self) -> bool:
        """Whether it says that there is nothing."""
        return _plain(self.node) is None and isinstance(self.node, ast.Constant | ast.Name)

    def is_number(self) -> bool:
        """Whether it is a number."""
        found = _plain(self.node)
        return isinstance(found, int | float) and not isinstance(found, bool)

    def is_integer(self) -> bool:
        """Whether it is a whole number, as an id can be."""
        found = _plain(self.node)
        return isinstance(found, int) and not isinstance(found, bool)

    def is_tuple(self) -> bool:
        """Whether it is a tuple."""
        return isinstance(self.node, ast.Tuple)

    def is_text(self) -> bool:
        """Whether it is a text."""
        return isinstance(_plain(self.node), str)

    def pairs(self) -> dict[str, LiteralValue]:
        """The values of a dictionary, by name.

        Raises
        ------
        InputError
            `literal_dictionary`, `literal_twice`, and what is said of a name that is no id.
        """
        found: dict[str, LiteralValue] = {}
        for name, value in self._pairs():
            if name in found:
                message = f'Line {value.line}: "{shorten(name)}" stands twice in one dictionary. Leave one of them out.'
                raise InputError("literal_twice", message, line=value.line, text=shorten(name))
            found[name] = value
        return found

    def _pairs(self) -> Iterator[tuple[str, LiteralValue]]:
        node = self._table()
        if isinstance(node, ast.Call) and node.keywords:
            yield from ((each.arg or "**", LiteralValue(each.value, self.source)) for each in node.keywords)
        elif isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                name = self if key is None else LiteralValue(key, self.source)
                yield name.name(), LiteralValue(value, self.source)
        else:
            found = self.excerpt()
            message = f'Line {self.line}: expected names with values, as in {{"d1": 2}}, found {found}.'
            raise InputError("literal_dictionary", message, line=self.line, text=found)

    def _table(self) -> ast.expr:
        """What dict({…}) and the like have inside, or the value itself."""
        node = self.node
        is_one = isinstance(node, ast.Call) and self.class_name in TABLES and not node.keywords
        return node.args[0] if is_one and isinstance(node, ast.Call) and len(node.args) == 1 else node

    def entries(self) -> list[LiteralValue]:
        """The values of a list, in order; InputError `literal_list` for anything else."""
        node = self._inside() or self.node
        if isinstance(node, ast.List | ast.Tuple | ast.Set):
            return [LiteralValue(each, self.source) for each in node.elts]
        message = f'Line {self.line}: expected a list, as in ["d1", "d2"], found {self.excerpt()}.'
        raise InputError("literal_list", message, line=self.line, text=self.excerpt())

    def _inside(self) -> ast.expr | None:
        """What set([…]) and the like have inside."""
        node = self.node
        if not isinstance(node, ast.Call) or self.class_name not in ROWS:
            return None
        if any(each.arg != "dtype" for each in node.keywords):
            return None
        return node.args[0] if node.args else ast.List(elts=[], ctx=ast.Load())

    def name(self) -> str:
        """An id: a text or a whole number; InputError `literal_name` for anything else."""
        found = _plain(self.node)
        try:
            if isinstance(found, str | int) and not isinstance(found, bool):
                return as_id(_joined(found) if isinstance(found, str) else found, "id")
        except InputError:
            pass
        message = f"Line {self.line}: expected text or a whole number as an id, found {self.excerpt()}."
        raise InputError("literal_name", message, line=self.line, text=self.excerpt())

    def names(self) -> list[str]:
        """The ids of a list."""
        return [each.name() for each in self.entries()]

    def number(self) -> float:
        """A grade or a score; InputError `literal_number` for anything else."""
        found = _plain(self.node)
        if isinstance(found, bool):
            found = int(found)
        if isinstance(found, int | float) and abs(found) <= MAX_GRADE:
            return float(found)
        message = f"Line {self.line}: expected a number from -1e15 to 1e15, found {self.excerpt()}."
        raise InputError("literal_number", message, line=self.line, text=self.excerpt())


def values_in(text: str) -> list[tuple[str, LiteralValue]]:
    """Every value that a text gives, with the name that it is given, "" for none.

    Raises
    ------
    InputError
        `literal_syntax` where it cannot be read, with the line.
    """
    source = readable(_FENCE.sub("", _CALLED.sub("", text.removeprefix("\ufeff")))).rstrip().rstrip(",;")
    source = re.sub(r"\A[ \t]+", "", source)
    try:
        return [_named(each, source) for each in _data(_parsed(source))]
    except InputError as error:
        if not _GIVEN.match(source):
            raise
        told = error
    try:
        given = f"dict({source}\n)"  # what is given to a function: a=[…], b=[…]
        return [_named(each, given) for each in _parsed(given)]
    except InputError:
        raise told from None


def _data(statements: list[ast.stmt]) -> list[ast.stmt]:
    """A piece of a program without what it does with its data."""
    kept = [each for each in statements if not isinstance(each, ast.Import | ast.ImportFrom)]
    given = [each for each in kept if not _is_act(each)]
    return given or kept


def _is_act(statement: ast.stmt) -> bool:
    """Whether a statement calls a function, and is no printed object."""
    if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Call) or statement.value.keywords:
        return False
    return LiteralValue(statement.value, "").class_name not in (*TABLES, *ROWS)


def _parsed(source: str) -> list[ast.stmt]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of \/ in JSON
            return ast.parse(source).body
    except SyntaxError as error:
        raise _unreadable(source, error.lineno or 1) from None
    except (ValueError, MemoryError, RecursionError):  # a null character; nested too deeply
        raise _unreadable(source, 1) from None


def _named(statement: ast.stmt, source: str) -> tuple[str, LiteralValue]:
    if isinstance(statement, ast.Expr):
        return "", LiteralValue(statement.value, source)
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1 and statement.value is not None:
        return _name_of(statement.targets[0]), LiteralValue(statement.value, source)
    if isinstance(statement, ast.AnnAssign):  # name: value, and name: type = value
        return _name_of(statement.target), LiteralValue(statement.value or statement.annotation, source)
    raise _unreadable(source, statement.lineno)


def _name_of(target: ast.expr) -> str:
    return target.id if isinstance(target, ast.Name) else target.attr if isinstance(target, ast.Attribute) else ""


def _unreadable(source: str, line: int) -> InputError:
    lines = source.splitlines() or [""]
    found = shorten(lines[min(line, len(lines)) - 1].strip())
    message = f'Line {line} cannot be read as data: "{found}". Paste it whole, as JSON or as Python prints it.'
    return InputError("literal_syntax", message, line=line, text=found)


def _plain(node: ast.expr) -> object:
    """The value of a constant; an object of no type that is looked for, for anything else."""
    if isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords:  # np.float64(0.5)
        called = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        return _plain(node.args[0]) if re.fullmatch(r"(?:float|int|uint|str)\d*_?", called) else node
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name) and node.id in WORDS:
        return WORDS[node.id]
    is_signed = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd)
    if is_signed and isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant):
        value = node.operand.value
        if isinstance(value, int | float) and not isinstance(value, bool):
            return -value if isinstance(node.op, ast.USub) else value
    return node


def _joined(text: str) -> str:
    """JSON writes a character of 21 bits as two halves."""
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
