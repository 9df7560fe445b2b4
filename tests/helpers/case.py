"""Which case failed, of the many that one test asks: as tests of their own they would cost more to begin than to run."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def case(**names: object) -> Iterator[None]:
    """Say what was asked where it fails."""
    try:
        yield
    except Exception as error:
        error.add_note("with " + ", ".join(f"{name}={value!r}" for name, value in names.items()))
        raise
