"""Do the cards claim of order, best and share only what holds on any list, under the convention that is chosen?"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from rankviz.core.trace import Trace
from rankviz.display.glossary.term_entries import term_entry, term_keys
from rankviz.state.analysis import Analysis
from rankviz.texts import Texts, as_plain_text
from tests.explore.test_drawn_values import EVERY_METRIC, cases
from tests.oracles import literal
from tests.oracles.literal import Entry
from tests.oracles.reading import Reading, read

EN, ZH = Texts("en"), Texts("zh")
ROOT = Path(__file__).parents[2]
HERE = Path(__file__).relative_to(ROOT)
EXCEPTIONS = Path(__file__).with_name("glossary_exceptions.toml")
UNCHECKED = tomllib.loads(EXCEPTIONS.read_text(encoding="utf-8"))["claims"]
# What a sentence cannot say of every list and convention unless it was looked at, and what softens it.
CLAIM = re.compile(r"\b(best|highest|lowest|smallest|most|always|never|come first|first k|share|0 to 1|perfect)\b")
SOFT = re.compile(r"\b(usually|often|can|may|might|would|seldom|should|could|some|many)\b", re.IGNORECASE)

# Fewer in Chinese: 最 is also in "last" and "nearest", 都 in "also", so they are no sign of a claim.
CLAIM_ZH = re.compile(r"最[高低]|比例|前 k")
SOFT_ZH = re.compile(r"通常|往往|可能|可以|许多|很少")

Holds = Callable[[Analysis, list[Entry]], bool]


def reading_of(analysis: Analysis) -> Reading:
    return read(analysis.ranking, analysis.state.convention)


def relevant_inside(entries: list[Entry]) -> float:
    """Relevant entries inside the cutoff; of what is tied across it, the share."""
    return math.fsum(literal.share(each) for each in entries if each.reading.relevant(each.item))


def inside(entries: list[Entry]) -> float:
    return math.fsum(literal.share(each) for each in entries)


def value(analysis: Analysis) -> float:
    assert isinstance(analysis.main, Trace)
    return float(analysis.main.value[0])


def lacks_grade(analysis: Analysis) -> bool:
    """Whether a document that nobody judged is shown, where one of them leaves no value."""
    strict = analysis.state.convention.unjudged == "undefined"
    return strict and any(item.grade is None for item in reading_of(analysis).shown)


def is_value(analysis: Analysis, top: float, bottom: float = 1) -> bool:
    assert isinstance(analysis.main, Trace)
    if analysis.main.undefined[0]:
        return bottom == 0 or bool(analysis.main.nothing_relevant[0]) or lacks_grade(analysis)
    return math.isclose(value(analysis), top / bottom, rel_tol=1e-9, abs_tol=1e-12)


def everywhere(analysis: Analysis, *, relevant: bool) -> int:
    reading = reading_of(analysis)
    known = [*reading.shown, *(reading.missed if analysis.state.convention.auc_range != "retrieved" else [])]
    return sum(1 for item in known if reading.relevant(item) == relevant)


def precision(analysis: Analysis, entries: list[Entry]) -> bool:
    reading = reading_of(analysis)
    return is_value(analysis, relevant_inside(entries), reading.k)


def recall(analysis: Analysis, entries: list[Entry]) -> bool:
    return is_value(analysis, relevant_inside(entries), reading_of(analysis).relevant_everywhere)


def success(analysis: Analysis, entries: list[Entry]) -> bool:
    return is_value(analysis, float(relevant_inside(entries) > 0))


def true_positives(analysis: Analysis, entries: list[Entry]) -> bool:
    return is_value(analysis, relevant_inside(entries))


def false_positives(analysis: Analysis, entries: list[Entry]) -> bool:
    return is_value(analysis, inside(entries) - relevant_inside(entries))


def false_negatives(analysis: Analysis, entries: list[Entry]) -> bool:
    return is_value(analysis, everywhere(analysis, relevant=True) - relevant_inside(entries))


def true_negatives(analysis: Analysis, entries: list[Entry]) -> bool:
    others = everywhere(analysis, relevant=False)
    return is_value(analysis, others - (inside(entries) - relevant_inside(entries)))


def accuracy(analysis: Analysis, entries: list[Entry]) -> bool:
    hits, wrong = relevant_inside(entries), inside(entries) - relevant_inside(entries)
    others = everywhere(analysis, relevant=False)
    return is_value(analysis, hits + others - wrong, others + everywhere(analysis, relevant=True))


def first_hit(analysis: Analysis, entries: list[Entry]) -> bool:
    hits = [literal.rank(each) for each in entries if each.hit and literal.share(each)]
    if isinstance(analysis.main, Trace) and analysis.main.undefined[0]:
        return not hits or lacks_grade(analysis)
    return is_value(analysis, 1 / min(hits) if hits else 0)


def falls(analysis: Analysis, _: list[Entry]) -> bool:
    """In the ideal ranking no gain is below that of the next rank."""
    trace = analysis.main
    if not isinstance(trace, Trace) or "ideal_gain" not in trace:
        return True
    ranks, gains = trace.step("ideal_rank").value[0].tolist(), trace.step("ideal_gain").value[0].tolist()
    ordered = [gain for rank, gain in sorted(zip(ranks, gains, strict=True)) if rank]
    return ordered == sorted(ordered, reverse=True)


def best_from_here(analysis: Analysis, _: list[Entry]) -> bool:
    trace = analysis.main
    if not isinstance(trace, Trace) or "best_ahead" not in trace:
        return True
    hits = trace.step("hit").value[0] > 0
    precisions, best = trace.step("precision_at").value[0][hits], trace.step("best_ahead").value[0][hits]
    return all(math.isclose(found, max(precisions[i:])) for i, found in enumerate(best))


def reaches(analysis: Analysis, entries: list[Entry]) -> bool:
    limit = analysis.state.convention.threshold
    return all(
        each.reading.relevant(each.item) == (each.item.grade >= limit) for each in entries if each.item.grade is not None
    )


def is_above(analysis: Analysis, entries: list[Entry]) -> bool:
    limit = analysis.state.convention.threshold
    return all(each.reading.relevant(each.item) == (each.item.grade > limit) for each in entries if each.item.grade is not None)


# By its entry, what a sentence says; it is checked wherever that is said. A metric's own sentences speak of its value.
CHECKED: Mapping[str, Mapping[str, Holds]] = {
    "precision": {"the share of the first k that is relevant": precision, "the share of the list that is": precision},
    "recall": {
        "the share of the relevant documents that is in the first k": recall,
        "the share of the relevant documents that is in the list": recall,
    },
    "success": {"whether any of the first k is relevant": success, "whether anything in the list is relevant": success},
    "tp": {"relevant, in the first k": true_positives, "relevant, in the list": true_positives},
    "fp": {"not relevant, in the first k": false_positives, "not relevant, in the list": false_positives},
    "fn": {
        "relevant, but after k or not retrieved": false_negatives,
        "relevant, but not retrieved": false_negatives,
        "relevant and shown, but not inside the cutoff": false_negatives,
    },
    "tn": {
        "not relevant, and after k or not retrieved": true_negatives,
        "not relevant, and not retrieved": true_negatives,
        "not relevant, and shown, but not inside the cutoff": true_negatives,
    },
    "accuracy": {
        "the share of documents on the right side of the cutoff": accuracy,
        "the share of documents that are relevant and shown, or neither": accuracy,
    },
    "rr": {"one over the rank of the first relevant document that counts, 0 if none does": first_hit},
    "ideal": {"the highest gain first": falls},
    "ideal_grade": {"those with the highest gain come first": falls},
    "best_ahead": {"The highest precision at this hit or a later one": best_from_here},
    "relevant": {"whose grade reaches the threshold": reaches, "whose grade is above the threshold": is_above},
    "threshold": {"The lowest grade that counts as relevant": reaches, "The grade that is just too low to count": is_above},
}
# The same claims as the Chinese entries make them.
IN_CHINESE = {
    "the share of the first k that is relevant": "前 k 条中相关文档的比例",
    "the share of the list that is": "列表中相关文档的比例",
    "the share of the relevant documents that is in the first k": "全部相关文档中进入前 k 条的比例",
    "the share of the relevant documents that is in the list": "全部相关文档中进入列表的比例",
    "whether any of the first k is relevant": "前 k 条中有没有相关文档",
    "whether anything in the list is relevant": "列表中有没有相关文档",
    "relevant, in the first k": "相关，且在前 k 条",
    "relevant, in the list": "相关，且在列表中",
    "not relevant, in the first k": "不相关，但在前 k 条",
    "not relevant, in the list": "不相关，但在列表中",
    "relevant, but after k or not retrieved": "相关，但在前 k 条之后或未返回",
    "relevant, but not retrieved": "相关，但未返回",
    "relevant and shown, but not inside the cutoff": "相关且返回，但不在截断线内",
    "not relevant, and after k or not retrieved": "不相关，且在前 k 条之后或未返回",
    "not relevant, and not retrieved": "不相关，且未返回",
    "not relevant, and shown, but not inside the cutoff": "不相关，已返回，但不在截断线内",
    "the share of documents on the right side of the cutoff": "落在截断线正确一侧的文档所占比例",
    "the share of documents that are relevant and shown, or neither": "“相关且返回”与“不相关且未返回”的文档所占比例",
    "one over the rank of the first relevant document that counts, 0 if none does": "第一个相关文档排名的倒数，没有则为 0",
    "the highest gain first": "增益最高的在前",
    "those with the highest gain come first": "增益最高的在前",
    "The highest precision at this hit or a later one": "这个命中或其后的命中处最高的精确率",
    "whose grade reaches the threshold": "等级达到相关阈值",
    "whose grade is above the threshold": "等级高于相关阈值",
    "The lowest grade that counts as relevant": "算作相关的最低等级",
    "The grade that is just too low to count": "恰好不够算作相关的等级",
}
OF_ANY_METRIC = frozenset({"ideal", "ideal_grade", "best_ahead", "relevant", "threshold"})


@pytest.mark.slow
@EVERY_METRIC
def test_what_a_card_claims_holds_on_any_list_under_its_convention(metric: str) -> None:
    for analysis, _ in cases(metric, 40):
        entries = literal.entries(metric, analysis.ranking, analysis.state.convention)
        for key in OF_ANY_METRIC | ({metric} & CHECKED.keys()):
            found, other = (term_entry(key, texts, analysis.state.convention) for texts in (EN, ZH))
            for said, holds in CHECKED[key].items():
                is_said = said in as_plain_text(found.what) or said in as_plain_text(found.why)
                assert is_said == (IN_CHINESE[said] in as_plain_text(other.what)), (key, said, analysis.state)
                if is_said:
                    assert holds(analysis, entries), (key, said, analysis.state)


def test_every_claim_is_checked_or_softened_or_has_a_reason_not_to_be() -> None:
    found = [*claims_in(EN, CLAIM, SOFT, lambda claim: claim), *claims_in(ZH, CLAIM_ZH, SOFT_ZH, IN_CHINESE.__getitem__)]
    unexplained = "\n".join(f"{key}, by {claim.group()!r}: {claim.string}" for key, claim in found if key not in UNCHECKED)
    assert not unexplained, (
        f"these sentences claim that something always holds: say less, soften it (a word of SOFT in {HERE}), let CHECKED of "
        f"that file check it, or say in [claims] of {EXCEPTIONS.relative_to(ROOT)} why that is not needed\n{unexplained}"
    )
    idle = sorted(UNCHECKED.keys() - {key for key, _ in found})
    assert idle == [], f"[claims] of {EXCEPTIONS.relative_to(ROOT)} has what is claimed no longer"
    assert {key.split(".")[0] for key in EN.group("card")} <= set(term_keys())


def claims_in(
    texts: Texts, claim_words: re.Pattern[str], soft_words: re.Pattern[str], said_there: Callable[[str], str]
) -> Iterator[tuple[str, re.Match[str]]]:
    """Claims that nothing checks or softens, as the key of the entry, and the word in its sentence."""
    for key in term_keys():
        said = [as_plain_text(term_entry(key, texts).what), as_plain_text(term_entry(key, texts).why)]
        said += [text for name, text in texts.group("card").items() if name.startswith(f"{key}.")]
        for text in said:
            claim = claim_words.search(text)
            is_checked = any(said_there(each) in text for each in CHECKED.get(key, ()))
            if claim and not soft_words.search(text) and not text.endswith(("?", "？")) and not is_checked:
                yield key, claim


@pytest.mark.parametrize("key", sorted(CHECKED))
def test_every_claim_that_is_checked_is_still_made(key: str) -> None:
    said = [as_plain_text(term_entry(key, EN).what), as_plain_text(term_entry(key, EN).why)]
    said += [text for name, text in EN.group("card").items() if name.startswith(f"{key}.")]
    for claim in CHECKED[key]:
        assert any(claim in text for text in said), claim
