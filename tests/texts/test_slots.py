"""A sentence is one whatever stands in its slots; with RANKVIZ_SENTENCES=<file> all of them are written to be read."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rankviz.texts import LANGUAGES, Texts, catalogue
from tests.helpers.slots import sentences

HAN, LATIN = r"[\u3400-\u9fff]", r"(?:(?![\u3400-\u9fff])[^\W_])"
CAPITALS = "|".join(text for key, text in catalogue("en").items() if re.match(r"field\..*=[A-Z][a-z]", f"{key}={text}"))
ANYWHERE = {
    "two spaces": r"  ",
    "a space at an end": r"^ | $",
    "a space before a mark": r" [,;.!](?: |$)| :$",
    "a mark twice": r"([,;:!?，。；：！？、])\s*\1|[,;:，；：、]\s*[,;:.，；：。、]|\.\.(?!\.)(?<!\.\.\.)",
    "an empty slot": r"\(\)|（）|“”|\{|\}",
}
FAULTS = {
    "en": {
        "a word twice": r"(?i)\b([a-z]{2,}) \1\b",
        "the plural of one": r"(?<![\w.,/^−-])(?<!ank )(?<!ace )(?<!ade )(?<!and )(?<!ist )(?<!ain )(?<![=+×] )"
        r"1 (?!(?:i|wa|ha|a|plu|minu|le?s|give)s\b)(?:[a-z]+s|are|were|have)\b",
        "a or an": r"\ba (?:[aeiouAEIO](?!ne\b|ni|se|RR|CG)|8|11\b|18\b)|\ban (?![aeiouAEIOFHLMNRSX8]|11\b|18\b)",
        "a preposition before not": r"\b(?:at|over|by|with|to|in|from) not\b",
        "two colons": r"(?<! ): (?:(?![;,.()“”]).)*: ",
        "a capital in mid-sentence": rf"(?:[,;] |\(|\b(?:but|and) )(?:{CAPITALS})\b",
    },
    "zh": {
        "words twice": rf"({HAN}{{2,}})\1",
        "a space between Chinese": rf"{HAN} +{HAN}",
        "no space beside Latin": rf"{HAN}{LATIN}|{LATIN}{HAN}",
        "a space at a Chinese mark": r" [，。；：！？、（）“”《》]|[，。；：！？、（）“”《》] ",
        "a mark of Latin text": rf"{HAN}[,;:!?.()]|[(]{HAN}",
        "two colons": r"：[^；，。、（）“”]*：",
        "是 and 为 twice": r"为为|是是|的的|个个|取取|第第|位位",
    },
}


def faults(text: str, language: str) -> Iterator[str]:
    for name, pattern in {**ANYWHERE, **FAULTS.get(language, {})}.items():
        if match := re.search(pattern, text):
            yield f"{name}: {text[max(0, match.start() - 15) : match.end() + 15]!r}"


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_is_one_with_whatever_stands_in_its_slots(language: str) -> None:
    joining = {key for key, text in catalogue(language).items() if text != text.strip()}
    found = [(key, text) for key, text in sentences(Texts(language)) if key not in joining]
    if path := os.environ.get("RANKVIZ_SENTENCES"):
        Path(f"{path}.{language}").write_text("\n".join(f"{key}\t{text}" for key, text in found), encoding="utf-8")
    wrong = {key: fault for key, text in found if text for fault in faults(text, language)}
    assert not wrong, "\n".join(f"{key}: {fault}" for key, fault in wrong.items())
