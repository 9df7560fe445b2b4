"""The catalogues of sentences: same keys, same placeholders, every option named."""

import re
from pathlib import Path

import pytest

import rankviz
from rankviz.core.conventions import FIELDS
from rankviz.examples import examples
from rankviz.texts import LANGUAGES, Texts, catalogue

PLACEHOLDER = re.compile(r"\{(\w*)\}")


def test_every_language_has_the_same_keys() -> None:
    keys = {language: set(catalogue(language)) for language in LANGUAGES}
    assert keys["zh"] == keys["en"]


def test_every_language_has_the_same_placeholders() -> None:
    english = catalogue("en")
    for key, text in catalogue("zh").items():
        assert sorted(PLACEHOLDER.findall(text)) == sorted(PLACEHOLDER.findall(english[key])), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_field_option_and_example_has_its_words(language: str) -> None:
    texts = Texts(language)
    missing = [f"field.{name}" for name in FIELDS if f"field.{name}" not in texts]
    for name, field in FIELDS.items():
        for key, option in (field.options or {}).items():
            part, told = f"option.{name}.{key}", f"mistake.{name}_{key}"
            if not option.formula_label and part not in texts:
                missing.append(f"{part} (in options.toml, or formula_label of the option)")
            # What reads a formula is told as a mistake; another rule is named by its field.
            if option.mistake_cost is not None and option.function is not None and told not in texts:
                missing.append(f"{told} (in diagnose.toml, since the option has a mistake_cost)")
    for example in examples():
        names = (f"example.{example.key}", f"example.{example.key}_note")
        missing += [part for part in names if part not in texts]
    assert missing == [], f"rankviz/texts/{language}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_or_keeps_a_space_at_its_ends(language: str) -> None:
    wrong = [key for key, text in catalogue(language).items() if not text.strip() or text != text.strip()]
    joining = {"departure.separator", "departure.but", "departure.or_name"}
    assert set(wrong) <= {"sentence.more_separator", "convention.separator", "words.separator", "picker.separator", *joining}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_variable_of_the_makefile_is_only_named_with_make_run_which_reads_it(language: str) -> None:
    alone = re.compile(r"(?<!make run )\b[A-Z]{3,}=")
    assert [key for key, text in catalogue(language).items() if alone.search(text)] == []


def test_an_unknown_key_fails_at_once() -> None:
    with pytest.raises(KeyError):
        Texts("en")("no.such.key")


def raised_keys() -> set[str]:
    """Keys of the errors that a visitor of the page can meet, as far as they are written out."""
    paths = (path for path in Path(rankviz.__file__).parent.rglob("*.py") if path.parent.name not in ("cli", "engines"))
    return {key for path in paths for key in re.findall(r'\bInputError\(\s*"(\w+)"\s*[,)]', path.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_error_has_its_words(language: str) -> None:
    keys = raised_keys()
    assert {"duplicate_in_run", "file_row", "needs_documents"} <= keys
    assert [key for key in sorted(keys) if f"error.{key}" not in Texts(language)] == []
