"""Run the tests of the class on a private PostgreSQL and nginx: `python -m tools.class_db`, called by `make class-db`.

The rooms' tests run on a real PostgreSQL, and a class of two servers behind a real nginx. Both live in temporary folders,
listen on free ports of this machine only, and are gone afterwards with all that they wrote.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence

from tools import nginx, postgres
from tools.server import ROOT

DATABASE, PROXY = "RANKVIZ_TEST_POSTGRES", "RANKVIZ_TEST_NGINX"
TESTS = ("tests/classroom/test_store.py", "tests/classroom/test_two_servers.py")


def main(arguments: Sequence[str]) -> int:
    """Run the tests, or those that are named."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # and take the servers away
    try:
        with postgres.server(postgres.find()) as address:
            given = {**os.environ, DATABASE: address, PROXY: str(nginx.find())}
            print("PostgreSQL has been started for these tests.", flush=True)
            command = [sys.executable, "-m", "pytest", "-q", "-n", "0", *(arguments or TESTS)]
            return subprocess.run(command, cwd=ROOT, env=given, check=False).returncode
    except postgres.NoServerError as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
