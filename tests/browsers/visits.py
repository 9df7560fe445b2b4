"""What a person does on each page, and what is said then: the same in every browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import ExitStack

from tests.browsers.tab import LAPTOP, PHONE, Size, Tab

LESSON = "ask=value&of=ndcg.ap.dcg&n=3&seed=7&level=2"  # its first answer is .661; .818 is a mistake with a name


class Visit:
    """A visit to a server by one kind of browser: what was said, by what was done for it, and what looked wrong."""

    def __init__(self, new_tab: Callable[[Size], Tab], url: str, cleanup: ExitStack) -> None:
        self._new_tab, self.url, self._cleanup = new_tab, url, cleanup
        self.said: dict[str, str] = {}
        self.faults: list[str] = []
        self.tabs: list[Tab] = []

    def open(self, path: str, size: Size = LAPTOP) -> Tab:
        """A new visitor's tab, at rest at an address of the server."""
        tab = self._new_tab(size)
        self._cleanup.callback(tab.close)
        self.tabs.append(tab)
        tab.open(f"{self.url}{path}")
        tab.settle()
        return tab

    def hear(self, done: str, tab: Tab, *words: str, path: str = "body") -> None:
        """Keep all that is said somewhere once these words are among it, and all is at rest."""
        for each in words:
            tab.text(path, each)
        tab.settle()
        self.said[done] = tab.text(path)
        self.faults += [f"{done}: {each}" for each in tab.run("() => seen.faults()")]


def row(number: int) -> str:
    """A row of the list on Explore."""
    return f'[data-part="ranking_list"] >> .rows [role="row"]:nth-child({number})'


def open_word_and_dialog(visit: Visit, tab: Tab, word: str) -> None:
    """Open a card of a word by the pointer, and a dialog by the header; close both by the keyboard."""
    tab.click(f'[data-part="choices"] >> button[data-term="{word}"]')
    visit.hear("card", tab, path='[data-part="terms"] >> [role="dialog"]')
    tab.press("Escape")
    tab.gone('[data-part="terms"] >> [role="dialog"]')
    tab.click('[data-part="header"] >> button[data-name="help"]')
    visit.hear("dialog", tab, path="dialog, [role=dialog]")
    tab.press("Escape")
    tab.gone("dialog[open], [role=dialog]")


def explore(visit: Visit) -> None:
    """A grade, a row, a card, a menu and a dialog."""
    tab = visit.open("/")
    visit.hear("opened", tab, "0.785", "Cumulative gain")
    tab.click(row(2))
    tab.press("0")
    visit.hear("a grade", tab, "0.668", path='[data-part="scores"]')
    tab.drag(f"{row(6)} >> .grip", row(1))
    visit.hear("a row that is dragged", tab, "d6", path='[data-part="ranking_list"]')
    visit.hear("its charts", tab, path='[data-part="rank_chart"]')
    open_word_and_dialog(visit, tab, "gain")
    tab.click('[data-part="choices"] >> .pill')
    visit.hear("a menu", tab, "AUC", path='[data-part="choices"] >> .pop:popover-open')
    tab.type("mrr")
    tab.press("Enter")
    visit.hear("another metric", tab, "RR@6", path='[data-part="scores"]')


def diagnose(visit: Visit) -> None:
    """A number that another tool gave."""
    tab = visit.open("/diagnose")
    visit.hear("opened", tab, "I got")
    tab.click('[data-part="my_number"] >> input')
    tab.type("0.961")
    tab.press("Enter")
    visit.hear("a number", tab, "0.961", path='[data-part="my_number"]')
    open_word_and_dialog(visit, tab, "gain")


def compare(visit: Visit) -> None:
    """Two lists, one of which is changed."""
    tab = visit.open("/compare")
    visit.hear("opened", tab, "0.022", "+0.133")
    side = '[data-part="two_lists"] >> .side.a .row[data-id="{}"]'
    tab.drag(f"{side.format('d1')} >> .grip", side.format("d3"))
    visit.hear("a row that is dragged", tab, "0.020", path='[data-part="winner"]')
    tab.click(f"{side.format('d5')} >> .name")
    tab.press("3")
    visit.hear("a grade", tab, path='[data-part="difference"]')
    open_word_and_dialog(visit, tab, "gain")


def learn(visit: Visit) -> None:
    """A question, answered wrongly and then rightly."""
    tab = visit.open("/learn")
    visit.hear("the catalogue", tab)
    tab.open(f"{visit.url}/learn?{LESSON}")
    tab.text('[data-part="answer_panel"]')
    tab.settle()
    visit.hear("a question", tab)
    tab.type("0.818")
    tab.press("Enter")
    visit.hear("a wrong answer", tab, "Not yet. 0.818 comes out")
    tab.type("0.661")
    tab.press("Enter")
    visit.hear("the right one", tab, "What to keep:", path='[data-part="to_remember"]')
    visit.hear("its chart", tab, "÷ 1.000", path='[data-part="rank_chart"]')
    visit.hear("its derivation", tab, path='[data-part="derivation"]')


def runs(visit: Visit) -> None:
    """Two runs, with another cutoff."""
    tab = visit.open("/runs")
    visit.hear("opened", tab, "0.8039")
    tab.run("() => seen.all('[role=slider], input[type=range]')[0].focus()")
    tab.press("ArrowLeft")
    visit.hear("another cutoff", tab, "@9")
    tab.click('[data-part="header"] >> button[data-name="paste"]')
    visit.hear("a dialog", tab, path="dialog, [role=dialog]")


def a_class(visit: Visit) -> None:
    """A question to a class, and a phone that answers."""
    teacher = visit.open("/class")
    visit.hear("opened", teacher)
    teacher.click(".opening .primary")
    code = re.sub(r"\D", "", teacher.text(".join .code"))
    phone = visit.open("/c", PHONE)
    visit.hear("a phone", phone)
    phone.click("#code")
    phone.type(code)
    phone.press("Enter")
    visit.hear("it has joined", phone, path="main")
    teacher.text(".here", "1")
    teacher.click(".menu")
    visit.hear("a menu", teacher, path=".more")
    teacher.press("Escape")
    teacher.press("ArrowRight")
    visit.hear("questions to choose from", teacher, "Compute it", path="main")
    teacher.press("ArrowRight")
    teacher.text('.stage[aria-current="step"]', "Answer")
    phone.click("#answer")
    phone.type("0.961")
    phone.press("Enter")
    teacher.text(".counted .n", "1")
    visit.hear("an answer that has arrived", phone, path="main")
    for stage in ("Numbers", "Causes", "Why"):
        teacher.press("ArrowRight")
        teacher.text('.stage[aria-current="step"]', stage)
        visit.hear(f"{stage} on the wall", teacher, path="main")
        visit.hear(f"{stage} on the phone", phone, path="main")


VISITS = {"Explore": explore, "Diagnose": diagnose, "Compare": compare, "Learn": learn, "Runs": runs, "a class": a_class}
