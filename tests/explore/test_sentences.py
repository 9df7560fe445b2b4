"""Is every number in a sentence the one that its words promise? Sentences are read phrase by phrase, as a person reads them.

Each phrase below stands for one number and what it means; a number that no phrase explains fails.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import rankviz
from rankviz import METRICS, Convention, InputError, Ranking, explain
from rankviz.cli.main import main
from rankviz.core.trace import Trace
from rankviz.display.error_text import error_text
from rankviz.display.formulas.explanation_text import derivation_latex
from rankviz.display.rule_words import rule_sentences
from rankviz.explore.view.derivation import derivation_payload, lines_of
from rankviz.explore.words.rank_sentences import rank_sentence
from rankviz.state.analysis import Analysis, analyse
from rankviz.state.app_state import AppState
from rankviz.texts import LANGUAGES, Texts
from tests.explore.test_drawn_values import EVERY_METRIC, NUMBER, analysis_of, cases, number, prints
from tests.oracles import literal
from tests.oracles.claims import CLAIMS
from tests.oracles.latex_runner import run_latex
from tests.oracles.literal import SOLID, Entry, Meaning

N = f"({NUMBER.pattern})"


def term(entry: Entry) -> float:
    meaning = SOLID[entry.metric]
    assert meaning is not None
    return meaning(entry)


PHRASES: Mapping[str, Mapping[str, Meaning]] = {
    "en": {
        rf"Rank {N}": literal.rank,
        rf"at rank {N}": literal.rank,
        rf"has grade {N}": literal.grade,
        rf"gain (?:is )?{N}": literal.gain,
        rf"which adds {N}": term,
        rf"and adds {N}": term,
        rf"difference adds {N}": term,
        rf"= {N}, it contributes": literal.discount,
        rf"discount is {N}": literal.discount,
        rf"contributes {N}\.$": term,
        rf"ranks {N} to": literal.first,
        rf"ranks {NUMBER.pattern} to {N}": literal.last,
        rf"counts as {N}\.$": term,
        rf"hits in the first {N}:": literal.depth,
        rf"hits in the first {NUMBER.pattern}: {N},": literal.hits,
        rf"so the precision is {N}": literal.precision,
        rf"precision is now {N}": literal.precision,
        rf"precision {N} is added": term,
        rf"are added, {N} in all": term,
        rf"not above {N}": lambda entry: 0,
        rf"{N}/": lambda entry: 1,
        rf"1/{N}": literal.rank,
        rf"below it that are not relevant: {N}": literal.below,
        rf"with the same score: {N}": literal.tied,
        rf"this far \(probability {N}\)": literal.reached,
        rf"stops with probability {N}": literal.stop,
        rf"read with probability {N}": literal.reached,
        rf"judged documents above it that are not: {N}": literal.others_above,
        rf"hits among the {N} ranked at least as high": literal.depth,
        rf"ranked at least as high: {N}, a share": literal.hits,
        rf"a share of {N}": term,
        rf"ranked at least as high that are not: {N}": literal.as_high,
        rf"to rank {N} to reach": literal.depth,
        rf"its share inside, {N},": literal.share,
        rf"its share after it, {N},": lambda entry: 1 - literal.share(entry),
        rf"score (?:of )?{N}": literal.score,
        rf"is {N} high": literal.curve_height,
    },
    "zh": {
        rf"^第 {N} 位": literal.rank,
        rf"第 {N} 位无关": literal.rank,
        rf"等级 {N}": literal.grade,
        rf"增益 {N}": literal.gain,
        rf"= {N}，贡献": literal.discount,
        rf"折损为 {N}": literal.discount,
        rf"第 {N} 到": literal.first,
        rf"到 {N} 位取平均": literal.last,
        rf"贡献 {N}": term,
        rf"前 {N} 条": literal.depth,
        rf"有 {N} 条相关": literal.hits,
        rf"，精确率 {N}": literal.precision,
        rf"都加了进来，共 {N}": term,
        rf"此处精确率为 {N}": literal.precision,
        rf"加上精确率 {N}": term,
        rf"不大于 {N}": lambda entry: 0,
        rf"{N}/": lambda entry: 1,
        rf"1/{N}": literal.rank,
        rf"其后有 {N} 个": literal.below,
        rf"另有 {N} 个与它同分": literal.tied,
        rf"读者（{N}）": literal.reached,
        rf"概率 {N} 停止": literal.stop,
        rf"概率 {N} 被看到": literal.reached,
        rf"其前有 {N} 个": literal.others_above,
        rf"不低于它的 {N} 个": literal.depth,
        rf"中有 {N} 个相关": literal.hits,
        rf"另有 {N} 个不相关标签": literal.as_high,
        rf"读到第 {N} 位": literal.depth,
        rf"得分 {N}": literal.score,
        rf"高度为 {N}": literal.curve_height,
        rf"线内的份额 {N}": literal.share,
        rf"线后的份额 {N}": lambda entry: 1 - literal.share(entry),
    },
}
ASIDE = {
    "en": rf"^Its grade, {N}, is set aside, .*? as if unjudged\. ",
    "zh": rf"^(?:此条目.*?|它的)等级 {N} (?:小于 0，所以)?不计，按未标注处理。",
}
FORMULA = {"en": r"discount (.+?) = (\S+), it", "zh": r"折损 (.+?) = (\S+)，贡献"}


UNJUDGED = "Unjudged entries|.*个未标注的条目"


def ways_to_read(metric: str, convention: Convention) -> set[str]:
    """What a metric asks of an entry: its grade, or whether it is relevant; a binary gain asks for both."""
    if "gain" in METRICS[metric].uses:
        return {"grade", "relevance"} if convention.gain == "binary" else {"grade"}
    return {"grade"} if metric == "err" or (metric == "rbp" and convention.rbp_gain == "graded") else {"relevance"}


def unfilled(kind: str, key: str) -> Any:
    raise AssertionError(f"<{kind} {key}>")


def without_aside(said: str, entry: Entry, ranking: Ranking, language: str) -> str:
    """Check the grade that is set aside, one that was typed for this document, and return what is said after it."""
    if not (match := re.match(ASIDE[language], said)):
        return said
    assert entry.item.grade is None
    typed = [item.grade for item in ranking.items if item.doc_id == entry.item.doc_id and item.grade is not None]
    assert any(prints(match[1], grade) for grade in typed), f"{said}: {match[1]} should be one of {typed}"
    return said[match.end() :]


def check_sentence(said: str, entry: Entry, language: str) -> None:
    plain = said
    if match := re.search(FORMULA[language], said):
        check_formula(match[1], match[2], entry)
        plain = said[: match.start(1)] + said[match.end(1) :]
    explained: dict[int, float] = {}
    for phrase, meaning in PHRASES[language].items():
        for match in re.finditer(phrase, plain):
            assert prints(match[1], meaning(entry)), f"{said}: {match[1]} should be {meaning(entry)}"
            explained[match.start(1)] = number(match[1])
    unexplained = [match[0] for match in NUMBER.finditer(plain) if match.start() not in explained]
    assert not unexplained, f"{said}: {unexplained}"
    for phrase, claim in CLAIMS[language].items():
        assert claim(entry) or not re.search(phrase, said), (phrase, said, entry)


def shown_rank(entry: Entry) -> str:
    return f"{entry.reading.ranks[entry.place]:g}"


def check_formula(formula: str, shown: str, entry: Entry) -> None:
    """A discount written with a rank gives the number beside it; that of a table has a name only."""
    if entry.reading.convention.discount == "table":
        assert formula == f"d({shown_rank(entry)})"
        return
    code = formula.replace("−", "-").replace("^", "**").replace("·", "*")
    code = re.sub(r"√([\d.]+)", r"sqrt(\1)", code).replace("√", "sqrt")
    code = code.replace("log₂", "log2").replace("log₁₀", "log10").replace("ln", "log")
    names = {name: getattr(math, name) for name in ("log2", "log10", "log", "sqrt", "exp")}
    assert prints(shown, eval(code, {**names, "max": max, "min": min, "__builtins__": {}})), formula  # noqa: S307 - our own


@pytest.mark.slow
@EVERY_METRIC
def test_every_number_in_the_sentence_of_a_rank_is_what_its_words_say(metric: str) -> None:
    for analysis, texts in cases(metric, 25):
        assert isinstance(analysis.main, Trace)
        entries = literal.entries(metric, analysis.ranking, analysis.state.convention)
        for column, entry in enumerate(entries):
            check_sentence(rank_sentence(analysis.main, column, texts), entry, texts.language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("metric", ["fp", "fn", "tn", "accuracy"])
def test_an_entry_tied_across_the_cutoff_counts_with_its_share_on_one_side(metric: str, language: str) -> None:
    three = Ranking.from_grades([1, 0, None], scores=[1, 1, 1])  # one rank of three inside
    convention = Convention(cutoff=1, ties="average")
    trace = analysis_of(metric, three, convention).main
    assert isinstance(trace, Trace)
    for column, entry in enumerate(literal.entries(metric, three, convention)):
        check_sentence(rank_sentence(trace, column, Texts(language)), entry, language)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_a_rank_is_met_by_some_list(language: str) -> None:
    texts, met = Texts(language), set()
    across = Ranking.from_grades([2, 1], scores=[1, 1])  # a tie across the cutoff
    some = [analysis_of("cg", across, Convention(cutoff=1, ties="average"))]
    some.append(analysis_of("ap", across, Convention(cutoff=1, ties="group")))
    mixed = Ranking.from_grades([1, 0, None, 1, 0, None])
    some += [analysis_of(metric, mixed, Convention(cutoff=3)) for metric in ("fp", "fn", "tn", "accuracy")]
    some += [analysis_of(metric, across, Convention(cutoff=1, ties="average")) for metric in ("fp", "fn", "accuracy")]
    for analysis in (*some, *(each for metric in METRICS for each, _ in cases(metric, 40))):
        assert isinstance(analysis.main, Trace)
        met |= {rank_sentence(analysis.main, column, texts) for column in range(len(analysis.order))}
    shapes = {key: shape(texts, key) for key in texts.group("step")}
    assert [key for key, pattern in shapes.items() if not any(re.fullmatch(pattern, said) for said in met)] == []


def shape(texts: Texts, key: str) -> str:
    """A sentence as a pattern."""
    return re.sub(r"\\\{\w+\\\}", ".*", re.escape(texts.template(f"step.{key}")))


@EVERY_METRIC
def test_a_rule_calls_unjudged_entries_not_relevant_only_where_relevance_decides(metric: str) -> None:
    for analysis, texts in cases(metric, 15):
        assert isinstance(analysis.main, Trace)
        said = [each for each in rule_sentences(analysis.main, analysis.ranking, texts) if re.match(UNJUDGED, each)]
        ways = ways_to_read(metric, analysis.state.convention)
        for each in said:
            assert "grade" in ways or not re.search("contribute nothing|没有贡献", each), each
            assert "relevance" in ways or not re.search("not relevant|不相关", each), each
            assert analysis.state.convention.unjudged == "grade" or not re.search("grade 0|等级 0", each)


@pytest.mark.slow
@EVERY_METRIC
def test_terms_whose_largest_is_the_value_stand_in_a_max_wherever_they_are_written(metric: str) -> None:
    for analysis, texts in cases(metric, 15):
        data = derivation_payload(analysis, lines_of(analysis), "", texts)
        for line, drawn in zip(lines_of(analysis), data["lines"], strict=False):  # type: ignore[call-overload]
            terms = [term.latex for term in line.terms]
            values = [float(run_latex(term, unfilled)) for term in terms]
            if len(terms) < 2 or line.undefined:
                continue
            written = derivation_latex((line,))
            is_sum = math.isclose(math.fsum(values), float(line.exact), rel_tol=2e-2, abs_tol=2e-3 * len(values))
            is_max = math.isclose(max(values), float(line.exact), rel_tol=2e-2, abs_tol=2e-3)
            in_max = rf"= \max({' , '.join(terms)}) =" in written
            assert in_max if is_max and not is_sum else True, written
            assert in_max or f"= {' + '.join(terms)} =" in written
            assert not in_max or is_max, written
            assert drawn["takes_largest"] == in_max


def test_the_largest_of_terms_is_a_max_in_text_notebook_and_answers() -> None:
    found = explain("RR@6", [1, 1, 1])
    assert str(found).splitlines()[-1].endswith("= max(1/1 , 1/2 , 1/3) = 1.000")
    fractions = "<mo>&#x0002C;</mo>".join(f"<mfrac><mrow><mn>1</mn></mrow><mrow><mn>{n}</mn></mrow></mfrac>" for n in (1, 2, 3))
    opening, closing = '<mo>max</mo><mo stretchy="false">&#x00028;</mo>', '<mo stretchy="false">&#x00029;</mo>'
    assert opening + fractions + closing in found._repr_html_()


def steps_of(analysis: Analysis, texts: Texts) -> list[tuple[int, str]]:
    data = derivation_payload(analysis, lines_of(analysis), "", texts)
    return [
        (step["rank"], "".join(piece if isinstance(piece, str) else piece["text"] for piece in step["text"]))
        for step in data["steps"]
    ]  # type: ignore[attr-defined]


@EVERY_METRIC
def test_the_player_says_each_sentence_at_its_rank(metric: str) -> None:
    for analysis, texts in cases(metric, 5):
        entries = literal.entries(metric, analysis.ranking, analysis.state.convention)
        steps = steps_of(analysis, texts)
        assert [rank for rank, _ in steps] == [literal.rank(entry) for entry in entries]
        for (_, said), entry in zip(steps, entries, strict=True):
            check_sentence(without_aside(said, entry, analysis.ranking, texts.language), entry, texts.language)


@pytest.mark.parametrize("key", ["f1", "fbeta"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_beside_a_quotient_of_counts_stand_the_precision_and_recall_that_it_is_the_mean_of(key: str, language: str) -> None:
    ranking, cut = Ranking.from_grades([3, 2, 3, 0, 1, 2], missed=[3, 2]), Convention(cutoff=6)
    first = rule_sentences(analysis_of(key, ranking, cut).main, ranking, Texts(language))[0]  # type: ignore[arg-type]
    assert re.findall(r"\d+\.\d+", first) == ["0.833", "0.714"]  # 5/6 and 5/7
    without = Ranking.from_grades([0, 0], missed=[1])
    assert not re.search(r"\d\.\d", rule_sentences(analysis_of(key, without, cut).main, without, Texts(language))[0])  # type: ignore[arg-type]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_error_writes_its_numbers_as_every_other_sentence_does(language: str) -> None:
    refused = analyse(
        AppState((Ranking.from_grades([2, -1]),), "ndcg", Convention(cutoff=2, negative="error", gain="linear"))
    ).main
    assert isinstance(refused, InputError)
    assert "−1" in error_text(refused, Texts(language))
    assert "-1" not in error_text(refused, Texts(language))


def test_no_error_writes_its_numbers_itself() -> None:
    """What is written where it is raised has the minus sign of Python, and as many digits as came to mind there."""
    source = "".join(path.read_text(encoding="utf-8") for path in Path(rankviz.__file__).parent.rglob("*.py"))
    raised = re.findall(r"InputError\((?:[^()]|\([^()]*\))*\)", source)
    assert len(raised) > 50
    assert not [each for each in raised if re.search(r'\w=f"\{[^}]*:[^}]*[gef]\}"', each)]


def test_a_number_that_is_another_one_is_said_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    main(["lookup", "P@6", "3,2,3,0,1,2", "0.667"])
    assert "the relevance threshold is 2, not 1\n" in capsys.readouterr().out
