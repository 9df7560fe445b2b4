"""WebKit and Firefox say on every page what Chromium says, and understand what the style sheets say."""

from __future__ import annotations

from contextlib import ExitStack
from difflib import SequenceMatcher
from pathlib import Path

import pytest

import rankviz
from tests.browsers.conftest import Browsers, picture_of
from tests.browsers.visits import VISITS, Visit
from tools.server import Server

OTHERS = ("webkit", "firefox")
SHEETS = sorted(Path(rankviz.__file__).parent.rglob("*.css"))
# What makes a page finer where it is understood, and is not missed elsewhere.
FINER = {"text-wrap: pretty", "-webkit-font-smoothing: auto", "-webkit-text-size-adjust: 100%"}
READ = "(css) => [...seen.notUnderstood(css), `${seen.ruleCount(css)} rules`]"


def said(browsers: Browsers, kind: str, name: str, url: str) -> dict[str, str]:
    """What is said on a visit in this browser, by what was done; of each tab a picture is kept, where it fails too."""
    with ExitStack() as cleanup:
        visit = Visit(lambda size: browsers.tab(kind, size), url, cleanup)
        try:
            VISITS[name](visit)
        finally:
            for number, tab in enumerate(visit.tabs, start=1):
                picture_of(tab, name, kind, str(number))
        assert visit.faults == []
        return visit.said


def differences(ours: str, theirs: str) -> list[tuple[str, str]]:
    """The words of one that are other words in the other."""
    one, other = ours.split(), theirs.split()
    steps = SequenceMatcher(None, one, other, autojunk=False).get_opcodes()
    return [(" ".join(one[a:b]), " ".join(other[c:d])) for kind, a, b, c, d in steps if kind != "equal"]


@pytest.fixture(scope="module")
def in_chromium(browsers: Browsers, server: Server) -> dict[str, dict[str, str]]:
    return {name: said(browsers, "chromium", name, server.url) for name in VISITS}


@pytest.mark.parametrize("name", VISITS)
@pytest.mark.parametrize("kind", OTHERS)
def test_a_page_says_what_it_says_in_chromium(
    browsers: Browsers, server: Server, in_chromium: dict[str, dict[str, str]], name: str, kind: str
) -> None:
    found = said(browsers, kind, name, server.url)
    assert list(found) == list(in_chromium[name])
    other = {done: differences(in_chromium[name][done], text) for done, text in found.items()}
    assert {done: words for done, words in other.items() if words} == {}


@pytest.mark.parametrize("kind", OTHERS)
def test_a_browser_understands_the_style_sheets(browsers: Browsers, server: Server, kind: str) -> None:
    found: dict[str, set[str]] = {}
    for each in ("chromium", kind):
        tab = browsers.tab(each)
        try:
            tab.open(server.url)
            tab.settle()
            sheets = {path: tab.run(READ, path.read_text(encoding="utf-8")) for path in SHEETS}
            found[each] = {f"{path.name}: {line}" for path, lines in sheets.items() for line in lines if line not in FINER}
        finally:
            tab.close()
    assert sorted(found[kind] - found["chromium"]) == []
