"""Start a Streamlit script as users do, wait until it answers, and end it."""

from __future__ import annotations

import http.client
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOST = "127.0.0.1"
# Matches once in a Streamlit page whose script has run to its end, and never while it runs or the server is away.
IDLE = '[data-testid="stApp"][data-test-script-state="notRunning"][data-test-connection-state="CONNECTED"]'
START_SECONDS = 60
STOP_SECONDS = 10
POLL_SECONDS = 0.05


@dataclass(frozen=True)
class Server:
    """A running page.

    Parameters
    ----------
    url : str
        Its address, without a slash at the end.
    log : Path
        What it printed so far.
    process : Popen
    """

    url: str
    log: Path
    process: subprocess.Popen[bytes]


@contextmanager
def serving(script: str, port: int = 0, environment: Mapping[str, str] = {}) -> Iterator[Server]:
    """Serve a script of this project, with this project's `.streamlit/config.toml`, on this machine.

    Parameters
    ----------
    script : str
        Path below the project's root.
    port : int
        0 for any that is free.
    environment : mapping of str to str
        Variables that it has on top.

    Raises
    ------
    RuntimeError
        If it ends early or does not answer within a minute; the message holds what it printed.
    """
    port = port or free_port()
    command = [sys.executable, "-m", "streamlit", "run", script, "--server.headless", "true"]
    given = {**os.environ, **environment}
    with running([*command, "--server.address", HOST, "--server.port", str(port)], port, ROOT, given) as server:
        yield server


@contextmanager
def running(command: Sequence[str], port: int, folder: Path, environment: Mapping[str, str] | None = None) -> Iterator[Server]:
    """Run a command that serves the page on a port of this machine, started in a folder; errors as for `serving`."""
    with tempfile.TemporaryDirectory() as logs:
        log = Path(logs) / "server.log"
        with log.open("w", encoding="utf-8") as out:
            process = subprocess.Popen(command, cwd=folder, stdout=out, stderr=subprocess.STDOUT, env=environment)
        server = Server(f"http://{HOST}:{port}", log, process)
        try:
            wait_until_healthy(server, port)
            yield server
        finally:
            _end(process)


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def wait_until_healthy(server: Server, port: int) -> None:
    """Wait until the page answers; errors as for `serving`."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and server.process.poll() is None:
        if _is_healthy(port):
            return
        time.sleep(POLL_SECONDS)
    message = f"The page did not start:\n{server.log.read_text(encoding='utf-8')}"
    raise RuntimeError(message)


def _is_healthy(port: int) -> bool:
    # Not through urllib: that would ask a proxy, where one is set, for an address of this machine.
    connection = http.client.HTTPConnection(HOST, port, timeout=START_SECONDS)
    try:
        connection.request("GET", "/_stcore/health")
        return connection.getresponse().status == http.client.OK
    except OSError:
        return False
    finally:
        connection.close()


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
