"""Words and values put together, with the spaces that the language wants between them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

IDEOGRAPHS = re.compile("[\u3005-\u3007\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
MARKS = frozenset("，。、；：？！（）《》“”…")  # of Chinese; nothing is spaced from them


def fill_words(words: Sequence[str], values: Sequence[str]) -> str:
    """Write values between words. Chinese words have a space before and after what is not Chinese, and no other space.

    Values stay as they are: names that somebody typed, numbers, formulas.

    Parameters
    ----------
    words : sequence of str
        One more than values.
    values : sequence of str

    Examples
    --------
    >>> fill_words(["增益", "，理想排序取自 ", "，折损", ""], ["2ᵍ − 1", "返回的列表", "1"])
    '增益 2ᵍ − 1，理想排序取自返回的列表，折损 1'
    >>> fill_words(["", " is not ", "."], ["文档", "d1"])
    '文档 is not d1.'
    """
    return "".join(spaced_pieces(words, values))


def spaced_pieces(words: Sequence[str], values: Sequence[str]) -> list[str]:
    """Words and values in turns, the words with the right spaces."""
    written = [words[0]]
    chinese = any(map(is_chinese, words))
    for value, word in zip(values, words[1:], strict=True):
        written += [value, word]
        if chinese and (inside := value.strip()):
            written[-3] = _spaced(written[-3], _kind(inside[0]))
            written[-1] = _spaced(word[::-1], _kind(inside[-1]))[::-1]
    return written


@cache
def _kind(sign: str) -> str:
    return "ideograph" if IDEOGRAPHS.match(sign) else "mark" if sign in MARKS else ""


@cache
def is_chinese(word: str) -> bool:
    """Whether there is Chinese in it."""
    return IDEOGRAPHS.search(word) is not None


@cache
def _spaced(word: str, value: str) -> str:
    """A word with the right space at its end, before a value that begins with a sign of a kind."""
    end = _kind(word.rstrip(" ")[-1:])
    return word.rstrip(" ") + ("" if value or end == "mark" else " ") if end else word
