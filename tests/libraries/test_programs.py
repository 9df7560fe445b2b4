"""The code that “My tool” prints: each was run with its library, and printed what its profile gives."""

from __future__ import annotations

import ast
import json
import math
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pytest

from rankviz.basics.errors import InputError
from rankviz.core.conventions import Convention
from rankviz.core.lists.ranking import Ranking, RawLists
from rankviz.core.metrics import METRICS
from rankviz.diagnose.programs import write_programs
from rankviz.evaluation.evaluate import compute
from rankviz.evaluation.library_values import profile_convention
from rankviz.libraries.profiles import PROFILES
from tests.libraries.proofs import PROOFS, tolerance
from tests.libraries.proofs.parts import EXACT
from tools.run_programs import CUTOFF, LISTS, RECORD, jobs, programs_for

FORMS = {key: profile.program for key, profile in PROFILES.items() if profile.program is not None}
RAN: dict[str, Any] = json.loads(RECORD.read_text(encoding="utf-8"))
PRINTED = 5.1e-5  # trec_eval prints four decimals
NUMBER = r"-?(?:\d+\.\d+(?:e[+-]\d+)?|nan|NaN)"
# R documents were read and none was relevant, or none was retrieved: 0/0 there, as docs/conventions.md says.
NOT_PROMISED = {("recommenders", "rprec", "binary, relevant from 2 on"), ("trectools", "rbp", "nothing relevant")}
CASES = [(key, named) for key in RAN for named in RAN[key]["lists"]]


class Ran(NamedTuple):
    """A program that was run: what it was to compute, the digest of its code, and what it printed."""

    metric: str
    cutoff: int | None
    digest: str
    printed: str


def ran(key: str, named: str) -> Iterator[Ran]:
    for measure, (digest, printed) in RAN[key]["lists"][named].items():
        metric, _, cutoff = measure.partition("@")
        yield Ran(metric, int(cutoff) if cutoff else None, digest, printed)


def number_in(printed: str, key: str, metric: str) -> float:
    """The last number of what was printed; gdeval prints two in a line, nDCG and ERR."""
    found = re.findall(NUMBER, printed)
    return float(found[-2] if key == "gdeval" and metric == "ndcg" else found[-1])


def bound_of(key: str, metric: str) -> float:
    """How exactly a program prints; ir_measures has gdeval compute ERR."""
    if key == "trec_eval":
        return PRINTED
    key = "gdeval" if metric == "err" and key == "ir_measures" else key
    return tolerance(key) if key in PROOFS else EXACT


def told(key: str, passed: Mapping[str, object]) -> str:
    return (
        ", ".join(f"{name}={value}" for name, value in passed.items() if name in FORMS[key].passed_fields) or "what was chosen"
    )


@pytest.mark.parametrize(("key", "named"), CASES)
def test_what_each_program_printed_is_what_its_profile_gives(key: str, named: str) -> None:
    ranking, passed = LISTS[named]
    tied = len(ranking.items) if ranking.tied else 0
    for each in ran(key, named):
        convention = profile_convention(key, each.metric, Convention(cutoff=each.cutoff, **passed), [ranking])
        assert convention is not None
        stable = PROFILES[key].is_stable(each.metric, "ties" in METRICS[each.metric].uses, tied)
        if not stable or (key, each.metric, named) in NOT_PROMISED:
            continue
        try:
            trace = compute(METRICS[each.metric], RawLists.from_rankings([ranking]), convention)
        except InputError:
            assert each.printed.startswith("error: "), each
            continue
        value, number = float(trace.value[0]), number_in(each.printed, key, each.metric)
        close = math.isclose(number, value, abs_tol=bound_of(key, each.metric), rel_tol=bound_of(key, each.metric))
        assert close or (math.isnan(number) and trace.undefined[0]), (
            f"{each.metric} of the list {named!r} is {value} by the profile, and the program printed {each.printed!r}. "
            f"If the program cannot be told {told(key, passed)}, take that out of passed_fields of the profile's form"
        )


@pytest.mark.parametrize("key", [key for key in FORMS if key != "textbook"])
def test_the_code_that_is_printed_is_the_code_that_was_run(key: str) -> None:
    assert key in RAN, f"never run: python -m tools.run_programs --python <a Python that has it> {key}"
    printed = {(job.named, job.measure): job.digest for job in jobs(key)}
    kept = {(named, measure): row[0] for named, rows in RAN[key]["lists"].items() for measure, row in rows.items()}
    assert printed == kept, (
        f"the code for {key} is another one than was run: take out of passed_fields what it cannot be told, and run it: "
        f"python -m tools.run_programs --python <a Python that has it> {key}"
    )


@pytest.mark.parametrize("key", [key for key in FORMS if key != "textbook"])
def test_the_page_says_with_which_version_the_code_was_run_and_when(key: str) -> None:
    assert key in RAN, f"never run: python -m tools.run_programs --python <a Python that has it> {key}"
    assert RAN[key]["date"] == FORMS[key].run_on, f"run_on of {key!r} is the day of the last run, {RAN[key]['date']}"
    assert RAN[key]["profile"] == PROFILES[key].version
    assert all(version in PROFILES[key].version for version in [*RAN[key]["versions"].values()][:1])


def test_every_library_has_code_for_every_metric_that_it_has() -> None:
    papers = {key for key, profile in PROFILES.items() if profile.is_book} - FORMS.keys()
    servers = {key for key in PROFILES.keys() - FORMS.keys() if PROFILES[key].group == "engines"}
    without = PROFILES.keys() - FORMS.keys() - papers - servers
    assert not without, f"no `program` (docs/add-a-library.md, step 5): {sorted(without)}"
    for metric, each in METRICS.items():
        for cutoff in (None, CUTOFF) if "cutoff" in each.uses else (None,):
            found = programs_for("missed", metric, cutoff)
            assert found.keys() == {key for key, profile in PROFILES.items() if profile.choices(metric, cutoff) is not None}
            assert {key for key, program in found.items() if not program.text} == found.keys() & (papers | servers)
            assert {program.reason for key, program in found.items() if key in papers} <= {"paper"}
            assert {program.reason for key, program in found.items() if key in servers} <= {"server"}


@pytest.mark.slow
def test_the_code_for_rankviz_itself_prints_the_textbooks_value() -> None:
    found = list(jobs("textbook"))
    text = "\n".join(job.text for job in found)
    printed = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True).stdout.splitlines()
    for job, said in zip(found, printed, strict=True):
        metric, _, cutoff = job.measure.partition("@")
        ranking, passed = LISTS[job.named]
        convention = profile_convention(
            "textbook", metric, Convention(cutoff=int(cutoff) if cutoff else None, **passed), [ranking]
        )
        assert convention is not None
        value = float(compute(METRICS[metric], RawLists.from_rankings([ranking]), convention).value[0])
        assert float(said) == pytest.approx(value, nan_ok=True), job


@pytest.mark.parametrize(
    ("ranking", "choices", "why"),
    [
        (Ranking.from_grades([2.5, 1], scores=[2, 1]), {}, {"trec_eval": "whole", "lightgbm": "whole", "sklearn": ""}),
        (Ranking.from_grades([5, 1], scores=[2, 1]), {}, {"gdeval": "most", "trec_eval": ""}),
        (Ranking.from_grades([None, None], scores=[2, 1]), {}, {"ranx": "judged", "recommenders": "relevant", "rax": ""}),
        (Ranking.from_grades([0, 0], scores=[2, 1]), {}, {"ranx": "", "recommenders": "relevant"}),
    ],
)
def test_where_a_library_cannot_be_given_the_list_it_is_said_why(
    ranking: Ranking, choices: dict[str, Any], why: dict[str, str]
) -> None:
    found = write_programs(ranking, "ndcg", Convention(cutoff=2, **choices))
    assert {key: found[key].reason for key in why} == why


def test_what_a_library_cannot_be_told_is_not_left_out_in_silence() -> None:
    found = write_programs(LISTS["missed"][0], "ap", Convention(cutoff=4, threshold=2))
    assert (found["beir"].reason, found["trec_eval"].reason, found["sklearn" if "sklearn" in found else "ranx"].reason) == (
        "told",
        "",
        "",
    )
    assert "-l 2 -m map_cut.4" in found["trec_eval"].text
    assert "map@4-l2" in found["ranx"].text
    assert "AP(rel=2)@4" in found["ir_measures"].text
    assert "relevance_level=2" in found["pytrec_eval"].text
    below = write_programs(LISTS["missed"][0], "ap", Convention(cutoff=4, threshold=0))
    assert (below["trec_eval"].reason, below["torchmetrics"].reason) == ("told", "")


def test_names_with_spaces_become_names_of_the_same_order() -> None:
    found = write_programs(LISTS["short, ids with spaces"][0], "ndcg", Convention(cutoff=3))["trec_eval"].text
    assert re.findall(r"Q0 (\S+) \d", found) == ["d2", "d1", "d4"]
    assert re.findall(r"0 (\S+) \d\n", found.partition("END\n")[0]) == ["d2", "d1", "d4", "d3"]


def test_a_query_is_not_called_like_a_document() -> None:
    ranking = Ranking.from_grades([1, 0], scores=[2, 1], doc_ids=["1", "2"])
    assert "qrels = {'3': {'1': 1, '2': 0}}" in write_programs(ranking, "ndcg", Convention(cutoff=2))["beir"].text


def test_every_program_that_is_python_can_be_parsed() -> None:
    for key in FORMS:
        for job in jobs(key):
            if not job.commands:
                ast.parse(job.text)
