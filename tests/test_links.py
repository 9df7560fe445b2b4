"""Does a link say whom it reaches, and does its code hold it?"""

from __future__ import annotations

import re

import pytest
import segno

from rankviz.state.handout import Handout
from rankviz.texts import Texts
from rankviz.ui.pages.links import line_data, share_data
from rankviz.ui.views.link import code, reach

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
    assert bool(line_data(f"http://{host}/?v=1", Texts("en"))["reach"]) == bool(reached)


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
    side, modules = dark(code(LINK))
    wanted = segno.make_qr(LINK, error="m", boost_error=False)
    assert side == len(wanted.matrix) + 8
    assert modules == {(y + 4, x + 4) for y, row in enumerate(wanted.matrix) for x, module in enumerate(row) if module}


def test_a_link_too_long_for_a_code_has_none_and_says_so() -> None:
    assert code(f"{LINK}&z=" + "A" * 7000) == ""
    assert line_data(LINK, Texts("zh"))["code"]


def test_the_dialog_shows_what_was_chosen() -> None:
    rows = share_data(LINK, Handout(("score",), ("charts",), True, "zh", True), Texts("en"))["rows"]
    assert isinstance(rows, list)
    assert [row["value"] for row in rows] == ["covered", "shown", "hidden", "shown", "locked", "zh", "projector"]
    assert all(row["value"] in [option["value"] for option in row["options"]] for row in rows)
