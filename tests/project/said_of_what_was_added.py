"""What is said of the option, the metric or the library that a page of docs/ adds: run in a copy that has it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping

from rankviz import METRICS, Convention, Ranking, exercises, explain, lookup
from rankviz.core.lists.ranking import RawLists
from rankviz.diagnose.words.findings import lookup_text
from rankviz.evaluation.evaluate import compute
from rankviz.explore.words.rank_sentences import rank_sentence
from rankviz.texts import LANGUAGES, Texts


def check_option() -> None:
    """A discount √i is said as √i at every rank, in the convention, and once where the look-up finds it."""
    convention = Convention().with_choices({"discount": "root"})
    for metric in ("dcg", "ndcg"):
        trace = compute(METRICS[metric], RawLists.from_rankings([Ranking.from_grades([3, 2, 0, 1])]), convention)
        for language in LANGUAGES:
            said = [rank_sentence(trace, column, Texts(language)) for column in (0, 1, 3)]
            assert ["√1 = 1" in said[0], "√2 = 1.414" in said[1], "√4 = 2" in said[2]] == [True] * 3, said
    assert "√i" in str(explain("nDCG", [3, 2], discount="root"))
    for measure, value in (("DCG", 3 + 2 / 2**0.5), ("nDCG", (2 + 3 / 2**0.5) / (3 + 2 / 2**0.5))):
        for language in LANGUAGES:
            texts = Texts(language)
            said = lookup_text(lookup(measure, [3, 2] if measure == "DCG" else [2, 3], f"{value:.7f}"), texts)
            assert said.count(texts("mistake.root_of_rank")) == 1, said
            assert said.count("√") == 0, said
            assert texts("diagnose.also", words="\n").partition("\n")[0] not in said, said


def check_metric() -> None:
    """nCG has a plan, and what is said of an answer that is CG or nDCG leads to nCG; nobody speaks of a discount it has not."""
    for language, absent in (("en", "discount"), ("zh", "折损")):
        texts = Texts(language)
        for kind in ("value", "gap"):
            (question,) = exercises("nCG", kinds=kind, count=1, seed=3, level=2, language=language)
            assert question.hints[0] == texts("hint.ncg")
            said = {each.key: str(question.check(f"{each.value:.6f}")) for each in question.mistakes}
            assert texts("feedback.metric=cg.ask_ncg") in said["metric=cg"], said
            assert texts("feedback.metric=ndcg.ask_ncg") in said["metric=ndcg"], said
            assert not any(absent in each for each in (question.prompt, *question.hints, *said.values())), said
        trace = compute(METRICS["ncg"], RawLists.from_rankings([Ranking.from_grades([3, 0, 2])]), Convention(cutoff=2))
        assert not any(absent in rank_sentence(trace, column, texts) for column in range(3))
        assert "nCG" in lookup_text(lookup("nCG", [3, 0, 2], "5"), texts)  # which is CG, and not nCG
        assert texts("to_remember.ncg").startswith("nCG")
        assert texts("about.ncg.name") != "nCG"


def check_library() -> None:
    """A library is named with what it does otherwise, and what it computes is said in words."""
    said = str(lookup("nDCG@6", Ranking.from_grades([3, 2, 3, 0, 1, 2], missed=[3, 2]), "0.9488107"))
    assert "Our course" in said, said
    convention = str(explain("nDCG@6", [3, 2, 3], profile="our_course"))
    assert "2ᵍ − 1" in convention, convention


CHECKS: Mapping[str, Callable[[], None]] = {
    "add-an-option": check_option,
    "add-a-metric": check_metric,
    "add-a-library": check_library,
}

if __name__ == "__main__":
    CHECKS[sys.argv[1]]()
