"""The lower half of the page Compare, which comes late: it shows what was computed, and says why where it shows nothing."""

from __future__ import annotations

from typing import Any

import pytest

from rankviz.texts import LANGUAGES, as_plain_text
from tests.compare.test_compare_page import ODD, pair_edit, respond

LATE = "compare_deferred"
KEYS = ("tau_b", "tau_ap", "tau_ap.b", "rho", "rbo")


def card(key: str, state: str, *edits: object, **view: object) -> dict[str, Any]:
    _, parts = respond(state, *edits, page=LATE, **view)
    return next(each for each in parts["cards"]["cards"] if each["key"] == key)


def terms(derivation: dict[str, Any], at: int) -> list[tuple[str, str]]:
    """The terms of a line: what each belongs to, and what is printed."""
    return [(term["owner"], term["math"].rpartition("<mn>")[2].partition("<")[0]) for term in derivation["lines"][at]["terms"]]


def test_a_likeness_is_shown_step_by_step_with_the_document_of_each_term() -> None:
    # Both lists have d1, d2, d3, d5, which B has as d1, d5, d3, d2: of six pairs the three with d1 stand the same way round.
    derivation = card("alike", "", page_params="like=tau_b")["derivation"]
    assert terms(derivation, 0) == [("d1", "3"), ("d2", "0"), ("d3", "0"), ("d5", "0")]
    assert terms(derivation, 1) == [("d1", "0"), ("d2", "2"), ("d3", "1"), ("d5", "0")]
    assert [line["result"] for line in derivation["lines"]] == ["3", "3", "6", "0.000"]
    assert derivation["value"] == "0.000"
    assert derivation["text"] == "4 documents stand in both lists and are compared; left out: 2 only in A, 2 only in B."


def test_both_ways_of_ap_correlation_are_shown_each_read_from_its_own_list() -> None:
    # Below its top B has d5 (1 of 1 above it too in A), d3 (1 of 2), d2 (1 of 3).
    derivation = card("alike", "", page_params="like=tau_ap.b")["derivation"]
    assert [owner for owner, _ in terms(derivation, 0)] == ["d5", "d3", "d2"]
    assert derivation["name"] == "AP correlation, B read against A"
    assert derivation["value"] == "0.222"  # 2/3 · (1 + 1/2 + 1/3) − 1


def test_overlap_is_shown_by_depth_under_the_chosen_p() -> None:
    found = card("alike", "", {"name": "choose", "field": "rbo_p", "value": 0.5}, page_params="like=rbo")
    assert found["tabs"][0]["rows"][-1]["text"] == "rank-biased overlap, p = 0.5"
    derivation = found["derivation"]
    assert [owner for owner, _ in terms(derivation, 1)][:6] == [f"depth {depth}" for depth in range(1, 7)]
    # Agreements 1, 1/2, 1/3, 2/4, 3/5, 4/6, which then stay.
    agreements = (1, 1 / 2, 1 / 3, 2 / 4, 3 / 5, 4 / 6)
    value = sum(0.5**depth * each for depth, each in enumerate(agreements, start=1)) + 0.5**6 * 4 / 6
    assert derivation["value"] == f"{value:.3f}"


def test_documents_of_one_list_only_can_be_tied_below_instead() -> None:
    choose = {"name": "choose", "field": "alike_missing", "value": "tied_below"}
    found = card("alike", "", choose, page_params="like=tau_b")
    assert found["derivation"]["text"].startswith("All 8 documents are compared.")
    assert found["derivation"]["value"] == "0.074"  # (14 − 12) / 27
    assert found["choices"][0]["value"] == "tied_below"


@pytest.mark.slow
@pytest.mark.parametrize("odd", ODD)
def test_every_likeness_of_an_odd_pair_has_its_steps_or_a_reason(odd: str) -> None:
    head, _ = respond("", pair_edit(odd))
    for key in KEYS:
        for language in LANGUAGES:
            found = card("alike", head["state"], page_params=f"like={key}", language=language)
            derivation = found["derivation"]
            assert bool(derivation["reason"]) != bool(derivation["lines"])
            opened = [row for row in found["tabs"][0]["rows"] if row["is_open"]]
            assert [row["note"] for row in opened] == [derivation["reason"]]


def test_what_nobody_offers_opens_nothing() -> None:
    assert card("alike", "", page_params="like=everything")["derivation"] is None


def test_all_steps_are_a_table_and_the_card_has_the_best_of_them() -> None:
    found = card("best", "", page_params="moves=a")
    # Six entries and two documents that A leaves out and the pool has, d7, d8, and d9, which nobody judged.
    tab, table = found["tabs"][0], found["steps_table"]
    said = "All 15 exchanges, 20 moves and 21 insertions tried. The best step of each kind and the next one:"
    assert as_plain_text(tab["subtitle"]) == said
    assert len(table["rows"]) == 56
    # The first of each kind, and the next of all.
    named = [(row["step"]["kind"], row["value"]) for row in tab["rows"]]
    assert named == [("insertion", "+0.078"), ("insertion", "+0.078"), ("exchange", "+0.017"), ("move", "+0.015")]
    in_table = [{name: value for name, value in row.items() if name != "value_after"} for row in table["rows"]]
    assert [each for each in in_table if each in tab["rows"]] == tab["rows"]
    assert table["rows"][0]["value_after"] == "0.863"
    assert card("best", "")["steps_table"] is None


def test_judgments_are_a_list_of_their_own() -> None:
    tabs = card("best", "")["tabs"]
    assert tabs[0]["judgments"] is None  # d9 is not in A, and judged it would only raise the ideal
    assert [row["step"]["kind"] for row in tabs[1]["judgments"]["rows"]] == ["judgment"] * 3
    assert {row["step"]["kind"] for tab in tabs for row in tab["rows"]} <= {"exchange", "move", "insertion"}


def test_what_has_no_value_or_cannot_be_better_is_said_once() -> None:
    unjudged = card("best", respond("", pair_edit("nothing is judged"))[0]["state"])["tabs"][0]
    assert (as_plain_text(unjudged["subtitle"]), unjudged["empty_text"], unjudged["table_button"]) == (
        "There is no value to be improved.",
        "",
        None,
    )
    best_order = ["d1", "d3", "d7", "d2", "d6", "d8", "d5", "d4", "d9"]
    ideal = card("best", "", {"name": "second_list", "order": best_order})["tabs"][1]
    assert (ideal["rows"], ideal["empty_text"]) == ([], "No single step makes it better.")


def sweep_payload(state: str, *edits: object, **view: object) -> dict[str, Any]:
    _, parts = respond(state, *edits, page=LATE, **view)
    found: dict[str, Any] = parts["winner_flips"]
    return found


def test_the_axis_is_drawn_out_when_it_is_asked_for_or_the_page_stands_beyond_it() -> None:
    found = sweep_payload("")
    assert (found["range_text"], found["plot"]["high"], found["axis_toggle"]["label"]) == ("from 0 to 4:", 4, "axis to 10")
    wide = sweep_payload("", page_params="wide=1")
    assert (wide["range_text"], wide["plot"]["high"], wide["axis_toggle"]["wide"]) == ("from 0 to 10:", 10, "")
    beyond = sweep_payload("", {"name": "choices", "value": {"gain": "base", "gain_base": 7}})
    assert (beyond["plot"]["high"], beyond["plot"]["current_x"], beyond["axis_toggle"]) == (10, 7, None)


@pytest.mark.slow
def test_every_number_that_is_offered_can_be_looked_at() -> None:
    for metric in ("ndcg", "rbp", "precision", "err", "ap"):
        choose = {"name": "choose", "field": "metric", "value": metric}
        for option in sweep_payload("", choose)["number_menu"]["options"]:
            found = sweep_payload("", choose, page_params=f"x={option['value']}")
            assert found["number_menu"]["value"] == option["value"]
            assert found["text"]
            assert found["help"]


def test_the_measure_has_a_letter_for_the_number_that_is_varied() -> None:
    for metric, x, name in (
        ("ndcg", "cutoff", "nDCG@k"),
        ("ndcg", "gain_base", "nDCG@6"),
        ("rbp", "rbp_p", "RBP(p)@6"),
        ("rbp", "cutoff", "RBP(p=0.8)@k"),
    ):
        found = sweep_payload("", {"name": "choose", "field": "metric", "value": metric}, page_params=f"x={x}")
        assert found["number_menu"]["value"] == x
        assert found["number_menu"]["label"] == f"{name} over the"
        assert found["plot"]["title"] == f"{name} of A and of B"


def test_where_both_are_even_everywhere_no_reason_is_given_and_the_axis_is_plain() -> None:
    same = sweep_payload("v=1&m=dcg&g=012&b=1.2.3")
    assert (same["text"], same["reason"]) == ("A and B are even everywhere.", [])


def test_lists_that_touch_are_told_with_the_place() -> None:
    # Binary (b = 0) both have one hit; with b above 0 the 2 is worth more than the 1.
    found = sweep_payload("v=1&m=cg&k=1&g=21&b=2.1")
    assert found["text"] == "A wins everywhere but at b = 0, where both are even."


def test_what_is_not_known_names_the_grades_that_were_tried() -> None:
    found = card("unknown", "")
    said = "1 document is unjudged. With any of the grades 0, 1, 2, 3 the values lie in these ranges."
    assert as_plain_text(found["tabs"][0]["subtitle"]) == said
    assert found["text"] == "d9 decides: with grade 1 or more, B wins."
    first = found["tabs"][0]["rows"][0]
    assert (first["text"], first["value"]) == ("nDCG@6", "A 0.748 to 0.785\nB 0.763 to 0.933")
    unjudged = card("unknown", respond("", pair_edit("nothing is judged"))[0]["state"])
    assert as_plain_text(unjudged["tabs"][0]["subtitle"]).startswith("No document is judged. ")


def test_ranges_that_do_not_meet_are_said_to_be_certain() -> None:
    # A has the one relevant document first, B has it second, and d3, which nobody judged, is below it in both.
    row = card("unknown", "v=1&m=rr&g=10u&b=2.1.3")["tabs"][0]["rows"][0]
    assert (row["text"], row["note"]) == ("RR@6", "A wins in any case.")
    # Less is better: the first place is no false positive of A's, and one of B's.
    row = card("unknown", "v=1&m=fp&k=1&g=10u&b=2.1.3")["tabs"][0]["rows"][0]
    assert (row["text"], row["note"]) == ("FP@1", "A wins in any case.")


def test_where_too_much_would_have_to_be_tried_no_range_is_promised() -> None:
    grades = "3" + "u" * 40
    found = card("unknown", f"v=1&m=ndcg&k=10&g={grades}&b=2.1.3")["tabs"][0]
    assert [row["text"] for row in found["rows"]] == ["AP@10", "RR@10", "P@10"]  # relevance alone has two grades
    none = card("unknown", f"v=1&m=ndcg&k=10&gain=formula&gain_formula=3-g&g={grades}&b=2.1.3")["tabs"][0]
    assert as_plain_text(none["subtitle"]).startswith("40 documents are unjudged.")


@pytest.mark.slow
def test_of_many_judgments_a_few_are_named_and_the_measure_without_a_range_says_why() -> None:
    # CG@20 of A is 9 · 3 and what d11 to d20 have, which are B's first ten. The next ten are B's alone: all of them give it 30.
    order = ".".join(str(each) for each in range(11, 461))
    found = card("unknown", f"v=1&m=cg&k=20&g={'3' * 9}0{'u' * 450}&b={order}")
    said = "d21 judged 3, d22 judged 3, d23 judged 3, d24 judged 3, d25 judged 3 and 5 more, B wins."
    assert found["text"] == f"No one or two judgments turn it, but more do; for example, with {said}"
    assert "CG@20 has no range here: there are too many ways" in as_plain_text(found["tabs"][0]["subtitle"])
    assert "no range" not in as_plain_text(card("unknown", "")["tabs"][0]["subtitle"])


def test_a_measure_without_a_proved_range_says_why() -> None:
    for state, why in (
        ("v=1&m=ndcg&k=10&gain=formula&gain_formula=3-g&g=3u1&b=2.1.3", "some grade gains less than a lower one"),
        ("v=1&m=err&k=10&err_stop=probability&g=3u1&b=2.1.3", "the probability of stopping is more than 1"),
    ):
        assert why in as_plain_text(card("unknown", state)["tabs"][0]["subtitle"])


def test_a_locked_list_offers_no_step_to_be_made() -> None:
    for locked in (False, True):
        assert respond("", page=LATE, locked=locked)[1]["cards"]["locked"] is locked
