"""A private PostgreSQL for tests: it lives in a temporary folder, and is gone afterwards with all that it wrote.

It listens on a free port of this machine only. PostgreSQL refuses to run as root: then it runs as a user without rights.
"""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tools.server import free_port

PROGRAMS = ("initdb", "pg_ctl", "postgres")
FOLDERS = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql*/bin")
UNPRIVILEGED = ("postgres", "nobody")
SECONDS = 60
# What it writes is thrown away, so nothing has to reach the disk.
FAST = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=60"

HELP = """\
The rooms of a class are tested on a real PostgreSQL: no server was found in PATH or /usr/lib/postgresql. Install one:
  Debian, Ubuntu     sudo apt-get install postgresql
  Fedora             sudo dnf install postgresql-server
  macOS              brew install postgresql
Everything else can be tested without it: make check"""


class NoServerError(Exception):
    """There is no PostgreSQL to be had; the message says what to do."""


def find() -> Path:
    """Find the folder with the newest PostgreSQL's programs.

    Raises
    ------
    NoServerError
        If there is none.
    """
    installed = [path for pattern in FOLDERS for path in Path("/").glob(pattern.removeprefix("/"))]
    newest = sorted(installed, key=_version, reverse=True)
    in_path = shutil.which("initdb")
    for folder in [*newest, *([Path(in_path).resolve().parent] if in_path else [])]:
        if all((folder / name).exists() for name in PROGRAMS):
            return folder
    raise NoServerError(HELP)


def _version(folder: Path) -> int:
    digits = "".join(each for each in folder.parent.name if each.isdigit())
    return int(digits or 0)


@contextmanager
def server(programs: Path) -> Iterator[str]:
    """Start a PostgreSQL for as long as the block runs, and give its address.

    Raises
    ------
    NoServerError
        If it does not start.
    """
    user = unprivileged()
    with tempfile.TemporaryDirectory(prefix="rankviz-postgres-", ignore_cleanup_errors=True) as name:
        folder, password, port = Path(name), secrets.token_hex(16), free_port()
        data, log, secret = folder / "data", folder / "log", folder / "password"
        secret.write_text(password + "\n", encoding="utf-8")
        if user is not None:
            for path in (folder, secret):
                os.chown(path, user.pw_uid, user.pw_gid)
        made = ["--pgdata", str(data), "--username", "rankviz", "--pwfile", str(secret), "--auth", "scram-sha-256"]
        _call([str(programs / "initdb"), *made, "--encoding", "UTF8", "--locale", "C", "--no-sync"], folder, user)
        options = f"-h 127.0.0.1 -p {port} -c unix_socket_directories='' {FAST}"
        control = [str(programs / "pg_ctl"), "--pgdata", str(data), "--timeout", str(SECONDS), "--wait"]
        try:
            _call([*control, "--log", str(log), "--options", options, "start"], folder, user, log)
            yield f"postgresql+psycopg://rankviz:{password}@127.0.0.1:{port}/postgres"
        finally:
            if (data / "postmaster.pid").exists():
                _call([*control, "--mode", "immediate", "stop"], folder, user)


def unprivileged() -> pwd.struct_passwd | None:
    """Who runs the server, where we are root; None where it can be ourselves."""
    if os.geteuid() != 0:
        return None
    there = {each.pw_name: each for each in pwd.getpwall()}
    for name in UNPRIVILEGED:
        if name in there:
            return there[name]
    message = f"It does not run as root, and there is no user {' or '.join(UNPRIVILEGED)}. Run this as another user."
    raise NoServerError(message)


def _call(command: Sequence[str], folder: Path, user: pwd.struct_passwd | None, log: Path | None = None) -> None:
    rights = {} if user is None else {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    # A server keeps what it inherits open, so what is said goes to a file, whose end would never come through a pipe.
    with tempfile.TemporaryFile("w+", encoding="utf-8") as said:
        done = subprocess.run(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            timeout=SECONDS + 10,
            check=False,
            **rights,  # type: ignore[call-overload]
        )
        if done.returncode:
            said.seek(0)
            told = said.read() + (log.read_text(encoding="utf-8", errors="replace") if log and log.exists() else "")
            message = f"{Path(command[0]).name} failed:\n{told.strip()}"
            raise NoServerError(message)
