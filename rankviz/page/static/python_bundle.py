"""What answers a page, for Python in a reader's browser: `rankviz.page.endpoint` with all it needs, as one file."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib.metadata import distribution
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

MAIN = "rankviz.page.endpoint"
OTHERS = ("latex2mathml", "segno")  # what writes formulas, and codes of links; NumPy is a file of its own
BUILDER = "rankviz.page.static"  # of files like this one: they are made where rankviz is installed
ROOT = Path(__file__).parents[3]
DATA = ("*.toml", "*.css", "built_in/*.toml")  # what modules read from their own folder
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the same package is the same bytes, whenever it is made


def build_bundle() -> bytes:
    """Write it as a zip file: sources and what they read."""
    data = BytesIO()
    with ZipFile(data, "w", ZIP_DEFLATED, compresslevel=9) as file:
        for name, content in sorted([*_own(), *_others()]):
            file.writestr(ZipInfo(name, LONG_AGO), content, ZIP_DEFLATED)
    return data.getvalue()


def bundled_modules() -> dict[str, Path]:
    """The modules that `MAIN` imports, and those again, wherever in them an import stands; by name."""
    found: dict[str, Path] = {}
    wanted = [MAIN]
    while wanted:
        name = wanted.pop()
        path = _path(name)
        if name in found or path is None:
            continue
        found[name] = path
        wanted += [name.rpartition(".")[0], *_imported(name, path)]
    return found


def _path(name: str) -> Path | None:
    """Where a module of rankviz stands; None if there is none of this name."""
    if name.partition(".")[0] != "rankviz" or f"{name}.".startswith(f"{BUILDER}."):
        return None
    path = ROOT.joinpath(*name.split("."))
    return next((each for each in (path / "__init__.py", path.with_suffix(".py")) if each.is_file()), None)


def _imported(name: str, path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{each.name}" for each in node.names)
            if node.module == "importlib" and path.name == "__init__.py":  # it imports its families by their names
                yield from (f"{name}.{each.stem}" for each in path.parent.glob("*.py"))


def _own() -> Iterator[tuple[str, bytes]]:
    paths = set(bundled_modules().values())
    folders = {path.parent for path in paths if path.name == "__init__.py"}
    texts = {each for folder in folders for kind in DATA for each in folder.glob(kind)}
    texts |= set((ROOT / "rankviz" / "texts").glob("*/*.toml"))
    return ((path.relative_to(ROOT).as_posix(), path.read_bytes()) for path in paths | texts)


def _others() -> Iterator[tuple[str, bytes]]:
    """The libraries that answers need, each with what says which one it is."""
    for library in OTHERS:
        for file in distribution(library).files or ():
            path = Path(str(file.locate()))
            is_module = file.parts[0] == library and path.suffix in {".py", ".txt"}
            if is_module or path.name in {"METADATA", "LICENSE"}:
                yield file.as_posix(), path.read_bytes()
