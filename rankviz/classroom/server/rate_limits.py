"""Rate limits for a phone's messages and for tried room codes. Pure; times are seconds of any clock."""

from __future__ import annotations

from collections.abc import Iterable

from rankviz.basics.limits import CLASS_WRONG_CODES, CLASS_WRONG_CODES_LEFT, CLASS_WRONG_CODES_OF_ALL
from rankviz.basics.network import network_of

MINUTE = 60.0
MOST_REMEMBERED = 20_000  # networks with a code that was right there


class TokenBucket:
    """A token bucket: so many at once, and so many a second.

    Parameters
    ----------
    rate : float
        A second.
    size : float
        How many may be saved up; it is full at first.

    Examples
    --------
    >>> bucket = TokenBucket(rate=5, size=2)
    >>> [bucket.try_take(now) for now in (0.0, 0.0, 0.0, 0.1, 0.2)]
    [True, True, False, False, True]
    """

    __slots__ = ("_at", "_left", "rate", "size")

    def __init__(self, rate: float, size: float) -> None:
        self.rate, self.size = rate, size
        self._left, self._at = size, 0.0

    def left(self, now: float) -> float:
        """Return the tokens left in the bucket."""
        self._left = min(self.size, self._left + max(0.0, now - self._at) * self.rate)
        self._at = max(now, self._at)
        return self._left

    def try_take(self, now: float) -> bool:
        """Take a token if there is one; return whether there was."""
        is_available = self.left(now) >= 1
        self._left -= is_available
        return is_available


class WrongCodes:
    """Limits wrong room codes by network, which a whole school may share, and over all networks.

    While `is_allowed` returns False, a code is to be answered as a wrong one, without looking at it, and is not counted. A code
    that was right for a network stays so: else whoever guesses in a school would send away the class next door. When too many
    are wrong over all networks, each still has a few, so that guessing elsewhere keeps no class out.

    Examples
    --------
    >>> wrong = WrongCodes()
    >>> wrong.record_success("192.0.2.1", "482915")
    >>> for _ in range(CLASS_WRONG_CODES):
    ...     wrong.record_failure("192.0.2.1", 0.0)
    >>> wrong.is_allowed("192.0.2.1", 0.5), wrong.is_allowed("192.0.2.1", 1.0), wrong.is_allowed("192.0.2.2", 0.5)
    (False, True, True)
    >>> wrong.is_allowed("192.0.2.1", 0.5, "482915")
    True
    """

    def __init__(self) -> None:
        self._all = _per_minute(CLASS_WRONG_CODES_OF_ALL)
        self._from: dict[str, tuple[TokenBucket, TokenBucket]] = {}  # all of a network, and the few that it has in any case
        self._pruned_at = float("-inf")
        self._right: dict[tuple[str, str], None] = {}  # the newest last

    def is_allowed(self, address: str, now: float, code: str = "") -> bool:
        """Whether an address may try a room code."""
        network = network_of(address)
        every, few = self._from.get(network, (None, None))
        is_free = every is None or every.left(now) >= 1
        has_few = few is None or few.left(now) >= 1
        return (is_free and (has_few or self._all.left(now) >= 1)) or (network, code) in self._right

    def record_success(self, address: str, code: str) -> None:
        """Remember that a code was right for an address."""
        key = network_of(address), code
        self._right.pop(key, None)
        self._right[key] = None
        if len(self._right) > MOST_REMEMBERED:
            del self._right[next(iter(self._right))]

    def record_failure(self, address: str, now: float) -> None:
        """Record a wrong room code from an address."""
        if now >= self._pruned_at + MINUTE:
            self._pruned_at = now
            self._from = {network: pair for network, pair in self._from.items() if _is_used(pair, now)}
        pair = self._from.setdefault(network_of(address), (_per_minute(CLASS_WRONG_CODES), _per_minute(CLASS_WRONG_CODES_LEFT)))
        for bucket in (*pair, self._all):
            bucket.try_take(now)


def _per_minute(size: int) -> TokenBucket:
    return TokenBucket(size / MINUTE, size)


def _is_used(buckets: Iterable[TokenBucket], now: float) -> bool:
    return any(bucket.left(now) < bucket.size for bucket in buckets)
