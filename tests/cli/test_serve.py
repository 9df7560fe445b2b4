"""`rankviz serve` refuses what it cannot do in one line; that it serves the page is tests/project/test_installed.py's."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from pathlib import Path

import pytest
import streamlit

from rankviz.cli.main import main
from rankviz.runs.run_files import FOLDER
from rankviz.web.app.serve import PAGE


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["serve", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    return err


@pytest.mark.parametrize("port", ["abc", "-1", "65536", "8501.5", "", "٣", "9" * 5000, "000000070000"])
def test_a_port_that_is_none_is_refused(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "expected a whole number from 1 to 65535" in refused(capsys, f"--port={port}")


@pytest.mark.parametrize(("name", "part"), [("none", "No such file or directory"), ("a.run", "that is a file"), ("\0", "null")])
def test_a_folder_that_is_none_is_refused(
    name: str, part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.run").touch()
    monkeypatch.chdir(tmp_path)
    said = refused(capsys, "--data", name)
    assert part in said
    assert "folder" in said


def test_a_port_that_is_taken_is_named_with_another_one(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("localhost", 0)) as taken:
        port = taken.getsockname()[1]
        said = refused(capsys, "--port", str(port))
    assert f"Port {port} is in use" in said
    assert "--port 0" in said


@pytest.mark.parametrize("address", ["300.1.1.1", "192.0.2.1", "::1::", "no such name", "x" * 5000])
def test_an_address_that_is_none_of_this_machine_is_refused(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, "--address", address, "--port", "0").startswith("rankviz: --address ")


def test_what_was_asked_for_reaches_the_server_and_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[tuple[Path, Mapping[str, object], str]] = []

    def run(app: streamlit.App, *, config: Mapping[str, object]) -> None:
        started.append((Path(app.script_path), config, os.environ[FOLDER]))

    (tmp_path / "runs").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(FOLDER, "somewhere else")
    monkeypatch.setenv("STREAMLIT_SERVER_BASE_URL_PATH", "there")
    monkeypatch.setattr("sys.argv", ["rankviz"])
    monkeypatch.setattr("streamlit.App.run", run)
    assert main(["serve", "--port", "0", "--address", "127.0.0.1", "--data", "runs"]) == 0
    ((page, config, folder),) = started
    assert page == PAGE
    assert folder == str(tmp_path / "runs")
    assert config["server.address"] == "127.0.0.1"
    assert isinstance(config["server.port"], int)
    assert config["server.port"] > 0
    assert config["server.baseUrlPath"] == "there"
