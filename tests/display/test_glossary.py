"""Has every word and symbol an entry, and is what it says of a list what plain loops count there?"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

import rankviz
from rankviz import METRICS, Convention, Item, Ranking
from rankviz.compare.similarity.compute import all_similarities
from rankviz.core.conventions import FIELDS, TEXTBOOK
from rankviz.core.metrics import Metric
from rankviz.core.trace import Trace
from rankviz.display.glossary.term_entries import term_entry, term_keys, term_of, text_on_list
from rankviz.display.glossary.term_marks import with_entries
from rankviz.display.parts.terms import glossary_payload, terms_payload
from rankviz.evaluation.evaluate import narrow
from rankviz.explore.charts.curve_payloads import pr_figure
from rankviz.page.answers.request_handler import respond_to_bytes
from rankviz.runs.significance import compare
from rankviz.state.analysis import Analysis
from rankviz.state.app_state import AppState
from rankviz.texts import LANGUAGES, Texts, as_plain_text, catalogue, forms, mentions, pieces_of, without_marks
from tests.explore.test_drawn_values import EVERY_METRIC, NUMBER, analysis_of, cases, number, prints
from tests.oracles import literal
from tests.oracles.literal import SOLID, Meaning
from tests.oracles.reading import Reading
from tests.oracles.reading import read as read_list
from tests.page.test_request_handler import asked, read

# Lists that make each kind of step be recorded: plain, with ties and gaps, and with nothing retrieved that is relevant.
LISTS = (
    Ranking.from_grades([3, 2, None, 0, 1], missed=[3, 0]),
    Ranking.from_grades([0, 2, 1, 0], scores=[3.0, 2.0, 2.0, 1.0], missed=[1, 0]),
)


def conventions(metric: Metric) -> Iterator[Convention]:
    """Every option of every field that the metric reads, one at a time."""
    yield TEXTBOOK
    for name, options in metric.uses.items():
        for option in options or ((3,) if name == "cutoff" else ()):
            own = {f"{name}_{option}": FIELDS[f"{name}_{option}"].default} if f"{name}_{option}" in FIELDS else {}
            yield TEXTBOOK.with_choices({name: option, **own})


def recorded() -> set[str]:
    """Every array that any metric records under any option, and any likeness of two lists."""
    found = set()
    for key, metric in METRICS.items():
        for ranking in LISTS:
            traces = (analysis_of(key, ranking, each).main for each in conventions(metric))
            found |= {step.key for trace in traces if isinstance(trace, Trace) for step in trace.steps}
    pairs = product(LISTS, [Ranking.from_grades([None] * size) for size in (2, 3, 9)])
    return found | {step.key for pair in pairs for each in all_similarities(*pair, TEXTBOOK) for step in each.trace.steps}


@pytest.mark.slow
def test_every_symbol_of_every_formula_has_an_entry_and_no_entry_of_a_symbol_is_left_over() -> None:
    explained = {term_of(step) for step in recorded()}
    assert explained - set(term_keys()) == set()
    mentioned = {term for language in LANGUAGES for terms in mentions(language).values() for term in terms}
    # Words of the field that are no symbols; whatever else has an entry must be met in a formula or in a sentence.
    words = {key for key in term_keys() if f"term.{key}.here" in Texts("en") or f"term.{key}.here_none" in Texts("en")}
    assert set(term_keys()) - explained - mentioned - words - set(METRICS) <= {"query", "run", "qrels", "pr", "roc", "fpr"}


def test_whatever_a_sentence_mentions_has_an_entry_and_marks_change_no_sentence() -> None:
    for language in LANGUAGES:
        texts = Texts(language)
        unknown = {key: set(terms) - set(term_keys()) for key, terms in mentions(language).items()}
        assert {key: terms for key, terms in unknown.items() if terms} == {}
        for key in mentions(language):
            values = dict.fromkeys(texts.places(key), "2ᵍ − 1")
            pieces = texts.pieces(key, **values)
            assert "".join(piece if isinstance(piece, str) else piece["text"] for piece in pieces) == texts(key, **values)
            assert Counter(mentions(language)[key]) <= Counter(piece["term"] for piece in pieces if not isinstance(piece, str))
    assert not any(re.search(r"\[\S+:\w+\]", text) for language in LANGUAGES for text in catalogue(language).values())


def test_what_stands_in_a_slot_is_never_taken_for_a_mark() -> None:
    assert Texts("en").pieces("list.said_added", name="[gains:gain]") == ["[gains:gain] added."]
    assert without_marks("the [gains:gain] of") == "the gains of"


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_entry_says_what_it_is_and_why(language: str) -> None:
    for key in term_keys():
        found = term_entry(key, Texts(language))
        assert found.name
        assert found.what
        assert found.why, key


# ---------------------------------------------------------------------------------------------------------------------------
# The numbers of “here”, counted once more on the typed list


def judged_shown(reading: Reading) -> int:
    return sum(1 for item in reading.judged_once if item.grade is not None)


def unjudged(reading: Reading) -> int:
    return sum(1 for item in reading.shown if item.grade is None or id(item) in reading.given)


def relevant_shown(reading: Reading) -> int:
    return reading.count_relevant(reading.judged_once)


def tied(reading: Reading) -> int:
    scores = [item.score for item in reading.shown if item.score is not None]
    return sum(1 for score in scores if scores.count(score) > 1)


# Sentences whose numbers are these, in any order: the languages have their own.
COUNTS: dict[str, Callable[[Reading], list[float]]] = {
    "R": lambda reading: [reading.relevant_everywhere, relevant_shown(reading)],
    "relevant": lambda reading: [reading.convention.threshold, relevant_shown(reading), reading.n],
    "threshold": lambda reading: [reading.convention.threshold],
    "judged": lambda reading: [judged_shown(reading) + len(reading.missed), judged_shown(reading)],
    "pool": lambda reading: [judged_shown(reading) + len(reading.missed), judged_shown(reading), len(reading.missed)],
    "missed": lambda reading: [len(reading.missed)],
    "unjudged": lambda reading: [unjudged(reading)] if unjudged(reading) else [],
    "retrieved": lambda reading: [reading.n],
    "cutoff": lambda reading: [reading.n] if reading.convention.cutoff is None else [reading.k, reading.n],
    "tie": lambda reading: [tied(reading)] if tied(reading) else [],
}


@pytest.mark.slow
@EVERY_METRIC
def test_counts_are_those_of_the_list_under_the_convention(metric: str) -> None:
    for analysis, texts in cases(metric, 25):
        for key, counted in COUNTS.items():
            entries = literal.entries(metric, analysis.ranking, analysis.state.convention)
            reading = read_list(analysis.ranking, entries[0].reading.convention if entries else analysis.state.convention)
            if key in ("R", "relevant", "threshold") and "threshold" not in METRICS[metric].uses:  # of the counts beside it
                reading = read_list(analysis.ranking, narrow(METRICS["tp"], analysis.state.convention))
            said = re.sub("R = (?=.)", "", text_on_list(key, analysis, texts))
            if said:
                assert sorted(map(number, NUMBER.findall(said))) == sorted(counted(reading)), (key, said, analysis.state)


# What stands at each rank.
BY_RANK: dict[str, Meaning] = {
    "hit": literal.hit,
    "hits_upto": literal.hits,
    "precision_at": literal.precision,
    "gain": literal.gain,
    "discount": literal.discount,
    "stop": literal.stop,
    "reach": literal.reached,
    "others_above": literal.others_above,
    "nonrelevant_below": literal.below,
    "nonrelevant_tied": literal.tied,
    "share": literal.share,
}


def values(said: str, texts: Texts) -> list[str]:
    """The last row of numbers in a sentence."""
    return said.rpartition("：" if texts.language == "zh" else ": ")[2].rstrip("。.").split(texts("sentence.more_separator"))


@pytest.mark.slow
@EVERY_METRIC
def test_numbers_by_rank_are_what_their_words_say(metric: str) -> None:
    meanings = BY_RANK | ({"term": meaning} if (meaning := SOLID[metric]) and metric != "idcg" else {})
    met = set()
    for analysis, texts in cases(metric, 25):
        entries = literal.entries(metric, analysis.ranking, analysis.state.convention)
        recorded = {term_of(step.key) for step in analysis.main.steps} if isinstance(analysis.main, Trace) else set()
        for key in (meanings.keys() & recorded) if entries else ():
            found = values(text_on_list(key, analysis, texts), texts)
            for text, at in zip(found, entries, strict=False):
                assert text in ("–", "…") or prints(text, meanings[key](at)), (key, text, analysis.state)
            assert len(found) == min(len(entries), 11)
            met.add(key)
    assert met or metric in ("idcg", "rmse", "mae")


@EVERY_METRIC
def test_grades_are_said_as_they_count_and_no_grade_as_none(metric: str) -> None:
    for analysis, texts in cases(metric, 10):
        entries = literal.entries(metric, analysis.ranking, analysis.state.convention)
        found = values(text_on_list("grade", analysis, texts), texts)
        for text, at in zip(found, entries, strict=False):
            assert text == "…" or (text == "?" if at.item.grade is None else number(text) == at.item.grade)


def whole(analysis: Analysis, lists: int) -> Analysis:
    return Analysis(
        AppState(lists=(analysis.ranking,) * lists, metric=analysis.state.metric),
        analysis.raw, analysis.arranged, analysis.traces,
    )  # fmt: skip


def test_a_word_without_a_value_says_so_and_one_that_the_metric_does_not_use_says_nothing() -> None:
    texts = Texts("en")
    plain = analysis_of("ndcg", LISTS[0], TEXTBOOK)
    assert text_on_list("beta", plain, texts) == ""
    assert text_on_list("mean", plain, texts) == "There is only one list."
    assert text_on_list("query", plain, texts) == ""
    empty = analysis_of("ap", Ranking.from_grades([]), TEXTBOOK)
    assert text_on_list("hits_upto", empty, texts) == "The list is empty."
    assert text_on_list("ap", empty, texts) == "Nothing is relevant."
    refused = analysis_of("ap", Ranking.from_grades([-1, 2]), TEXTBOOK.with_choices({"negative": "error"}))
    assert (
        text_on_list("R", refused, texts)
        == "Grade −1 is below 0, which this convention does not allow. Choose how negative grades count."
    )
    assert (
        text_on_list("R", whole(plain, 3), texts)
        == "R = 4: relevant documents judged, 3 of them shown. That is List 1, one of 3 lists."
    )


def test_what_only_the_counts_and_the_drawn_hits_read_is_said_of_them() -> None:
    texts = Texts("en")
    err = analysis_of("err", Ranking.from_grades([1, 0, 1, 0], missed=[1]), TEXTBOOK)
    assert text_on_list("relevant", err, texts) == "Grade 1 and above: 2 of 4 shown."
    recall = analysis_of("recall", Ranking.from_grades([1, 1, 0, 1, 0, 1], missed=[1]), TEXTBOOK.with_choices({"cutoff": 3}))
    assert text_on_list("hits_upto", recall, texts) == "Rank by rank: 1, 2, 2, 3, 3, 4."
    assert text_on_list("term", recall, texts) == "Rank by rank: 1, 1, 0, –, –, –."


@EVERY_METRIC
def test_the_sum_on_the_card_is_the_one_drawn_and_of_a_largest_none_is_said(metric: str) -> None:
    for analysis, texts in cases(metric, 15):
        entries = literal.entries(metric, analysis.ranking, analysis.state.convention)
        meaning = SOLID[metric]
        said = text_on_list("sum", analysis, texts) if entries else ""
        if metric in ("rr", "success", "iprec", "coverage_error"):
            assert said == ""
            by_rank = re.search("Only the largest|只有最大", text_on_list("term", analysis, texts))
            assert by_rank or not entries
        elif said and meaning:
            shown = [meaning(each) for each in entries]
            assert prints(said, sum(each for each in shown if each is not None)), (said, shown, analysis.state)


def test_a_card_names_the_measure_whose_value_is_defined_or_not() -> None:
    texts = Texts("en")
    defined = analysis_of("ndcg", Ranking.from_grades([1, 1]), TEXTBOOK.with_choices({"cutoff": 10}))
    assert text_on_list("fpr", defined, texts) == "FPR = undefined."
    assert text_on_list("undefined", defined, texts) == "nDCG@10 is defined."
    nothing = analysis_of("ap", Ranking.from_grades([0]), TEXTBOOK)
    assert text_on_list("undefined", nothing, texts).startswith("AP is undefined. Nothing is relevant.")


def test_the_curve_says_the_area_that_stands_beside_it_whatever_the_cutoff() -> None:
    whole_list = 0.6619  # of 7 relevant: (1 + 1 + 1 + 4/5 + 5/6) / 7
    for key, choices in (("ndcg", {"cutoff": 4}), ("ap", {"cutoff": 4}), ("ap", {"ap_base": "min_R_k", "cutoff": 3})):
        analysis = analysis_of(key, Ranking.from_grades([3, 2, 3, 0, 1, 2], missed=[3, 2]), TEXTBOOK.with_choices(choices))
        figure: Any = pr_figure(analysis, Texts("en"))
        words = [
            pair for each in figure["spec"]["data"] if "ids" in each for pair in zip(each["text"], each["ids"], strict=True)
        ]
        assert [text.strip() for text, key in words if key == "pr"] == [f"AP {whole_list:.3f}"]
        assert text_on_list("pr", analysis, Texts("en")) == f"AP over the whole list = {whole_list:.3f}."
    nothing = analysis_of("ap", Ranking.from_grades([0, 0]), TEXTBOOK)
    assert text_on_list("pr", nothing, Texts("en")) == ""


def test_a_permutation_test_is_not_said_to_be_random_where_every_way_is_counted() -> None:
    few = compare([0.9, 0.8, 0.7], [0.4, 0.55, 0.45])
    many = compare(np.linspace(0, 1, 40), np.linspace(0.1, 0.9, 40))
    assert (few.exact, many.exact) == (True, False)
    for language, every, random in (("en", "every way", "a random sample"), ("zh", "所有交换方式", "随机抽取")):
        said = as_plain_text(term_entry("permutation_test", Texts(language)).what)
        assert every in said
        assert random in said


def test_a_card_is_answered_only_while_it_is_open_and_tells_nothing_that_is_covered() -> None:
    closed = read(respond_to_bytes(asked()))[1]
    opened = read(respond_to_bytes(asked(term="R")))[1]
    assert closed["terms"]["card"] is None
    assert opened["terms"]["card"]["value_text"] == "R = 7: relevant documents judged, 5 of them shown."
    assert {name for name in opened if opened[name] != closed[name]} == {"terms"}
    assert read(respond_to_bytes(asked(term="no such word")))[1]["terms"]["card"] is None
    assert read(respond_to_bytes(asked(term="ndcg", covered=["score"])))[1]["terms"]["card"]["value_text"] == ""
    assert read(respond_to_bytes(asked(term="ndcg", page="runs")))[1]["terms"]["card"]["value_text"] == ""


def test_a_grade_on_the_threshold_is_said_to_be_relevant_only_where_it_is() -> None:
    for strict, said in (("no", "Grade 1 and above: 2 of 3 shown."), ("yes", "Above grade 1: 1 of 3 shown.")):
        analysis = analysis_of("ap", Ranking.from_grades([1, 2, 0]), TEXTBOOK.with_choices({"strict": strict}))
        assert text_on_list("relevant", analysis, Texts("en")) == said


def test_a_document_that_is_credited_twice_is_judged_once() -> None:
    twice = Ranking((Item("a", 1), Item("a", 1), Item("b", 0)), (Item("c", 1),))
    for rule, said in (
        ("credit_each", "Judged documents: 3, of which shown: 2."),
        ("count_all", "Judged documents: 4, of which shown: 3."),
    ):
        analysis = analysis_of("ap", twice, TEXTBOOK.with_choices({"duplicates": rule}))
        assert text_on_list("judged", analysis, Texts("en")) == said


def test_the_false_positive_rate_is_a_quotient_of_the_counts_that_stand_beside_it() -> None:
    texts = Texts("en")
    for grades, missed, said in (([1, 0, 1, 0], [0], "FPR = 0.667."), ([1, 1], [], "FPR = undefined.")):
        analysis = analysis_of("ndcg", Ranking.from_grades(grades, missed=missed), TEXTBOOK)
        assert text_on_list("fpr", analysis, texts) == said
    analysis = analysis_of("ndcg", Ranking.from_grades([1, 0, 1, 0], missed=[0]), TEXTBOOK.with_choices({"cutoff": 3}))
    assert text_on_list("confusion", analysis, texts) == "TP 2, FP 1, FN 0, TN 2."
    assert text_on_list("fpr", analysis, texts) == "FPR = 0.333."


def test_the_ideal_rankings_cutoff_is_said_with_the_documents_it_counts() -> None:
    ranking = Ranking.from_grades([3, 2, None, 0, 1], missed=[3, 0])  # six are judged, five are shown
    for choices, said in (
        ({"cutoff": 4}, "Counted of the ideal ranking: 4 of 6 documents."),
        ({"cutoff": 4, "ideal_cut": "none"}, "Counted of the ideal ranking: 6 of 6 documents."),
        ({"ideal": "retrieved"}, "Counted of the ideal ranking: 5 of 5 documents."),
    ):
        analysis = analysis_of("ndcg", ranking, TEXTBOOK.with_choices(choices))
        assert text_on_list("ideal_cut", analysis, Texts("en")) == said


@pytest.mark.parametrize(
    ("metric", "choices", "said"),
    [
        ("bpref", {}, "min(R, N) = 2, R = 5"),  # inside each term, and below the sum
        ("bpref", {"bpref_base": "R"}, "R = 5"),
        ("f1", {"cutoff": 4}, "k = 4, R = 5"),
        ("ap", {"ap_base": "min_R_k", "cutoff": 3}, "min(R, k) = 3"),
        ("ndcg", {"gain": "base"}, ""),  # not what the gain's own base is
    ],
)
def test_the_denominators_card_gives_each_number_that_is_divided_by(metric: str, choices: dict[str, Any], said: str) -> None:
    analysis = analysis_of(metric, Ranking.from_grades([1, 0, 1, 1, 0, 1], missed=[1]), TEXTBOOK.with_choices(choices))
    assert text_on_list("base", analysis, Texts("en")) == said


def test_each_card_begins_with_a_capital_also_where_its_first_word_can_be_pressed() -> None:
    begins = [as_plain_text(each["definition"])[0] for each in cast("list[Any]", glossary_payload(Texts("en"))["entries"])]
    assert [each for each in begins if each.isascii() and each.islower()] == []
    card = cast("Any", terms_payload("tp", None, Texts("en"))["card"])
    assert card["definition"][0] == {"text": "Relevant", "term": "relevant"}


def test_a_card_says_what_else_a_metric_is_called_and_its_name_once() -> None:
    assert "TPR" in term_entry("recall", Texts("en")).also
    assert term_entry("accuracy", Texts("en")).name == "accuracy"


# ---------------------------------------------------------------------------------------------------------------------------
# Words that could not be pressed

SOURCES = Path(rankviz.__file__).parent
PLAIN = tomllib.loads((Path(__file__).parent / "glossary_exceptions.toml").read_text(encoding="utf-8"))["plain"]


def drawn_in_pieces() -> set[str]:
    """How the keys of sentences begin that the code draws in pieces."""
    code = "".join(path.read_text(encoding="utf-8") for path in SOURCES.rglob("*.py"))
    return set(re.findall(r'\.pieces\(\s*f?"([^"{]+)', code)) | {"help.", "step.", "words.", "card.", "metric."}


def not_in_pieces() -> Iterator[str]:
    """Keys of sentences with words of the field that cannot be pressed."""
    begins = (*drawn_in_pieces(), "forms.")
    for language in LANGUAGES:
        for key, text in catalogue(language).items():
            if not key.startswith(begins) and any(not isinstance(piece, str) for piece in pieces_of(text)):
                yield key


def exempted(key: str) -> set[str]:
    return {name for name in PLAIN if re.match(re.escape(name) + r"(?:[._]|$)", key)}


@pytest.mark.slow
def test_a_text_with_words_of_the_field_is_drawn_in_pieces_or_has_a_reason_not_to_be() -> None:
    found = {key: exempted(key) for key in not_in_pieces()}
    unexplained = "\n".join(key for key, reasons in found.items() if not reasons)
    assert not unexplained, (
        "these texts have words of the field: draw them by texts.pieces, or say below [plain] of "
        f"tests/display/glossary_exceptions.toml why they need not be pressed\n{unexplained}"
    )
    assert set(PLAIN) == set().union(*found.values()), "a reason that no text needs"


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_form_of_a_word_leads_to_one_entry_and_is_found_where_it_stands(language: str) -> None:
    listed = [form for all_forms in Texts(language).group("forms").values() for form in all_forms.split("|")]
    assert len(listed) == len(set(listed))
    for form, key in forms(language).items():
        assert key in term_keys()
        assert {"text": form, "term": key} in pieces_of(f"{form} ")
    once = pieces_of("the [relevant:relevant] one, and a relevant other of a grade and a grade")
    assert [piece["text"] for piece in once if not isinstance(piece, str)] == ["relevant", "grade"]
    assert pieces_of("programs regain nothing") == ["programs regain nothing"]
    assert with_entries("P@10 and nDCG, not a P", Texts("en"))[0] == {"text": "P", "term": "precision"}
