"""Does every profile give what its library gave, on all recorded lists?

The answers are in `recorded/*.json`; `recorded/PROFILES.json` says of how many rows the first profiles were once
found to give them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from math import isclose, isnan
from pathlib import Path
from typing import Any

import pytest

from rankviz import METRICS, PROFILES, InputError, Item, Ranking, evaluate, explain, parse_measure
from rankviz.core.metrics.measures import Measure
from rankviz.evaluation.evaluate import evaluation_of
from rankviz.libraries.profile import Profile
from rankviz.texts import LANGUAGES, Texts
from tests.libraries.proofs import CALLED, LEFT_OUT, PROOFS, tolerance
from tests.libraries.proofs.parts import BITS_32, Call, LeftOut, Row

RECORDED = Path(__file__).parent / "recorded"
# What another profile of the same choices is compared with: gdeval, trec_eval.
ALIKE = {("ir_measures", "err"), ("pytrec_eval", "iprec11")}

Differing = tuple[str, float | InputError, float | None]  # the name of a row, our value or why there is none, and the library's


@cache
def record(name: str) -> dict[str, Any]:
    return json.loads((RECORDED / f"{name}.json").read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def as_typed(row: Row) -> Ranking:
    items = tuple(Item(doc, grade, score) for doc, grade, score in zip(row["ids"], row["grades"], row["scores"], strict=True))
    return Ranking(items, tuple(Item(doc, grade) for doc, grade in row.get("missed", {}).items()))


def rules_of(profile: str, call: Call) -> list[LeftOut]:
    """What may not be promised of a call."""
    measure = parse_measure(call.ours)
    named = {measure.metric.key, f"{measure.metric.key}@" if measure.cutoff else ""}
    return [rule for rule in LEFT_OUT if profile in rule.profiles and (not rule.metrics or named & {*rule.metrics})]


def reasons(profile: str, call: Call, row: Row) -> list[str]:
    """Why a row cannot be promised."""
    return [rule.why for rule in rules_of(profile, call) if rule.holds(row)]


def is_close(found: float | InputError, expected: float | None, within: float) -> bool:
    if isinstance(found, InputError):
        return False
    if expected is None or isnan(found):
        return expected is None and isnan(found)
    return isclose(found, expected, rel_tol=min(within, BITS_32), abs_tol=within)  # decimals are as many of a large value


def values(measure: str, lists: list[Ranking], profile: str) -> list[float | InputError]:
    """All lists at once where the profile refuses none, else one by one."""
    try:
        return [float(each) for each in explain(measure, lists, profile=profile).trace.value]
    except InputError:
        return [value(measure, each, profile) for each in lists]


def value(measure: str, lists: Ranking | list[Ranking], profile: str) -> float | InputError:
    try:
        return evaluate(measure, lists, profile=profile)
    except InputError as refusal:
        return refusal


def described(measure: str, wrong: Sequence[Differing]) -> list[str]:
    """Each row that differs, by its name; what is refused for one reason is told once, with the reason."""
    refused: dict[str, list[str]] = {}
    for name, ours, _ in wrong:
        if isinstance(ours, InputError):
            refused.setdefault(str(ours), []).append(name)
    told = [f"{measure}: {names[0]}, and {len(names) - 1} more: refused. {why}" for why, names in refused.items()]
    return told + [f"{measure}: {name}: {ours} instead of {one}" for name, ours, one in wrong if isinstance(ours, float)]


def compare_rows(profile: str, call: Call, rows: Sequence[Row]) -> tuple[int, int, list[Differing]]:
    """Rows compared, rows left out that agree all the same, and those that differ."""
    asked = [row for row in rows if call.theirs in row["values"]]
    found = values(call.ours, [as_typed(row) for row in asked], profile)
    promised, by_chance, wrong = 0, 0, []
    for ours, row in zip(found, asked, strict=True):
        same = is_close(ours, row["values"][call.theirs], tolerance(profile))
        if reasons(profile, call, row):
            by_chance += same
        else:
            promised += 1
            if not same:
                wrong.append((row["name"], ours, row["values"][call.theirs]))
    return promised, by_chance, wrong


def once_found(profile: str, name: str) -> int:
    """Rows of a measure that PROFILES.json has agreeing, on lists as a person types them; 0 of a library it does not know."""
    found = record("PROFILES")["libraries"].get(PROOFS[profile].library or profile)
    if found is None:
        return 0
    entry = {**found["measures"], **found.get("variants", {})}[name]
    return int(entry.get("as_typed", entry)["agrees"])


def says_otherwise(profile: str, rows: str, found: int, said: int) -> str:
    where = f"compared of PROOFS[{profile!r}] in tests/libraries/proofs"
    return f"{found} {rows} are compared, {where} says {said}: write {found} if that is all the library can promise"


@pytest.mark.slow
@pytest.mark.parametrize("profile", PROOFS)
def test_a_profile_gives_the_recorded_values(profile: str) -> None:
    promised: dict[str, int] = {}
    agreeing: dict[str, int] = {}
    differ: list[str] = []
    for call in PROOFS[profile].calls:
        rows, by_chance, wrong = compare_rows(profile, call, record(PROOFS[profile].record)["lists"])
        promised[call.entry] = promised.get(call.entry, 0) + rows
        agreeing[call.entry] = agreeing.get(call.entry, 0) + rows - len(wrong) + by_chance
        differ += described(call.ours, wrong)
    assert not differ, "\n".join(differ)
    # No rule may leave out so much that nothing is compared, and no profile may fall behind what was once found.
    found, said = sum(promised.values()), PROOFS[profile].compared[0]
    assert found == said, says_otherwise(profile, "rows of single lists", found, said)
    for name, count in agreeing.items():
        assert count >= once_found(profile, name), name


@pytest.mark.slow
@pytest.mark.parametrize("profile", [name for name in PROOFS if name != "pytrec_eval"])
def test_a_profile_gives_the_recorded_means(profile: str) -> None:
    proof, count, differ = PROOFS[profile], 0, []
    for call in proof.calls:
        wrong: list[Differing] = []
        for group in record(proof.record)["groups"]:
            if call.theirs not in group["values"] or left_out_of_means(profile, call, group["lists"]):
                continue
            count += 1
            expected = group["values"][call.theirs]
            found = value(call.ours, [typed_for(profile, row) for row in group["lists"]], profile)
            if not is_close(found, expected, tolerance(profile)):
                wrong.append((group["name"], found, expected))
        differ += described(call.ours, wrong)
    assert not differ, "\n".join(differ)
    assert count == proof.compared[1], says_otherwise(profile, "rows of means", count, proof.compared[1])


def left_out_of_means(profile: str, call: Call, rows: Sequence[Row]) -> bool:
    return any(rule.means(rows) or (not rule.alone and any(map(rule.holds, rows))) for rule in rules_of(profile, call))


def typed_for(profile: str, row: Row) -> Ranking:
    """A list as the library's recorder gave it: Recommenders has no other judgments than of what is relevant."""
    if profile != "recommenders":
        return as_typed(row)
    grades = [grade if grade is not None and grade >= 1 else None for grade in row["grades"]]
    missed = {doc: grade for doc, grade in row.get("missed", {}).items() if grade >= 1}
    return as_typed({**row, "grades": grades, "missed": missed})


def test_every_library_but_the_two_that_are_called_has_a_proof() -> None:
    # test_trec_eval.py, test_sklearn.py and test_labels.py call the other two.
    books = {key for key, profile in PROFILES.items() if profile.is_book}
    unproved = sorted(set(PROFILES) - set(PROOFS) - books - {*CALLED})
    assert not unproved, f"{unproved}: record what the library answers, and name the calls in tests/libraries/proofs"
    assert set(PROOFS) <= set(PROFILES)


@pytest.mark.parametrize("profile", PROOFS)
def test_every_metric_that_a_profile_claims_is_compared(profile: str) -> None:
    asked = [parse_measure(call.ours) for call in PROOFS[profile].calls]
    compared_with = {(each.metric.key, each.cutoff is not None) for each in asked}
    for key in METRICS:
        for cutoff in (None, 3) if METRICS[key].at_field == "cutoff" and "cutoff" in METRICS[key].uses else (None,):
            if PROFILES[profile].choices(key, cutoff) is not None and (profile, key) not in ALIKE:
                assert (key, cutoff is not None) in compared_with, (key, cutoff)


@pytest.mark.parametrize("profile", [name for name in PROFILES if name != "textbook"])
def test_a_library_lacks_every_metric_that_its_profile_does_not_name(profile: str) -> None:
    assert PROFILES[profile].others is None, "name each metric below `measures`"
    named = {key.removesuffix("@") for key in PROFILES[profile].measures}
    assert named <= set(METRICS)
    for key in set(METRICS) - named:
        assert PROFILES[profile].choices(key, None) is PROFILES[profile].choices(key, 3) is None
        with pytest.raises(InputError) as caught:
            evaluate(METRICS[key].name, [1, 0], profile=profile)
        assert caught.value.key == "metric_not_in_profile"


@pytest.mark.parametrize("profile", PROFILES)
def test_a_profile_chooses_nothing_that_a_metric_has_no_meaning_for(profile: str) -> None:
    refused = []
    for key, metric in METRICS.items():
        for cutoff in (None, 3):
            choices = PROFILES[profile].choices(key, cutoff)
            if choices is not None:
                measure = Measure(metric, {"cutoff": cutoff} if cutoff and "cutoff" in metric.uses else {})
                try:
                    evaluation_of(measure, Ranking.from_grades([1, 0, 2]), profile, {})
                except InputError as found:
                    refused.append(f"{key!r} of `measures`: {found}")
    assert not refused, "\n".join(refused)


def test_a_requested_cutoff_wins_over_the_library_s_own() -> None:
    grades = [0] * 40 + [1]
    assert evaluate("nDCG", grades, profile="xgboost") == 0
    assert evaluate("nDCG@41", grades, profile="xgboost") > 0
    assert evaluate("nDCG", grades, profile="xgboost", cutoff=41) > 0
    assert explain("P", grades, profile="xgboost").measure == "P@32"


def test_ir_measures_leaves_err_to_gdeval() -> None:
    assert PROFILES["ir_measures"].choices("err", 3) == PROFILES["gdeval"].choices("err", 3)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_profile_that_cannot_promise_a_number_says_why(language: str) -> None:
    for key, profile in PROFILES.items():
        assert not profile.unstable or f"profile.{profile.unstable}" in Texts(language), key


def test_a_profile_of_no_group_is_refused_with_the_groups_that_there_are() -> None:
    with pytest.raises(ValueError, match=r'course: the group "lectures" is none of books, .*engines'):
        Profile("course", "Our course", "2026", "lectures")
