"""A mistake in a formula that an option computes, too, is told once: as the option, in the words of the mistake."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rankviz import Convention, lookup
from rankviz.diagnose import departures
from rankviz.diagnose.mistakes import mistaken_options
from rankviz.diagnose.mistakes.mistaken_derivation import FormulaMistake, MistakenStep
from rankviz.diagnose.mistakes.mistaken_options import mistakes_by_option
from rankviz.diagnose.words.findings import lookup_text, match_remarks, match_words
from rankviz.texts import LANGUAGES, Texts


@pytest.fixture
def divided_by_the_rank(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The sentence of √i for what the option `inverse` does, so that it is an option and a mistake."""
    steps = (MistakenStep("discount", "", "<rank>"), MistakenStep("ideal_discount", "", "<ideal_rank>"))
    mistakes = tuple(FormulaMistake("root_of_rank", (metric,), steps[:count]) for metric, count in (("ndcg", 2), ("dcg", 1)))
    for module in (departures, mistaken_options):
        monkeypatch.setattr(module, "FORMULA_MISTAKES", mistakes)
    mistakes_by_option.cache_clear()
    yield
    mistakes_by_option.cache_clear()


@pytest.mark.usefixtures("divided_by_the_rank")
@pytest.mark.parametrize("measure", ["DCG", "nDCG", "nDCG@3"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_option_that_is_a_known_mistake_is_told_once(measure: str, language: str) -> None:
    texts, grades = Texts(language), [1, 3, 0, 2]
    dcg, best = 1 / 1 + 3 / 2 + (0 if "@" in measure else 2 / 4), 3 / 1 + 2 / 2 + 1 / 3
    found = lookup(measure, grades, f"{dcg if measure == 'DCG' else dcg / best:.6f}")
    assert [match_words(each, texts) for each in found.matches] == [texts("mistake.root_of_rank")]
    assert [one.key for one in found.matches[0].departures] == ["discount=inverse"]
    assert texts("diagnose.also", words="|").partition("|")[0] not in "".join(match_remarks(found.matches[0], texts))
    assert found.matches[0].convention == Convention(cutoff=3 if "@" in measure else None, discount="inverse")
    assert lookup_text(found, texts)
