"""The page that computes in the reader's browser: its files, where they are had from, and what is said where they are not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import BytesIO
from pathlib import Path
from socket import socket
from threading import Thread

import pytest

from rankviz.basics.errors import InputError
from rankviz.cli import pyodide
from rankviz.cli import write_files as written
from rankviz.cli.pyodide import cache_folder, find_files
from rankviz.cli.write_files import write_folder
from rankviz.page.answers.page_parts import PAGES
from rankviz.page.answers.request_handler import respond_to_bytes
from rankviz.page.static import site_folder as folder
from rankviz.page.static.first_responses import first_responses
from rankviz.page.static.licences import licences_text
from rankviz.page.static.pyodide import PARTS, VERSION, PyodideFile
from rankviz.page.static.python_bundle import OTHERS, build_bundle, bundled_modules
from rankviz.page.static.site_folder import ASSETS, PAGE, folder_files
from tests.page.test_endpoint import NOT_THERE, as_data
from tests.page.test_request_handler import GRADED, asked

ROOT = Path(__file__).parents[2]
CONTENT = b"a file of Python"


# ---- the parts


def test_each_file_is_pinned() -> None:
    names = [part.name for part in PARTS]
    assert names[:4] == ["pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip"]
    assert names[4].startswith("numpy-") and names[4].endswith("_wasm32.whl")
    for part in PARTS:
        assert len(bytes.fromhex(part.digest)) == 32
        assert part.address.startswith("https://") and VERSION in part.address
    assert sum(part.size for part in PARTS) < 16_000_000


def test_every_piece_is_given_on_under_its_licence() -> None:
    text = licences_text()
    names = ["rankviz", *OTHERS, f"Pyodide {VERSION}", "CPython 3.13", "NumPy 2.2.5"]
    assert [name for name in names if f"\n{name}: " not in text] == []
    own = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert " ".join(own.split("\n\n", 2)[2].split()) in " ".join(text.split())
    assert {part.name.partition("-")[2][:5] for part in PARTS if part.name.startswith("numpy")} == {"2.2.5"}


def of(content: bytes, name: str = "part.bin", folder: str = "https://example.org/") -> PyodideFile:
    return PyodideFile(name, folder, len(content), sha256(content).hexdigest())


@pytest.fixture
def one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Callable[..., PyodideFile]]:
    """Only one file is needed, and nothing is kept yet."""

    def be(part: PyodideFile) -> PyodideFile:
        monkeypatch.setattr(pyodide, "PARTS", (part,))
        return part

    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path / "cache"))
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "cache")
    yield be


@pytest.mark.parametrize("inside", ["", "pyodide", "package"])
def test_the_files_are_found_in_a_folder_that_has_them(one: Callable[..., PyodideFile], tmp_path: Path, inside: str) -> None:
    part = one(of(CONTENT))
    path = tmp_path / inside / part.name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(CONTENT)
    assert find_files(tmp_path) == {part.name: path}


def test_a_folder_without_a_file_is_named_with_the_file(one: Callable[..., PyodideFile], tmp_path: Path) -> None:
    one(of(CONTENT))
    with pytest.raises(InputError, match=r"--pyodide .*: part\.bin is not in it\."):
        find_files(tmp_path)


def test_a_file_that_was_changed_is_refused(one: Callable[..., PyodideFile], tmp_path: Path) -> None:
    part = one(of(CONTENT))
    (tmp_path / part.name).write_bytes(CONTENT[:-1] + b"!")
    with pytest.raises(InputError, match=r"is not the part\.bin of Pyodide .* Take it from https://example\.org/part\.bin"):
        find_files(tmp_path)


@contextmanager
def host(status: int, content: bytes, **headers: str) -> Iterator[tuple[str, list[str]]]:
    """A host on this machine, its address, and what it was asked for."""
    paths: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            paths.append(self.path)
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/", paths
        server.shutdown()


@pytest.fixture
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """A host of a test has no certificate."""
    monkeypatch.setattr(pyodide, "SCHEME", "http:")


@pytest.mark.slow
@pytest.mark.usefixtures("_plain")
def test_a_file_is_fetched_once_and_kept(one: Callable[..., PyodideFile]) -> None:
    with host(200, CONTENT) as (address, paths):
        part = one(of(CONTENT, folder=address))
        for _ in range(2):
            assert find_files(None)[part.name].read_bytes() == CONTENT
    assert paths == ["/part.bin"]
    assert [path.name for path in cache_folder().iterdir()] == [f"{part.digest[:16]}-part.bin"]


@pytest.mark.slow
@pytest.mark.usefixtures("_plain")
@pytest.mark.parametrize("content", [b"<!doctype html>", CONTENT + b"more", CONTENT[:-1] + b"!"])
def test_what_is_not_the_file_is_not_kept(one: Callable[..., PyodideFile], content: bytes) -> None:
    with host(200, content) as (address, _):
        one(of(CONTENT, folder=address))
        with pytest.raises(InputError, match=r"gave something else than part\.bin .*--pyodide FOLDER"):
            find_files(None)
    assert not cache_folder().exists()


@pytest.mark.slow
@pytest.mark.usefixtures("_plain")
def test_a_host_that_does_not_have_it_is_named(one: Callable[..., PyodideFile]) -> None:
    with host(404, b"") as (address, _):
        one(of(CONTENT, folder=address))
        with pytest.raises(InputError, match=r"part\.bin could not be fetched from http://127.*404.*--pyodide FOLDER"):
            find_files(None)


@pytest.mark.usefixtures("_plain")
def test_without_a_network_it_is_said_what_to_do(one: Callable[..., PyodideFile]) -> None:
    with socket() as nobody:
        nobody.bind(("127.0.0.1", 0))  # and does not listen
        one(of(CONTENT, folder=f"http://127.0.0.1:{nobody.getsockname()[1]}/"))
        with pytest.raises(InputError, match=r"part\.bin could not be fetched from http://127.* refused.*--pyodide FOLDER"):
            find_files(None)


@pytest.mark.slow
def test_nothing_is_fetched_without_a_certificate(one: Callable[..., PyodideFile]) -> None:
    with host(200, CONTENT) as (address, paths):
        one(of(CONTENT, folder=address))
        with pytest.raises(InputError, match="no safe address"):
            find_files(None)
    assert paths == []


# ---- what answers


@pytest.fixture(scope="module")
def bundle() -> bytes:
    return build_bundle()


@pytest.fixture(scope="module")
def unpacked(bundle: bytes, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package, unpacked as the worker does it."""
    folder = tmp_path_factory.mktemp("own")
    with zipfile.ZipFile(BytesIO(bundle)) as file:
        file.extractall(folder)
    return folder


@pytest.mark.slow
def test_the_package_answers_every_page_by_itself(unpacked: Path, tmp_path: Path) -> None:
    pages = [(page, language) for page in PAGES if page != "sheet" for language in ("en", "zh")]
    bodies = [asked(GRADED, page=page, language=language, is_static=True).decode() for page, language in pages]
    bodies += [asked(dialog="link", base_url="https://example.org/#", is_static=True).decode()]
    bodies += [
        json.dumps({"open": {"search": search, "view": json.loads(bodies[0])["view"] | {"page": "learn"}}}) for search in LEARN
    ]
    (tmp_path / "bodies.json").write_text(json.dumps(bodies), encoding="utf-8")
    code = f"""if True:
        import json, sys
        sys.modules.update(dict.fromkeys({sorted({*NOT_THERE} - {"segno"})}))
        sys.path.insert(0, {str(unpacked)!r})
        from rankviz.page.endpoint import handle_request
        for body in json.load(open({str(tmp_path / "bodies.json")!r}, encoding="utf-8")):
            sys.stdout.buffer.write(handle_request(body) + b"\\0")
        import rankviz, latex2mathml, segno
        assert all(each.__file__.startswith({str(unpacked)!r}) for each in (rankviz, latex2mathml, segno))
    """
    variables = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, cwd=tmp_path, env=variables)
    assert ended.returncode == 0, ended.stderr.decode()
    answers = ended.stdout.split(b"\0")[:-1]
    assert len(answers) == len(bodies)
    assert b"<svg" in answers[len(pages)]  # the code of a link
    at = pages.index(("explore", "zh"))
    assert as_data(answers[at]) == as_data(respond_to_bytes(bodies[at].encode()))


LEARN = ("lesson=ideal&step=2", "ask=value&of=ndcg.ap&n=3&seed=5")


@pytest.mark.slow
def test_the_package_holds_no_more_than_answers_need(bundle: bytes) -> None:
    names = bundled_modules()
    assert {"rankviz.page.endpoint", "rankviz.core.metrics.gains", "rankviz.compare.similarity.rbo"} <= names.keys()
    unwanted = (
        "rankviz.page.server",
        "rankviz.page.static",
        "rankviz.classroom.server",
        "rankviz.web",
        "rankviz.cli",
        "rankviz.engines",
    )
    assert [name for name in names if name.startswith(unwanted)] == []
    assert len(bundle) < 1_100_000


@pytest.mark.slow
def test_the_same_package_is_the_same_bytes(bundle: bytes) -> None:
    assert build_bundle() == bundle


# ---- the folder


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """A page with other files in the place of Python's: these tests do not run it."""
    there = tmp_path_factory.mktemp("parts")
    for part in PARTS:
        (there / part.name).write_bytes(part.name.encode())
    return folder_files({part.name: there / part.name for part in PARTS}, [("learn", "lesson=ideal&step=2")])


def write(out: Path, files: dict[str, bytes]) -> None:
    write_folder(out, files, PAGE, f"{ASSETS}*")


def test_a_folder_has_all_that_its_page_names(tmp_path: Path, made: dict[str, bytes]) -> None:
    out = tmp_path / "deep" / "out"
    write(out, made)
    there = {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}
    assert there == made
    assert {"index.html", "LICENSES.txt", "service_worker.js", "pyodide/pyodide.mjs"} <= there.keys()
    kept = json.loads(there["service_worker.js"].decode().split("JSON.parse('")[1].split("')")[0])
    assert {*kept, "index.html", "LICENSES.txt", "service_worker.js"} == there.keys()
    assert all((out / name).stat().st_mode & 0o444 == 0o444 for name in there)


def test_a_folder_that_was_written_before_is_written_again(tmp_path: Path, made: dict[str, bytes]) -> None:
    write(tmp_path, made)
    (tmp_path / "assets_000000000000").mkdir()
    (tmp_path / "CNAME").write_text("example.org", encoding="utf-8")
    write(tmp_path, made)
    assert {path.name for path in tmp_path.iterdir()} == {name.partition("/")[0] for name in made} | {"CNAME"}


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path, made: dict[str, bytes]) -> None:
    (tmp_path / "index.html").write_text("<html>somebody's page", encoding="utf-8")
    with pytest.raises(InputError, match="has other files in it"):
        write(tmp_path, made)
    assert [path.name for path in tmp_path.iterdir()] == ["index.html"]
    with pytest.raises(InputError, match=r"is a file\."):
        write(tmp_path / "index.html", made)


def test_what_fails_leaves_the_page_that_was_there(
    tmp_path: Path, made: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, made)
    write_whole = written.write_whole

    def full(path: Path, data: bytes) -> None:
        if path.name == PAGE:
            raise OSError(28, "No space left on device", str(path))
        write_whole(path, data)

    monkeypatch.setattr(written, "write_whole", full)
    other = {name.replace(ASSETS, f"{ASSETS}x"): data + b"\n" if name == PAGE else data for name, data in made.items()}
    with pytest.raises(InputError, match=r"cannot be written: No space left on device"):
        write(tmp_path, other)
    assert all((tmp_path / name).read_bytes() == data for name, data in made.items())


def test_another_package_has_another_address(made: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for part in PARTS:
        (tmp_path / part.name).write_bytes(b"")
    monkeypatch.setattr(folder, "build_bundle", lambda: b"another one")
    other = folder_files({part.name: tmp_path / part.name for part in PARTS})
    (own,) = (name for name in other if name.endswith("rankviz.zip"))
    assert own not in made
    assert other["service_worker.js"] != made["service_worker.js"]


# ---- what opens at once


def test_every_page_opens_at_once_in_every_language() -> None:
    found_answers = first_responses([("learn", "lesson=ideal&step=2")])
    assert len(found_answers) == 2 * 5
    head, answer = found_answers["learn zh lesson=ideal&step=2"].split(b"\n", 1)
    assert json.loads(head)["view"]["is_static"] is True
    assert b"\nlesson {" in b"\n" + answer
