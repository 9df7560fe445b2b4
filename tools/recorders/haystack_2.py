"""Record Haystack as it was before 3.1.0, when AP was divided by the hits: with the code of the recorder of today's version."""

from __future__ import annotations

from tools.recorders.haystack_3 import run

if __name__ == "__main__":
    run("haystack_2")
