"""docs/: pages that say how to do something are followed step by step, and whatever a page names is there."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from rankviz import METRICS, exercises
from rankviz.diagnose.usual_mistakes import USUAL_MISTAKES
from rankviz.learn.questions.kinds import KINDS
from rankviz.web.session import PAGE_NAMES
from tests.helpers.installing import MADE
from tests.project import commands_in_one_process, said_of_what_was_added
from tests.project.commands_in_one_process import Ended
from tests.project.said_of_what_was_added import CHECKS
from tools.docs import pages

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [*sorted(DOCS.rglob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
HOW_TO = sorted(DOCS.glob("add-*.md"))
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PLACE = re.compile(r"^(At the end of|In a new file|In) `([^`\n]+)`(?:, (below|instead of) `([^`\n]+)`)?:$", re.MULTILINE)
ROUTE = "rankviz/answer"  # an address, not a file
# Fast tests that look at whatever metrics, options, libraries, parts and charts there are: what is added leaves them green.
OF_ALL = (
    "python -m pytest -q -m 'not slow' tests/display/test_glossary_claims.py tests/explore/test_curve_payloads.py "
    "tests/explore/test_figures_of_metrics.py "
    "tests/explore/test_saved_page.py::test_a_curve_goes_through_the_points_of_its_figure "
    "tests/page/test_covered_values.py::test_what_is_covered_is_left_out_with_what_would_tell_it "
    "tests/diagnose/test_diagnose_page.py::test_the_libraries_are_counted_in_words_and_their_numbers_lead_to_their_derivations "
    "tests/diagnose/test_diagnose_page.py::test_the_code_for_a_tool_says_what_it_gives_and_for_which_version_that_holds"
)
FOLDERS = ("rankviz", "tests", "tools", "docs", "benchmarks")


def edited(text: str, how: tuple[str, str, str], block: str) -> str:
    """The file after what a page says is done to it."""
    verb, where, line = how
    if verb == "At the end of":
        return f"{text.rstrip()}\n\n\n{block}"
    lines = text.splitlines(keepends=True)
    (at,) = (number for number, each in enumerate(lines) if each.strip() == line)
    lines[at : at + 1] = [block] if where == "instead of" else [lines[at], block]
    return "".join(lines)


def run(command: str, folder: Path, given: str = "") -> str:
    """What a command printed that was carried out in a folder which has the package."""
    words = shlex.split(command, comments=True)
    program = {"rankviz": [sys.executable, "-m", "rankviz"], "python": [sys.executable]}.get(words[0], [words[0]])
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")} | {"PYTHONPATH": str(folder)}
    done = subprocess.run(
        [*program, *words[1:]], cwd=folder, env=own, input=given, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout.rstrip("\n")


def follow(page: Path, folder: Path) -> list[str]:
    """Do what a page says, block by block, in a copy of the project; returns the modules and tests that it lets one run."""
    modules, steps = [], 0
    text = page.read_text(encoding="utf-8")
    for found in BLOCK.finditer(text):
        language, block = found.groups()
        place = PLACE.fullmatch(text[: found.start()].rstrip().rpartition("\n\n")[2])
        if place:
            put(block, place, folder)
        elif language == "sh":
            for command in block.splitlines():
                if command.startswith("python -m "):
                    modules.append(command)
                else:
                    run(command, folder)
        elif block.startswith("$ "):
            command, _, printed = block[2:].partition("\n")
            assert steady(run(command, folder)) == steady(printed.rstrip("\n")), f"{page.name}: {command}"
        else:
            pytest.fail(f"{page.name}: nobody knows what to do with\n{block}")
        steps += 1
    assert steps >= 2
    return modules


def steady(printed: str) -> str:
    """What a command printed without how many variants a look-up tried, which grows with every option."""
    return re.sub(r"^\d+( variants tried; .*)\(about .* expected by chance\)", r"…\1", printed, flags=re.MULTILINE)


def put(block: str, place: re.Match[str], folder: Path) -> None:
    """Put a block where the line above it says."""
    verb, name, where, line = place.groups(default="")
    assert verb != "In" or where, f"where in {name}?"
    path = folder / name
    assert path.exists() == (verb != "In a new file"), name
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(edited(before, (verb, where, line), block) if before else block, encoding="utf-8")


def copies(page: Path) -> bool:
    return "\ncp " in page.read_text(encoding="utf-8")


class Followed(NamedTuple):
    """The copy, what the pages let one run at the end, and how each of that ended."""

    folder: Path
    modules: dict[Path, list[str]]
    ended: dict[str, Ended]


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> Followed:
    """All pages followed in one copy of the project, one that copies a folder last; then all that they run, in a process."""
    folder = tmp_path_factory.mktemp("followed")
    for name in ("rankviz", "tests", "tools", "benchmarks", ".streamlit"):
        shutil.copytree(ROOT / name, folder / name, symlinks=True, ignore=MADE)
    for name in ("pyproject.toml", "app.py", "README.md"):
        shutil.copy(ROOT / name, folder)
    modules = {page: follow(page, folder) for page in sorted(HOW_TO, key=copies)}
    for page in modules:
        modules[page] += [f"python -m {said_of_what_was_added.__name__} {page.stem}"] if page.stem in CHECKS else []
    given = json.dumps([OF_ALL, *(each for page in modules.values() for each in page)])
    ended = json.loads(run(f"python -m {commands_in_one_process.__name__}", folder, given))
    return Followed(folder, modules, {command: Ended(*each) for command, each in ended.items()})


@pytest.mark.slow
@pytest.mark.parametrize("page", HOW_TO, ids=lambda page: page.stem)
def test_a_page_that_says_how_to_add_something_works_as_written(page: Path, followed: Followed) -> None:
    """The first of them takes half a minute: all pages are followed at once, and they name some 2,000 tests."""
    for command in followed.modules[page]:
        assert followed.ended[command].code == 0, f"{command}\n{followed.ended[command].printed}"


@pytest.mark.slow
def test_what_the_pages_add_leaves_the_fast_tests_green_that_look_at_everything(followed: Followed) -> None:
    assert followed.ended[OF_ALL].code == 0, followed.ended[OF_ALL].printed


@pytest.mark.slow
@pytest.mark.parametrize("command", ["format --check", "check"])
def test_what_the_pages_add_is_laid_out_by_the_rules_of_the_project(command: str, followed: Followed) -> None:
    run(f"python -m ruff {command} --no-cache .", followed.folder)


def test_what_is_said_of_each_thing_that_is_added_is_checked() -> None:
    assert {*CHECKS} <= {page.stem for page in HOW_TO}  # a page of another name would be followed without its check
    assert {"add-a-metric", "add-an-option", "add-a-library"} <= {*CHECKS}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_links_to_and_names_is_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    prose = re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.DOTALL)
    links = [link.partition("#") for link in re.findall(r"\]\(([^)\s]+)\)", prose) if not link.startswith("http")]
    lost = [path for path, _, _ in links if path and not (page.parent / path).exists()]
    for path, _, anchor in links:
        target = page.parent / path if path else page
        if anchor and target.exists():
            heads = re.findall(r"^#+ (.+)$", target.read_text(encoding="utf-8"), re.MULTILINE)
            lost += [] if anchor in [re.sub(r"[^\w -]", "", head).lower().replace(" ", "-") for head in heads] else [anchor]
    made = {name for verb, name, *_ in PLACE.findall(text) if verb == "In a new file"}
    named = {name for name in re.findall(r"`([\w-]+/[\w./-]+)`", text) if name.partition("/")[0] in FOLDERS} - made
    lost += [name for name in named if not (ROOT / name).exists() and name != ROUTE]
    modules = [name for name in re.findall(r"`(rankviz(?:\.\w+)+)`", text) if not is_there(name)]
    targets = re.findall(r"^(\w[\w-]*):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    wrong = [target for target in re.findall(r"`make (\w[\w-]*)", text) if target not in targets]
    assert lost + modules + wrong == []


def is_there(name: str) -> bool:
    """Whether a dotted name is a module, or something that a module defines."""
    path = ROOT.joinpath(*name.split("."))
    if path.is_dir() or path.with_suffix(".py").exists():
        return True
    module = path.parent.with_suffix(".py") if path.parent.with_suffix(".py").exists() else path.parent / "__init__.py"
    return module.exists() and re.search(rf"\b{path.name}\b", module.read_text(encoding="utf-8")) is not None


def test_the_tree_of_the_architecture_has_every_room_in_its_order() -> None:
    from tests.project.test_layers import FLOORS

    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    tree = text.partition("## The rooms")[2].partition("\n\n    ")[2].partition("\n\nA feature")[0]
    rooms = [name.strip("/") for line in tree.splitlines() for name in re.findall(r"[a-z]+/?", line.strip().partition("  ")[0])]
    floors = {
        name.removeprefix("rankviz."): number
        for number, entries in enumerate(FLOORS)
        for name in entries
        if name.startswith("rankviz.") and not name.endswith("__")
    }
    named = [room for room in rooms if room in floors]
    assert set(named) == set(floors)
    assert [floors[room] for room in named] == sorted(floors[room] for room in named)


def test_the_pages_that_are_made_say_what_the_data_and_the_docstrings_say() -> None:
    assert [path.name for path, text in pages().items() if path.read_text(encoding="utf-8") != text] == [], "run: make docs"


def test_every_metric_and_kind_that_can_be_practised_is_named_for_readers() -> None:
    page, told = (DOCS / "exercises.md").read_text(encoding="utf-8"), exercises.__doc__ or ""
    sentence = page.partition("There are questions about ")[2].partition(". ")[0]
    names = [METRICS[key].name for key in USUAL_MISTAKES]
    missing = [name for name in names for text in (sentence, told) if not re.search(rf"\b{name}\b", text)]
    missing += [kind for kind in KINDS if f"| `{kind}` |" not in page or f"'{kind}'" not in told]
    assert missing == [], "in docs/exercises.md, or in the docstring of exercises in rankviz/practice.py"


def test_the_readme_tells_of_the_pages_in_the_order_of_their_links() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    told = [match[1].lower() for match in re.finditer(r"\bThe (\w+) page\b", text)]
    assert list(dict.fromkeys(told)) == [name for name in PAGE_NAMES if name in told]
    assert set(told) == set(PAGE_NAMES)
