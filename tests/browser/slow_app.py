"""The page with runs read in small pieces and slowly, so that there is time to press Cancel."""

import time
from collections.abc import Iterator
from runpy import run_path

from rankviz.runs.evaluate import prepared_run as prepared
from rankviz.runs.read.file_sources import File, Progress
from rankviz.runs.read.query_blocks import Block, whole_queries
from rankviz.web.app.serve import PAGE

PIECE, PAUSE = 40, 0.1  # bytes; seconds between two pieces


def slowly(path: File, progress: Progress | None = None) -> Iterator[Block]:
    """As `whole_queries`, but some ten seconds for a file of a few kilobytes that is called slow."""
    for block in whole_queries(path, progress, PIECE if "slow" in str(path) else 1 << 21):
        if "slow" in str(path):
            time.sleep(PAUSE)
        yield block


prepared.whole_queries = slowly
run_path(str(PAGE))
