"""The files of Python for browsers, as the clients of two package registries give them; kept for the next time."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from rankviz.basics.errors import InputError
from rankviz.cli.pyodide import cache_folder, find_files
from rankviz.page.static.pyodide import PARTS, VERSION

SECONDS = 300
CARRIER = "open-webui==0.9.6"  # which has the wheel of NumPy that this release of Pyodide names


def python_parts() -> Mapping[str, Path]:
    """Find them, or skip the test with a word on why there are none."""
    folder = cache_folder().with_name("tests")
    try:
        return find_files(folder)
    except InputError:
        folder.mkdir(parents=True, exist_ok=True)
    if shutil.which("npm") is None:
        pytest.skip("Pyodide comes by npm, which is not there")
    _had(["npm", "pack", f"pyodide@{VERSION}", "--pack-destination", str(folder)], folder)
    with tarfile.open(folder / f"pyodide-{VERSION}.tgz") as file:
        file.extractall(folder, filter="data")
    _had([sys.executable, "-m", "pip", "download", "--no-deps", "--quiet", "-d", str(folder), CARRIER], folder)
    wheel = PARTS[-1].name
    (carrier,) = folder.glob("open_webui-*.whl")
    with zipfile.ZipFile(carrier) as file:
        (inside,) = (name for name in file.namelist() if name.endswith(f"/{wheel}"))
        (folder / wheel).write_bytes(file.read(inside))
    carrier.unlink()
    return find_files(folder)


def _had(command: list[str], folder: Path) -> None:
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        pytest.skip(f"{command[0]} took too long")
    if done.returncode:
        pytest.skip(f"{Path(command[0]).name} has no way to its registry: {done.stderr.strip()[-200:]}")
