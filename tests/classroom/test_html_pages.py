"""The pages of a class: small, whole, the same for everybody, and no way to any other file of the disk."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urljoin

import pytest

from rankviz.browser.module_imports import imported_modules
from rankviz.browser.part_kinds import HERE
from rankviz.classroom.server import html_pages
from rankviz.classroom.server.html_pages import ENTER, PHONE, TEACHER
from tests.classroom.test_routes import Answered, Visitor, in_memory, served  # noqa: F401
from tests.helpers.live_rooms import run_in_loop

MOST = 60_000  # bytes of the page for phones and all it loads, as they are before they are packed
ADDRESS = re.compile(r"""(?:href|src)="([^"]+)\"""")
INSIDE = re.compile(r"<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=|javascript:", re.IGNORECASE)


def got(*paths: str, headers: Mapping[str, str] = {}) -> list[Answered]:
    """What comes from addresses."""

    async def run() -> list[Answered]:
        async with served() as app:
            return [await Visitor(app).ask(path, headers=headers) for path in paths]

    return run_in_loop(run())


def resolved(page: str, address: str) -> str:
    """An address that stands in a page, as a browser reads it."""
    return urljoin(page, address)


def test_the_page_for_phones_is_small() -> None:
    (shown,) = got("/c")
    addresses = sorted({resolved("/c", each) for each in ADDRESS.findall(shown.body.decode()) if "assets/" in each})
    sizes = {path: len(file.body) for path, file in zip(addresses, got(*addresses), strict=True)}
    assert len(sizes) == len(html_pages.files_of_page(PHONE))
    assert len(shown.body) + sum(sizes.values()) <= MOST, sorted(sizes.items(), key=lambda each: -each[1])


@pytest.mark.parametrize("name", [PHONE, TEACHER, ENTER])
def test_a_page_names_only_what_is_there_and_all_that_its_modules_import(name: str) -> None:
    named = set(html_pages.ASSET_NAME.findall((HERE / name).read_text(encoding="utf-8")))
    found = html_pages.files_of_page(name)
    assert named <= found.keys()
    assert found.keys() - named == {*imported_modules(each for each in named if each.endswith(".js"))} - named
    assert all(path.is_file() for path in found.values())


@pytest.mark.parametrize("page", ["/c", "/c/", "/c/482915", "/class", "/class/", "/class/enter", "/a/b/c/482915", "/a/class"])
def test_all_that_a_page_loads_comes_for_good_with_its_kind(page: str) -> None:
    (shown,) = got(page)
    assert shown.status == 200
    assert shown.all("content-type") == ["text/html; charset=utf-8"]
    text = shown.body.decode()
    assert "ASSETS" not in text
    assert INSIDE.search(text) is None
    addresses = [resolved(page, each) for each in ADDRESS.findall(text) if "assets/" in each]
    kinds = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".woff2": "font/woff2"}
    assert addresses
    for path, file in zip(addresses, got(*addresses), strict=True):
        assert file.status == 200, path
        assert file.all("content-type")[0].partition(";")[0] == kinds[Path(path).suffix]
        assert file.all("cache-control") == ["public, max-age=31536000, immutable"]
        assert file.all("x-content-type-options") == ["nosniff"]


def test_the_page_for_phones_is_the_same_for_every_code() -> None:
    one, other, odd = got("/c/482915", "/c/999999", "/c/%3Cscript%3E")
    assert one.body == other.body == odd.body


@pytest.mark.parametrize("page", ["/c", "/class", "/class/enter"])
def test_both_policies_let_a_page_load_what_is_its_own(page: str) -> None:
    (shown,) = got(page)
    own, all_pages = shown.all("content-security-policy")
    rules = dict(each.strip().split(" ", 1) for each in own.split(";"))
    assert rules["default-src"] == rules["script-src"] == rules["style-src"] == "'self'"
    assert "unsafe" not in own
    for name in ("default-src", "script-src", "style-src", "img-src"):
        assert re.search(rf"{name} 'self'", all_pages)
    assert shown.all("referrer-policy") == ["same-origin"]


@pytest.mark.parametrize(
    "path",
    [
        "../../../../etc/passwd",
        "..%2f..%2f..%2fetc%2fpasswd",
        "/etc/passwd",
        "....//....//etc/passwd",
        "classroom/phone/../../../__init__.py",
        "classroom/phone/./index.html",
        "classroom/phone/index.html",  # it is a page, no file of one
        "classroom\\teacher\\teacher.js",
        "page_parts.py",
        "shell/board/board.js",  # of the other pages
        "classroom/phone",
        "",
        "\x00",
        "classroom/teacher/teacher.js\x00.css",
        "CLASSROOM/teacher/teacher.js",
        "x" * 5000,
    ],
)
def test_no_other_file_of_the_disk_can_be_had(path: str) -> None:
    digest = html_pages.page_files().digest
    for found in got(f"/class/assets/{digest}/{path}", f"/a/b/class/assets/{digest}/{path}", f"/class/assets/../{path}"):
        assert found.status == 404
        assert found.body in (b"", b"Not Found")


def test_a_page_from_before_still_loads_what_there_is_now_and_keeps_it_not() -> None:
    (found,) = got("/class/assets/000000000000/theme.css")
    assert (found.status, found.all("cache-control")) == (200, ["no-store"])


def test_what_changes_has_another_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = html_pages.page_files().digest
    theme = tmp_path / "theme.css"
    theme.write_bytes(html_pages.ELSEWHERE["theme.css"].read_bytes())
    monkeypatch.setitem(html_pages.ELSEWHERE, "theme.css", theme)
    assert html_pages.page_files().digest == before
    theme.write_text("other", encoding="utf-8")
    os.utime(theme, (1, 1))
    assert html_pages.page_files().digest != before


def test_a_file_is_sent_without_its_comments_and_with_the_same_lines() -> None:
    (shown,) = got("/c")
    found = [resolved("/c", each) for each in ADDRESS.findall(shown.body.decode()) if each.endswith((".js", ".css"))]
    for path, file in zip(found, got(*found), strict=True):
        name = path.split("/assets/")[1].split("/", 1)[1]
        written = html_pages.page_files().paths[name].read_text(encoding="utf-8").split("\n")
        sent = file.body.decode().split("\n")
        assert len(sent) == len(written), name
        assert len(file.body) < sum(len(line.encode()) + 1 for line in written) or "/*" not in "".join(written), name
        gone = [(line.strip(), left) for line, left in zip(written, sent, strict=True) if line != left]
        assert not any(left for _, left in gone), name
        if name.endswith(".js"):
            assert all(line.startswith(("//", "/*", "*")) for line, _ in gone), name
