"""Ask libraries again that are too heavy for every run of the tests, and compare with what they answered when recorded.

    python -m tools.peers [NAME ...]

Each file of `tools/recorders/environments` becomes a virtual environment in `.venv-peers`; a line `# recorders: a, b` in it
says which recorders are run there. Every run of the tests compares the profiles with what is recorded.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator, Mapping
from math import isclose
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
RECORDED = ROOT / "tests" / "libraries" / "recorded"
PLACE = ROOT / ".venv-peers"
NEAR = 1e-6  # of libraries that compute in 32 bits, in the order in which a processor adds
MOST_SHOWN = 5


class Environment(NamedTuple):
    """One group of libraries that live together: its name, requirements and recorders."""

    name: str
    requirements: Path
    recorders: tuple[str, ...]


def environments(folder: Path = ROOT / "tools" / "recorders" / "environments") -> dict[str, Environment]:
    """All groups by name, as their files say."""
    found = {}
    for path in sorted(folder.glob("*.txt")):
        said = re.search(r"^# recorders: (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
        if said is None:
            raise SystemExit(f"{path.name}: expected a line such as “# recorders: ragas, deepeval”, found none. Add it.")
        found[path.stem] = Environment(path.stem, path, tuple(re.split(r",\s*", said[1].strip())))
    return found


def python_of(environment: Environment) -> Path:
    """Make the environment, unless it stands and its requirements have not changed since; its Python."""
    folder = PLACE / environment.name
    python, stamp = folder / "bin" / "python", folder / "installed.txt"
    wanted = environment.requirements.read_text(encoding="utf-8")
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != wanted:
        venv.create(folder, with_pip=True, clear=True)
        options = re.findall(r"^# pip: (.+)$", wanted, re.MULTILINE)
        given = [each for line in options for each in line.split()]
        install = [str(python), "-m", "pip", "install", "--quiet", *given, "-r", str(environment.requirements)]
        subprocess.run(install, check=True)
        stamp.write_text(wanted, encoding="utf-8")
    return python


def differences(before: Mapping[str, Any], now: Mapping[str, Any], *, tied: bool) -> Iterator[str]:
    """Where two records of a library differ, in words: on lists with ties, where some sort at random, or on others.

    Notes, packages and times of the records do not count.
    """
    for part in ("lists", "groups"):
        old, new = ({row["name"]: row for row in record[part]} for record in (before, now))
        if old.keys() != new.keys() and not tied:
            yield f"{part}: {sorted(old.keys() ^ new.keys())} are in one record only"
        for name in sorted(old.keys() & new.keys()):
            if has_ties(old[name]) != tied:
                continue
            for call in sorted(old[name]["values"].keys() | new[name]["values"].keys()):
                was, found = (row["values"].get(call, "refused") for row in (old[name], new[name]))
                if not _same(was, found):
                    yield f"{name}: {call}: {was} when recorded, {found} now"


def has_ties(row: Mapping[str, Any]) -> bool:
    """Whether scores tie in a list, or in one of several."""
    return "ties" in row or any("ties" in each for each in row.get("lists", ()))


def _same(one: object, other: object) -> bool:
    if isinstance(one, float | int) and isinstance(other, float | int):
        return isclose(one, other, rel_tol=NEAR, abs_tol=NEAR)
    return one == other


def asked_again(environment: Environment) -> bool:
    """Run an environment's recorders, and say how their answers compare."""
    python, same = python_of(environment), True
    for recorder in environment.recorders:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"{recorder}.json"
            command = [str(python), "-m", f"tools.recorders.{recorder}", str(path)]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
            if done.returncode:
                print(f"{recorder}: it did not run.\n{done.stderr[-2000:]}")
                same = False
                continue
            now = json.loads(path.read_text(encoding="utf-8"))
        before = json.loads((RECORDED / f"{recorder}.json").read_text(encoding="utf-8"))
        found, beside = [*differences(before, now, tied=False)], [*differences(before, now, tied=True)]
        rows = sum(len(row["values"]) for part in ("lists", "groups") for row in now[part])
        said = f"{recorder} {now['version']}: {rows} answers, {len(found)} differ, and {len(beside)} where scores tie"
        print(said, *found[:MOST_SHOWN], *beside[:MOST_SHOWN], sep="\n  ")
        same = same and not found
    return same


def main() -> None:
    """Ask the libraries of the environments that are named, or of all."""
    known = environments()
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", help=f"of {', '.join(known)}; all if none is given")
    names = parser.parse_args().names or [*known]
    if unknown := [name for name in names if name not in known]:
        parser.error(f"no environment is called {', '.join(unknown)}; there are {', '.join(known)}")
    found = [asked_again(known[name]) for name in names]
    sys.exit(not all(found))


if __name__ == "__main__":
    main()
