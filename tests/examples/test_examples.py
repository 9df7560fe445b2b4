"""The gallery: words, links and fields of every example, and how a printed number is read and follows from a computed one."""

import re
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import rankviz.examples as gallery
from rankviz.examples import CAUSES, CLAIMS, Example, examples, sources
from rankviz.examples.example_check import KINDS, agreement, read_printed
from rankviz.state.app_state import DEFAULT
from rankviz.state.permalink import decode, encode
from rankviz.texts import LANGUAGES, catalogue

FOLDER = Path(gallery.__file__).parent
LIST_FIELDS = {"id", "grades", "missed", "scores", "ids"}
CHANGEABLE = {"measure", "lists", "choices"} | LIST_FIELDS
EXAMPLE_FIELDS = {"key", "place", "claim", "printed", "cause"} | CHANGEABLE
CAUSE_FIELDS = {"kind", "roundings", "added", "step", "rank"} | CHANGEABLE
SENTENCE_ENDS = re.compile(r"[.。]")
each_example = pytest.mark.parametrize("example", examples(), ids=lambda example: example.key)


def rows() -> list[dict[str, Any]]:
    contents = [tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.toml"))]
    return [row for content in contents for source in content["source"] for row in source["example"]]


@each_example
def test_an_example_fits_into_a_link(example: Example) -> None:
    assert decode(encode(example.state)).state == example.state


def test_the_first_example_is_the_state_the_page_opens_with() -> None:
    assert examples()[0].key == "opening"
    assert examples()[0].state == DEFAULT


def test_no_key_is_used_twice() -> None:
    for keys in ([example.key for example in examples()], [source.key for source in sources()]):
        assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("row", rows(), ids=lambda row: row["key"])
def test_an_example_has_no_misspelt_field(row: dict[str, Any]) -> None:
    assert set(row) <= EXAMPLE_FIELDS
    assert row.get("claim", "number") in CLAIMS
    cause = row.get("cause", {"kind": CAUSES[0]})
    assert set(cause) <= CAUSE_FIELDS
    assert cause["kind"] in CAUSES
    for ranking in (*row.get("lists", ()), *cause.get("lists", ())):
        assert set(ranking) <= LIST_FIELDS


def test_every_file_of_examples_is_read() -> None:
    assert {example.key for example in examples()} == {row["key"] for row in rows()}


def test_no_verdict_is_stored() -> None:
    stored = [row["key"] for row in rows() if {"value", "verdict", "expected"} & set(row)]
    assert stored == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_examples_sources_and_verdicts_have_their_words_and_no_others(language: str) -> None:
    keys = {f"example.{example.key}{part}" for example in examples() for part in ("", "_note")}
    keys |= {f"example.source.{source.key}" for source in sources()}
    keys |= {f"example_check.{word}" for word in (*KINDS, "head", "printed", "value", "reproduced")}
    assert {key for key in catalogue(language) if key.startswith(("example.", "example_check."))} == keys


@pytest.mark.parametrize("language", LANGUAGES)
def test_titles_differ_and_a_note_is_one_sentence(language: str) -> None:
    texts = catalogue(language)
    titles = [texts[f"example.{example.key}"] for example in examples()]
    assert sorted(titles) == sorted(set(titles))
    for example in examples():
        note = re.sub(r"\d\.\d", "", texts[f"example.{example.key}_note"])
        assert [match.end() for match in SENTENCE_ENDS.finditer(note)] == [len(note)], example.key


@pytest.mark.parametrize(
    ("text", "number", "places", "goes_on"),
    [
        ("0.76", Fraction(19, 25), 2, False),
        ("1.0000", Fraction(1), 4, False),
        ("13", Fraction(13), 0, False),
        ("-0.5", Fraction(-1, 2), 1, False),
        ("2/4", Fraction(1, 2), None, False),
        ("2.6/4", Fraction(13, 20), None, False),
        ("1/(1+0)", Fraction(1), None, False),
        ("(1/1 + 1/2 + 2/3 + 2/4 + 3/5) / 5", Fraction(49, 75), None, False),
        ("2 * 3 - -1", Fraction(7), None, False),
        ("0.416…", Fraction(416, 1000), 3, True),
        ("0.75...", Fraction(3, 4), 2, True),
    ],
)
def test_a_number_is_read_as_printed(text: str, number: Fraction, places: int | None, goes_on: bool) -> None:
    printed = read_printed(text)
    assert (printed.number, printed.places, printed.goes_on) == (number, places, goes_on)


@pytest.mark.parametrize("text", ["x", "f(1)", "2 ** 3", "True", "'1'", "1 if 1 else 2"])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a number"):
        read_printed(text)


@pytest.mark.parametrize(
    ("value", "text", "expected"),
    [
        (0.5, "0.5", "exact"),
        (0.1 + 0.2, "0.3", "exact"),
        (2 / 3, "2/3", "exact"),
        (2 / 3, "0.67", "rounded"),
        (2 / 3, "0.66", "cut"),
        (2 / 3, "0.66…", "begins"),
        (2 / 3, "0.67…", ""),
        (2 / 3, "0.68", ""),
        (2 / 3, "2/4", ""),
        (0.225, "0.23", "rounded"),
        (1.005, "1.01", "rounded"),
        (38.507743, "38.5", "rounded"),
        (-0.126, "-0.13", "rounded"),
        (0.0, "0.0", "exact"),
        (0.004, "0.00", ""),
        (float("nan"), "0.5", ""),
        (float("inf"), "0.5", ""),
    ],
)
def test_how_printed_digits_follow_from_a_value(value: float, text: str, expected: str) -> None:
    assert agreement(value, read_printed(text)) == expected
