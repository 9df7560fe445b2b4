"""What is installed from the wheel: the page from an empty folder, with its configuration; the command line on NumPy alone."""

from __future__ import annotations

import asyncio
import http.client
import json
import re
import shlex
import signal
import subprocess
import sys
import time
import tomllib
import zipfile
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.NewSession_pb2 import Config, NewSession
from websockets.asyncio.client import ClientConnection, connect

from rankviz.cli.serve import PORT
from tests.helpers.installing import PACKAGES, ROOT, Installed, call, install, instructions, seeing
from tests.helpers.waiting import wait_until
from tests.page.test_request_handler import asked
from tools.server import Server, free_port, running

pytestmark = pytest.mark.slow
SECONDS_TO_END = 2
LAST = ("EXPOSE", "CMD", "HEALTHCHECK")  # lines of the Dockerfile
Answer = TypeVar("Answer")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The package installed from its wheel."""
    return install(tmp_path_factory.mktemp("installed"))


def in_a_loop(asking: Coroutine[Any, Any, Answer]) -> Answer:
    """In a thread: tests of the browser may have left a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, asking).result()


def test_the_wheel_holds_every_file_of_the_package(installed: Installed) -> None:
    with zipfile.ZipFile(installed.wheel) as wheel:
        packed = set(wheel.namelist())
    files = {path for path in (ROOT / "rankviz").rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    assert files
    assert sorted(str(path.relative_to(ROOT)) for path in files if path.relative_to(ROOT).as_posix() not in packed) == []


def test_the_page_that_is_installed_has_the_configuration_of_the_project(installed: Installed) -> None:
    with zipfile.ZipFile(installed.wheel) as wheel:
        packed = wheel.read("rankviz/web/app/.streamlit/config.toml")
    assert packed == (ROOT / ".streamlit" / "config.toml").read_bytes()


def test_the_command_line_needs_numpy_alone(installed: Installed, tmp_path: Path) -> None:
    only = tmp_path / "packages"
    only.mkdir()
    for name in ("numpy", "numpy.libs"):
        if (PACKAGES / name).exists():
            (only / name).symlink_to(PACKAGES / name)
    here = tmp_path / "empty"
    here.mkdir()
    asked = ("evaluate", "nDCG@6", "3,2,3,0,1,2", "--missed", "3,2")
    assert call(installed.command(*asked), here, seeing(only)).split() == ["nDCG@6", "0.785002371969948"]
    said = call(installed.command("serve"), here, seeing(only), code=2)
    line = re.fullmatch(r"rankviz: This needs \w+, which is not installed\. Install it: pip (install .*)\n", said)
    assert line is not None
    assert line[1] == 'install "rankviz[app]"'
    # No index has the package; to pip it is installed, and only what the extra names is looked for.
    pip = [sys.executable, "-m", "pip", "--python", str(installed.environment / "bin" / "python")]
    done = call([*pip, *shlex.split(line[1]), "--no-index", "--dry-run"], here, seeing(PACKAGES))
    assert "already satisfied: rankviz[app]" in done


# ---------------------------------------------------------------------------------------------------------------------------
# The page


def ask(server: Server, path: str) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=20)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


async def visit(connection: ClientConnection) -> list[ForwardMsg]:
    """What the page sends to a browser that opens it, until its script has run."""
    request = BackMsg()
    request.rerun_script.query_string = ""
    await connection.send(request.SerializeToString())
    received = []
    async with asyncio.timeout(60):
        while not received or received[-1].WhichOneof("type") != "script_finished":
            content = await connection.recv()
            assert isinstance(content, bytes)
            received.append(ForwardMsg.FromString(content))
    return received


async def received(server: Server) -> list[ForwardMsg]:
    """What a visitor is sent who leaves at once."""
    async with connect(stream(server), max_size=None, proxy=None) as connection:
        return await visit(connection)


def stream(server: Server) -> str:
    return server.url.replace("http", "ws", 1) + "/_stcore/stream"


@contextmanager
def served(installed: Installed, folder: Path, *options: str, **variables: str) -> Iterator[Server]:
    """The page that is installed, started in a folder as a user starts it."""
    port = free_port()
    command = installed.command("serve", "--address", "127.0.0.1", "--port", str(port), *options)
    with running(command, port, folder, {**seeing(PACKAGES), **variables}) as server:
        yield server


class Begun(NamedTuple):
    """A server, the folder it was started in, and the file that has the address which it opened in a browser."""

    server: Server
    folder: Path
    opened: Path


@pytest.fixture(scope="module")
def begun(installed: Installed, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Begun]:
    """The page from an empty folder, which opens a browser, with one setting in the environment."""
    folder, beside = tmp_path_factory.mktemp("empty"), tmp_path_factory.mktemp("beside")
    opened, browser = beside / "opened", beside / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}.new && mv {opened}.new {opened}\n', encoding="utf-8")
    browser.chmod(0o755)
    with served(installed, folder, "--open", BROWSER=f"{browser} %s", STREAMLIT_CLIENT_TOOLBAR_MODE="minimal") as server:
        yield Begun(server, folder, opened)


def test_the_page_is_served_from_an_empty_folder_with_its_configuration(begun: Begun) -> None:
    config = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    status, page = ask(begun.server, "/")
    assert status == 200
    assert b"<title>" in page
    sent = in_a_loop(received(begun.server))
    said = begun.server.log.read_text(encoding="utf-8")
    assert begun.server.url.rpartition(":")[2] in said
    assert "Traceback" not in said
    assert sent[-1].script_finished == ForwardMsg.FINISHED_SUCCESSFULLY
    assert not [each for each in sent if each.delta.new_element.WhichOneof("type") == "exception"]
    session = new_session(sent)
    assert not session.config.gather_usage_stats
    assert session.custom_theme.light.primary_color == config["theme"]["light"]["primaryColor"]
    assert list(begun.folder.iterdir()) == []


def new_session(sent: list[ForwardMsg]) -> NewSession:
    (session,) = (each.new_session for each in sent if each.WhichOneof("type") == "new_session")
    return session


def test_the_scripts_of_the_page_are_served(begun: Begun) -> None:
    sent = b"".join(each.SerializeToString() for each in in_a_loop(received(begun.server)))
    folders = set(re.findall(rb"component/[\w.]+\.assets_\w+", sent))
    found = [ask(begun.server, f"/{folder.decode()}/shell/board/board.js") for folder in folders]
    assert [status for status, _ in found] == [200]
    assert b"export default" in found[0][1]


def test_an_edit_is_answered(begun: Begun) -> None:
    question = asked({"name": "choose", "field": "ideal", "value": "retrieved"})
    connection = http.client.HTTPConnection(urlsplit(begun.server.url).netloc, timeout=30)
    connection.request("POST", "/rankviz/answer", question, {"Content-Type": "application/json"})
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    assert answer.status == 200
    assert b"0.961" in content


def test_the_page_can_be_opened_in_a_browser_when_it_starts(begun: Begun) -> None:
    wait_until(begun.opened.exists)
    assert begun.opened.read_text(encoding="utf-8").strip() == begun.server.url


def test_a_setting_in_the_environment_counts_more_than_the_packages_own(begun: Begun) -> None:
    assert new_session(in_a_loop(received(begun.server))).config.toolbar_mode == Config.ToolbarMode.MINIMAL


def ends_at_once(server: Server, number: signal.Signals) -> None:
    """With a visitor there, and all that it has started ends with it."""

    async def end() -> float:
        async with connect(stream(server), max_size=None, proxy=None) as connection:
            await visit(connection)
            begun = time.monotonic()
            server.process.send_signal(number)
            await asyncio.to_thread(server.process.wait, 20)
            return time.monotonic() - begun

    children = children_of(server.process.pid)
    assert in_a_loop(end()) < SECONDS_TO_END
    wait_until(lambda: not [child for child in children if is_running(child)], SECONDS_TO_END)
    assert "Traceback" not in server.log.read_text(encoding="utf-8")


def test_ctrl_c_ends_the_server_and_all_its_processes_at_once(installed: Installed, tmp_path: Path) -> None:
    with served(installed, tmp_path) as server:
        ends_at_once(server, signal.SIGINT)


def children_of(process: int) -> list[int]:
    """Processes that it started, and those that they started."""
    try:
        own = [int(each) for each in Path(f"/proc/{process}/task/{process}/children").read_text(encoding="utf-8").split()]
    except OSError:  # not on this system
        return []
    return [*own, *(child for each in own for child in children_of(each))]


def is_running(process: int) -> bool:
    """Whether it has not ended; one that nobody asked for yet has."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    except OSError:
        return False


def test_a_setting_in_the_environment_that_is_none_is_refused(installed: Installed, tmp_path: Path) -> None:
    variables = {**seeing(PACKAGES), "STREAMLIT_SERVER_MAX_UPLOAD_SIZE": "many"}
    said = call(installed.command("serve", "--port", "0"), tmp_path, variables, code=2)
    assert said.startswith("rankviz: ")
    assert "'many' is not a valid integer" in said


# ---------------------------------------------------------------------------------------------------------------------------
# In a container


def test_the_command_of_the_dockerfile_starts_ends_at_once_and_its_health_check_tells_whether_the_page_answers(
    installed: Installed, tmp_path: Path
) -> None:
    (exposed,), (command,), (health,) = ([rest for name, rest in instructions() if name == each] for each in LAST)
    assert int(exposed) == PORT
    program, *arguments = json.loads(command)
    assert program == "rankviz"
    options, _, check = health.partition("CMD ")
    python, *code = json.loads(check)
    assert python == "python"
    assert re.findall(r"--(\w[\w-]*)=\d+s", options) == ["interval", "timeout", "start-period"]
    assert str(PORT) in code[-1]
    port = free_port()
    code[-1] = code[-1].replace(str(PORT), str(port))
    check_here = [sys.executable, *code]
    with running(installed.command(*arguments, "--port", str(port)), port, tmp_path, seeing(PACKAGES)) as server:
        assert subprocess.run(check_here, check=False, timeout=20).returncode == 0
        ends_at_once(server, signal.SIGTERM)  # which a container is sent
    assert subprocess.run(check_here, check=False, timeout=20, capture_output=True).returncode != 0
