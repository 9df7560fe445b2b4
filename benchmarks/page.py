"""How fast the page follows an edit, beside what Streamlit itself needs: `make bench`.

Everything is measured inside a real browser, from the key press to the painted frame, and in turns: one edit of the
floor, one of ours, and so on, so that whatever else the machine does slows down both.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import repeat
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.report import Figure, print_table
from rankviz.conventions import Convention
from rankviz.lists.typed import Ranking
from rankviz.state.app_state import AppState
from rankviz.state.permalink import encode
from tools import chromium
from tools.server import IDLE, serving

PROBE = (Path(__file__).parent / "probe.js").read_text(encoding="utf-8")
# Where to press and where to look; the selectors of a path are looked for inside each other, through shadow roots.
ROW = '[data-part="list"] [role="row"]'
SCORE = ['[data-part="scores"]', ".value"]
BUTTON = ".st-key-floor_button button"
NUMBER = [".st-key-floor_number", '[data-testid="stText"]']
ROWS = 4  # in which the grades are changed
TOP = 10  # rows: nothing is scrolled
OPENING = [3, 2, 3, 0, 1, 2]
GRADES_10 = [3, 2, 3, 0, 1, 2, 0, 1, 0, 2]
# What the server sends ahead of an edit is not heard: such a page shows what an edit costs that has to be answered.
DEAF = 'document.addEventListener("rankviz:coming", (event) => event.stopImmediatePropagation(), { capture: true })'
WARM_UP = 3
FIRST_LOADS = 5


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
        self.page.wait_for_selector(IDLE, state="attached")
        at, key = next(self.keys)
        self.page.locator(self.target).nth(at).focus()
        self.page.evaluate("path => rankvizProbe.arm(path)", self.number)
        self.page.keyboard.press(key)
        result = self.page.evaluate("() => rankvizProbe.done()")
        self.numbers.append(result["number"])
        if result["charts"] is not None:
            self.charts.append(result["charts"])
        self.blank_frames += result["blank"]

    def forget(self) -> None:
        """Leave the warm-up out."""
        self.numbers.clear()
        self.charts.clear()
        self.blank_frames = 0


def new_lists(grades: Sequence[int]) -> Iterator[tuple[int, str]]:
    """Row and key of edits by which no list comes twice: what was computed before must not help (a reflected Gray code).

    As when grades are tried: an edit is mostly of the row of the last one, or of the row beside it. The page counts on that.
    """
    digits, steps = [0] * ROWS, [1] * ROWS
    at = 0
    while at < ROWS:
        if 0 <= digits[at] + steps[at] <= max(grades):
            digits[at] += steps[at]
            yield at, str((grades[at] + digits[at]) % (max(grades) + 1))
            at = 0
        else:
            steps[at] = -steps[at]
            at += 1


def elsewhere(grades: Sequence[int]) -> Iterator[tuple[int, str]]:
    """Likewise, but each edit is of a row that is not near the last one."""
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


def open_page(browser: Browser, url: str, *, deaf: bool = False) -> Page:
    """A page of a new visitor, watched by the probe."""
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.add_init_script(PROBE)
    if deaf:
        page.add_init_script(DEAF)
    page.goto(url)
    return page


def measure_edits(browser: Browser, rounds: int) -> list[Figure]:
    """Edits of the opening list, of 10 and of 200 entries, and the floor, in turns."""
    with ExitStack() as stack:
        floor_url = stack.enter_context(serving("benchmarks/floor_app.py")).url
        url = stack.enter_context(serving("app.py")).url
        floor = Contestant(open_page(browser, floor_url), BUTTON, NUMBER, repeat((0, "Enter")))
        opening, far, answered, short, long = (
            Contestant(open_page(browser, url + path, deaf=deaf), ROW, SCORE, edits(grades))
            for path, grades, edits, deaf in (
                ("/", OPENING, new_lists, False),
                ("/", OPENING, elsewhere, False),
                ("/", OPENING, elsewhere, True),
                # Of a long list nothing is sent ahead: like is compared with like.
                (address(GRADES_10), GRADES_10, elsewhere, True),
                (address(GRADES_10 * 20), GRADES_10 * 20, elsewhere, True),
            )
        )
        everyone = (floor, opening, far, answered, short, long)
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
    print(f"Frames with a blank chart: {sum(each.blank_frames for each in everyone)} (goal 0)")
    return [
        Figure("floor: one button, one number", floor.numbers),
        Figure("edit → score painted", opening.numbers, floor.numbers, 2.0),
        Figure("edit → all charts painted", opening.charts, floor.numbers, 3.0),
        Figure("far from the last: edit → score painted", far.numbers, floor.numbers, 2.0),
        Figure("far from the last: edit → all charts painted", far.charts, floor.numbers, 3.0),
        Figure("not sent ahead: edit → score painted", answered.numbers, floor.numbers),
        Figure("not sent ahead: edit → all charts painted", answered.charts, floor.numbers),
        Figure("not sent ahead, list of 10: edit → score painted", short.numbers, floor.numbers),
        Figure("not sent ahead, list of 10: edit → all charts painted", short.charts, floor.numbers),
        Figure("list of 200: edit → score painted, to list of 10", long.numbers, short.numbers, 3.0),
        Figure("list of 200: edit → all charts painted, to list of 10", long.charts, short.charts, 3.0),
    ]


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
        Figure("first load → first score painted", ours, bare, 1.3),
    ]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=40, help="measured edits of each kind")
    rounds = parser.parse_args().rounds
    program = chromium.find()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(chromium.ARGUMENTS))
        figures = [*measure_edits(browser, rounds), *measure_first_loads(browser, FIRST_LOADS)]
        browser.close()
    print("Milliseconds in the page, from the key press (first load: from the request) to the painted frame")
    print_table(figures)


if __name__ == "__main__":
    main()
