"""Asking libraries again: what is said where they answer otherwise than when they were recorded."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tools.peers import RECORDED, ROOT, differences, environments


def record(**values: float | None) -> dict[str, Any]:
    return {"lists": [{"name": "plain", "values": values}], "groups": []}


def test_values_of_another_version_are_reported_and_rounding_of_32_bits_is_not() -> None:
    before = record(ap=0.5, ndcg=None)
    assert [*differences(before, record(ap=0.50000001, ndcg=None), tied=False)] == []
    assert [*differences(before, record(ap=0.25, ndcg=None), tied=False)] == ["plain: ap: 0.5 when recorded, 0.25 now"]
    assert [*differences(before, record(ap=0.5), tied=False)] == ["plain: ndcg: None when recorded, refused now"]
    gone: dict[str, Any] = {"lists": [], "groups": []}
    assert [*differences(before, gone, tied=False)] == ["lists: ['plain'] are in one record only"]


def test_lists_with_ties_are_told_apart() -> None:
    before, now = record(ap=0.5), record(ap=0.25)
    for each in (before, now):
        each["lists"][0]["ties"] = True
    assert [*differences(before, now, tied=False)] == []
    assert [*differences(before, now, tied=True)] == ["plain: ap: 0.5 when recorded, 0.25 now"]


@pytest.mark.parametrize("environment", environments().values(), ids=lambda each: each.name)
def test_an_environment_is_pinned_and_its_recorders_have_recorded(environment: Any) -> None:
    lines = environment.requirements.read_text(encoding="utf-8").splitlines()
    wanted = [line.split(";")[0].split("#")[0].strip() for line in lines if line.strip() and not line.startswith("#")]
    assert wanted
    assert [line for line in wanted if not re.search(r"==|<|~=", line)] == []
    for recorder in environment.recorders:
        assert (ROOT / "tools" / "recorders" / f"{recorder}.py").exists()
        assert (RECORDED / f"{recorder}.json").exists()


def test_a_file_that_names_no_recorder_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "alone.txt").write_text("beir==2.2.0\n", encoding="utf-8")
    with pytest.raises(SystemExit, match=r"alone\.txt: expected a line such as"):
        environments(tmp_path)
