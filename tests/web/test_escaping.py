"""What somebody else wrote stays text: no file's name, query or document becomes a link, a picture, a formula or a tag."""

from __future__ import annotations

import ast
import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from rankviz.basics.escaping import in_markdown, in_plotly
from rankviz.evaluation.library_values import LibraryCell, LibraryRow, LibraryTable, to_csv
from rankviz.page.answers.messages import view_state
from rankviz.runs.read.file_sources import Upload
from rankviz.web.app.serve import PAGE
from rankviz.web.data_frames import as_csv
from rankviz.web.runs_files import RunsSession
from rankviz.web.session import SESSION, Session

ROOT = Path(__file__).parents[2]
APP = str(PAGE)
MARK = "![x](https://evil.example/i.png)$x^2$<b>&:smile:`"
SIGNS = st.text(
    st.sampled_from("`$![]()<>&*_#:\\|~=+-@'\" \n\r\tab1/.") | st.characters(exclude_categories=["Cs"]), max_size=30
)


@given(SIGNS)
def test_a_name_in_markdown_is_code_and_nothing_else(name: str) -> None:
    shown = "".join(each if each.isprintable() else " " for each in name)
    found = in_markdown(name)
    if not shown.strip():
        assert found == ""
        return
    fence = re.match("`+", found)
    assert fence is not None
    inside = found[len(fence[0]) : -len(fence[0])]
    assert found == fence[0] + inside + fence[0]
    assert fence[0] not in re.findall("`+", inside)  # only as many ticks as began it would end the code
    assert inside in (shown, f" {shown} ")
    assert not (inside.startswith("`") or inside.endswith("`"))


@given(SIGNS)
def test_a_name_in_a_chart_has_no_tag_and_no_formula(name: str) -> None:
    text = in_plotly(name)
    assert not set(text) & set("<>$\n\r\t")
    assert re.sub(r"&(amp|lt|gt|#36);", "", text).count("&") == 0
    found = text.replace("&lt;", "<").replace("&gt;", ">").replace("&#36;", "$").replace("&amp;", "&")
    assert found == "".join(each if each.isprintable() else " " for each in name)


@pytest.mark.slow
@example("=1+1")
@example("\t=1")
@given(SIGNS)
def test_a_cell_never_begins_like_a_formula(text: str) -> None:
    frame = pd.DataFrame({"query": [text], "RR": [-0.5]})
    (head, row) = csv.reader(io.StringIO(as_csv(frame), newline=""))
    assert head == ["query", "RR"]
    assert row[1] == "-0.5"  # a number is no text
    assert row[0] in (text, "'" + text)
    assert len(row[0]) < 2 or row[0][0] not in "=+-@\t\r"


def test_heads_of_columns_are_cells_too() -> None:
    assert as_csv(pd.DataFrame({"=cmd()": [1]})).splitlines()[0] == "'=cmd()"
    present = (LibraryCell("=1+1", None),)
    table = LibraryTable(("=1+1",), present, (LibraryRow("p", "+x", "@v", present),))
    rows = list(csv.DictReader(io.StringIO(to_csv(table))))
    assert [(row["library"], row["version"], row["measure"]) for row in rows][1] == ("'+x", "'@v", "'=1+1")


# ---------------------------------------------------------------------------------------------------------------------------
# No way around it: what Streamlit reads as Markdown or HTML is written by the catalogue, or has gone through a function

MARKDOWN_READERS = {
    "button", "caption", "checkbox", "download_button", "error", "expander", "file_uploader", "header", "info", "link_button",
    "markdown", "metric", "multiselect", "number_input", "page_link", "pills", "popover", "progress", "radio",
    "segmented_control",
    "select_slider", "selectbox", "slider", "spinner", "status", "subheader", "success", "tabs", "text_area", "text_input",
    "title", "toast", "toggle", "warning", "write",
}  # fmt: skip
READ_AS_OPTIONS = {"pills", "radio", "segmented_control"}  # these read their options as Markdown too
OWN_WORDS = {
    ("rankviz.web.pages.runs_my_number", "texts('runs.my_number', measure=name)"),  # of metrics, never of files
    ("rankviz.web.pages.runs_my_number", "[said.values_words(each, texts) for each in matches]"),
    ("rankviz.web.pages.runs_my_number", "labels.__getitem__"),  # each is made plain by in_markdown
}


def is_own(node: ast.expr, own: set[str]) -> bool:
    """Whether an expression is written in the code, looked up without anything put in, or made plain."""
    match node:
        case ast.Constant():
            return True
        case ast.Call(func=ast.Name(id="texts"), keywords=[]):
            return True
        case ast.Call(func=ast.Attribute(value=ast.Name(id="texts"), attr="markdown")):
            return True
        case ast.Call(func=ast.Name(id="escape" | "in_markdown" | "styles" | "as_html" | "sentence_html" | "term_values_html")):
            return True
        case ast.IfExp(body=one, orelse=two):
            return is_own(one, own) and is_own(two, own)
        case ast.JoinedStr(values=values):
            return all(is_own(each.value if isinstance(each, ast.FormattedValue) else each, own) for each in values)
        case ast.Lambda(body=body):
            return is_own(body, own)
        case ast.Call(func=ast.Attribute(value=ast.Constant(), attr="join"), args=[ast.GeneratorExp(elt=each)]):
            return is_own(each, own)
        case ast.Name(id=name):
            return name in own
    return False


def foreign(module: str, tree: ast.Module) -> Iterator[str]:
    """Places where a text reaches Markdown or HTML that nobody has made plain."""
    for function in tree.body:
        own: set[str] = set()
        for node in ast.walk(function):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and is_own(node.value, own):
                own.add(node.targets[0].id)
        for node in ast.walk(function):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            if isinstance(node.func.value, ast.Name) and node.func.value.id == "texts":
                continue
            name, keywords = node.func.attr, {each.arg: each.value for each in node.keywords}
            if name in MARKDOWN_READERS and isinstance(node.func.value, ast.Name | ast.Subscript):
                read = [*node.args[name == "progress" : 1 + (name == "progress")], keywords.get("help"), keywords.get("label")]
                read += [keywords.get("format_func")] if name in READ_AS_OPTIONS else []
            elif name == "html" and isinstance(node.func.value, ast.Name):
                read = [*node.args[:1]]
            else:
                continue
            for each in read:
                if each is not None and not is_own(each, own) and (module, ast.unparse(each)) not in OWN_WORDS:
                    yield f"{module}:{each.lineno} {ast.unparse(each)}"


def test_nothing_foreign_reaches_markdown_or_html() -> None:
    found = []
    for path in [*sorted((ROOT / "rankviz" / "web").rglob("*.py")), ROOT / "app.py"]:
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        found += list(foreign(module, ast.parse(path.read_text(encoding="utf-8"))))
    assert found == []


def test_a_foreign_text_would_be_found() -> None:
    for line in (
        "st.caption(name)",
        'st.button(texts("a", name=name))',
        'left.selectbox(f"{name}", [])',
        'st.html(f"<p>{name}</p>")',
        "bar.progress(0.5, name)",
        'st.caption("a", help=name)',
        'st.pills(texts("a"), [], format_func=lambda each: each)',
    ):
        assert len(list(foreign("m", ast.parse(line)))) == 1, line
    for line in ('st.caption(texts("a"))', 'st.button(texts.markdown("a", name=name))', 'st.html(f"<p>{escape(name)}</p>")'):
        assert list(foreign("m", ast.parse(line))) == [], line


# ---------------------------------------------------------------------------------------------------------------------------
# The whole way, from a file to what the browser gets


def script() -> None:
    from rankviz.web.pages import runs as page_runs
    from rankviz.web.pages.header import header
    from rankviz.web.session import current_session

    header(current_session(), "runs")
    page_runs.page(current_session())


def runs_page(runs: RunsSession, language: str = "en") -> AppTest:
    app = AppTest.from_function(script, default_timeout=60)
    app.session_state[SESSION] = Session(view=view_state(language), runs=runs)
    return app.run()


def hostile_files() -> dict[str, Upload]:
    query, document = f"=q{MARK}", f"d{MARK}"
    run = f"query,document,score\n{query},{document},1\n{query},e,2\nr,{document},1\n"
    qrels = f"query,document,grade\n{query},{document},1\nr,{document},1\n"
    names = {"first": (f"one{MARK}.csv", run), "second": (f"two{MARK}.csv", run.replace(",2", ",0.5")), "qrels": (MARK, qrels)}
    return {role: Upload(name, text.encode()) for role, (name, text) in names.items()}


@pytest.mark.slow
@pytest.mark.parametrize("roles", [("first", "qrels"), ("first", "second", "qrels")])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_hostile_names_of_files_and_queries_are_shown_as_text(roles: tuple[str, ...], language: str) -> None:
    files = {role: each for role, each in hostile_files().items() if role in roles}
    further = {"third": hostile_files()["first"]} if "second" in roles else {}  # which stands in the table of all runs
    app = runs_page(
        RunsSession(kind="files", uploads=files, upload_ids={role: role for role in files}, further=further), language
    )
    assert not app.exception
    kinds = {each.type for each in app.main}
    assert {"html", "button", "selectbox", "plotly_chart", "dataframe"} <= kinds
    for each in app.main:
        assert outside_code(each) == [], each.type
    # A table has a button for CSV of its own, which writes the cells as they are.
    assert sorted(app.dataframe[0].value.iloc[:, 0]) == [f"'=q{MARK}", "r"]


def outside_code(element: Any) -> list[str]:
    """What of the marks stands where it would mean something."""
    if element.type == "html":
        return re.findall(r"<b>&|<b>&amp;", element.proto.body)
    if element.type == "plotly_chart":
        spec = json.loads(element.proto.spec)
        shown = [text for text in strings(without_data(spec)) if "<b>" in text or "$x" in text]
        assert any("&lt;b&gt;" in text for text in strings(spec))
        return shown
    if element.type in ("selectbox", "dataframe"):
        return [text for text in [getattr(element.proto, "label", "")] if "evil" in text]  # options and cells are no Markdown
    read = [str(getattr(element.proto, name, "")) for name in ("label", "help", "body", "text")]
    return [text for text in read if "evil" in re.sub(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", "", text)]


def without_data(spec: Any) -> Any:
    """A figure without the names that come back when a point is pressed, which are not drawn."""
    return spec | {"data": [{key: value for key, value in trace.items() if key != "customdata"} for trace in spec["data"]]}


def strings(value: Any) -> Iterator[str]:
    """All texts in what JSON holds."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from strings(each)
