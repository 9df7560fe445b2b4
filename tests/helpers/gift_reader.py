"""A reader of GIFT by Moodle's documentation of the format: numbers, one of several answers, and what belongs together.

A question ends at an empty line; `::name::` stands before its text, and its answers between braces. After a # they are numbers:
each begins with =, then may have %fraction%, and its number with a tolerance after a colon. Else the right one begins with =, a
wrong one with ~; or each begins with = and has a partner behind ->. # begins what is said of an answer, and #### what is said
in the end. A backslash takes its meaning from ~ = # { } : and itself. A line that begins with // is skipped.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Answer(NamedTuple):
    fraction: float
    number: float
    tolerance: float
    feedback: str


class Choice(NamedTuple):
    text: str
    right: bool
    feedback: str


class Read(NamedTuple):
    name: str
    text: str
    answers: tuple[Answer, ...]
    general: str
    choices: tuple[Choice, ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()


def read_gift(text: str) -> tuple[str, list[Read]]:
    """The category, and the questions."""
    category, questions = "", []
    kept = "\n".join(line for line in text.splitlines() if not line.startswith("//"))
    for block in re.split(r"\n\s*\n", kept.strip()):
        if match := re.fullmatch(r"\$CATEGORY: (.*)", block):
            category = match[1]
        else:
            questions.append(_question(_hidden(block)))
    return category, questions


def _hidden(text: str) -> str:
    """Signs that have lost their meaning, as signs that have none."""
    return re.sub(r"\\([~=#{}:\\])", lambda match: chr(0xE000 + ord(match[1])), text)


def _shown(text: str) -> str:
    return "".join(chr(ord(sign) - 0xE000) if 0xE000 <= ord(sign) < 0xE080 else sign for sign in text).strip()


def _question(block: str) -> Read:
    match = re.fullmatch(r"::([^:]*)::([^{}]*)\{([^{}]*)\}\s*", block)
    assert match, block
    answers, _, general = match[3].partition("####")
    name, text, general = _shown(match[1]), _shown(match[2]), _shown(general)
    if answers.startswith("#"):
        assert "~" not in answers
        return Read(name, text, tuple(_answer(each) for each in answers[1:].strip().split("=")[1:]), general)
    parts = re.findall(r"([=~])([^=~]*)", answers)
    if all(sign == "=" and "->" in part for sign, part in parts):
        pairs = tuple(tuple(_shown(each) for each in part.split("->")) for _, part in parts)
        return Read(name, text, (), general, pairs=pairs)  # type: ignore[arg-type]
    return Read(name, text, (), general, choices=tuple(_choice(*each) for each in parts))


def _choice(sign: str, part: str) -> Choice:
    text, _, feedback = part.partition("#")
    return Choice(_shown(text), sign == "=", _shown(feedback))


def _answer(text: str) -> Answer:
    match = re.fullmatch(r"(?:%(-?\d{1,3}(?:\.\d+)?)%)?\s*(-?[\d.]+):([\d.]+)\s*#([^#]*)", text.strip())
    assert match, text
    return Answer(float(match[1] or 100), float(match[2]), float(match[3]), _shown(match[4]))
