"""Has each part of the page one name: element, registry, the function that builds it, the folder that draws it?"""

import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from rankviz.browser.part_kinds import HERE, KINDS, main_file, page_html
from rankviz.learn.view.kinds import KINDS as QUESTION_KINDS
from rankviz.page.answers.page_parts import PAGES, kinds_of
from tests.helpers.package_source import MODULES

TESTS = Path(__file__).parents[1]
BOARDS = sorted(path.stem for path in (HERE / "shell" / "board").glob("*.html"))
REGISTERED = {name: part.kind or name for page in PAGES.values() for name, part in page.items()}
WITHOUT_ELEMENT = {"saved_page"}  # a file, not a part that is drawn


@cache
def modules_that_build() -> dict[str, set[str]]:
    """Names of the modules with a function `NAME_payload`, by NAME."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in MODULES.values():
        for name in re.findall(r"^def ([a-z]\w*)_payload\(", path.read_text(encoding="utf-8"), re.MULTILINE):
            found[name].add(path.stem)
    return found


@pytest.mark.parametrize("page", BOARDS)
def test_a_page_has_an_element_for_each_of_its_parts_and_for_no_other(page: str) -> None:
    elements = re.findall(r'data-part="(\w+)"', page_html(page))
    assert len(set(elements)) == len(elements)
    assert set(elements) == {*PAGES[page], *PAGES.get(f"{page}_deferred", {})}


def test_all_parts_stand_on_some_page() -> None:
    drawn = {name for page in BOARDS for name in kinds_of(page)}
    assert set(REGISTERED) - drawn == WITHOUT_ELEMENT


@pytest.mark.parametrize("name", sorted(set(REGISTERED) - WITHOUT_ELEMENT))
def test_a_part_is_built_by_a_function_of_its_name_in_a_module_of_its_name(name: str) -> None:
    kind = REGISTERED[name]
    builder = kind if kind == "cover" else name  # a cover for each part that can be covered
    assert modules_that_build()[builder] & {name, kind}, f"no {builder}_payload in a module {name}.py or {kind}.py"


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_kind_is_drawn_by_the_module_and_the_style_sheet_of_its_folder(kind: str) -> None:
    assert kind in REGISTERED.values()
    assert KINDS[kind].name == kind
    script = (HERE / main_file(KINDS[kind].folder, "js")).read_text(encoding="utf-8")
    assert "export default" in script
    for style in KINDS[kind].styles:
        assert (HERE / main_file(style, "css")).is_file()


def test_the_body_of_a_question_of_each_kind_is_one_that_is_drawn_and_no_other_is() -> None:
    script = (HERE / "learn" / "question_body" / "question_body.js").read_text(encoding="utf-8")
    drawn = re.findall(r"^  (\w+): \(\) => import\(", script, re.MULTILINE)
    assert sorted({kind.body for kind in QUESTION_KINDS.values()} - {""}) == drawn


def test_no_script_asks_for_a_part_that_no_page_has() -> None:
    asked = {
        (path.relative_to(HERE).as_posix(), name)
        for path in Path(HERE).rglob("*.js")
        for name in re.findall(r"""data-part=\\?["']?(\w+)|payloadOf\("(\w+)"\)""", path.read_text(encoding="utf-8"))
        for name in name
        if name
    }
    assert asked
    assert sorted(each for each in asked if each[1] not in REGISTERED) == []


def test_no_test_asks_for_a_part_that_no_page_has() -> None:
    """A selector of a retired name finds nothing, and a test that expects nothing there passes for ever."""
    asked = {
        (path.relative_to(TESTS).as_posix(), name)
        for path in TESTS.rglob("*.[pj][ys]")
        for name in re.findall(r"""data-part=\\?["']?(\w+)\\?["']?\]""", path.read_text(encoding="utf-8"))
    }
    assert asked
    assert sorted(each for each in asked if each[1] not in REGISTERED) == []
