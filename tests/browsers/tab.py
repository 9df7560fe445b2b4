"""A tab of any browser: what a person does with it, and what can be read in it."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.browser.visitor import STALE
from tools.server import IDLE

SEEN = (Path(__file__).parent / "seen.js").read_text(encoding="utf-8")
SECONDS = 30  # for a page that is opened first, as tests/browser/visitor.py says
UNTIL = """async (...given) => {{
  const ends = performance.now() + {seconds} * 1000;
  for (;;) {{
    const found = await ({function})(...given);
    if (found || performance.now() > ends) return found;
    await new Promise((done) => setTimeout(done, 50));
  }}
}}"""
# As WebDriver writes them: https://www.w3.org/TR/webdriver2/#keyboard-actions
KEYS = {"Escape": "\ue00c", "Enter": "\ue007", "ArrowLeft": "\ue012", "ArrowRight": "\ue014"}


class Size(NamedTuple):
    """Of a window's inside, in px."""

    width: int
    height: int


LAPTOP, PHONE = Size(1280, 720), Size(390, 844)


class Tab(ABC):
    """A tab of its own visitor, who speaks English and has no cookies.

    A path is a selector, or several with ` >> ` between them: each is looked for below the one before, through shadow roots.
    """

    @abstractmethod
    def open(self, url: str) -> None:
        """Open an address, and wait until the document is loaded."""

    @abstractmethod
    def body(self, script: str) -> str:
        """What the body of an asynchronous function returns, which is a string."""

    @abstractmethod
    def press(self, key: str) -> None:
        """Press a key: a letter, or one that `KEYS` names."""

    @abstractmethod
    def trace(self, way: Sequence[tuple[int, int]], *, held: bool = False) -> None:
        """Move the pointer along points of the window; held, from the first to the last; else it presses at the last."""

    @abstractmethod
    def picture(self, path: Path) -> None:
        """Save what the window shows."""

    @abstractmethod
    def close(self) -> None:
        """Close it, with all that it kept."""

    def run(self, function: str, *given: object) -> Any:
        """What a function of JavaScript returns; it may use `seen`, and be asynchronous."""
        return json.loads(self.body(f"{SEEN}\nreturn JSON.stringify((await ({function})(...{json.dumps(given)})) ?? null);"))

    def until(self, function: str, *given: object) -> Any:
        """The same, as soon as it is true.

        Raises
        ------
        AssertionError
            If it is not within half a minute.
        """
        found = self.run(UNTIL.format(function=function, seconds=SECONDS), *given)
        assert found, f"never true: {function} of {given}; seen: {self.run('() => seen.text(document.body)')}"
        return found

    def settle(self) -> None:
        """Wait until all is answered and drawn."""
        self.until("(idle) => seen.isSettled(idle)", [IDLE, f'{STALE}, [data-testid="stSkeleton"]'])

    def place(self, path: str, words: str = "") -> tuple[int, int]:
        """The middle of what is shown there, with these words, once it stands still."""
        x, y = self.until("(path, words) => seen.middle(path, words)", path, words)
        return int(x), int(y)

    def click(self, path: str, words: str = "") -> None:
        """Press what is shown there, with these words."""
        self.trace([self.place(path, words)])

    def drag(self, path: str, to: str) -> None:
        """Take hold of one thing and let it go on another."""
        (x, start), (_, end) = self.place(path), self.place(to)
        way = [(x, start + (end - start) * step // 6) for step in range(7)]
        self.trace(way, held=True)

    def type(self, text: str) -> None:
        """Press the keys of a text."""
        for key in text:
            self.press(key)

    def text(self, path: str, words: str = "") -> str:
        """All that can be read there, as soon as these words are among it."""
        read = "(path, words) => { const node = seen.one(path, words); return node && seen.text(node); }"
        return str(self.until(read, path, words))

    def gone(self, path: str) -> None:
        """Wait until nothing is shown there."""
        self.until("(path) => !seen.one(path)", path)


class WireTab(Tab):
    """A tab that is told what to do in WebDriver's words, which its newer protocol has taken over."""

    @abstractmethod
    def perform(self, source: dict[str, Any]) -> None:
        """Carry out what one device does."""

    def press(self, key: str) -> None:
        """Press a key."""
        value = KEYS.get(key, key)
        self.perform(
            {"type": "key", "id": "keys", "actions": [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]}
        )

    def trace(self, way: Sequence[tuple[int, int]], *, held: bool = False) -> None:
        """Move the pointer."""
        moves: list[dict[str, Any]] = [{"type": "pointerMove", "duration": 20, "x": x, "y": y} for x, y in way]
        moves.insert(1 if held else len(moves), {"type": "pointerDown", "button": 0})
        moves.append({"type": "pointerUp", "button": 0})
        self.perform({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": moves})
