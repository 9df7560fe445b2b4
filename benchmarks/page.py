"""How fast the page follows an edit, beside what Streamlit itself needs: `make bench`.

Everything is measured inside a real browser, from the key press to the painted frame, and in turns: one edit of the
floor, one of ours, and so on, so that whatever else the machine does slows down both.
"""

from __future__ import annotations

import argparse
import os
import random
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import repeat
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.report import Figure, print_table
from rankviz.core.conventions import Convention
from rankviz.core.lists.ranking import Ranking
from rankviz.state.app_state import AppState
from rankviz.state.permalink import encode
from tools import chromium
from tools.server import IDLE, serving

PROBE = (Path(__file__).parent / "probe.js").read_text(encoding="utf-8")
# Where to press and where to look; the selectors of a path are looked for inside each other, through shadow roots.
ROW = '[data-part="ranking_list"] [role="row"]'
SCORE = ['[data-part="scores"]', ".value"]
ROW_OF_A = '[data-part="two_lists"] .side.a .rows:not(.rest) .row'
BOTH_VALUES = ['[data-part="winner"]', ".values"]
BUTTON = ".st-key-floor_button button"
NUMBER = [".st-key-floor_number", '[data-testid="stText"]']
TOP = 10  # rows: nothing is scrolled
OPENING = [3, 2, 3, 0, 1, 2]
GRADES_10 = [3, 2, 3, 0, 1, 2, 0, 1, 0, 2]
WARM_UP = 3
FIRST_LOADS = 5
FRAME_EDITS = 10


@dataclass
class Contestant:
    """A page in which one key after the other is pressed.

    Parameters
    ----------
    page : Page
    target : str
        What may have the focus when a key is pressed.
    number : list of str
        Path of the text that must change.
    keys : iterator of (int, str)
        Which of the targets gets the focus, and the key.
    """

    page: Page
    target: str
    number: list[str]
    keys: Iterator[tuple[int, str]]
    numbers: list[float] = field(default_factory=list)
    charts: list[float] = field(default_factory=list)
    blank_frames: int = 0

    def edit(self) -> None:
        """Press the next key and note when its effect was painted."""
        self.page.bring_to_front()
        self.rest()
        at, key = next(self.keys)
        self.page.locator(self.target).nth(at).focus()
        self.page.evaluate("path => rankvizProbe.arm(path)", self.number)
        self.page.keyboard.press(key)
        result = self.page.evaluate("() => rankvizProbe.done()")
        self.numbers.append(result["number"])
        if result["charts"] is not None:
            self.charts.append(result["charts"])
        self.blank_frames += result["blank"]

    def rest(self) -> None:
        """Wait until nothing is left of the last one."""
        self.page.wait_for_selector(IDLE, state="attached")

    def forget(self) -> None:
        """Leave the warm-up out."""
        self.numbers.clear()
        self.charts.clear()
        self.blank_frames = 0


def elsewhere(grades: Sequence[int]) -> Iterator[tuple[int, str]]:
    """Row and key of edits by which no list comes twice, each of a row that is not near the last one.

    What was computed before must not help, nor what somebody might guess.
    """
    draw, now, last = random.Random(1), list(grades), 0  # noqa: S311
    seen = {tuple(now)}
    while True:
        at, grade = draw.randrange(min(len(now), TOP)), draw.randint(0, max(grades))
        after = (*now[:at], grade, *now[at + 1 :])
        if abs(at - last) > 1 and after not in seen:
            seen.add(after)
            now[at], last = grade, at
            yield at, str(grade)


def address(grades: Sequence[int]) -> str:
    """The link that opens a list, cut at its end."""
    ranking = Ranking.from_grades(list(grades))
    return "/?" + urlencode(encode(AppState(lists=(ranking,), convention=Convention(cutoff=len(grades)))))


def open_page(browser: Browser, url: str) -> Page:
    """A page of a new visitor, watched by the probe."""
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.add_init_script(PROBE)
    page.goto(url)
    return page


def measure_edits(browser: Browser, rounds: int) -> list[Figure]:
    """Edits of the opening list, of 10 and of 200 entries, of two lists, and the floor, in turns."""
    with ExitStack() as stack:
        floor_url = stack.enter_context(serving("benchmarks/floor_app.py")).url
        url = stack.enter_context(serving("app.py")).url
        floor = Contestant(open_page(browser, floor_url), BUTTON, NUMBER, repeat((0, "Enter")))
        opening, short, long = (
            Contestant(open_page(browser, url + path), ROW, SCORE, elsewhere(grades))
            for path, grades in (
                ("/", OPENING),
                (address(GRADES_10), GRADES_10),
                (address(GRADES_10 * 20), GRADES_10 * 20),
            )
        )
        two = Contestant(open_page(browser, url + "/compare"), ROW_OF_A, BOTH_VALUES, elsewhere(OPENING))
        everyone = (floor, opening, short, long, two)
        for _ in range(WARM_UP):
            for each in everyone:
                each.edit()
        for each in everyone:
            each.forget()
        for _ in range(rounds):
            for each in everyone:
                each.edit()
        for each in everyone:
            each.page.close()
        frames = frames_sent(browser, url)
    print(f"Frames with a blank chart: {sum(each.blank_frames for each in everyone)} (goal 0)")
    print(f"WebSocket frames sent by {FRAME_EDITS} edits: {frames} (goal 0); load {os.getloadavg()[0]:.1f}")
    return [
        Figure("floor: one button, one number", floor.numbers),
        Figure("edit → score painted", opening.numbers, floor.numbers, 1.2),
        Figure("edit → all charts painted", opening.charts, floor.numbers, 3.0),
        Figure("list of 10: edit → score painted", short.numbers, floor.numbers),
        Figure("list of 10: edit → all charts painted", short.charts, floor.numbers),
        Figure("list of 200: edit → score painted, to list of 10", long.numbers, short.numbers, 3.0),
        Figure("list of 200: edit → all charts painted, to list of 10", long.charts, short.charts, 3.0),
        Figure("Compare: edit → both values painted", two.numbers, floor.numbers, 1.2),
    ]


def frames_sent(browser: Browser, url: str) -> int:
    """How many messages a page sends to its server over the WebSocket while it is edited."""
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.add_init_script(PROBE)
    sent: list[int] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda _: sent.append(1)))
    page.goto(url)
    contestant = Contestant(page, ROW, SCORE, elsewhere(OPENING))
    contestant.edit()
    before = len(sent)
    for _ in range(FRAME_EDITS):
        contestant.edit()
    found = len(sent) - before
    page.close()
    return found


def first_load(browser: Browser, script: str, path: list[str] | None) -> float:
    """Milliseconds to the first visitor's first painted number (or chart) on a new server, with nothing cached."""
    with serving(script) as server:
        page = open_page(browser, server.url)
        elapsed = float(page.evaluate("path => rankvizProbe.firstPaint(path)", path))
        page.close()
    return elapsed


def measure_first_loads(browser: Browser, rounds: int) -> list[Figure]:
    """First visits to ours and to a bare page with one chart, in turns, each on a server of its own."""
    bare, ours = [], []
    for _ in range(rounds):
        bare.append(first_load(browser, "benchmarks/chart_app.py", None))
        ours.append(first_load(browser, "app.py", SCORE))
    return [
        Figure("first load of a bare page with one chart", bare),
        Figure("first load → first score painted", ours, bare, 1.0),
    ]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=40, help="measured edits of each kind")
    parser.add_argument("--first-loads", type=int, default=FIRST_LOADS, help="servers started for the first load")
    given = parser.parse_args()
    program = chromium.find()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(chromium.ARGUMENTS))
        figures = [*measure_edits(browser, given.rounds), *measure_first_loads(browser, given.first_loads)]
        browser.close()
    print("Milliseconds in the page, from the key press (first load: from the request) to the painted frame")
    print_table(figures)


if __name__ == "__main__":
    main()
