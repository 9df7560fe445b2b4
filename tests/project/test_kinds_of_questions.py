"""Is a kind of question named where it is made, and nowhere else? What differs between kinds is an attribute of the kind."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from rankviz.browser.part_kinds import HERE
from rankviz.learn.questions.kinds import NAMES
from tests.helpers.package_source import MODULES, all_imports, is_in, nodes_of

ROOMS = ("rankviz.learn", "rankviz.practice", "rankviz.page", "rankviz.classroom", "rankviz.web", "rankviz.cli")
BUILDERS = {"Question", "ListQuestion", "GeneratedQuestion", "draw", "draw_set", "list_question_name", "exercises"}
# Where a word that is also the name of a kind means something else.
OTHER_WORDS = {
    "rankviz.classroom.words.derivations": "how a list was misread",
    "rankviz.learn.lessons.reader": "what a step of a lesson asks",
    "rankviz.learn.sets.mistake_separation": "how a list was misread",
    "rankviz.learn.step_outcome": "what a step of a lesson asks",
    "rankviz.learn.view.lesson": "what a step of a lesson asks",
}
OTHER_WORDS_OF_SCRIPTS = {
    "learn/lesson/lesson.js": "what a step of a lesson asks",
    "learn/lesson/question.js": "what a step of a lesson asks",
}
IN_SCRIPT = re.compile(r"""\bkind\b\s*[!=]==\s*"(\w+)"|\[kind\]|^\s*(\w+): \(\) => import""", re.MULTILINE)


def is_of_a_kind(module: str) -> bool:
    """Whether a module is in one of the folders that have one of the name of each kind."""
    return ".kinds" in module


def ends_with(node: ast.AST, *endings: str) -> bool:
    name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return name.lower().endswith(endings)


def places_of_a_kind(node: ast.AST) -> Iterator[ast.AST]:
    """What stands where the name of a kind does: compared with a kind, given as one, a key of what there is of each kind."""
    if isinstance(node, ast.Compare) and any(ends_with(each, "kind", "kinds") for each in (node.left, *node.comparators)):
        yield from (node.left, *node.comparators)
    elif isinstance(node, ast.Call):
        yield from (each.value for each in node.keywords if each.arg in ("kind", "kinds"))
        if ends_with(node.func, *map(str.lower, BUILDERS)) and ast.unparse(node.func).rpartition(".")[2] in BUILDERS:
            yield from node.args
    elif isinstance(node, ast.Subscript) and ends_with(node.value, "kinds", "wordings"):
        yield node.slice
    elif isinstance(node, ast.Dict | ast.Set | ast.Tuple | ast.List):
        words = [*node.keys] if isinstance(node, ast.Dict) else node.elts
        named = [each for each in words if isinstance(each, ast.Constant) and each.value in NAMES]
        yield from named if len(named) > 1 and len(named) == len(words) else ()
    elif isinstance(node, ast.arg | ast.arguments):
        yield from getattr(node, "defaults", ())


def kinds_named(module: str) -> set[str]:
    """Names of kinds in a module, as literals."""
    constants = (each for node in nodes_of(module) for place in places_of_a_kind(node) for each in ast.walk(place))
    return {str(each.value) for each in constants if isinstance(each, ast.Constant) and each.value in NAMES}


def test_no_module_outside_the_folders_of_the_kinds_names_one() -> None:
    asked = [module for module in MODULES if any(is_in(module, room) for room in ROOMS) and not is_of_a_kind(module)]
    assert {module for module in asked if kinds_named(module)} == set(OTHER_WORDS)


def test_none_imports_what_a_single_kind_is_made_of() -> None:
    found = {
        (each.importer, each.imported)
        for each in all_imports()
        if not is_of_a_kind(each.importer) and ".kinds." in each.imported
    }
    assert found == set()


def test_no_script_names_one() -> None:
    found = {
        path.relative_to(HERE).as_posix()
        for path in Path(HERE).rglob("*.js")
        for names in IN_SCRIPT.findall(path.read_text(encoding="utf-8"))
        if set(names) & set(NAMES)
    }
    assert found == set(OTHER_WORDS_OF_SCRIPTS)
