"""The Dockerfile, line by line, as far as it can be followed without a container engine."""

from __future__ import annotations

import re
import shlex
import tomllib
from fnmatch import fnmatch

from tests.helpers.installing import ROOT, instructions

LINES = instructions()


def said(name: str) -> list[str]:
    return [rest for instruction, rest in LINES if instruction == name]


def test_its_instructions_are_those_that_are_followed_here() -> None:
    assert {name for name, _ in LINES} == {"FROM", "WORKDIR", "COPY", "RUN", "USER", "EXPOSE", "HEALTHCHECK", "CMD"}


def test_its_python_is_one_that_the_package_takes() -> None:
    (image,) = said("FROM")
    version = re.fullmatch(r"python:3\.(\d+)-slim", image)
    assert version is not None
    assert int(version[1]) >= 11


def test_what_is_copied_is_there_and_is_not_ignored() -> None:
    rules = [line for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    sources = [source for line in said("COPY") for source in shlex.split(line)[:-1]]
    assert sources
    assert rules[0] == "*"
    assert sorted(sources) == sorted(rule[1:] for rule in rules if rule.startswith("!"))
    assert [source for source in sources if not (ROOT / source).exists()] == []
    assert [source for source in sources if any(fnmatch(source, rule) for rule in rules[1:] if not rule.startswith("!"))] == []


def test_pip_installs_the_copied_project_with_an_extra_that_it_has() -> None:
    (line,) = (line for line in said("RUN") if line.startswith("pip "))
    pip, install, *options, what = shlex.split(line)
    assert (pip, install, options) == ("pip", "install", ["--no-cache-dir"])
    extra = re.fullmatch(r"\.\[(\w+)\]", what)
    assert extra is not None
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert extra[1] in project["optional-dependencies"]


def test_the_page_does_not_run_as_root() -> None:
    order = [name for name, _ in LINES]
    (user,) = said("USER")
    assert user not in ("root", "0")
    assert f"useradd --create-home {user}" in said("RUN")
    assert max(at for at, name in enumerate(order) if name in ("RUN", "COPY")) < order.index("USER") < order.index("CMD")
