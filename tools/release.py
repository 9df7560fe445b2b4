"""Build what a release offers as files to download, into dist/: `make release`."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from rankviz import __version__
from rankviz.learn.learn_params import initial_state, read_learn_params
from rankviz.learn.lessons.reader import LESSON_KEYS
from rankviz.state.app_state import DEFAULT
from rankviz.state.permalink import encode_in_full, to_text

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"


def main() -> None:
    """Build the wheel, the page as a folder and as one file, and the lists of the lessons as sheets."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--pyodide", metavar="FOLDER", help="as of `rankviz static`")
    parser.add_argument("--out", type=Path, default=DIST, help="another folder than dist/")
    options = parser.parse_args()
    more = ["--pyodide", options.pyodide] if options.pyodide else []
    out: Path = options.out
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / f"rankviz-{__version__}"
        _static(folder, *more)
        _zipped(folder, out / f"rankviz-{__version__}-folder.zip")
        sheets = Path(scratch) / f"rankviz-{__version__}-sheets"
        _sheets(sheets)
        shutil.copy(folder / "LICENSES.txt", sheets / "LICENSES.txt")
        _zipped(sheets, out / f"rankviz-{__version__}-sheets.zip")
        shutil.copy(folder / "LICENSES.txt", out / "LICENSES.txt")
        _static(out / f"rankviz-{__version__}.html", "--one-file", "--pyodide", str(folder))
    subprocess.run([sys.executable, "-m", "pip", "wheel", "--no-deps", "--quiet", "-w", str(out), str(ROOT)], check=True)
    for path in sorted(out.iterdir()):
        print(f"{path.stat().st_size / 1e6:7.2f} MB  {path.name}")


def _static(out: Path, *options: str) -> None:
    subprocess.run([sys.executable, "-m", "rankviz", "static", str(out), *options], check=True, cwd=ROOT)


def _sheets(folder: Path) -> None:
    """The list that each lesson begins with."""
    folder.mkdir()
    for number, key in enumerate(LESSON_KEYS, start=1):
        state = initial_state(read_learn_params(f"lesson={key}&step=1"))
        link = (
            to_text(state) if state != DEFAULT else "&".join(f"{name}={value}" for name, value in encode_in_full(state).items())
        )
        _static(folder / f"{number:02}-{key}.html", "--sheet", "--state", link)


def _zipped(folder: Path, path: Path) -> None:
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for each in sorted(folder.rglob("*")):
            archive.write(each, each.relative_to(folder.parent))


if __name__ == "__main__":
    main()
