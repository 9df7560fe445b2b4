"""An order of lists or documents, as an answer."""

from __future__ import annotations

from rankviz.basics.errors import InputError, shorten


def read_order(text: str, count: int) -> tuple[int, ...]:
    """Parse the numbers from 1 to `count`, each once, with dots between them; they are returned counted from 0.

    Raises
    ------
    InputError
        `bad_order`.

    Examples
    --------
    >>> read_order("3.1.2", 3)
    (2, 0, 1)
    """
    numbers = text.split(".")
    if sorted(numbers) != sorted(map(str, range(1, count + 1))):
        message = f'"{shorten(text)}" is not an order: expected the numbers 1 to {count}, each once, with dots between them.'
        raise InputError("bad_order", message, text=shorten(text), count=count)
    return tuple(int(number) - 1 for number in numbers)
