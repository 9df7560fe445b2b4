"""Do the further processes of a crowded server answer as it would, and is nobody left without an answer?"""

import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace

import pytest

from rankviz.conventions import Convention
from rankviz.lists.typed import Item, Ranking
from rankviz.state.app_state import AppState
from rankviz.ui import workers
from rankviz.ui.answers.payloads import View
from rankviz.ui.answers.work import Answer, Asked, work
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
ASKED = [
    Asked(state, View(language, more=more), around=1) for state in STATES for more, language in ((True, "en"), (False, "zh"))
]
LONG = Asked(AppState(lists=(Ranking(tuple(Item(f"{i} {'long' * 40}", 1.0) for i in range(500))),)))
OTHER = Answer({"from": b"the worker"}, (), ())


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
    for worker in crew.start():
        worker.loaded.result(60)
    return crew


@pytest.mark.usefixtures("made")
def test_a_worker_answers_what_the_server_would() -> None:
    (worker,) = Workers(1).start()
    answers = [worker.ask(asked) for asked in ASKED]  # before any is answered
    assert [answer.result(60) for answer in answers] == [work(asked) for asked in ASKED]
    assert worker.waiting == 0


@pytest.mark.usefixtures("made")
def test_many_at_once_are_each_given_their_own_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = [work(asked) for asked in ASKED] * 4
    crew = started(Workers(2))
    monkeypatch.setattr(workers, "work", None)  # nothing is done here
    with ThreadPoolExecutor(16) as pool:
        assert list(pool.map(crew.answer, ASKED * 4)) == expected


def test_the_work_of_workers_that_are_gone_is_done_here(made: list[Worker]) -> None:
    crew = started(Workers(2))
    assert crew.ready == made
    asked = [worker.ask(ASKED[0]) for worker in made]
    for worker in made:
        worker.process.kill()
    assert all(future.result(60) in (None, work(ASKED[0])) for future in asked)
    assert [crew.answer(each) for each in ASKED] == [work(each) for each in ASKED]
    assert crew.ready == []
    assert made[0].ask(ASKED[0]).result(0) is None


def test_a_worker_whose_work_failed_goes_on(made: list[Worker], capfd: pytest.CaptureFixture[str]) -> None:
    crew = started(Workers(1))
    nonsense = replace(ASKED[0], view=View("none"))
    with pytest.raises(FileNotFoundError):
        crew.answer(nonsense)  # the server does it again, and fails
    assert "FileNotFoundError" in capfd.readouterr().err
    assert crew.ready == made
    assert made[0].answer(ASKED[0]) == work(ASKED[0])


@pytest.mark.parametrize("asked", [ASKED[0], LONG], ids=["short", "more than a pipe holds"])
def test_a_worker_that_gives_no_answer_is_ended(made: list[Worker], monkeypatch: pytest.MonkeyPatch, asked: Asked) -> None:
    crew = started(Workers(1))
    monkeypatch.setattr(workers, "PATIENCE", 0)
    made[0].process.send_signal(signal.SIGSTOP)
    assert crew.answer(asked) == work(asked)
    assert made[0].process.wait(60) == -signal.SIGKILL
    made[0].end()
    assert made[0].waiting == 0


def test_nobody_waits_for_a_worker_that_is_still_loading(monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow(Worker):
        def __init__(self) -> None:
            """Without a process."""
            self.loaded = Future()
            self.is_gone = False

        def answer(self, _asked: Asked) -> Answer:
            return OTHER

        waiting = 0

    monkeypatch.setattr(workers, "Worker", Slow)
    crew = Workers(1)
    (loading,) = crew.start()
    assert crew.answer(ASKED[0]) == work(ASKED[0])
    loading.loaded.set_result(None)
    assert crew.answer(ASKED[0]) == OTHER


def test_the_one_with_the_least_to_do_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    class Busy(Worker):
        def __init__(self) -> None:
            """Without a process."""
            self.loaded = Future()
            self.loaded.set_result(None)
            self.is_gone = False
            self._open = deque(Future() for _ in range(next(waiting)))

        def answer(self, _asked: Asked) -> Answer:
            return Answer({"waiting": str(self.waiting).encode()}, (), ())

    monkeypatch.setattr(workers, "Worker", Busy)
    waiting = iter([2, 1, 3])
    crew = started(Workers(3))
    assert crew.answer(ASKED[0]).parts == {"waiting": b"1"}


def test_what_always_fails_is_not_started_for_ever(made: list[Worker], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "LOADED", workers.LOADED - 1)  # newer code does not answer for a server that has the old
    crew = Workers(1)
    for _ in range(2 * FAILURES):
        assert started(crew).answer(ASKED[0]) == work(ASKED[0])
    assert len(made) == FAILURES


def test_a_process_that_cannot_be_started_is_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    def refuse() -> Worker:
        tried.append(1)
        raise OSError if len(tried) % 2 else RuntimeError

    monkeypatch.setattr(workers, "Worker", refuse)
    crew = Workers(2)
    for _ in range(2 * FAILURES):
        assert crew.start() == []
    assert crew.answer(ASKED[0]) == work(ASKED[0])
    assert len(tried) == FAILURES


def test_only_a_crowd_starts_any(monkeypatch: pytest.MonkeyPatch) -> None:
    crew, together, begun = Workers(1), threading.Barrier(workers.CROWD), threading.Event()
    monkeypatch.setattr(crew, "start", begun.set)
    for asked in ASKED:
        crew.answer(asked)
    assert not begun.is_set()

    def slow(_asked: Asked) -> Answer:
        together.wait(30)
        return OTHER

    monkeypatch.setattr(workers, "work", slow)
    with ThreadPoolExecutor(workers.CROWD) as pool:
        list(pool.map(crew.answer, ASKED[: workers.CROWD]))
    assert begun.is_set()


def test_a_worker_ends_with_its_server() -> None:
    code = "import os; from rankviz.ui.workers import Worker; Worker().loaded.result(60); os._exit(7)"
    # This waits until nobody writes into the pipe of errors any more, the worker neither.
    assert subprocess.run([sys.executable, "-c", code], stderr=subprocess.PIPE, timeout=60, check=False).returncode == 7


def test_a_worker_needs_nothing_of_streamlit() -> None:
    heavy = "streamlit", "pandas", "plotly", "pyarrow"
    code = f"import sys, rankviz.ui.workers; print(sorted(set(sys.modules) & {set(heavy)}))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
