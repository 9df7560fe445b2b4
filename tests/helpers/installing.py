"""rankviz installed from its wheel, made of the files that the Dockerfile copies, into an environment of its own."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[2]
PACKAGES = Path(np.__file__).parent.parent  # those of the environment that runs the tests
MADE = shutil.ignore_patterns("__pycache__", "*.pyc")


@dataclass(frozen=True)
class Installed:
    """A wheel, and an environment in which nothing but it is installed."""

    wheel: Path
    environment: Path

    def command(self, *arguments: str) -> list[str]:
        """A command of the environment."""
        return [str(self.environment / "bin" / "rankviz"), *arguments]


def instructions() -> list[tuple[str, str]]:
    """The lines of the Dockerfile: instruction and what follows."""
    text = re.sub(r"\\\n", " ", re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text(encoding="utf-8"), flags=re.MULTILINE))
    return [(line.split(maxsplit=1)[0], line.split(maxsplit=1)[1]) for line in text.splitlines() if line.strip()]


def copied(folder: Path) -> None:
    """Do what the COPY lines say, below a folder."""
    for words in (shlex.split(rest) for name, rest in instructions() if name == "COPY"):
        *sources, to = words
        for source in sources:
            target = folder / to / Path(source).name if to.endswith("/") else folder / to
            target.parent.mkdir(parents=True, exist_ok=True)
            if (ROOT / source).is_dir():
                shutil.copytree(ROOT / source, target, symlinks=True, ignore=MADE)
            else:
                shutil.copy(ROOT / source, target)


def install(folder: Path) -> Installed:
    """Build the wheel and install it; nothing is fetched."""
    source, environment = folder / "source", folder / "environment"
    copied(source)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    call([*pip, "wheel", "--quiet", "--no-index", "--no-deps", "--no-build-isolation", "-w", str(folder), str(source)])
    (wheel,) = folder.glob("*.whl")
    call([sys.executable, "-m", "venv", "--without-pip", str(environment)])
    call([*pip, "--python", str(environment / "bin" / "python"), "install", "--quiet", "--no-index", "--no-deps", str(wheel)])
    return Installed(wheel, environment)


def call(command: list[str], folder: Path | None = None, variables: Mapping[str, str] | None = None, code: int = 0) -> str:
    """Run a command that must end with this status; returns what it printed."""
    done = subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == code, f"{command}: {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout + done.stderr


def seeing(packages: Path) -> dict[str, str]:
    """Variables of a process that finds the packages of a folder beside those of its environment."""
    return {**os.environ, "PYTHONPATH": str(packages), "HOME": str(packages.parent / "nobody")}
