"""Reads data as Python prints it or JSON writes it, without running anything: only values are taken from the syntax tree.

Python's own parser understands both; its result is a description, not a program.
"""

from __future__ import annotations

import ast
import gc
import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from rankviz.basics.coerce import as_id
from rankviz.basics.errors import InputError, shorten
from rankviz.basics.limits import MAX_ENTRIES, MAX_GRADE, MAX_TOKENS
from rankviz.basics.token_count import has_more_tokens
from rankviz.core.pasted.formats.python_repr import readable
from rankviz.core.pasted.list_parser import data_too_long

WORDS = {"true": True, "false": False, "null": None, "NaN": None, "nan": None, "None": None}
TABLES, ROWS = ("dict", "OrderedDict", "Counter"), ("set", "frozenset", "list", "tuple", "array")  # as Python prints them
_FENCE = re.compile(r"^[ \t]*```\w*[ \t]*$", re.MULTILINE)
_ARGUMENT = re.compile(r"\w+\s*=")
_LINE_END = re.compile(r"\r\n|[\r\n]")
_REQUEST_LINE = re.compile(r"^[ \t]*(?:GET|POST|PUT)[ \t]+\S+[ \t]*$", re.MULTILINE)  # the first line of a request in a console


@dataclass(frozen=True)
class LiteralValue:
    """One value of a text: its syntax node, and the text it is in."""

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
        """Return the value as it is written, shortened."""
        node, lines = self.node, _LINE_END.split(self.source)[self.line - 1 : self.node.end_lineno]
        written = "\n".join(lines).encode()  # columns count bytes
        end = len(written) - len(lines[-1].encode()) + (node.end_col_offset or 0)
        return shorten(" ".join(written[node.col_offset : end].decode().split()))

    def is_dictionary(self) -> bool:
        """Whether the value is a dictionary or another mapping from names to values."""
        node = self._table()
        return isinstance(node, ast.Dict) or (isinstance(node, ast.Call) and bool(node.keywords) and not self.is_list())

    def is_list(self) -> bool:
        """Whether the value is a list, a tuple or a set."""
        return isinstance(self.node, ast.List | ast.Tuple | ast.Set) or self._inside() is not None

    def is_none(self) -> bool:
        """Whether the value is None, null or NaN."""
        return _plain(self.node) is None and isinstance(self.node, ast.Constant | ast.Name)

    def is_number(self) -> bool:
        """Whether the value is a number."""
        constant = _plain(self.node)
        return isinstance(constant, int | float) and not isinstance(constant, bool)

    def is_integer(self) -> bool:
        """Whether the value is a whole number, as an id can be."""
        constant = _plain(self.node)
        return isinstance(constant, int) and not isinstance(constant, bool)

    def is_tuple(self) -> bool:
        """Whether the value is a tuple."""
        return isinstance(self.node, ast.Tuple)

    def is_text(self) -> bool:
        """Whether the value is a text."""
        return isinstance(_plain(self.node), str)

    def pairs(self) -> dict[str, LiteralValue]:
        """Return the values of a dictionary, by name.

        Raises
        ------
        InputError
            `literal_dictionary`, `literal_twice`, `literal_name` for a name that is not an id, and `data_too_many`.
        """
        values: dict[str, LiteralValue] = {}
        for name, value in self._iterate_pairs():
            if name in values:
                message = f'Line {value.line}: "{shorten(name)}" stands twice in one dictionary. Leave one of them out.'
                raise InputError("literal_twice", message, line=value.line, text=shorten(name))
            values[name] = value
        return values

    def _iterate_pairs(self) -> Iterator[tuple[str, LiteralValue]]:
        node = self._table()
        if isinstance(node, ast.Call) and node.keywords:
            yield from ((each.arg or "**", LiteralValue(each.value, self.source)) for each in node.keywords)
        elif isinstance(node, ast.Dict):
            _check_length(node.values)
            for key, value in zip(node.keys, node.values, strict=True):
                name = self if key is None else LiteralValue(key, self.source)
                yield name.name(), LiteralValue(value, self.source)
        else:
            excerpt = self.excerpt()
            message = f'Line {self.line}: expected names with values, as in {{"d1": 2}}, found {excerpt}.'
            raise InputError("literal_dictionary", message, line=self.line, text=excerpt)

    def _table(self) -> ast.expr:
        """Return the node inside dict({…}) and the like, or the value's own node."""
        node = self.node
        is_one = isinstance(node, ast.Call) and self.class_name in TABLES and not node.keywords
        return node.args[0] if is_one and isinstance(node, ast.Call) and len(node.args) == 1 else node

    def entries(self) -> list[LiteralValue]:
        """Return the values of a list, in order; InputError `literal_list` for anything else, and `data_too_many`."""
        node = self._inside() or self.node
        if isinstance(node, ast.List | ast.Tuple | ast.Set):
            _check_length(node.elts)
            return [LiteralValue(each, self.source) for each in node.elts]
        message = f'Line {self.line}: expected a list, as in ["d1", "d2"], found {self.excerpt()}.'
        raise InputError("literal_list", message, line=self.line, text=self.excerpt())

    def _inside(self) -> ast.expr | None:
        """Return the node inside set([…]) and the like; None for anything else."""
        node = self.node
        if not isinstance(node, ast.Call) or self.class_name not in ROWS:
            return None
        if any(each.arg != "dtype" for each in node.keywords):
            return None
        return node.args[0] if node.args else ast.List(elts=[], ctx=ast.Load())

    def name(self) -> str:
        """Return the value as an id, a text or a whole number; InputError `literal_name` for anything else."""
        constant = _plain(self.node)
        try:
            if isinstance(constant, str | int) and not isinstance(constant, bool):
                return as_id(_join_surrogates(constant) if isinstance(constant, str) else constant, "id")
        except InputError:
            pass
        message = f"Line {self.line}: expected text or a whole number as an id, found {self.excerpt()}."
        raise InputError("literal_name", message, line=self.line, text=self.excerpt())

    def names(self) -> list[str]:
        """Return the ids of a list."""
        return [each.name() for each in self.entries()]

    def number(self) -> float:
        """Return the value as a grade or score; InputError `literal_number` for anything else."""
        constant = _plain(self.node)
        if isinstance(constant, bool):
            constant = int(constant)
        if isinstance(constant, int | float) and abs(constant) <= MAX_GRADE:
            return float(constant)
        message = f"Line {self.line}: expected a number from -1e15 to 1e15, found {self.excerpt()}."
        raise InputError("literal_number", message, line=self.line, text=self.excerpt())


def values_in(text: str) -> list[tuple[str, LiteralValue]]:
    """Read every value in a text, each with the name it is assigned to, "" for none.

    Raises
    ------
    InputError
        `literal_syntax` if the text cannot be read, with the line; `data_too_many`, `data_too_long`.
    """
    source = readable(_FENCE.sub("", _REQUEST_LINE.sub("", text.removeprefix("\ufeff")))).rstrip().rstrip(",;")
    source = re.sub(r"\A[ \t]+", "", source)
    if has_more_tokens(source, MAX_TOKENS):
        raise data_too_long()
    try:
        statements = _without_calls(_parse(source))
        _check_length(statements)
        return [_read_statement(each, source) for each in statements]
    except InputError as error:
        if error.key != "literal_syntax" or not _ARGUMENT.match(source):
            raise
        first_error = error
    try:
        call = f"dict({source}\n)"  # the arguments of a function: a=[…], b=[…]
        return [_read_statement(each, call) for each in _parse(call)]
    except InputError:
        raise first_error from None


def _check_length(nodes: Sequence[ast.AST]) -> None:
    """Refuse more values than the longest list has, before anything looks at each of them."""
    if len(nodes) > MAX_ENTRIES:
        message = f"These data have {len(nodes):,} values in one list or dictionary; at most {MAX_ENTRIES} fit. "
        message += "Paste fewer, or open the files under Runs."
        raise InputError("data_too_many", message, found=f"{len(nodes):,}", limit=MAX_ENTRIES)


def _without_calls(statements: list[ast.stmt]) -> list[ast.stmt]:
    """Return the statements of a program without its imports, and without calls that only use its data."""
    without_imports = [each for each in statements if not isinstance(each, ast.Import | ast.ImportFrom)]
    values = [each for each in without_imports if not _is_plain_call(each)]
    return values or without_imports


def _is_plain_call(statement: ast.stmt) -> bool:
    """Whether a statement only calls a function: printed objects have keywords, printed containers known names."""
    if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Call) or statement.value.keywords:
        return False
    return LiteralValue(statement.value, "").class_name not in (*TABLES, *ROWS)


def _parse(source: str) -> list[ast.stmt]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of \/ in JSON
            with _without_collection():
                return ast.parse(source).body
    except SyntaxError as error:
        raise _syntax_error(source, error.lineno or 1) from None
    except (ValueError, MemoryError, RecursionError):  # a null character; nested too deeply
        raise _syntax_error(source, 1) from None


@contextmanager
def _without_collection() -> Iterator[None]:
    """Make no search for garbage among values that are all needed: it takes half the time of reading a long text."""
    is_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if is_on:
            gc.enable()


def _read_statement(statement: ast.stmt, source: str) -> tuple[str, LiteralValue]:
    if isinstance(statement, ast.Expr):
        return "", LiteralValue(statement.value, source)
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1 and statement.value is not None:
        return _name_of(statement.targets[0]), LiteralValue(statement.value, source)
    if isinstance(statement, ast.AnnAssign):  # name: value, and name: type = value
        return _name_of(statement.target), LiteralValue(statement.value or statement.annotation, source)
    raise _syntax_error(source, statement.lineno)


def _name_of(target: ast.expr) -> str:
    return target.id if isinstance(target, ast.Name) else target.attr if isinstance(target, ast.Attribute) else ""


def _syntax_error(source: str, line: int) -> InputError:
    lines = source.splitlines() or [""]
    excerpt = shorten(lines[min(line, len(lines)) - 1].strip())
    message = f'Line {line} cannot be read as data: "{excerpt}". Paste it whole, as JSON or as Python prints it.'
    return InputError("literal_syntax", message, line=line, text=excerpt)


def _plain(node: ast.expr) -> object:
    """Return the value of a constant; for anything else the node, which is of no type that callers look for."""
    if isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords:  # np.float64(0.5)
        function = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        return _plain(node.args[0]) if re.fullmatch(r"(?:float|int|uint|str)\d*_?", function) else node
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


def _join_surrogates(text: str) -> str:
    """Join surrogate pairs: JSON writes a character of 21 bits as two halves."""
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
