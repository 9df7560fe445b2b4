"""A private nginx in front of servers of the page, for tests and benchmarks: set up by the block that docs/deployment.md shows.

It lives in a temporary folder, listens on a free port of this machine only, and is gone afterwards.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tools.postgres import NoServerError, unprivileged
from tools.server import HOST, ROOT, free_port

PAGE = ROOT / "docs" / "deployment.md"
PLACES = "/usr/sbin:/usr/local/sbin:/opt/homebrew/bin"
SECONDS = 20

HELP = """\
Two processes are tested behind a real nginx: none was found in PATH or /usr/sbin. Install one:
  Debian, Ubuntu     sudo apt-get install nginx
  Fedora             sudo dnf install nginx
  macOS              brew install nginx"""

AROUND = """\
daemon off;
pid {folder}/pid;
error_log {folder}/error.log;
worker_processes 1;
events {{ worker_connections 4096; }}
http {{
  log_format upstream "$status $upstream_addr $request_uri";
  access_log {folder}/access.log upstream;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
{block}
}}
"""


@dataclass(frozen=True)
class Proxy:
    """A running nginx.

    Parameters
    ----------
    url : str
    log : Path
        A line for each request: its status, the server that answered, and the address.
    """

    url: str
    log: Path

    def servers(self, status: int) -> set[str]:
        """Which servers have given this status."""
        lines = [line.split(" ") for line in self.log.read_text(encoding="utf-8").splitlines()]
        return {words[1] for words in lines if words[0] == str(status)}


def find() -> Path:
    """Find the program.

    Raises
    ------
    NoServerError
        If there is none.
    """
    found = shutil.which("nginx") or shutil.which("nginx", path=PLACES)
    if found is None:
        raise NoServerError(HELP)
    return Path(found)


def documented(page: str, port: int, ports: Sequence[int]) -> str:
    """The block for several processes, as the page shows it, with ports of this machine."""
    (block,) = (each for each in re.findall(r"```nginx\n(.*?)```", page, re.DOTALL) if "upstream rankviz" in each)
    block = re.sub(r"listen \d+;", f"listen {HOST}:{port};", block)
    servers = " ".join(f"server {HOST}:{each};" for each in ports)
    return re.sub(r"(?:server [\d.]+:\d+;\s*)+", servers + " ", block)


@contextmanager
def proxy(program: Path, ports: Sequence[int]) -> Iterator[Proxy]:
    """Pass requests on to servers on these ports for as long as the block runs.

    Raises
    ------
    NoServerError
        If it does not start.
    """
    user, port = unprivileged(), free_port()
    with tempfile.TemporaryDirectory(prefix="rankviz-nginx-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        block = documented(PAGE.read_text(encoding="utf-8"), port, ports)
        (folder / "nginx.conf").write_text(AROUND.format(folder=folder, block=block), encoding="utf-8")
        if user is not None:
            os.chown(folder, user.pw_uid, user.pw_gid)
        rights = {} if user is None else {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        command = [str(program), "-p", name, "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")]
        process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, **rights)  # type: ignore[call-overload]
        try:
            _wait(process, port, folder / "error.log")
            yield Proxy(f"http://{HOST}:{port}", folder / "access.log")
        finally:
            process.terminate()
            process.wait(SECONDS)


def _wait(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        with socket.socket() as trying:
            if trying.connect_ex((HOST, port)) == 0:
                return
        time.sleep(0.05)
    message = f"nginx did not start:\n{log.read_text(encoding='utf-8') if log.exists() else ''}"
    raise NoServerError(message)
