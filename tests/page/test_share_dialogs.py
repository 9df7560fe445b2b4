"""Does a link say whom it reaches, and does its code hold it?"""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
import segno

from rankviz import Ranking
from rankviz.basics.limits import MAX_ENTRIES
from rankviz.display.parts.link import qr_code, reach
from rankviz.page.dialogs.dialog_context import DialogContext
from rankviz.page.dialogs.share_dialogs import link_dialog_payload, link_line_payload, link_to, share_dialog_payload
from rankviz.state.app_state import DEFAULT, AppState
from rankviz.state.handout import Handout
from rankviz.state.permalink import to_text
from rankviz.texts import Texts

LINK = "https://rankviz.example.org/?v=1&m=ndcg&k=6&g=323012&missed=32&cover=score"


@pytest.mark.parametrize(
    ("host", "reached"),
    [
        ("localhost:8501", "machine"),
        ("127.0.0.1:8501", "machine"),
        ("127.9.9.9", "machine"),
        ("[::1]:8501", "machine"),
        ("0.0.0.0:8501", "machine"),
        ("10.0.0.7", "network"),
        ("172.31.255.1", "network"),
        ("172.32.0.1", ""),
        ("192.168.1.7:8501", "network"),
        ("169.254.3.4", "network"),
        ("[fe80::1]", "network"),
        ("[fd00::1]", "network"),
        ("laptop.local:8501", "network"),
        ("laptop", "network"),
        ("8.8.8.8", ""),
        ("rankviz.example.org", ""),
        ("localhost.example.org", ""),
    ],
)
def test_an_address_says_whom_it_reaches(host: str, reached: str) -> None:
    assert reach(f"http://{host}/?v=1") == reached
    assert bool(link_line_payload(f"http://{host}/?v=1", Texts("en"))["reach_note"]) == bool(reached)


def dark(svg: str) -> tuple[int, set[tuple[int, int]]]:
    """The side of a drawn code, and its dark modules: each path begins in the middle of a row and goes to the right."""
    (side,) = {int(each) for each in re.findall(r'viewBox="0 0 (\d+) (\d+)"', svg)[0]}
    found, x, y = set(), 0, 0.0
    (path,) = re.findall(r'class="qrline"[^>]* d="([^"]+)"|d="([^"]+)"[^>]*class="qrline"', svg)
    for name, first, second in re.findall(r"([Mmh])(-?[\d.]+)(?:[ ,]?(-?[\d.]+))?", "".join(path)):
        if name == "h":
            found |= {(round(y - 0.5), x + i) for i in range(int(first))}
            x += int(first)
        else:
            x, y = (x + int(first), y + float(second)) if name == "m" else (int(first), float(second))
    return side, found


def test_the_code_holds_the_link_with_a_quiet_zone_around_it() -> None:
    side, modules = dark(qr_code(LINK))
    wanted = segno.make_qr(LINK, error="m", boost_error=False)
    assert side == len(wanted.matrix) + 8
    assert modules == {(y + 4, x + 4) for y, row in enumerate(wanted.matrix) for x, module in enumerate(row) if module}


def test_a_link_too_long_for_a_code_has_none_and_says_so() -> None:
    assert qr_code(f"{LINK}&z=" + "A" * 7000) == ""
    assert link_line_payload(LINK, Texts("zh"))["code"]


CHOSEN = {"score": "covered", "charts": "hidden", "list": "locked", "language": "zh", "view": "projector"}
AT = "https://example.org/rankviz"
AP = replace(DEFAULT, metric="ap")
LONG = AppState(
    tuple(Ranking.from_grades([hash((q, i)) / 1e9 for i in range(MAX_ENTRIES)], query_id=f"q{q}") for q in range(3))
)


def test_the_dialog_shows_what_was_chosen() -> None:
    data = share_dialog_payload(DialogContext(base_url=AT, draft=json.dumps(CHOSEN)), Texts("en"))
    rows = data["rows"]
    assert isinstance(rows, list)
    assert [row["value"] for row in rows] == ["covered", "shown", "hidden", "shown", "locked", "zh", "projector"]
    assert all(row["value"] in [option["value"] for option in row["options"]] for row in rows)
    line = data["line"]
    assert isinstance(line, dict)
    assert line["address"] == f"{link_to(DialogContext(base_url=AT))}&cover=score&hide=charts&lock=list&lang=zh&view=projector"


@pytest.mark.parametrize("draft", ["", "[", "[" * 100_000, "7", '{"language": ["zh"], "list": {}, "score": 3}', '"\\ud800"'])
def test_what_was_never_offered_is_not_chosen(draft: str) -> None:
    assert share_dialog_payload(DialogContext(base_url=AT, draft=draft), Texts("en")) == share_dialog_payload(
        DialogContext(base_url=AT), Texts("en")
    )


def test_the_link_that_is_copied_holds_the_state_alone() -> None:
    assert link_to(DialogContext(base_url=AT)) == f"{AT}?v=1&m=ndcg&k=6&g=323012&missed=32"  # not the bare address
    assert link_to(DialogContext(AP, base_url=AT)) == f"{AT}?{to_text(AP)}"
    hidden = Handout(hidden=("charts",), large_type=True)
    assert link_to(DialogContext(AP, base_url=AT), hidden) == f"{AT}?{to_text(AP)}&hide=charts&view=projector"
    assert link_to(DialogContext(AP, "compare", "x=rank&nothing=1", f"{AT}/compare")) == f"{AT}/compare?{to_text(AP)}&x=rank"
    assert link_to(DialogContext(AP, "learn", "lesson=ideal&step=2", f"{AT}/learn")) == f"{AT}/learn?lesson=ideal&step=2"
    assert link_to(DialogContext(LONG, base_url=AT)) is None


def test_a_list_too_long_for_a_link_can_still_be_saved() -> None:
    for build in (link_dialog_payload, share_dialog_payload):
        data = build(DialogContext(LONG, base_url=AT), Texts("en"))
        assert data["line"] is None
        assert str(data["problem"]).startswith("This list needs a link of")
    save = link_dialog_payload(DialogContext(LONG, base_url=AT), Texts("en"))["save"]
    assert isinstance(save, dict)
    assert json.loads(save["text"])["lists"][2]["query"] == "q2"


def test_without_a_server_nobody_is_led_to_one() -> None:
    alone = DialogContext(base_url="file:///lists/page.html#", is_static=True)
    data = link_dialog_payload(alone, Texts("en"))
    line = data["line"]
    assert isinstance(line, dict)
    assert line["address"] == "file:///lists/page.html#v=1&m=ndcg&k=6&g=323012&missed=32"
    assert (line["code"], line["shows_code"]) == ("", False)
    assert line["reach_note"].startswith("This link leads to a file on this computer")
    assert data["sheet_label"] == ""
    assert link_dialog_payload(DialogContext(base_url=AT), Texts("en"))["sheet_label"] == "Save as an interactive page"
    assert (
        link_dialog_payload(DialogContext(base_url=AT, has_withheld_parts=True), Texts("en"))["sheet_label"] == ""
    )  # the file would tell it
    assert (
        share_dialog_payload(alone, Texts("en"))["has_preview"],
        share_dialog_payload(DialogContext(base_url=AT), Texts("en"))["has_preview"],
    ) == (
        False,
        True,
    )


@pytest.mark.parametrize("at", ["", "x" * 8_000, "http://[", "\ud800", "//", "javascript:alert(1)//", "http://\u202e/#"])
def test_whatever_address_a_browser_says_is_written(at: str) -> None:
    for build in (link_dialog_payload, share_dialog_payload):
        json.dumps(build(DialogContext(base_url=at), Texts("zh")))
