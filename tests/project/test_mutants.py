"""Can every fault of `make mutants` be planted into the code as it is? Whether the tests find them takes half an hour."""

from __future__ import annotations

import ast
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tools.mutants.draw import proposals
from tools.mutants.mutant import Mutant, NotApplicableError, apply, read_lists
from tools.mutants.run import killer, result_of
from tools.mutants.tables import comparison, totals

ROOT = Path(__file__).parents[2]
MUTANTS = read_lists()
ONE = Mutant("one", "core", "Rises.", "a.py", "a < b", "a <= b", ("tests/a.py",), ("tests",), within="first")


@pytest.mark.slow
@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_a_fault_can_be_planted_into_the_code_as_it_is(mutant: Mutant) -> None:
    """Where this fails the code has moved on: the entry in tools/mutants/ must follow it, or give way to another."""
    before = (ROOT / mutant.file).read_text(encoding="utf-8")
    after = apply(mutant, before)
    assert after != before
    if not mutant.is_script:
        assert ast.dump(ast.parse(after)) != ast.dump(ast.parse(before))


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_the_tests_that_a_fault_is_shown_to_are_there(mutant: Mutant) -> None:
    """Where this fails a test has another name or place: the entry in tools/mutants/ must follow it."""
    assert [each for each in (*mutant.tests, *mutant.room_tests) if not (ROOT / each).exists()] == []
    names = " ".join(re.findall(r"def (test_\w+)", "".join((ROOT / each).read_text(encoding="utf-8") for each in mutant.tests)))
    assert [each for each in re.split(r" or ", mutant.only) if each not in names] == []


def test_there_are_150_faults_of_different_names_and_44_of_them_in_scripts() -> None:
    assert Counter(mutant.is_script for mutant in MUTANTS) == {False: 106, True: 44}
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS)


def test_a_fault_is_planted_where_it_says_and_nowhere_else() -> None:
    code = "def first(a, b):\n    return a < b  # why\n\n\ndef second(a, b):\n    return (a < b) + (a < b)\n"
    assert apply(ONE, code) == code.replace("a < b  #", "(a <= b)  #")
    assert apply(replace(ONE, within="second", nth=(2, 2)), code).endswith("(a < b) + ((a <= b))\n")
    assert apply(replace(ONE, was="return a < b", becomes="pass"), code).startswith("def first(a, b):\n    pass  # why\n")


@pytest.mark.parametrize(
    "change", [{"within": "third"}, {"within": "second"}, {"was": "a > b"}, {"within": None}, {"nth": (1, 2)}], ids=str
)
def test_a_fault_that_is_not_there_once_is_refused(change: dict[str, str]) -> None:
    with pytest.raises(NotApplicableError, match=r"one: .*a\.py"):
        apply(replace(ONE, **change), "def first(a, b):\n    return a < b\n\ndef second(a, b):\n    return a < b, a < b\n")


@pytest.mark.slow
def test_what_is_proposed_is_the_same_every_time_and_can_be_planted() -> None:
    drawn = proposals("state")
    assert drawn == proposals("state")
    assert len({(each.file, each.within) for each in drawn}) == len(drawn) > 50


def test_the_first_test_that_fails_found_the_fault() -> None:
    printed = "F\nFAILED tests/a.py::test_b[1 - 2] - assert 1 == 2\n1 failed in 0.1s\n"
    assert killer(1, printed) == "tests/a.py::test_b[1 - 2]"
    assert killer(2, "ERROR tests/a.py\n1 error in 0.1s\n") == "tests/a.py"
    assert (killer(0, ""), killer(5, "")) == ("", "")


def test_what_is_found_no_longer_stands_below_the_numbers_of_both_runs() -> None:
    before, after = result_of(ONE, "killed", "tests/a.py::test_b"), result_of(ONE, "survived", "")
    assert [*totals([before, after])][-1] == "| all | 2 | 1 | 0 |"
    assert [*comparison([before], [after])][-3:] == ["| all | 1 | 1 | 0 |", "", "one: killed before, survived after"]
