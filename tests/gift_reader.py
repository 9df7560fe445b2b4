"""A reader of GIFT by Moodle's documentation of the format, for questions whose answer is a number.

A question ends at an empty line; `::name::` stands before its text, and its answers between braces, after a #. Each answer
begins with =, then may have %fraction%, and its number with a tolerance after a colon; # begins what is said of it, and ####
what is said in the end. A backslash takes its meaning from ~ = # { } : and itself.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Answer(NamedTuple):
    fraction: float
    number: float
    tolerance: float
    feedback: str


class Read(NamedTuple):
    name: str
    text: str
    answers: tuple[Answer, ...]
    general: str


def read_gift(text: str) -> tuple[str, list[Read]]:
    """The category, and the questions."""
    category, questions = "", []
    for block in re.split(r"\n\s*\n", text.strip()):
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
    match = re.fullmatch(r"::([^:]*)::([^{}]*)\{#([^{}]*)\}\s*", block)
    assert match, block
    answers, _, general = match[3].partition("####")
    assert "~" not in answers
    found = [_answer(each) for each in answers.strip().split("=")[1:]]
    return Read(_shown(match[1]), _shown(match[2]), tuple(found), _shown(general))


def _answer(text: str) -> Answer:
    match = re.fullmatch(r"(?:%(-?\d{1,3}(?:\.\d+)?)%)?\s*(-?[\d.]+):([\d.]+)\s*#([^#]*)", text.strip())
    assert match, text
    return Answer(float(match[1] or 100), float(match[2]), float(match[3]), _shown(match[4]))
