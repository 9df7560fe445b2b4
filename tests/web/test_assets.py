"""Is the code of the page served so that a browser may keep it, and never shows an old one?"""

import asyncio
from collections.abc import MutableMapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import plotly
import pytest

from rankviz.page.server import headers
from rankviz.page.server.headers import HeadersMiddleware
from rankviz.web.components.assets import folder_name


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def test_the_address_changes_with_any_script_or_style_sheet_and_with_nothing_else(tmp_path: Path) -> None:
    files = {"a/a.js": "let a", "kit/b.js": "let b", "a/a.css": "a {}"}
    versions = [
        files,
        files | {"kit/b.js": "let c"},
        files | {"a/a.css": "b {}"},
        {"a/a.js": "let a", "kit/c.js": "let b", "a/a.css": "a {}"},
        files | {"kit/more.js": ""},
    ]
    names = [folder_name(write(tmp_path / str(i), each)) for i, each in enumerate(versions)]
    assert len(set(names)) == len(versions)
    assert folder_name(write(tmp_path / "same", files | {"a.py": "x = 1"})) == names[0]


def cached(path: str, status: int = 200, query: str = "") -> str:
    """The Cache-Control header with which Streamlit's answer goes out."""
    sent: list[MutableMapping[str, Any]] = []

    async def streamlit(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": status, "headers": [(b"cache-control", b"public")]})

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    async def receive() -> MutableMapping[str, Any]:
        return {}

    # In a thread: the browser tests of the same process have a loop of their own.
    with ThreadPoolExecutor() as pool:
        pool.submit(
            asyncio.run,
            HeadersMiddleware(streamlit)({"type": "http", "path": path, "query_string": query.encode()}, receive, send),
        ).result()
    [value] = [value for name, value in sent[0]["headers"] if name == b"cache-control"]
    return str(value.decode())


ADDRESS = f"/base/component/rankviz.web.components.assets.{folder_name()}"


@pytest.mark.parametrize(
    ("path", "status", "is_kept"),
    [
        (f"{ADDRESS}/kit/elements.js", 200, True),
        (f"{ADDRESS}/shell/header/header.css", 200, True),
        (f"{ADDRESS}/shell/header/gone.js", 200, False),
        (f"{ADDRESS}/kit/elements.js", 404, False),
        (f"{ADDRESS}/board.py", 200, False),
        ("/component/rankviz.web.components.assets.plotly/kit/elements.js", 200, False),
        ("/", 200, False),
    ],
)
def test_a_browser_keeps_what_is_named_by_its_content_for_good(path: str, status: int, is_kept: bool) -> None:
    assert ("immutable" in cached(path, status)) is is_kept


@pytest.mark.parametrize(("query", "is_kept"), [(f"v={plotly.__version__}", True), ("v=0.0.1", False), ("", False)])
def test_a_browser_keeps_plotly_by_its_version(query: str, is_kept: bool) -> None:
    path = "/component/rankviz.web.components.assets.plotly/plotly.min.js"
    assert ("immutable" in cached(path, query=query)) is is_kept


def test_a_file_that_was_changed_since_the_server_started_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(headers, "STARTED", 0.0)
    assert cached(f"{ADDRESS}/kit/elements.js") == "public"
