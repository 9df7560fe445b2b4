"""My number on the Runs page: what is typed, what is answered, and that a search can be stopped."""

from __future__ import annotations

import gzip
from collections import defaultdict
from math import log2

import pytest
from streamlit.testing.v1 import AppTest

from rankviz.runs.lookup.search_space import RunSpace
from rankviz.runs.run_files import EXAMPLE
from rankviz.texts import LANGUAGES, Texts
from rankviz.web.pages.runs import PROFILE
from rankviz.web.pages.runs_my_number import ANSWER, OPEN, RUN
from rankviz.web.runs_files import RunsSession
from rankviz.web.session import SESSION
from tests.web.test_runs_page import page_of, said_by, sent, told

FIELD = "rv_runs_my_number_nDCG@10"


def lines(name: str) -> list[list[str]]:
    return [each.split() for each in gzip.open(EXAMPLE / name, "rt").read().splitlines()]


def exponential_mean(name: str) -> float:
    """Mean nDCG@10 of a run with gain 2^g − 1, equal scores by document id from Z to A, in plain Python."""
    grades: dict[str, dict[str, int]] = defaultdict(dict)
    for query, _, document, grade in lines("qrels.txt.gz"):
        grades[query][document] = int(grade)
    scored: dict[str, list[tuple[float, str]]] = defaultdict(list)
    for query, _, document, _, score, _ in lines(name):
        scored[query].append((float(score), document))

    def dcg(ordered: list[int]) -> float:
        return sum((2**grade - 1) / log2(i + 2) for i, grade in enumerate(ordered[:10]))

    values = [
        dcg([grades[query].get(document, 0) for _, document in sorted(entries, reverse=True)])
        / dcg(sorted(grades[query].values(), reverse=True))
        for query, entries in scored.items()
    ]
    return sum(values) / len(values)


def opened(runs: RunsSession, language: str = "en") -> AppTest:
    runs.lookup_open = True
    return page_of(runs, language)


def typed(app: AppTest, number: str) -> AppTest:
    app.text_input(key=FIELD).set_value(number).run()
    assert not app.exception
    return app


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_cause_of_another_mean_is_named(language: str) -> None:
    texts = Texts(language)
    app = typed(opened(RunsSession(), language), f"{exponential_mean('pixels.run.gz'):.4f}")
    answers = app.radio(key=ANSWER)
    assert len(answers.options) == 1
    assert "2ᵍ − 1" in answers.options[0]
    assert texts("run_lookup.chance_named", count=texts("run_lookup.chance_count", count="2")) in said_by(app)
    assert app.session_state[SESSION].runs.chosen_params.my_means == (("nDCG@10", app.text_input(key=FIELD).value),)


def test_it_is_asked_of_the_run_that_is_chosen() -> None:
    """The same number is ours for one run, and another gain for the other."""
    app = typed(opened(RunsSession()), f"{exponential_mean('lda.run.gz'):.4f}")
    before = app.radio(key=ANSWER).options if ANSWER in app.session_state else []
    app.selectbox(key=RUN).set_value(1).run()
    assert not app.exception
    assert "2ᵍ − 1" in app.radio(key=ANSWER).options[0]
    assert before != app.radio(key=ANSWER).options


def test_an_answer_is_chosen_also_where_another_library_gives_others() -> None:
    """The tab knows the chosen one by its words: among other words it has to be told which is chosen."""
    app = typed(opened(RunsSession()), "0.6674")
    before = app.radio(key=ANSWER)
    app.selectbox(key=PROFILE).set_value("burges").run()
    after = app.radio(key=ANSWER)
    assert before.options != after.options
    assert (after.proto.set_value, after.value) == (True, 0)
    app.run()
    assert not app.radio(key=ANSWER).proto.set_value


@pytest.mark.parametrize("number", ["", "many", "1e999", "0." + "1" * 60])
def test_what_is_no_number_is_told_of_and_stays(number: str) -> None:
    app = typed(opened(sent(first=b"q1 Q0 a 1 2 t\nq2 Q0 a 1 1 t\n", qrels=b"q1 0 a 1\nq2 0 b 2\n")), number)
    assert bool(told(app)) == bool(number)
    assert app.text_input(key=FIELD).value == number
    assert ANSWER not in app.session_state


def test_a_search_that_is_stopped_leaves_the_number_and_is_begun_again() -> None:
    texts = Texts("en")
    runs = RunsSession(lookup_open=True, lookup_stopped=True, my_means={"nDCG@10": "0.6674"})
    app = page_of(runs)
    assert texts("runs.my_stopped") in said_by(app)
    assert ANSWER not in app.session_state
    app.button(key="rv_runs_my_again").click().run()
    assert not app.exception
    assert texts("runs.my_stopped") not in said_by(app)
    assert app.text_input(key=FIELD).value == "0.6674"
    assert app.radio(key=ANSWER).options


def test_a_further_number_is_answered_by_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    whole = RunSpace.__init__

    def init(space: RunSpace, *given: object) -> None:
        made.append(space)
        whole(space, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(RunSpace, "__init__", init)
    runs = RunsSession()
    for number in ("0.6674", "0.7123", "0.7123"):
        runs.my_means = {"nDCG@10": number}
        assert opened(runs).radio(key=ANSWER).options
    assert len(made) == 1


def test_nothing_is_searched_while_it_is_closed() -> None:
    app = page_of(RunsSession(my_means={"nDCG@10": "0.6674"}))
    assert not app.session_state[OPEN]
    assert FIELD not in app.session_state
    assert app.session_state[SESSION].runs.chosen_params.my_means == (("nDCG@10", "0.6674"),)


def test_what_a_link_says_of_runs_and_metrics_that_are_not_there_does_no_harm() -> None:
    means = {"nDCG@10": "0.5", "nDCG@7": "0.6", "<b>": "x"}
    runs = sent(first=b"q1 Q0 a 1 2 t\nq2 Q0 a 1 1 t\n", qrels=b"q1 0 a 1\nq2 0 b 2\n")
    runs.my_run, runs.my_means = 9, dict(means)
    app = opened(runs)
    assert app.session_state[SESSION].runs.my_run == 0
    assert app.session_state[SESSION].runs.my_means == means  # kept until such a metric is offered again
    assert told(app) == ""
