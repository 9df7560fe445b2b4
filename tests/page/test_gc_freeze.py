"""Is what is loaded left alone by garbage collection, and nothing else?"""

import gc
import subprocess
import sys
import weakref

import pytest

from rankviz.page.server.gc_freeze import freeze_loaded_objects


def test_what_is_loaded_is_kept_once() -> None:
    code = "\n".join(
        (
            "import gc",
            "from rankviz.page.server.gc_freeze import freeze_loaded_objects",
            "print(gc.get_freeze_count())",
            "freeze_loaded_objects()",
            "print((first := gc.get_freeze_count()) > 1000)",
            "more = [[] for _ in range(1000)]",
            "freeze_loaded_objects()",
            "print(gc.get_freeze_count() == first)",
        )
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert found == "0\nTrue\nTrue\n"


class Cycle:
    """Something that only garbage collection finds."""

    def __init__(self) -> None:
        self.me = self


@pytest.mark.slow
def test_what_comes_later_is_garbage_when_nobody_needs_it() -> None:
    freeze_loaded_objects()
    cycle = Cycle()
    gone = weakref.ref(cycle)
    del cycle
    gc.collect()
    assert gone() is None
