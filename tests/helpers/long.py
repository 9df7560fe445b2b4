"""How long a fuzz test goes on: quick in `make check`, and as long as one likes with RANKVIZ_LONG=1 (or 10, or 100)."""

import os

LONG = int(os.environ.get("RANKVIZ_LONG") or 0)


def rounds(quick: int) -> int:
    """How many cases to try: `quick`, or fifty times as many for each unit of RANKVIZ_LONG."""
    return quick * (50 * LONG or 1)
