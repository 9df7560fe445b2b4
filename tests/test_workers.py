"""Do the further processes of a crowded server answer as it would, and is nobody left without an answer?"""

import pickle
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from rankviz.app_state import AppState
from rankviz.conventions import Convention
from rankviz.ranking import Item, Ranking
from rankviz.ui import workers
from rankviz.ui.analysis import analyse
from rankviz.ui.work import work
from rankviz.ui.workers import FAILURES, Worker, Workers

LISTS = (
    Ranking.from_grades([3, 2, 3, 0, 1, 2]),
    Ranking((Item("a", 1.0, 0.5), Item("a", None, 0.5), Item("<b>", -0.0, 0.25)), (Item("相关", 2.5),)),
    Ranking(()),
)
STATES = [
    AppState(lists=LISTS),
    AppState(lists=LISTS, selected=1, convention=Convention(cutoff=2, ties="average")),
    AppState(lists=LISTS, selected=2, metric="auc"),
    AppState(lists=LISTS[:1], convention=Convention(gain="formula", gain_formula="2^g - 1"), numbers="fractions"),
]
ASKED = [(state, epoch, language, 1) for state in STATES for epoch, language in ((1, "en"), (7, "zh"))]


def answer(asked: tuple[AppState, int, str, int]) -> dict[str, str]:
    state, *rest = asked
    return work(analyse(state), *rest)


def asked_of(crew: Workers, asked: tuple[AppState, int, str, int]) -> dict[str, str]:
    state, *rest = asked
    return crew.parts(analyse(state), *rest)


@pytest.fixture
def worker() -> Iterator[Worker]:
    made = Worker()
    yield made
    made.end()


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Worker]]:
    """All workers that a test starts."""
    made: list[Worker] = []

    class Noted(Worker):
        def __init__(self) -> None:
            super().__init__()
            made.append(self)

    monkeypatch.setattr(workers, "Worker", Noted)
    yield made
    for each in made:
        each.end()


def started(crew: Workers) -> Workers:
    for thread in crew.start():
        thread.join()
    return crew


def test_a_worker_answers_what_the_server_would(worker: Worker) -> None:
    assert [worker.ask(*asked) for asked in ASKED] == [answer(asked) for asked in ASKED]


@pytest.mark.usefixtures("made")
def test_many_at_once_are_each_given_their_own_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = [answer(asked) for asked in ASKED] * 4
    crew = started(Workers(2))
    monkeypatch.setattr(workers, "work", None)  # nothing is done here
    with ThreadPoolExecutor(16) as pool:
        assert list(pool.map(lambda asked: asked_of(crew, asked), ASKED * 4)) == expected


def test_the_work_of_workers_that_are_gone_is_done_here(made: list[Worker]) -> None:
    crew = started(Workers(2))
    assert crew.ready == 2
    for each in made:
        each.process.kill()
    assert [asked_of(crew, asked) for asked in ASKED] == [answer(asked) for asked in ASKED]
    assert crew.ready == 0


def test_a_worker_that_cannot_take_a_question_is_given_up(made: list[Worker], monkeypatch: pytest.MonkeyPatch) -> None:
    crew = started(Workers(1))

    def refuse(*_: object) -> None:
        raise pickle.PicklingError

    monkeypatch.setattr(workers.pickle, "dump", refuse)
    assert asked_of(crew, ASKED[0]) == answer(ASKED[0])
    assert crew.ready == 0
    assert made[0].process.poll() is not None


def test_nobody_waits_for_a_worker_that_is_still_loading(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = threading.Event()

    class Slow(Worker):
        def __init__(self) -> None:
            """Without a process."""

        def ask(self, *_: object) -> dict[str, str]:
            loaded.wait(60)
            return {"from": "the worker"}

    monkeypatch.setattr(workers, "Worker", Slow)
    monkeypatch.setattr(workers, "PATIENCE", 60)
    crew = Workers(1)
    (loading,) = crew.start()
    assert asked_of(crew, ASKED[0]) == answer(ASKED[0])
    loaded.set()
    loading.join()
    assert asked_of(crew, ASKED[0]) == {"from": "the worker"}


def test_what_always_fails_is_not_started_for_ever(made: list[Worker], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "LOADED", workers.LOADED - 1)  # newer code does not answer for a server that has the old
    crew = Workers(1)
    for _ in range(2 * FAILURES):
        assert asked_of(started(crew), ASKED[0]) == answer(ASKED[0])
    assert len(made) == FAILURES


def test_only_a_crowd_starts_any(monkeypatch: pytest.MonkeyPatch) -> None:
    crew, together, begun = Workers(1), threading.Barrier(workers.CROWD), threading.Event()
    monkeypatch.setattr(crew, "start", begun.set)
    for asked in ASKED:
        asked_of(crew, asked)
    assert not begun.is_set()

    def slow(*_: object) -> dict[str, str]:
        together.wait(30)
        return {}

    monkeypatch.setattr(workers, "work", slow)
    with ThreadPoolExecutor(workers.CROWD) as pool:
        list(pool.map(lambda asked: asked_of(crew, asked), ASKED[: workers.CROWD]))
    assert begun.is_set()


def test_a_worker_ends_with_its_server() -> None:
    code = "import os; from rankviz.ui.workers import Worker; w = Worker(); w.ask(None, 0, '', 0); os._exit(7)"
    # This waits until nobody writes into the pipe of errors any more, the worker neither.
    assert subprocess.run([sys.executable, "-c", code], stderr=subprocess.PIPE, timeout=60, check=False).returncode == 7


def test_a_worker_needs_nothing_of_streamlit() -> None:
    heavy = "streamlit", "pandas", "plotly", "pyarrow"
    code = f"import sys, rankviz.ui.workers; print(sorted(set(sys.modules) & {set(heavy)}))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
