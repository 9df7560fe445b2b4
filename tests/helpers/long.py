"""How long a random test goes on: quick in `make test`, and as long as one likes, in `make fuzz` (RANKVIZ_LONG=1, or 10)."""

import os

LONG = int(os.environ.get("RANKVIZ_LONG") or 0)


def rounds(quick: int) -> int:
    """How many cases to try: `quick`, or fifty times as many for each unit of RANKVIZ_LONG."""
    return quick * (50 * LONG or 1)
