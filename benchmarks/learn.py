"""How fast Learn follows a student: `make bench` in one browser, `make bench-sessions` with 200 students at once.

In the browser everything is counted from the key press to the painted frame, in turns with an edit on Explore. The students ask
what a browser asks, each in a set of its own: a question, two numbers that are wrong, a hint, the solution, the next question.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import urlencode

from msgspec import structs
from playwright.sync_api import Browser, Locator, Page, sync_playwright

from benchmarks.page import OPENING, ROW, SCORE, Contestant, elsewhere, open_page
from benchmarks.report import Figure, high, print_table
from benchmarks.sessions import GOAL_MS, INTERVAL, LostError, Visitor, measure
from rankviz.page.answers.messages import view_state
from tools import chromium
from tools.server import IDLE, Server, serving

FIRST, NEXT, CHECK = 600, 150, 1.5  # ms (95th percentile), ms (95th percentile), times an edit on Explore
TASK = ['[data-part="question_head"]', ".task"]
SAID = ['[data-part="answer_panel"]', ".feedback"]
LIST = ['[data-part="ranking_list"]', ".rows"]
CARD = ['[data-part="lesson"]', ".lesson"]
MEASURES = "ndcg.ap.dcg.rr"  # no two neighbours are asked for in the same words
WARM_UP = 2
STEPS = 6  # of the lesson
# What the tab asked for quietly has come: the next question is there.
AHEAD = """async () => {
  const { name } = performance.getEntriesByType("resource").findLast(({ name }) => name.endsWith("/tab/tab.js"));
  const { isIdle } = await import(name);
  return isIdle();
}"""


class Timing(NamedTuple):
    """What is noted of a press: how it is done, and where its effect is seen."""

    target: Locator
    key: str
    path: list[str]


def pressed(page: Page, timing: Timing) -> float:
    """Press a key and give the milliseconds until its effect was painted."""
    page.bring_to_front()
    timing.target.focus()
    page.evaluate("path => rankvizProbe.arm(path)", timing.path)
    page.keyboard.press(timing.key)
    return float(page.evaluate("() => rankvizProbe.done()")["number"])


@dataclass
class Student:
    """A page on which one question after the other is answered wrongly, and given up.

    Parameters
    ----------
    page : Page
    """

    page: Page
    checks: list[float] = field(default_factory=list)
    nexts: list[float] = field(default_factory=list)
    firsts: list[float] = field(default_factory=list)
    number: int = 100

    def answer(self) -> None:
        """Type two numbers that nothing gives, show the solution, and go on."""
        self._give_up()
        self.nexts.append(pressed(self.page, Timing(self._way("Next"), "Enter", TASK)))
        self.rest()

    def begin_again(self) -> None:
        """Give a question up, and take another one like it: a set that the server has not seen."""
        self._give_up()
        self.firsts.append(pressed(self.page, Timing(self._way("Another like this"), "Enter", LIST)))
        self.rest()

    def _give_up(self) -> None:
        panel, typed = self.page.locator('[data-part="answer_panel"]'), self.page.locator("#answer")
        for _ in range(2):
            self.number += 1
            typed.fill(f"37.{self.number}")
            self.checks.append(pressed(self.page, Timing(typed, "Enter", SAID)))
            self.rest()
        panel.locator(".solution").click()
        panel.locator(".finished .buttons button").first.wait_for()
        self.rest()

    def _way(self, name: str) -> Locator:
        return self.page.locator('[data-part="answer_panel"]').get_by_role("button", name=name)

    def rest(self) -> None:
        """Let what is asked for quietly come, as a person who reads does."""
        self.page.wait_for_selector(IDLE, state="attached")
        self.page.wait_for_function(AHEAD)
        self.page.wait_for_timeout(600)


def measure_in_browser(browser: Browser, rounds: int) -> list[Figure]:
    """One student, one reader of a lesson, and one who edits on Explore, in turns."""
    with serving("app.py") as server:
        edits = Contestant(open_page(browser, server.url), ROW, SCORE, elsewhere(OPENING))
        asked = urlencode({"ask": "value", "of": MEASURES, "n": "100", "seed": "11", "level": "2"})
        worker = Student(open_page(browser, f"{server.url}/learn?{asked}"))
        begun = Student(open_page(browser, f"{server.url}/learn?{asked.replace('seed=11', 'seed=12')}"))
        reader, steps = open_page(browser, f"{server.url}/learn?lesson=ideal"), list[float]()
        for each in (worker, begun):
            each.page.wait_for_selector("#answer")
            each.rest()
        for number in range(WARM_UP + rounds):
            if number == WARM_UP:
                edits.forget()
                for kept in (worker.checks, begun.checks, worker.nexts, begun.firsts, steps):
                    kept.clear()
            edits.edit()
            edits.edit()
            worker.answer()
            begun.begin_again()
            segment = reader.locator('[data-part="lesson"] .segment').nth((number + 1) % STEPS)
            steps.append(pressed(reader, Timing(segment, "Enter", CARD)))
    return [
        Figure("Explore: edit → score painted", edits.numbers),
        Figure("check → what is said painted", [*worker.checks, *begun.checks], edits.numbers, CHECK),
        Figure("next question, drawn ahead → painted", worker.nexts),
        Figure("first question of a set → painted", begun.firsts),
        Figure("step of a lesson → painted", steps, edits.numbers, CHECK),
    ]


class Learner(Visitor):
    """A student's tab, as far as the server can tell: the set of a class, and numbers that nobody else types."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self._turn, self._at = 0, 1
        self._works: dict[str, dict[str, object]] = {}
        self._seed = 11

    async def edit(self) -> float:
        """Do the next thing with a question and wait for the answer; returns the milliseconds it took."""
        work = self._works.setdefault(str(self._at), {})
        kinds: tuple[dict[str, object], ...] = (
            {},
            {"tries": [f"{self.number}.1"]},
            {"hints": 1},
            {"tries": [f"{self.number}.1", f"{self.number}.2"]},
            {"shown": True},
        )
        work |= kinds[self._turn]
        place = urlencode(
            {"ask": "value", "of": MEASURES, "n": "50", "seed": str(self._seed), "level": "2", "q": str(self._at)}
        )
        view = view_state(page="learn", page_params=place, work=json.dumps(self._works))
        body = json.dumps({"state": "", "edits": [], "view": structs.asdict(view)}).encode()
        start = asyncio.get_running_loop().time()
        answer = await self._asked(body)
        elapsed = (asyncio.get_running_loop().time() - start) * 1000
        if b"\nanswer {" not in answer:
            raise LostError(str(answer[:100]))
        self._turn = (self._turn + 1) % len(kinds)
        self._at += self._turn == 0
        return elapsed


class Alone(Learner):
    """One with a set that nobody else has: each of its questions is drawn for one person."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self._seed = 1000 + self.number


def measure_students(server: Server, students: int, rounds: int, which: type[Learner], words: str) -> None:
    """Let all of them work at the same time, and print what they met."""
    tally = asyncio.run(measure(server, students, rounds, which))
    print(f"{students} students, {words}: a check, hint or question every {INTERVAL:g} s each; load {os.getloadavg()[0]:.1f}")
    print_table([Figure("asked → answer", tally.milliseconds)])
    print(f"Failed or lost: {len(tally.failures)} (goal 0)", *tally.failures[:5], sep="\n  ")
    if tally.milliseconds:
        goal_met("95th percentile", high(tally.milliseconds), GOAL_MS)
        print(f"processor of a step: {tally.processor * 1000 / len(tally.milliseconds):.1f} ms")


def goal_met(what: str, found: float, goal: float) -> None:
    """Print a figure beside its goal."""
    print(f"{what}: {found:.1f} ms, goal ≤ {goal:g} ms: {'met' if found <= goal else 'MISSED'}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=20, help="questions in the browser, and steps of each student")
    parser.add_argument("--students", type=int, default=0, help="so many at the same time, and no browser")
    given = parser.parse_args()
    if given.students:
        with serving("app.py") as server:
            measure_students(server, given.students, given.rounds, Learner, "one set for all")
            measure_students(server, given.students, given.rounds, Alone, "each with an own set")
        return
    program = chromium.find()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(chromium.ARGUMENTS))
        figures = measure_in_browser(browser, given.rounds)
        browser.close()
    print(f"Learn: milliseconds in the page, from the key press to the painted frame; load {os.getloadavg()[0]:.1f}")
    print_table(figures)
    for figure, goal in ((figures[2], NEXT), (figures[3], FIRST)):
        goal_met(f"{figure.what}, 95th percentile", high(figure.values), goal)


if __name__ == "__main__":
    main()
