"""Practice has words for each metric: a plan, each line of a derivation, what to keep, and what each mistake is."""

from __future__ import annotations

import pytest

from rankviz import METRICS, exercises
from rankviz.diagnose.usual_mistakes import USUAL_MISTAKES
from rankviz.learn.questions.kinds.gap import all_lines
from rankviz.texts import LANGUAGES, Texts, lacking_words

ASKED = [key for key, metric in METRICS.items() if metric.exercise is not None]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("metric", ASKED)
@pytest.mark.parametrize("group", ["hint", "to_remember"])
def test_it_has_a_sentence_of_its_own(metric: str, language: str, group: str) -> None:
    assert f"{group}.{metric}" in Texts(language), f"add {metric} below [{group}] in rankviz/texts/{language}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("metric", ASKED)
def test_each_of_its_usual_mistakes_has_a_name_and_a_question_that_leads_on(metric: str, language: str) -> None:
    texts = Texts(language)
    for key in (key for group in USUAL_MISTAKES[metric] for key in group):
        for part in ("name", "ask"):
            of_all = [] if key.startswith("metric=") and part == "ask" else [f"feedback.{key}.{part}"]  # which metric is meant?
            of_metric = f"feedback.{key}.{part}_{metric}"
            assert any(each in texts for each in (of_metric, *of_all)), lacking_words(of_metric, language)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("metric", ASKED)
@pytest.mark.parametrize("kind", ["value", "gap", "step"])
def test_its_questions_hints_and_mistakes_are_said(metric: str, language: str, kind: str) -> None:
    for question in exercises(METRICS[metric].name, kinds=kind, count=1, seed=3, level=2, language=language):
        typed = [f"{mistake.value:.6f}" for mistake in question.mistakes] if kind != "step" else ["1", "2", "3", "4"]
        said = [question.prompt, *question.hints, *(str(question.check(each)) for each in typed)]
        assert all(each.strip() for each in said)
        assert question.hints or kind == "step"


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("metric", ASKED)
def test_each_line_of_its_derivation_says_what_it_works_out_how_and_why_it_is_right(metric: str, language: str) -> None:
    texts, (question,) = Texts(language), exercises(METRICS[metric].name, kinds="gap", count=1, seed=3, level=2)
    lines = all_lines(question)
    wanted = [f"written_derivation.{line.target.step}" for line in lines]
    wanted += [f"gap.how.{line.target.step}" for line in lines if not line.is_counted]  # what is read off is never asked for
    wanted += [f"wrong_line.why.{line.target.step}" for line in lines[:-1]]  # the last line is never shown to be right
    missing = [lacking_words(key, language) for key in wanted if key not in texts]
    assert not missing, "\n".join(missing)
