"""Run the code that “My tool” prints for each library, with a Python that has the library, and keep what it prints.

    python -m tools.run_programs --python /path/to/python ranx sklearn torchmetrics
    python -m tools.run_programs --path /path/to/trec_eval trec_eval

Writes `tests/libraries/recorded/programs.json`, which `tests/libraries/test_programs.py` compares with the profiles and with
the code that is printed today. The libraries and their versions are those that the first line of each program installs.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from rankviz.core.conventions import Convention
from rankviz.core.lists.ranking import Ranking
from rankviz.core.metrics import METRICS
from rankviz.diagnose.programs import Program, write_programs
from rankviz.libraries.profiles import PROFILES

RECORD = Path(__file__).resolve().parent.parent / "tests" / "libraries" / "recorded" / "programs.json"
CUTOFF = 4
# Grades in the order of the list, what was missed, scores, what is written with the measure, and ids.
LISTS: Mapping[str, tuple[Ranking, dict[str, Any]]] = {
    "missed": (Ranking.from_grades([3, 2, 3, 0, 1, 2], missed=[3, 2], scores=[6, 5, 4, 3, 2, 1]), {}),
    "tied, unjudged": (
        Ranking.from_grades(
            [1, None, 2, 0, 3], missed=[1], scores=[2.5, 2.5, 2.5, 1, 0.25], doc_ids=["b", "a", "d", "c", "e", "f"]
        ),
        {},
    ),
    "short, ids with spaces": (
        Ranking.from_grades([0, 2, 1], missed=[2], scores=[3, 2, 1], doc_ids=["a b", "a", "中 文", "z"]),
        {},
    ),
    "binary, relevant from 2 on": (
        Ranking.from_grades([1, 0, 1, 2, 0], missed=[2], scores=[5, 4, 3, 2, 1]),
        {"threshold": 2.0},
    ),
    "own numbers": (
        Ranking.from_grades([1, 0, 1, 1, 0, 0], missed=[1], scores=[9, 8, 7, 3, 2, 1]),
        {"rbp_p": 0.95, "recall_level": 0.5},
    ),
    "a document twice": (
        Ranking.from_grades([0, 2, 2, 1, 0], missed=[1], scores=[5, 4, 3, 2, 1], doc_ids=["d1", "d2", "d2", "d3", "d4", "d5"]),
        {},
    ),
    "nothing relevant": (Ranking.from_grades([0, 0, 0], scores=[3, 2, 1]), {}),
}
# Run in the other Python: jobs in, what they print out. Modules are loaded once.
RUNNER = """
import contextlib, importlib.metadata, io, json, os, subprocess, sys, tempfile
os.chdir(tempfile.mkdtemp())
given = json.load(sys.stdin)
printed = []
for job in given["jobs"]:
    said = io.StringIO()
    try:
        if job["commands"]:
            done = subprocess.run(["bash", "-euc", job["text"]], capture_output=True, text=True)
            said.write(done.stdout if not done.returncode else "error: " + done.stderr)
        else:
            with contextlib.redirect_stdout(said):
                exec(job["text"], {})
    except Exception as error:
        said = io.StringIO("error: " + type(error).__name__ + ": " + str(error))
    printed.append(said.getvalue().strip())
def version(name):
    for installed in (name, name + "-cpu"):
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            return importlib.metadata.version(installed)
    return ""  # of a module that was not installed as a package
versions = {name: version(name) for name in given["packages"]}
print("RESULT" + json.dumps({"printed": printed, "versions": versions, "python": sys.version.split()[0]}))
"""


class Job(NamedTuple):
    """One program: of which library, metric and list."""

    profile: str
    measure: str
    named: str
    text: str
    commands: bool

    @property
    def digest(self) -> str:
        """Of its text: the record is of this very code."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:12]


@cache
def programs_for(named: str, metric: str, cutoff: int | None) -> Mapping[str, Program]:
    """The programs of all libraries for a list and a metric."""
    ranking, passed = LISTS[named]
    return write_programs(ranking, metric, Convention(cutoff=cutoff, **passed))


def jobs(profile: str) -> Iterator[Job]:
    """Every program of a library, for every list."""
    for named in LISTS:
        for key, metric in METRICS.items():
            for cutoff in (None, CUTOFF) if "cutoff" in metric.uses else (None,):
                found = programs_for(named, key, cutoff).get(profile)
                if found is not None and found.text:
                    yield Job(profile, f"{key}@{cutoff}" if cutoff else key, named, found.text, found.is_command_line)


def packages_of(text: str) -> list[str]:
    """What the first line of a program installs with a version."""
    return re.findall(r"([\w.-]+)==", text.partition("\n")[0])


def run(profile: str, python: str, path: str) -> dict[str, Any]:
    """Run all programs of a library, and say what they printed."""
    all_jobs = list(jobs(profile))
    given = {"jobs": [job._asdict() for job in all_jobs], "packages": packages_of(all_jobs[0].text)}
    folders = [path, str(Path(python).parent), os.environ["PATH"]]
    done = subprocess.run(
        [python, "-c", RUNNER],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        env={**os.environ, "PATH": os.pathsep.join(filter(None, folders)), "PYTHONPATH": ""},
        check=False,
    )
    if "RESULT" not in done.stdout:
        raise SystemExit(f"{profile}: {done.stderr[-2000:]}")
    found = json.loads(done.stdout.rpartition("RESULT")[2])
    lists: dict[str, dict[str, list[str]]] = {}
    for job, printed in zip(all_jobs, found["printed"], strict=True):
        lists.setdefault(job.named, {})[job.measure] = [job.digest, printed[:300]]
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "python": found["python"],
        "versions": found["versions"],
        "profile": PROFILES[profile].version,
        "lists": lists,
    }


def as_text(record: Mapping[str, Any]) -> str:
    """Write the record with each list of a library on a line, so that a difference between two records can be read."""
    written = []
    for key, found in sorted(record.items()):
        head = json.dumps({name: each for name, each in found.items() if name != "lists"}, ensure_ascii=False)[:-1]
        lists = (f"  {json.dumps(named)}: {json.dumps(rows, ensure_ascii=False)}" for named, rows in found["lists"].items())
        written.append(f'"{key}": {head}, "lists": {{\n' + ",\n".join(lists) + "\n}}")
    return "{\n" + ",\n".join(written) + "\n}\n"


def main() -> None:
    """Run the programs of the libraries that are named, and put what they print into the record."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("profiles", nargs="+", choices=[*PROFILES])
    parser.add_argument("--python", default=sys.executable, help="of an environment that has the libraries")
    parser.add_argument("--path", default="", help="folder with a program that is no package")
    given = parser.parse_args()
    record = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
    for profile in given.profiles:
        record[profile] = run(profile, given.python, given.path)
        rows = [row for each in record[profile]["lists"].values() for row in each.values()]
        print(
            f"{profile} {record[profile]['versions']}: {len(rows)} programs", sum("error" in row[1] for row in rows), "errors"
        )
    RECORD.write_text(as_text(record), encoding="utf-8")


if __name__ == "__main__":
    main()
