"""Does the class answer over HTTP whom it should, in words, and nobody else? Without a network; test_server.py has one."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping, MutableMapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request

from rankviz.basics.errors import InputError
from rankviz.classroom.server import class_service, cookies, json_requests, routes
from rankviz.page.server.route import MIDDLEWARE
from rankviz.texts import Texts
from tests.helpers.live_rooms import VALUE, call_directly, run_in_loop
from tools.server import ROOT

HOST, ORIGIN, PLAIN = "example.org", "https://example.org", "http://example.org"
PHONE = "Zm9vYmFyYmF6cXV4"
NONE = {"error": Texts("en")("error.class_none"), "key": "class_none"}
ACTS = ("hand", "act", "choose", "follow", "lock", "end")


class Answered:
    """What came back."""

    def __init__(self, messages: list[MutableMapping[str, Any]]) -> None:
        self.status: int = messages[0]["status"]
        self.headers = [(name.decode(), value.decode()) for name, value in messages[0]["headers"]]
        self.body = b"".join(each.get("body", b"") for each in messages[1:])

    def all(self, name: str) -> list[str]:
        """The headers of one name."""
        return [value for each, value in self.headers if each == name]

    @property
    def data(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


class Visitor:
    """A browser that keeps cookies.

    Parameters
    ----------
    app : ASGI application
    address : str
    """

    def __init__(self, app: Any, address: str = "192.0.2.1") -> None:
        self.app, self.address = app, address
        self.cookies: dict[str, str] = {}
        self.seen: list[Answered] = []

    async def ask(self, path: str, body: object = None, headers: Mapping[str, str] = {}, *, kept: bool = True) -> Answered:
        """GET an address, or POST to it."""
        content = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        own = {} if body is None else {"origin": ORIGIN, "content-type": "application/json"}
        cookie = {"cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())} if self.cookies else {}
        named = {"host": HOST, **own, **cookie, **headers}
        where, _, query = path.partition("?")
        scope = {
            "type": "http",
            "method": "GET" if body is None else "POST",
            "path": where,
            "root_path": "",
            "scheme": "http",
            "server": ("127.0.0.1", 80),
            "client": (self.address, 1),
            "query_string": query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in named.items() if value],
        }
        messages: list[MutableMapping[str, Any]] = []
        coming = [{"type": "http.request", "body": content, "more_body": False}]

        async def receive() -> dict[str, Any]:
            if not coming:
                await asyncio.Event().wait()
            return coming.pop()

        async def send(message: MutableMapping[str, Any]) -> None:
            messages.append(message)

        await self.app(scope, receive, send)
        found = Answered(messages)
        for each in found.all("set-cookie") if kept else []:
            name, _, rest = each.partition("=")
            self.cookies[name] = rest.partition(";")[0]
        self.seen.append(found)
        return found

    async def open(self) -> str:
        """Open a room; its code."""
        found = await self.ask("/class/new", {"lang": "en"})
        assert found.status == 200, found.body
        return str(found.data["code"])

    @property
    def key(self) -> str:
        """What opens the room."""
        return self.cookies["rv_class"].partition(".")[2]


@asynccontextmanager
async def served() -> AsyncIterator[Any]:
    """The routes, as a server has them."""
    made = routes.ClassRoutes(call_directly)
    async with made.lifespan(None):
        yield Starlette(routes=made.routes(), middleware=MIDDLEWARE)


@pytest.fixture(autouse=True)
def in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rooms of these tests are in no file; they need no process for names."""
    monkeypatch.setenv("RANKVIZ_CLASS", "memory")
    monkeypatch.delenv(cookies.PUBLIC_URL, raising=False)
    monkeypatch.setattr(json_requests, "PATIENCE", 60.0)  # however busy the machine is, each of these is answered

    class Names:
        def __init__(self, *, aside: bool = False, size: int = 1) -> None:
            pass

        is_warm = True
        call = staticmethod(call_directly)

        def end(self) -> None:
            pass

    monkeypatch.setattr(class_service, "WorkerPool", Names)


def test_a_class_waits_behind_no_edits_once_its_own_process_has_started(monkeypatch: pytest.MonkeyPatch) -> None:
    by_the_page: list[Any] = []

    async def call_page(function: Callable[..., Any], *args: Any) -> Any:
        by_the_page.append(function)
        return function(*args)

    async def run(is_warm: bool) -> int:
        by_the_page.clear()
        monkeypatch.setattr(class_service.WorkerPool, "is_warm", is_warm)
        made = routes.ClassRoutes(call_page)
        async with made.lifespan(None):
            teacher = Visitor(Starlette(routes=made.routes(), middleware=MIDDLEWARE))
            code = await teacher.open()
            await teacher.ask(f"/class/{code}/stage")
            await teacher.ask(f"/class/{code}/act", {"action": "ask", "question_name": VALUE, "seen_version": 1})
        return len(by_the_page)

    assert run_in_loop(run(is_warm=False)) > 0
    assert run_in_loop(run(is_warm=True)) == 0


# ---------------------------------------------------------------------------------------------------------------------------
# A lesson


def test_a_lesson_over_http() -> None:
    async def run() -> None:
        async with served() as app:
            teacher, phone = Visitor(app), Visitor(app, "192.0.2.2")
            assert (await teacher.ask("/class/mine")).data["code"] is None
            code = await teacher.open()
            assert (await teacher.ask("/class/mine")).data["code"] == code
            joining = (await teacher.ask(f"/class/{code}/stage?lang=zh&at=https://example.org/x/c")).data
            assert (joining["stage"], joining["phone_count"], joining["is_locked"], joining["seconds_open"]) == (
                "join",
                0,
                False,
                None,
            )
            asked = (await teacher.ask(f"/class/{code}/act", {"action": "ask", "question_name": VALUE, "seen_version": 1})).data
            assert (asked["stage"], asked["version"]) == ("answer", 2)
            assert 0 <= asked["seconds_open"] < 60
            again = (await teacher.ask(f"/class/{code}/act", {"action": "next", "seen_version": 1})).data
            assert again["version"] == 2  # of what is no longer shown nothing is done
            view = (await phone.ask(f"/class/{code}/view/latest?phone={PHONE}&lang=en")).data
            assert (view["version"], view["count"], "mine" in view) == (2, {"n": 0, "of": 1}, False)
            body = {"phone": PHONE, "q": 1, "seq": 1, "typed": "0.96"}
            assert (await phone.ask(f"/class/{code}/answer", body)).data == {"ok": 1}
            bad = (await phone.ask(f"/class/{code}/answer", {**body, "seq": 2, "typed": "many", "lang": "zh"})).data
            assert bad["bad"]["seq"] == 2
            for stage in ("numbers", "causes"):
                assert (await teacher.ask(f"/class/{code}/act", {"action": "next"})).data["stage"] == stage
            late = (await phone.ask(f"/class/{code}/answer", {**body, "seq": 3})).data
            assert late == {"late": 3}
            told = (await phone.ask(f"/class/{code}/view/latest?phone={PHONE}")).data
            assert (told["mine"]["q"], told["mine"]["typed"]) == (1, "0.96")
            assert (await teacher.ask(f"/class/{code}/lock", {"locked": True})).data == {"locked": True}
            assert (await teacher.ask(f"/class/{code}/follow", {"state": "v=1&m=ndcg&g=32"})).data == {"phones": 1}
            ended = await teacher.ask(f"/class/{code}/end", {})
            assert ended.status == 200
            assert ["Max-Age=0" in each and "Path=/class;" in each for each in ended.all("set-cookie")] == [True]
            assert (await phone.ask(f"/class/{code}/view/latest")).data == NONE

    run_in_loop(run())


def test_whoever_has_a_room_gets_it_again_and_another_device_with_its_key_too() -> None:
    async def run() -> None:
        async with served() as app:
            teacher, other = Visitor(app), Visitor(app, "192.0.2.2")
            code = await teacher.open()
            assert await teacher.open() == code
            found = (await teacher.ask(f"/class/{code}/hand", {"at": "https://example.org/x/c"})).data
            assert found["enter"] == f"{code}.{teacher.key}"
            assert found["link"] == f"https://example.org/x/class/enter#{code}.{teacher.key}"
            assert found["picture"].startswith("<svg")
            assert (await teacher.ask(f"/class/{code}/hand", {"at": "javascript:1"})).data["link"] == ""
            assert (await other.ask("/class/keep", {"code": code, "key": "wrong"})).status == 404
            assert (await other.ask("/class/keep", {"code": code, "key": teacher.key})).status == 200
            assert (await other.ask("/class/mine")).data["code"] == code

    run_in_loop(run())


# ---------------------------------------------------------------------------------------------------------------------------
# Who is refused


def test_whoever_is_not_the_teacher_gets_what_no_room_gives() -> None:
    async def run() -> None:
        async with served() as app:
            teacher, other = Visitor(app), Visitor(app, "192.0.2.2")
            code = await teacher.open()
            free = "482915" if code != "482915" else "482916"
            for room in (code, free, "abc", "12", "%00", "0" * 300):
                for cookie in ({}, {"rv_class": f"{code}.wrong"}, {"rv_class": f"{free}.{teacher.key}"}, {"rv_class": "."}):
                    other.cookies = cookie
                    found = [await other.ask(f"/class/{room}/{act}", {}) for act in ACTS]
                    found.append(await other.ask(f"/class/{room}/stage"))
                    assert {(each.status, each.body) for each in found} == {
                        (404, json.dumps(NONE, separators=(",", ":")).encode())
                    }
            assert (await teacher.ask(f"/class/{code}/stage")).status == 200

    run_in_loop(run())


def test_an_expired_closed_or_malformed_room_is_none() -> None:
    async def run() -> None:
        async with served() as app:
            teacher, other = Visitor(app), Visitor(app, "192.0.2.2")
            code = await teacher.open()
            await teacher.ask(f"/class/{code}/end", {}, kept=False)
            found = [await teacher.ask(f"/class/{code}/stage")]
            for room in (code, "999999", "abc", "９９９９９９"):
                found += [await other.ask(f"/class/{room}/view/{each}") for each in ("1", "latest", "x", "-1", "9" * 400)]
                found.append(await other.ask(f"/class/{room}/answer", {"phone": PHONE, "q": 1, "seq": 1, "typed": "1"}))
            assert {(each.status, each.data["error"]) for each in found} == {(404, NONE["error"])}
            # The browser forgets the key.
            mine = await teacher.ask("/class/mine")
            assert mine.data["code"] is None
            assert "Max-Age=0" in mine.all("set-cookie")[0]

    run_in_loop(run())


def test_guessing_codes_ends_soon() -> None:
    async def run() -> None:
        async with served() as app:
            teacher, guessing = Visitor(app), Visitor(app, "192.0.2.2")
            code = await teacher.open()
            for _ in range(62):
                assert (await guessing.ask("/class/999999/view/latest")).status == 404
            assert (await guessing.ask(f"/class/{code}/view/latest")).data == NONE
            assert (await Visitor(app, "192.0.2.3").ask(f"/class/{code}/view/latest")).status == 200
            assert (await teacher.ask(f"/class/{code}/stage")).status == 200

    run_in_loop(run())


@pytest.mark.parametrize(
    ("status", "key", "headers"),
    [
        (403, "class_origin", {"origin": ""}),
        (403, "class_origin", {"origin": "null"}),
        (403, "class_origin", {"origin": "https://evil.example"}),
        (403, "class_origin", {"origin": "https://example.org.evil.example"}),
        (403, "class_origin", {"origin": "https://[::1"}),
        (403, "class_origin", {"sec-fetch-site": "cross-site"}),
        (403, "class_origin", {"sec-fetch-site": "same-site"}),
        (415, "class_json", {"content-type": "text/plain"}),
        (415, "class_json", {"content-type": "application/x-www-form-urlencoded"}),
        (415, "class_json", {"content-type": ""}),
        (200, "", {"content-type": "Application/JSON; charset=utf-8"}),
        (200, "", {"sec-fetch-site": "same-origin", "origin": "https://elsewhere.example"}),  # a proxy has its own Host
        (403, "class_origin", {"origin": "https://example.org:8443"}),  # another program of the same host
        (403, "class_origin", {"origin": "https://example.org", "x-forwarded-host": "example.org:8443", "host": "a:1"}),
        (200, "", {"origin": "https://example.org:8443", "x-forwarded-port": "8443"}),  # a proxy leaves out the port
        (200, "", {"origin": "https://example.org:8443", "x-forwarded-host": "example.org:8443"}),
    ],
)
def test_only_a_page_of_this_host_posts_and_only_json(status: int, key: str, headers: dict[str, str]) -> None:
    async def run() -> None:
        async with served() as app:
            found = await Visitor(app).ask("/class/new", {}, headers)
            assert (found.status, found.data.get("key", "")) == (status, key)
            assert bool(found.all("set-cookie")) == (status == 200)

    run_in_loop(run())


@pytest.mark.parametrize(
    ("status", "body"),
    [(415, b"[]"), (415, b"{"), (415, b"\xff"), (415, b"[" * 60_000), (413, b" " * 64_001), (200, b"{}")],
    ids=["list", "cut", "bytes", "deep", "long", "empty"],
)
def test_what_is_no_object_of_json_is_refused_in_words(status: int, body: bytes) -> None:
    async def run() -> None:
        async with served() as app:
            found = await Visitor(app).ask("/class/new", body)
            assert found.status == status
            assert status == 200 or found.data["error"]

    run_in_loop(run())


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"action": "dance"},
        {"action": ["next"]},
        {"action": "ask", "question_name": 5},
        {"action": "next", "seen_version": "1"},
        {"action": "next", "seen_version": True},
        {"action": "next", "cause_count": -1},
        {"action": "next", "cause_count": 1e300},
        {"action": "ask", "question_name": "ask=everything"},
    ],
)
def test_an_act_that_is_none_is_refused_in_words(body: dict[str, object]) -> None:
    async def run() -> None:
        async with served() as app:
            teacher = Visitor(app)
            code = await teacher.open()
            found = await teacher.ask(f"/class/{code}/act", {**body, "lang": "zh"})
            assert 400 <= found.status < 500
            assert any("\u4e00" <= each <= "\u9fff" for each in found.data["error"])
            assert (await teacher.ask(f"/class/{code}/stage")).data["version"] == 1

    run_in_loop(run())


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("keep", {"code": 482915, "key": "x"}),
        ("keep", {"code": "482915", "key": None}),
        ("{}/hand", {"at": 5}),
        ("{}/lock", {"locked": 1}),
        ("{}/lock", {"locked": "true"}),
    ],
)
def test_what_the_page_of_a_teacher_never_posts_is_refused_in_words(name: str, body: dict[str, object]) -> None:
    async def run() -> None:
        async with served() as app:
            teacher = Visitor(app)
            code = await teacher.open()
            assert (await teacher.ask(f"/class/{code}/lock", {"locked": True})).data == {"locked": True}
            found = await teacher.ask(f"/class/{name.format(code)}", {**body, "lang": "zh"})
            assert (found.status, found.data["key"]) == (415, "class_json")
            assert any("\u4e00" <= each <= "\u9fff" for each in found.data["error"])
            assert (await teacher.ask(f"/class/{code}/stage")).data["is_locked"]

    run_in_loop(run())


def test_a_phone_sends_little() -> None:
    async def run() -> None:
        async with served() as app:
            teacher = Visitor(app)
            code = await teacher.open()
            body = {"phone": PHONE, "q": 1, "seq": 1, "typed": "x" * 512}
            assert (await teacher.ask(f"/class/{code}/answer", body)).data["key"] == "class_size"
            assert (await teacher.ask(f"/class/{code}/answer", {"phone": [1]})).data["key"] == "class_json"

    run_in_loop(run())


# ---------------------------------------------------------------------------------------------------------------------------
# New rooms


def test_a_visit_opens_five_rooms_an_hour_and_an_address_twenty() -> None:
    async def run() -> None:
        async with served() as app:
            opened, found = 0, None
            teacher = Visitor(app)
            for _ in range(6):
                found = await teacher.ask("/class/new", {"lang": "en"})
                teacher.cookies.pop("rv_class", None)
                opened += found.status == 200
            assert opened == 5
            assert found is not None
            assert (found.status, found.data["key"]) == (429, "class_many_rooms")
            assert "5 rooms" in found.data["error"]
            for _ in range(15):
                assert (await Visitor(app).ask("/class/new", {})).status == 200
            assert (await Visitor(app).ask("/class/new", {})).status == 429
            assert (await Visitor(app, "192.0.2.9").ask("/class/new", {})).status == 200

    run_in_loop(run())


# ---------------------------------------------------------------------------------------------------------------------------
# The key, and the cookie


def test_the_key_is_in_the_cookie_and_in_nothing_else(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(0)

    async def run() -> tuple[str, list[Answered]]:
        async with served() as app:
            teacher = Visitor(app)
            code = await teacher.open()
            for path in ("/class", "/c", f"/c/{code}", "/class/enter", "/class/words", "/class/mine", f"/class/{code}/stage"):
                await teacher.ask(path)
            for name in ("act", "choose", "follow", "lock"):
                await teacher.ask(
                    f"/class/{code}/{name}", {"action": "ask", "question_name": VALUE, "link": VALUE, "state": VALUE}
                )
            for each in ("1", "latest"):
                await teacher.ask(f"/class/{code}/view/{each}")
            await teacher.ask(f"/class/{code}/stage", headers={"cookie": f"rv_class={code}.{teacher.key}x"})
            return teacher.key, teacher.seen

    key, seen = run_in_loop(run())
    assert len(key) == 22
    assert not any(key.encode() in each.body for each in seen)
    carrying = [value for each in seen for name, value in each.headers if key in value]
    assert len(carrying) == 1
    assert carrying[0].startswith("rv_class=")
    assert key not in caplog.text


@pytest.mark.parametrize(
    ("headers", "secure"),
    [
        ({}, True),
        ({"origin": "http://example.org"}, False),
        ({"origin": "http://example.org", "x-forwarded-proto": "https"}, True),
    ],
)
def test_no_script_reads_the_cookie_and_no_other_site_sends_it(headers: dict[str, str], secure: bool) -> None:
    async def run() -> None:
        async with served() as app:
            found = (await Visitor(app).ask("/class/new", {}, headers)).all("set-cookie")
            assert len(found) == 2
            for each in found:
                parts = {part.strip().lower() for part in each.split(";")[1:]}
                assert {"httponly", "samesite=strict"} <= parts
                assert ("secure" in parts) == secure
                # A browser takes the folder that was asked: <base>/class, whatever a proxy made of it (RFC 6265, 5.1.4).
                assert not any(part.startswith(("path=", "domain=")) for part in parts)

    run_in_loop(run())


def test_data_are_kept_by_nobody() -> None:
    async def run() -> None:
        async with served() as app:
            teacher = Visitor(app)
            code = await teacher.open()
            paths = ("/class/words", "/class/mine", f"/class/{code}/stage", f"/class/{code}/view/1", "/class/999999/stage")
            for found in [await teacher.ask(path) for path in paths]:
                assert found.all("cache-control") == ["no-store"]
                assert found.all("x-content-type-options") == ["nosniff"]
                assert found.all("referrer-policy") == ["same-origin"]

    run_in_loop(run())


@pytest.mark.parametrize("peer", ["192.168.1.2", "127.0.0.1", "8.8.8.8"])
def test_nobody_is_counted_by_an_address_of_their_own_choice(peer: str) -> None:
    """A proxy that is believed is looked at before, by uvicorn: tests/classroom/test_server.py has a server that does it."""
    headers = [(b"x-forwarded-for", b"203.0.113.9")]
    assert cookies.client_address(Request({"type": "http", "client": (peer, 1), "headers": headers})) == peer


def test_the_address_for_phones_is_the_pages_or_what_the_owner_says(monkeypatch: pytest.MonkeyPatch) -> None:
    assert cookies.phone_address("https://example.org/x/c", "482915") == "https://example.org/x/c/482915"
    for wrong in ("", "javascript:alert(1)//c", "https:///c", "x" * 600, "https://example.org/d", "https://[/c", "a\n/c"):
        assert cookies.phone_address(wrong, "482915") == ""
    monkeypatch.setenv(cookies.PUBLIC_URL, "https://class.example/rank/")
    assert cookies.phone_address("http://localhost/c", "482915") == "https://class.example/rank/c/482915"


# ---------------------------------------------------------------------------------------------------------------------------
# No classes here


@pytest.mark.parametrize(
    ("setting", "key"), [("off", "class_off"), ("nonsense", "class_setting"), ("postgres://:x@y:z/", "class_setting")]
)
def test_a_server_without_classes_says_why(setting: str, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RANKVIZ_CLASS", setting)

    async def run() -> None:
        async with served() as app:
            visitor = Visitor(app)
            assert (await visitor.ask("/class")).status == 200
            mine = (await visitor.ask("/class/mine?lang=zh")).data
            assert mine["code"] is None
            assert mine["reason"] == Texts("zh")(f"error.{key}")
            new = await visitor.ask("/class/new", {})
            assert (new.status, new.data["key"], new.all("set-cookie")) == (503, key, [])

    run_in_loop(run())


def test_a_place_that_cannot_be_written_is_said_before_a_room_is_asked_for(tmp_path: Path, monkeypatch: Any) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("RANKVIZ_CLASS", "sqlite")
    monkeypatch.setenv("LOCALAPPDATA" if os.name == "nt" else "XDG_STATE_HOME", str(tmp_path / "file" / "below"))

    async def run() -> None:
        async with served() as app:
            mine = (await Visitor(app).ask("/class/mine?lang=en")).data
            assert (mine["code"], mine["reason"]) == (None, Texts("en")("error.class_store"))
            new = await Visitor(app).ask("/class/new", {})
            assert (new.status, new.data["key"]) == (503, "class_store")

    run_in_loop(run())
    assert class_service.is_writable(tmp_path / "new" / "folder" / "class.sqlite3")


@pytest.mark.parametrize("key", ["class_library", "class_schema", "class_store"])
def test_a_store_that_cannot_be_opened_says_why_and_is_tried_again(
    key: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    where: dict[str, object] = {"name": "psycopg", "found": "1", "expected": "2"}
    opening, tried = class_service.open_store, []

    def fail() -> Any:
        tried.append(time.monotonic())
        if len(tried) == 1:
            raise InputError(key, "/var is full", **where)
        return opening()

    monkeypatch.setattr(class_service, "open_store", fail)
    monkeypatch.setattr(class_service, "RETRY_AFTER", 1e9)

    async def run() -> None:
        async with served() as app:
            visitor = Visitor(app)
            for _ in range(2):
                found = await visitor.ask("/class/new", {"lang": "en"})
                assert (found.status, found.data["key"]) == (503, key)
                assert found.data["error"] == Texts("en")(f"error.{key}", **where)
            assert len(tried) == 1
            assert caplog.text.count("/var is full") == 1
            assert (await visitor.ask("/class/mine?lang=en")).data["reason"] == found.data["error"]
            monkeypatch.setattr(class_service, "RETRY_AFTER", 0)
            assert (await visitor.ask("/class/new", {})).status == 200

    run_in_loop(run())


@pytest.mark.slow
def test_nothing_of_a_database_is_loaded_with_the_server() -> None:
    code = "import sys; import rankviz.web.app.serve; print({'sqlalchemy', 'rankviz.classroom.store'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == "set()\n"
