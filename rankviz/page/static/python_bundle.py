"""Bundles `rankviz.page.endpoint` and all that it needs as one file, for Python in a reader's browser."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib.metadata import distribution
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

MAIN = "rankviz.page.endpoint"
OTHERS = ("latex2mathml", "segno")  # libraries for formulas and for QR codes; NumPy is a file of its own
BUILDER = "rankviz.page.static"  # left out: it builds such files, which needs an installed rankviz
MSGSPEC = Path(__file__).with_name("pure_msgspec.py")  # stands in for a library that would be a file of its own
ROOT = Path(__file__).parents[3]
DATA = ("*.toml", "*.css", "built_in/*.toml")  # files that modules read from their own folder
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # so that the same package is the same bytes, whenever it is built


def build_bundle() -> bytes:
    """Write the bundle as a zip file: the modules, and the files that they read."""
    data = BytesIO()
    with ZipFile(data, "w", ZIP_DEFLATED, compresslevel=9) as file:
        for name, content in sorted([*_own(), *_others()]):
            file.writestr(ZipInfo(name, LONG_AGO), content, ZIP_DEFLATED)
    return data.getvalue()


def bundled_modules() -> dict[str, Path]:
    """Return the paths of all modules that `MAIN` imports, directly or through others, by name."""
    paths: dict[str, Path] = {}
    pending = [MAIN]
    while pending:
        name = pending.pop()
        path = _path(name)
        if name in paths or path is None:
            continue
        paths[name] = path
        pending += [name.rpartition(".")[0], *_imported(name, path)]
    return paths


def _path(name: str) -> Path | None:
    """Return the path of a module of rankviz; None if there is none of this name, or it is left out."""
    if name.partition(".")[0] != "rankviz" or f"{name}.".startswith(f"{BUILDER}."):
        return None
    path = ROOT.joinpath(*name.split("."))
    return next((each for each in (path / "__init__.py", path.with_suffix(".py")) if each.is_file()), None)


def _imported(name: str, path: Path) -> Iterator[str]:
    for node in _executed(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{each.name}" for each in node.names)
            if node.module == "importlib" and path.name == "__init__.py":  # a package that imports its modules by name
                yield from (f"{name}.{each.stem}" for each in path.parent.glob("*.py"))


def _executed(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and all in it, but for what only a checker of types reads."""
    yield node
    for each in ast.iter_child_nodes(node):
        if not (isinstance(each, ast.If) and isinstance(each.test, ast.Name) and each.test.id == "TYPE_CHECKING"):
            yield from _executed(each)


def _own() -> Iterator[tuple[str, bytes]]:
    paths = set(bundled_modules().values())
    folders = {path.parent for path in paths if path.name == "__init__.py"}
    texts = {each for folder in folders for kind in DATA for each in folder.glob(kind)}
    texts |= set((ROOT / "rankviz" / "texts").glob("*/*.toml"))
    return (
        (path.relative_to(ROOT).as_posix(), _without_docstrings(path.read_bytes()) if path in paths else path.read_bytes())
        for path in paths | texts
    )


def _without_docstrings(source: bytes) -> bytes:
    """Return a module whose docstrings are empty, since nobody reads them there; what remains keeps its line."""
    lines = source.splitlines(keepends=True)
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if ast.get_docstring(node, clean=False) is None:
            continue
        first, last = node.body[0].lineno - 1, (node.body[0].end_lineno or 0) - 1
        lines[first : last + 1] = [
            lines[first][: node.body[0].col_offset] + b'""' + lines[last][node.body[0].end_col_offset :],
            *[b"\n"] * (last - first),
        ]
    return b"".join(lines)


def _others() -> Iterator[tuple[str, bytes]]:
    """Yield the files of the other libraries that responses need, each with its metadata and licence."""
    yield "msgspec.py", MSGSPEC.read_bytes()
    for library in OTHERS:
        for file in distribution(library).files or ():
            path = Path(str(file.locate()))
            is_module = file.parts[0] == library and path.suffix in {".py", ".txt"}
            if is_module or path.name in {"METADATA", "LICENSE"}:
                yield file.as_posix(), path.read_bytes()
