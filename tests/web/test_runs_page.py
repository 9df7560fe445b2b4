"""The Runs page: what it reads, what it reads again, what it offers of a folder, and what it advises."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from google.protobuf import text_format
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.runtime.scriptrunner import RerunData, get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_run_context import ScriptRunContext
from streamlit.testing.v1 import AppTest

from rankviz import Convention, InputError
from rankviz.basics.limits import MAX_LISTED, MAX_WRITTEN
from rankviz.display.error_text import CONTROL, error_text
from rankviz.libraries.profiles import CUSTOM, PROFILES
from rankviz.page.answers.messages import view_state
from rankviz.runs.evaluate import prepared_run
from rankviz.runs.evaluate.prepared_run import prepare, prepare_log
from rankviz.runs.evaluate.run_evaluation import evaluate_resolved
from rankviz.runs.read.file_sources import Progress, SharedFile, Upload
from rankviz.runs.read.query_blocks import Block, whole_queries
from rankviz.runs.read.table_files import read_impressions
from rankviz.runs.run_files import files_in_folder, prepare_source
from rankviz.runs.settings import Settings
from rankviz.runs.words.figures import differences, distribution, scatter
from rankviz.state.app_state import AppState
from rankviz.state.page_params import GAINS, TIES, read_page_params
from rankviz.texts import LANGUAGES, Texts
from rankviz.web import runs_files as runs_source
from rankviz.web.data_frames import formatted_cells
from rankviz.web.pages import runs as page_runs
from rankviz.web.runs_files import RunsSession
from rankviz.web.session import SESSION, Session

ROOT = Path(__file__).parents[2]
RUN, QRELS = b"q1 Q0 a 1 2 t\nq1 Q0 b 2 1 t\nq2 Q0 a 1 1 t\n", b"q1 0 b 1\nq2 0 a 2\n"
UNMET_RUN = RUN.upper()  # ids, too
LOG = b"user,score,click\nu,1,1\nu,1,0\n"  # equal scores, and no documents


def script() -> None:
    from rankviz.web.pages import runs as page_runs
    from rankviz.web.pages.header import header
    from rankviz.web.session import current_session

    header(current_session(), "runs")
    page_runs.page(current_session())


def page_of(runs: RunsSession, language: str = "en", **address: str) -> AppTest:
    app = AppTest.from_function(script, default_timeout=60)
    app.session_state[SESSION] = Session(view=view_state(language), runs=runs)
    app.query_params.update(address)
    app.run()
    assert not app.exception
    return app


def sent(**files: bytes) -> RunsSession:
    return RunsSession(
        kind="files", uploads={role: Upload(role, each) for role, each in files.items()}, upload_ids={r: r for r in files}
    )


def said_by(app: AppTest) -> list[str]:
    """What stands on the page as HTML, without its tags."""
    return [re.sub("<[^>]*>", "", each.proto.body) for each in app.main if each.type == "html"]


def table_of(app: AppTest, key: str) -> dict[str, Any] | None:
    """What a table of numbers is given; None if it does not stand on the page."""
    found = [each.proto for each in app.main if each.type == "bidi_component" and each.proto.id.endswith(f"-{key}")]
    return json.loads(found[0].json) if found else None


def told(app: AppTest) -> str:
    """What the page says that it cannot do."""
    found = [each.proto.body for each in app.main if each.type == "html" and "rv-notice" in each.proto.body]
    return re.sub("<[^>]*>", "", "".join(found))


# ---------------------------------------------------------------------------------------------------------------------------
# Once


def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note every time that a file is opened."""
    opened: list[str] = []
    whole = Upload.open

    def open_it(file: Upload, mode: str = "rb") -> object:
        opened.append(file.name)
        return whole(file, mode)

    monkeypatch.setattr(Upload, "open", open_it)
    return opened


READINGS: dict[str, dict[str, bytes]] = {
    "read": {"first": RUN, "qrels": QRELS},
    "refused": {"first": RUN + b"q3 Q0 a\n", "qrels": QRELS},
    "judgments refused": {"first": RUN, "qrels": b"q1 0\n"},
    "log": {"first": LOG},
}


@pytest.mark.slow
@pytest.mark.parametrize("files", READINGS.values(), ids=READINGS)
def test_what_was_read_or_refused_is_not_read_again(files: Mapping[str, bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    opened = counted(monkeypatch)
    app = page_of(sent(**files))
    said = told(app)
    assert opened
    opened.clear()
    app.slider(key="rv_runs_k").set_value(7).run() if not said else app.run()
    assert told(app) == said
    assert opened == []


def test_values_and_tests_are_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    computed: list[str] = []
    whole = evaluate_resolved

    def evaluated(*arguments: object, **choices: object) -> object:
        computed.append("")
        return whole(*arguments, **choices)  # type: ignore[arg-type]

    monkeypatch.setattr(page_runs, "evaluate_resolved", evaluated)
    app = page_of(sent(first=RUN, second=RUN, qrels=QRELS))
    count = len(computed)
    assert count == 2 * len(Settings("trec_eval").measures)
    app.selectbox(key="rv_runs_metric").set_value("ap").run()
    assert len(computed) == count
    app.slider(key="rv_runs_k").set_value(3).run()
    assert len(computed) == 2 * count


def test_reading_looks_for_cancel_whatever_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs_source, "PAUSE", -1.0)
    moved: list[float] = []

    class Bar:
        def progress(self, share: float, _text: str) -> None:
            moved.append(share)

    for name, content in (("r", RUN), ("l.csv", LOG), ("r.csv", b"query,document,score\nq,d,1\n")):
        moved.clear()
        bar = runs_source.progress_bar(Bar(), Texts("en"), "runs.reading")  # type: ignore[arg-type]
        judged = None if name == "l.csv" else {"q": {"d": 1.0}, "q1": {"a": 1.0}}
        prepare_source(Upload(name, content), judged, "error", "64", "", bar)  # type: ignore[arg-type]
        assert moved, name


@pytest.mark.slow
def test_reading_tells_how_far_it_is_and_can_be_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    run = b"".join(b"q%d Q0 a 1 1 t\n" % query for query in range(100))
    elements: list[Element] = []
    read: list[str] = []
    enqueue = ScriptRunContext.enqueue

    def enqueued(context: ScriptRunContext, message: ForwardMsg) -> None:
        elements.append(message.delta.new_element)
        enqueue(context, message)

    def press(name: str) -> None:
        context = get_script_run_ctx()
        assert context is not None
        assert context.script_requests is not None
        (button,) = {each.button.id for each in elements if name in each.button.id}
        states = WidgetStates(widgets=[WidgetState(id=button, trigger_value=True)])
        context.script_requests.request_rerun(RerunData(widget_states=states))

    def blocks(file: Upload, progress: Progress | None = None) -> Iterator[Block]:
        for block in whole_queries(file, progress, 40):
            read.append(str(file))
            if len(read) == 9:  # of some fifty
                press("rv_runs_cancel")
            yield block

    monkeypatch.setattr(runs_source, "PAUSE", -1.0)
    monkeypatch.setattr(ScriptRunContext, "enqueue", enqueued)
    monkeypatch.setattr(prepared_run, "whole_queries", blocks)
    app = page_of(sent(first=run, qrels=QRELS))
    assert read.count("first") < 15
    bars = [each.progress for each in elements if each.progress.text == Texts("en").markdown("runs.reading_file", name="first")]
    assert 0 < bars[-1].value < 50  # per cent
    # The page goes on with the example, and what was sent is not lost.
    assert app.session_state[SESSION].runs.kind == "example"
    assert len(app.dataframe[0].value) == 120
    assert Texts("en")("runs.cancel") not in [each.label for each in app.button]
    app.button_group(key="rv_runs_kind_1").set_value("files").run()
    assert Texts("en")("runs.kept", name="first") in said_by(app)
    assert len(app.dataframe[0].value) == 2  # it is read now, and two of its queries are judged


# ---------------------------------------------------------------------------------------------------------------------------
# A folder


def test_nothing_outside_a_folder_is_offered_or_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    for folder in (inside, outside, inside / "below"):
        folder.mkdir()
    for path in (inside / "run", inside / "qrels", inside / ".hidden", inside / "below" / "run2", outside / "secret"):
        path.write_bytes(RUN)
    (inside / "bad").write_bytes(b"q1 Q0 a\n")
    (inside / "qrels").write_bytes(QRELS)
    (inside / "to_secret").symlink_to(outside / "secret")
    (inside / "round").symlink_to(inside / "round")
    (inside / "to_below").symlink_to(inside / "below" / "run2")
    (inside / "to_folder").symlink_to(outside)
    files, left_out = files_in_folder(inside)
    assert list(files) == ["bad", "qrels", "run", "to_below"]
    assert left_out == 1
    monkeypatch.setenv("RANKVIZ_DATA", str(inside))
    app = page_of(RunsSession(kind="folder", folder_names={"first": "bad", "qrels": "qrels"}))
    assert told(app).startswith("⚠bad, line 1")
    assert str(tmp_path) not in str([each.proto for each in app.main])
    assert any("1" in each.value for each in app.caption)
    # A choice that is no longer offered is none.
    again = page_of(RunsSession(kind="folder", folder_names={"first": "to_secret", "qrels": "qrels"}))
    assert again.info[0].value == Texts("en")("runs.missing")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("content", "begins"),
    [(b"foo,bar\n1,2\n", "foo, bar"), (RUN, "q1 Q0 a 1 2 t"), (b"query,doc,score\nq,d,1\n", "query, doc, score")],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_of_a_run_alone_it_is_said_what_was_found_and_what_is_needed(content: bytes, begins: str, language: str) -> None:
    texts = Texts(language)
    said = page_of(sent(first=content), language).info[0].value
    assert said == texts.markdown("runs.needs_qrels", name="first", found=begins, qrels=texts("runs.qrels"))
    assert begins.partition(", ")[0] in said


def test_a_file_of_a_folder_that_has_gone_is_named_without_its_place(tmp_path: Path) -> None:
    for content in (b"", b"PAR1"):
        path = tmp_path / "run.parquet"
        path.write_bytes(content)
        file = SharedFile("run.parquet", path)
        if not content:
            path.unlink()
        with pytest.raises(InputError) as caught:
            prepare(file, {"q": {"d": 1.0}})
        assert caught.value.message.startswith("run.parquet cannot be read")
        assert str(tmp_path) not in caught.value.message + str(caught.value.where)


# ---------------------------------------------------------------------------------------------------------------------------
# Advice

ADVICE = re.compile(r"\b([Cc]hoose|[Ss]elect|[Ss]ay which|[Rr]aise)\b|选择|指明|另选|提高")


def raised_keys() -> set[str]:
    """Keys of every error that reading or evaluating a run may raise."""
    keys = {"gain_overflow", "negative_grade"}  # of the stages before, met in the test below
    for path in (ROOT / "rankviz" / "runs").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("InputError", "CellError"):
                keys |= {each.value for each in node.args if isinstance(each, ast.Constant) and isinstance(each.value, str)}
    return keys


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_runs_advises_is_there(language: str) -> None:
    texts = Texts(language)
    pages = page_of(sent(first=RUN, qrels=QRELS), language), page_of(sent(first=UNMET_RUN, qrels=QRELS), language)
    drawn = ("selectbox", "slider", "button_group", "multiselect")
    labels = {each.proto.label for app in pages for each in app.main if each.type in drawn}
    named = set()
    for key in texts.group("runs_error"):
        controls = [name for name in texts.places(f"runs_error.{key}") if name.startswith(CONTROL)]
        assert controls, key
        named |= {texts(f"runs.{name.removeprefix(CONTROL)}") for name in controls}
    assert named <= labels
    without = [key for key in raised_keys() if f"runs_error.{key}" not in texts and f"error.{key}" in texts]
    assert [key for key in without if ADVICE.search(texts.template(f"error.{key}"))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_run_whose_ids_are_written_otherwise_is_told_of_and_read_as_it_is_chosen(language: str) -> None:
    texts = Texts(language)
    advice = texts("runs_error.ids_case", control_ids=texts("runs.ids"))
    app = page_of(sent(first=UNMET_RUN, qrels=QRELS), language)
    assert [*re.findall("&quot;(.*?)&quot;", told(app))] == ["Q1", "Q2", "q1", "q2"]
    assert told(app).endswith(advice)
    choice = app.multiselect(key="rv_runs_ids")
    choice.set_value(["case"]).run()
    assert not app.exception
    assert told(app) == ""
    assert app.session_state[SESSION].runs.chosen_params.ids == "case"
    rewritten = texts("runs.ids_read", rules=texts("error.ids_rule_case"))
    said, as_written = said_by(app), said_by(page_of(sent(first=RUN, qrels=QRELS), language))
    assert (said.count(rewritten), [line for line in said if line != rewritten]) == (1, as_written)
    choice = app.multiselect(key="rv_runs_ids")  # it stays, so that the choice can be taken back
    choice.set_value([]).run()
    assert told(app).endswith(advice)


@pytest.mark.parametrize(
    ("other", "ids"),
    [
        ({"first": RUN}, ""),  # which meets as it is written
        ({"second": RUN}, "case"),  # beside the first, which does not
        ({"first": UNMET_RUN + b"Q3 Q0 A 1 1 t\n"}, "case"),
        ({"first": b"1 Q0 a 1 2 t\n", "qrels": b"1 0 a 1\n"}, ""),
    ],
)
def test_how_ids_are_read_is_kept_for_other_files_only_where_these_need_it(other: Mapping[str, bytes], ids: str) -> None:
    app = page_of(sent(first=UNMET_RUN, qrels=QRELS))
    app.multiselect(key="rv_runs_ids").set_value(["case"]).run()
    runs: RunsSession = app.session_state[SESSION].runs
    for role, content in other.items():
        runs.uploads[role], runs.upload_ids[role] = Upload(role, content), f"other {role}"
    app.run()
    assert not app.exception
    assert told(app) == ""
    assert app.session_state[SESSION].runs.chosen_params.ids == ids
    assert read_page_params(app.session_state[SESSION].view.page_params).runs.ids == ids
    assert bool(app.multiselect(key="rv_runs_ids").options if ids else "rv_runs_ids" in str(app.main)) == bool(ids)


def test_how_ids_are_read_comes_with_a_link_and_stays_while_the_example_is_looked_at() -> None:
    runs = sent(first=UNMET_RUN, qrels=QRELS)
    runs.ids = "case"
    app = page_of(runs)
    assert told(app) == ""
    for kind in ("example", "files"):
        app.session_state[SESSION].runs.kind = kind
        app.session_state["rv_runs_kind_0"] = kind
        app.run()
    assert told(app) == ""
    assert app.session_state[SESSION].runs.ids == "case"


DATA = {
    "negative": ({"q": {"a": 2.0, "b": 1.0}}, {"q": {"a": -1.0, "b": 1.0}}),
    "huge": ({"q": {"a": 2.0, "b": 1.0}}, {"q": {"a": 3000.0, "b": 1.0}}),
    "plain": ({"q": {"a": 2.0, "b": 2.0}}, {"q": {"a": 1.0, "b": 0.0}}),
}


@pytest.mark.slow
@pytest.mark.parametrize("data", [*DATA, "log"])
@pytest.mark.parametrize("profile", PROFILES)
def test_every_refusal_of_a_library_is_followed_by_advice_that_can_be_taken(profile: str, data: str) -> None:
    texts = Texts("en")
    prepared = prepare_log(read_impressions(Upload("log.csv", LOG))) if data == "log" else prepare(*DATA[data])
    for gain in GAINS:
        for ties in TIES:
            settings = Settings(profile, gain=gain, ties=ties)
            for metric in settings.measures:
                try:
                    evaluate_resolved([settings.measure_of(metric)], prepared)
                except InputError as error:
                    said = error_text(error, texts, "runs")
                    assert "“" in said or not ADVICE.search(said), error.key
                    assert f"runs_error.{error.key}" in texts, said


def test_a_log_is_evaluated_as_it_is() -> None:
    app = page_of(sent(first=LOG))
    assert told(app) == ""
    # Two equal scores, the clicked row first in the file: it stands first, and the other gains nothing.
    assert app.dataframe[0].value.iloc[0].tolist() == ["u", 1.0]


def test_a_log_with_equal_scores_is_evaluated_once_the_rule_is_chosen() -> None:
    runs = sent(first=LOG)
    runs.profile = "trec_eval"
    app = page_of(runs)
    said = told(app)
    assert Texts("en")("runs.ties") in said
    assert "no document column" in said
    app.selectbox(key="rv_runs_ties").set_value("input_order").run()
    assert told(app) == ""
    assert app.dataframe


# ---------------------------------------------------------------------------------------------------------------------------
# Many queries


def test_of_very_many_queries_as_many_are_drawn_as_a_browser_takes() -> None:
    count = 5 * MAX_LISTED
    values = np.linspace(1, 0, count)
    names = [f"q{i}" for i in range(count)]
    for figure in (scatter(values, values, names, ("a", "b"), Texts("en")), differences(values, names, "AP", "x", Texts("en"))):
        trace: Any = next(iter(figure["data"]))  # type: ignore[call-overload]
        assert len(trace["x"]) == len(trace["y"]) == len(trace["customdata"]) == MAX_LISTED
        assert (trace["customdata"][0], trace["customdata"][-1]) == ("q0", f"q{count - 1}")
    assert trace["x"][0] == 1


def test_of_very_many_queries_the_worst_are_listed_and_that_is_said() -> None:
    count = MAX_LISTED + 7
    run = b"".join(b"q%d Q0 d 1 1 t\n" % i for i in range(count))
    qrels = b"".join(b"q%d 0 %s 1\n" % (i, b"d" if i else b"e") for i in range(count))
    app = page_of(sent(first=run, qrels=qrels))
    assert len(app.dataframe[0].value) == MAX_LISTED
    assert app.dataframe[0].value.iloc[0, 0] == "q0"
    assert any("10,007" in each.value for each in app.caption)


def test_what_was_chosen_stays_in_another_language() -> None:
    app = page_of(sent(first=RUN, qrels=QRELS))
    app.selectbox(key="rv_runs_ties").set_value("docid_asc").run()
    for language in ("zh", "en"):
        app.session_state[SESSION].view = view_state(language)
        app.run()
        assert not app.exception
        assert app.session_state[SESSION].runs.ties == "docid_asc"


# ---------------------------------------------------------------------------------------------------------------------------
# What is said


@pytest.mark.slow
@pytest.mark.parametrize("wish", ["cover", "hide"])
def test_choices_that_a_link_covers_are_not_offered_and_that_is_said(wish: str) -> None:
    texts = Texts("en")
    app = AppTest.from_function(script, default_timeout=60)
    app.query_params.update(
        {"by": "own", "v": "1", "m": "ndcg", "k": "7", "gain": "exponential", "g": "323012", wish: "choices"}
    )
    app.run()
    assert texts("runs.own_covered", library="trec_eval") in told(app)
    profile = app.selectbox(key="rv_runs_profile")
    assert profile.value == "trec_eval"
    assert texts("runs.own") not in profile.options


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_of_a_log_nothing_is_said_of_queries(language: str) -> None:
    texts = Texts(language)
    log = b"user,score,click\n" + b"".join(b"u%d,%d,%d\n" % (u, i, i == u % 3) for u in range(5) for i in range(3))
    alone, both = page_of(sent(first=log), language), page_of(sent(first=log, second=log[::1]), language)
    assert not told(alone) + told(both)
    keys = re.compile(r"rv_\w+|counted_queries|data-here-of=\S+")
    for app in (alone, both):
        protos = [each.proto for each in app.main if each.type != "file_uploader" and each.proto is not None]
        said = [keys.sub("", text_format.MessageToString(proto, as_utf8=True)) for proto in protos]
        of_all = (texts("runs.first"), "rankviz_runs")  # what a file may be, and the code of the page
        said = [text for text in said if not any(each in text for each in of_all)]
        assert [text for text in said if re.search(f"{texts('runs.query')}|queries", text, re.IGNORECASE)] == []


@pytest.mark.slow
def test_it_is_said_when_two_means_are_over_different_queries() -> None:
    other = b"q1 Q0 b 1 1 t\n"  # without the second query
    html = lambda app: " ".join(each.proto.body for each in app.main if each.type == "html")  # noqa: E731
    assert "(first: 2, second: 1); the difference and its tests are over the 1 " in html(
        page_of(sent(first=RUN, second=other, qrels=QRELS))
    )
    assert "not over the same" not in html(page_of(sent(first=RUN, second=RUN, qrels=QRELS)))
    assert "not over the same" not in html(page_of(sent(first=RUN, qrels=QRELS)))


def test_numbers_of_a_table_are_written_as_the_page_writes_them_until_it_is_too_long() -> None:
    frame = pd.DataFrame({"=q": ["-a", "b"], "nDCG": [-0.54832, np.nan], "d": [2.0, 0.25]})
    assert re.sub(" +", " ", formatted_cells(frame, 4).to_string()).splitlines()[1:] == ["0 '-a −0.5483 2.0000", "1 b 0.2500"]
    many = pd.DataFrame({"d": np.full(MAX_WRITTEN + 1, -0.54832)})
    assert pd.DataFrame(formatted_cells(many, 4))["d"].unique().tolist() == [-0.5483]


# ---------------------------------------------------------------------------------------------------------------------------
# The sentence


def page_of_sentence(state: AppState, **files: bytes) -> AppTest:
    app = AppTest.from_function(script, default_timeout=60)
    runs = sent(**files)
    runs.profile = CUSTOM
    app.session_state[SESSION] = Session(state=state, address={}, runs=runs)
    app.run()
    assert not app.exception
    return app


def test_every_choice_of_the_sentence_is_computed() -> None:
    convention = Convention(cutoff=2, gain="formula", gain_formula="3^g", discount="power", discount_power=2.0)
    app = page_of_sentence(AppState(metric="dcg", convention=convention), first=RUN, qrels=QRELS)
    # q1 shows a, which is unjudged and gains nothing, and b (3^1 over log2(3)^2); q2 shows a (3^2).
    frame = app.dataframe[0].value
    assert frame.columns[1] == "DCG@2"
    assert dict(frame.to_numpy().tolist()) == pytest.approx({"q1": 3 / np.log2(3) ** 2, "q2": 9.0})


def test_a_metric_that_the_choices_do_not_allow_leaves_the_others() -> None:
    state = AppState(metric="ap", convention=Convention(cutoff=2, gain="exponential"))
    app = page_of_sentence(state, first=RUN, qrels=b"q1 0 b 3000\nq2 0 a 2\n")
    assert told(app) == ""
    said = " ".join(each.proto.body for each in app.main if each.type == "html")
    assert re.search(r"nDCG@2 cannot be computed here\. .*3000", re.sub("<[^<>]*>", "", said))
    assert app.dataframe[0].value.iloc[:, 1].tolist() == pytest.approx([0.5, 1.0])


def test_a_query_takes_its_name_and_its_run_along() -> None:
    app = page_of(sent(first=RUN, qrels=QRELS))
    app.button(key="rv_runs_open_0").click().run()
    assert app.session_state[SESSION].state.ranking.query_id == "q1 · first"


def test_the_columns_that_were_chosen_stand_behind_the_metric_under_study() -> None:
    app = page_of(sent(first=RUN, qrels=QRELS))
    assert app.dataframe[0].value.columns.tolist() == ["Query", "nDCG@10"]
    app.multiselect(key="rv_runs_columns").set_value(["RR", "AP"]).run()
    assert app.dataframe[0].value.columns.tolist() == ["Query", "nDCG@10", "RR", "AP"]
    app.selectbox(key="rv_runs_metric").set_value("rr").run()
    assert app.dataframe[0].value.columns.tolist() == ["Query", "RR", "AP"]


def test_until_a_query_is_chosen_the_first_of_the_table_is_offered() -> None:
    run = b"".join(b"q%d Q0 a 1 %d t\nq%d Q0 b 2 1 t\n" % (q, 2 * (q < 2), q) for q in range(4))
    other = b"".join(b"q%d Q0 a 1 %d t\nq%d Q0 b 2 1 t\n" % (q, 2 * (q > 1), q) for q in range(4))
    qrels = b"".join(b"q%d 0 a 1\n" % q for q in range(4))
    runs = sent(first=run, qrels=qrels)
    app = page_of(runs)
    assert app.selectbox(key="rv_runs_query").value == "q2"  # the first that this run loses
    runs.uploads["second"], runs.upload_ids["second"] = Upload("second", other), "second"
    app.run()
    assert app.selectbox(key="rv_runs_query").value == "q0"  # the first that the second run loses
    app.selectbox(key="rv_runs_query").set_value("q3").run()
    del runs.uploads["second"], runs.upload_ids["second"]
    app.run()
    assert app.selectbox(key="rv_runs_query").value == "q3"


def test_files_are_read_by_several_rules_where_a_library_has_several() -> None:
    runs = sent(first=RUN, qrels=QRELS)
    runs.profile = "beir"  # which reads scores in 64 bits for MRR, in 32 for the others
    assert "nDCG@10 as BEIR computes it" in " ".join(said_by(page_of(runs)))


def test_of_more_than_two_runs_a_table_is_offered_whose_measures_baseline_and_order_are_chosen() -> None:
    other = b"q1 Q0 b 1 2 t\nq1 Q0 a 2 1 t\nq2 Q0 a 1 1 t\n"
    runs = sent(first=RUN, qrels=QRELS)
    runs.further = {name: Upload(f"{name}.run", content) for name, content in (("good", other), ("half", other[:28]))}
    app = page_of(runs)
    said = " ".join(said_by(app))
    # half has no answer to q2, so that only q1 counts for every run.
    assert "Means over the 1 query that counts for every run." in said
    app.multiselect(key="rv_runs_table_measures").set_value(["R@1", "nonsense", "nDCG@3"]).run()
    app.selectbox(key="rv_runs_table_baseline").set_value(1).run()
    said = " ".join(said_by(app))
    assert "R@1: R at 1" in said
    assert "nonsense cannot be computed here." in said
    params = read_page_params(app.session_state[SESSION].view.page_params).runs
    assert (params.table, params.baseline) == (("R@1", "nonsense", "nDCG@3"), 1)
    again = RunsSession()
    again.set_params(params)
    assert (again.table, again.baseline, again.sort) == (params.table, 1, "")


def test_runs_without_a_common_query_are_said_to_have_none_instead_of_a_table_of_dashes() -> None:
    runs = sent(first=RUN, second=b"q3 Q0 a 1 2 t\n", qrels=QRELS + b"q3 0 a 1\nq4 0 a 1\n")
    runs.further = {"more": Upload("more.run", b"q4 Q0 a 1 2 t\n")}
    app = page_of(runs)
    assert told(app).endswith(
        "No query counts for every run (queries of each: first 2, second 1, more 1), so they cannot be "
        "compared. Give runs of the same queries."
    )
    said = " ".join(said_by(app))
    assert "Means over the 0" not in said
    assert "(queries of each: first 2, second 1), so" in said  # of the two in detail
    assert not [each for each in app.get("download_button") if "table" in str(each.proto.id)]


def three_runs(qrels: bytes, *measures: str) -> RunsSession:
    """Three of the same two queries, in a table of measures by choices of one's own."""
    runs = sent(first=RUN, second=RUN, qrels=qrels)
    runs.further = {"more": Upload("more.run", RUN)}
    runs.profile, runs.table = CUSTOM, measures
    return runs


@pytest.mark.parametrize(
    ("empty", "reason"), [("skip", "for most nothing relevant is judged"), ("nan", "the value of most is 0/0")]
)
def test_where_no_query_counts_it_is_said_why_instead_of_a_table_of_dashes(empty: str, reason: str) -> None:
    """In neither query anything relevant is judged: AP and RR are 0/0, and P at 1 is 0."""
    nothing, address = QRELS.replace(b" 1", b" 0").replace(b" 2", b" 0"), {"by": "own", "k": "all", "empty": empty}
    why = f"No query has a value that counts ({reason})."
    app = page_of(three_runs(nothing, "AP", "RR"), **address)
    assert told(app) == f"⚠{why}"
    assert (table_of(app, "rv_runs_table"), table_of(app, "rv_runs_table_tests")) == (None, None)
    assert not [each for each in app.get("download_button") if "table" in str(each.proto.id)]
    app = page_of(three_runs(nothing, "AP", "P@1", "RR"), **address)
    assert told(app) == ""
    table = table_of(app, "rv_runs_table")
    assert table is not None
    assert table["heads"][1:] == ["AP", "P@1", "RR"]
    for row in table["groups"][0]["rows"]:
        assert [(each["text"], each["title"]) for each in row["cells"]] == [("—", why), ("0.0000", ""), ("—", why)]
    assert sum(f"AP, RR cannot be computed here. {why}" in each for each in said_by(app)) == 1


def test_where_no_list_of_logs_counts_it_is_said_of_lists() -> None:
    """Of one list no entry was clicked, of the other all were, so that neither has a pair for AUC."""
    log = b"user,score,click\nu1,1,0\nu1,2,0\nu2,1,1\nu2,2,1\n"
    runs = sent(first=log, second=log)
    runs.further, runs.profile, runs.table = {"more": Upload("more.csv", log)}, CUSTOM, ("AUC",)
    app = page_of(runs, by="own", m="auc")
    assert told(app) == "⚠No list has a value that counts (the value of most is 0/0)."
    assert table_of(app, "rv_runs_table") is None


@pytest.mark.parametrize("second", [RUN, b"q1 Q0 a 1 2 t\nq2 Q0 a 1 1 t\n", None])
def test_a_mean_without_a_value_is_said_to_have_none_once_for_all_metrics_and_runs(second: bytes | None) -> None:
    """LensKit takes a query with nothing relevant as NaN, q2 here, and the mean over all."""
    runs = sent(first=RUN, qrels=QRELS.replace(b"a 2", b"a 0"), **({} if second is None else {"second": second}))
    runs.profile = "lenskit"
    said = [each for each in said_by(page_of(runs)) if "have no value" in each]
    assert len(said) == 1
    assert said[0].count("Queries that count in the mean of nDCG@10, R@10, Success@10, RR and have no value") == 1
    assert "so that it has none: 1 of 2 (q2). q2 – Nothing is relevant. To leave such queries out, take “your own " in said[0]
    assert "for “When nothing is relevant” take “left out of the mean”." in said[0]


def test_means_without_a_value_for_different_reasons_are_told_by_run() -> None:
    """Phoenix has no value where a document has no grade: b of the second run."""
    runs = sent(first=b"q1 Q0 a 1 2 t\n", second=b"q1 Q0 b 1 2 t\n", qrels=b"q1 0 a 1\n")
    runs.profile = "phoenix"
    said = " ".join(said_by(page_of(runs)))
    assert "second – Queries that count in the mean of" in said
    assert "first – Queries" not in said


def test_of_more_than_two_runs_it_is_chosen_which_two_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    good = b"q1 Q0 b 1 2 t\nq1 Q0 a 2 1 t\nq2 Q0 a 1 1 t\n"
    runs = sent(first=RUN, qrels=QRELS)
    runs.metric = "rr"
    runs.further = {name: Upload(f"{name}.run", content) for name, content in (("good", good), ("half", RUN[:28]))}
    opened = counted(monkeypatch)

    def columns() -> list[str]:
        return [each for each in app.dataframe[0].value.columns if "RR" in each]

    app = page_of(runs)
    assert columns() == ["RR · first", "RR · good.run"]
    opened.clear()
    app.selectbox(key="rv_runs_pair_second").set_value(2).run()
    assert columns() == ["RR · first", "RR · half.run"]
    app.selectbox(key="rv_runs_pair_first").set_value(2).run()  # they change places
    assert columns() == ["RR · half.run", "RR · first"]
    assert (app.selectbox(key="rv_runs_pair_first").value, app.selectbox(key="rv_runs_pair_second").value) == (2, 0)
    app.selectbox(key="rv_runs_pair_second").set_value(1).run()
    assert columns() == ["RR · half.run", "RR · good.run"]
    # b is second of half in q1, and first of good; q2 is not answered by half.
    assert app.dataframe[0].value.loc[0, columns()].tolist() == [0.5, 1.0]
    assert app.selectbox(key="rv_runs_table_baseline").options == ["first", "good", "half"]  # all runs, as they were given
    assert opened == []  # nothing is read again
    params = read_page_params(app.session_state[SESSION].view.page_params).runs
    assert params.pair == (2, 1)
    again = RunsSession()
    again.set_params(params)
    assert again.pair == (2, 1)
    runs = app.session_state[SESSION].runs
    runs.further = {"good": runs.further["good"]}  # of fewer runs they are the first two again
    assert "RR · good.run" in page_of(runs).dataframe[0].value.columns


def test_few_queries_are_counted_in_whole_numbers() -> None:
    few: Any = distribution([np.array([0.1, 0.1, 0.9])], ["r"], "AP", "Queries", Texts("en"))
    assert few["layout"]["yaxis"]["dtick"] == 1
    many: Any = distribution([np.full(90, 0.1)], ["r"], "AP", "Queries", Texts("en"))
    assert "dtick" not in many["layout"]["yaxis"]


def test_another_language_tells_the_tab_what_is_chosen() -> None:
    """A tab knows it by its label: not told anew, it goes on showing the label of the language before."""
    runs = sent(first=RUN, second=RUN.replace(b"q2 Q0 a", b"q2 Q0 c"), qrels=QRELS)
    runs.further = {"third": Upload("third", RUN)}  # a table of all runs, and which two of them are compared
    runs.ids, runs.flips_open, runs.lookup_open = "case", True, True
    app = page_of(runs)
    before = {each.proto.id: [*each.options] for each in [*app.selectbox, *app.multiselect]}
    app.session_state[SESSION].view = view_state("zh")
    app.run()
    assert not app.exception
    renamed = [each for each in [*app.selectbox, *app.multiselect] if each.options != before.get(each.proto.id, each.options)]
    assert {"rv_runs_gain", "rv_runs_ids"} <= {each.key for each in renamed}  # of each kind
    assert [each.key for each in renamed if not each.proto.set_value] == []
