"""With NumPy alone everything that needs more says so in one sentence, with the line that installs it."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator

import pytest

import rankviz as rv
from rankviz.basics.optional_packages import EXTRAS
from tests.helpers.package_source import MODULES, ROOT, is_in, tree_of

# Rooms that stand on these packages, and the doors by which they are entered.
BEHIND_DOORS = (
    "rankviz.web",
    "rankviz.page",
    *(f"rankviz.cli.{name}" for name in ("links", "pyodide", "static_sheet")),
    "rankviz.classroom.server",
    "rankviz.classroom.view",
    "rankviz.classroom.store",
    "rankviz.classroom.database",
    "rankviz.classroom.room_tables",
)
DOORS = {"rankviz.cli.serve", "rankviz.cli.static", "rankviz.classroom.open_store"}
SENTENCE = re.compile(r'This needs (\w+), which is not installed\. Install it: pip install "(?:rankviz|\.)\[(\w+)\]"')
PLAIN = {"InputError", "METRICS", "PROFILES", "Verdict"}  # they need nothing

# What is done with each public name; the lists are small, and in memory or missing.
USES = {
    "Alike": 'rv.alike("tau_b", ["a", "b"], ["b", "a"])._repr_html_()',
    "Convention": "rv.Convention()",
    "Explanation": 'rv.explain("nDCG", [1, 0])._repr_html_()',
    "Item": 'rv.Item("a")',
    "ListComparison": 'rv.compare_lists("nDCG", [1, 0], ["d2", "d1"])._repr_html_()',
    "Lookup": 'str(rv.lookup("RR", [0, 1], "0.5"))',
    "Question": 'rv.exercises("nDCG", count=1)[0]._repr_html_()',
    "Ranking": "rv.Ranking.from_grades([1])",
    "RunComparison": 'str(rv.compare_runs("RR", RUN, RUN, QRELS))',
    "RunLookup": 'str(rv.lookup_run(RUN, QRELS, "RR", "0.5"))',
    "RunMatch": 'rv.lookup_run(RUN, QRELS, "RR", "0.5").matches[0].words',
    "RunResult": 'rv.evaluate_run(RUN, QRELS, "RR").to_pandas()',
    "RunTable": 'rv.tabulate_runs([RUN, RUN], QRELS, "RR").to_pandas()',
    "alike": 'str(rv.alike("RBO(p=0.9)", ["a"], ["b"]))',
    "compare_lists": 'str(rv.compare_lists("RR", [1, 0], [0, 1]))',
    "compare_runs": 'rv.compare_runs("RR", RUN, RUN, QRELS)',
    "evaluate": 'rv.evaluate("nDCG@6", [3, 2, 1])',
    "evaluate_run": 'rv.evaluate_run(RUN, QRELS, "RR")',
    "exercises": 'rv.exercises("AP", count=1)[0].check("0.5")',
    "explain": 'rv.explain("nDCG", [1, 0]).to_html()',
    "lookup_run": 'rv.lookup_run(RUN, QRELS, {"RR": "0.5"})',
    "lookup": 'rv.lookup("RR", [0, 1], "0.5")',
    "parse_measure": 'rv.parse_measure("RR")',
    "read_qrels": 'rv.read_qrels("qrels.txt")',
    "read_run": 'rv.read_run("my.run")',
    "tabulate_runs": 'rv.tabulate_runs([RUN, RUN], QRELS, "RR").to_latex(details=True)',
}
FURTHER = {
    "a query without judgments": 'rv.evaluate_run(RUN | {"r": {"a": 1.0}}, QRELS, "RR").explain("q").value',
    "no query that meets": 'rv.evaluate_run({"r": {"a": 1.0}}, QRELS, "RR")',
    "records": 'rv.evaluate_run([{"query": "q", "document": "a", "score": 1.0}], QRELS, "RR")',
    "a file": 'rv.evaluate_run("my.run", QRELS, "RR")',
    "evaluate_impressions": '__import__("rankviz.runs.impressions").runs.impressions.evaluate_impressions("log.csv", "RR")',
    "duckdb": '__import__("rankviz.engines.duckdb").engines.duckdb.evaluate_run_duckdb("my.run", "qrels.txt", "RR")',
    "spark": '__import__("rankviz.engines.spark").engines.spark.evaluate_run_spark(None, None, "RR")',
    "link": '__import__("rankviz.display.parts.link").display.parts.link.qr_code("http://localhost")',
}
COMMANDS = (
    "serve --port 0",
    "static sheet.html --sheet",
    "explain nDCG@6 3,2,1",
    "explain nDCG@6 3,2,1 --html",
    "evaluate nDCG@6 3,2,1",
    "versus RR 1,0 d2,d1",
    "alike all a,b b,a",
    "lookup RR 0,1 0.5",
    "lookup --run my.run --qrels qrels.txt RR 0.5",
    "run my.run qrels.txt",
    "run my.run qrels.txt --against my.run --flips",
    "run log.csv",
    "probe nDCG@k",
    "exercises AP --count 1",
    "exercises AP --count 1 --format html --key",
    "list metrics",
    "completion bash",
)
PROGRAM = """
import contextlib, io, json, shlex, sys, traceback, warnings
sys.modules.update(dict.fromkeys(json.loads(sys.argv[1])))
import rankviz as rv
from rankviz.cli.main import main
RUN, QRELS = {"q": {"a": 2.0, "b": 1.0}}, {"q": {"b": 1}}

def call(code):
    try:
        return repr(eval(code))
    except rv.InputError as error:
        return str(error)
    except Exception:
        return traceback.format_exc()

def command(line):
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        try:
            main(shlex.split(line))
        except Exception:
            traceback.print_exc()
    return out.getvalue()

print(json.dumps({
    **{name: call(code) for name, code in json.loads(sys.argv[2]).items()},
    **{line: command(line) for line in json.loads(sys.argv[3])},
}))
"""


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What everything says in a Python that has NumPy and nothing else."""
    folder = tmp_path_factory.mktemp("numpy alone")
    (folder / "my.run").write_text("q Q0 a 1 2.0 x\nq Q0 b 2 1.0 x\n", encoding="utf-8")
    (folder / "qrels.txt").write_text("q 0 b 1\n", encoding="utf-8")
    (folder / "log.csv").write_text("user,score,label\nu,2,0\nu,1,1\n", encoding="utf-8")
    given = (list(EXTRAS), USES | FURTHER, COMMANDS)
    command = [sys.executable, "-c", PROGRAM, *map(json.dumps, given)]
    variables = {"PYTHONPATH": str(ROOT), "PATH": ""}
    done = subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, check=True)
    return dict(json.loads(done.stdout))


def test_with_numpy_alone_whatever_needs_more_says_what_in_one_sentence(said: dict[str, str]) -> None:
    assert {name: text for name, text in said.items() if "Traceback" in text or "No module named" in text} == {}
    sentences = {name: SENTENCE.fullmatch(text.removeprefix("rankviz: ").strip()) for name, text in said.items()}
    assert {name: found.groups() for name, found in sentences.items() if found} == {
        **dict.fromkeys(("read_run", "read_qrels", "evaluate_impressions"), ("pyarrow", "runs")),
        **dict.fromkeys((line for line in COMMANDS if line.startswith("run ")), ("pyarrow", "runs")),
        **dict.fromkeys(("no query that meets", "records", "a file"), ("pyarrow", "runs")),
        **dict.fromkeys(("RunResult", "RunTable"), ("pandas", "app")),
        **dict.fromkeys(("lookup_run", "RunLookup", "RunMatch"), ("pyarrow", "runs")),
        "lookup --run my.run --qrels qrels.txt RR 0.5": ("pyarrow", "runs"),
        **dict.fromkeys(("explain", "explain nDCG@6 3,2,1 --html"), ("latex2mathml", "app")),
        "exercises AP --count 1 --format html --key": ("latex2mathml", "app"),
        "static sheet.html --sheet": ("msgspec", "app"),
        "serve --port 0": ("streamlit", "app"),
        "completion bash": ("shtab", "completion"),
        "link": ("segno", "app"),
        "duckdb": ("duckdb", "duckdb"),
        "spark": ("pyspark", "spark"),
    }
    assert said["evaluate_run"] == "RunResult(1 queries; means: RR=0.5)"
    assert said["a query without judgments"] == "0.5"


def test_with_numpy_alone_a_notebook_shows_the_text_and_says_what_its_formulas_need(said: dict[str, str]) -> None:
    for name in ("Explanation", "Alike"):
        assert "<pre>" in said[name]
        assert SENTENCE.search(said[name].replace("&quot;", '"'))


def test_every_public_name_and_every_command_is_tried() -> None:
    from tests.cli.test_command_line import COMMANDS as KNOWN

    assert {*USES} | PLAIN == {*rv.__all__}
    assert {line.split()[0] for line in COMMANDS} == {*KNOWN}


def test_every_package_is_brought_by_its_extra() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    by_others = {"click": "streamlit"}
    names = {module: {re.split(r"\W", each)[0] for each in extras[extra]} for module, extra in EXTRAS.items()}
    assert [module for module in EXTRAS if by_others.get(module, module) not in names[module]] == []


# ---------------------------------------------------------------------------------------------------------------------------
# There is one way to load them


def optional_imports(tree: ast.AST) -> Iterator[tuple[int, bool]]:
    """Lines of import statements of these packages or of rooms that stand on them, and whether a missing one is caught."""

    def visit(node: ast.AST, caught: bool) -> Iterator[tuple[int, str, bool]]:
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING":
            return
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from ((node.lineno, name, caught) for name in targets(node))
        for child in ast.iter_child_nodes(node):
            yield from visit(child, caught or (isinstance(node, ast.Try) and catches(node)))

    for line, name, caught in visit(tree, False):
        if name.split(".")[0] in EXTRAS or any(is_in(name, room) for room in BEHIND_DOORS):
            yield line, caught


def targets(node: ast.Import | ast.ImportFrom) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [full if (full := f"{node.module}.{alias.name}") in MODULES else str(node.module) for alias in node.names]


def catches(node: ast.Try) -> bool:
    return any(getattr(each.type, "id", "") == "ModuleNotFoundError" for each in node.handlers)


@pytest.mark.slow
def test_packages_that_need_not_be_installed_are_loaded_in_one_way() -> None:
    """By `load`, which says what to install; rooms that stand on them have a door that says it."""
    outside = [name for name in MODULES if name != "app" and not any(is_in(name, room) for room in BEHIND_DOORS)]
    found = {name: list(optional_imports(tree_of(name))) for name in outside}
    assert [f"{name}:{line}" for name in outside if name not in DOORS for line, caught in found[name] if not caught] == []
    assert all(any(caught for _, caught in found[name]) for name in DOORS)


def test_an_import_of_them_in_the_code_would_be_found() -> None:
    assert list(optional_imports(ast.parse("def f():\n    import pyarrow.compute as pc"))) == [(2, False)]
    assert list(optional_imports(ast.parse("from rankviz.web import session"))) == [(1, False)]
