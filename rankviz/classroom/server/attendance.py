"""Which phones are in a room, and which may come in or answer: limits by network and by room. Pure; times are seconds.

A phone makes up its name, and a whole class may have one address. So a network may bring as many phones as a class has, and a
room takes more than one network may bring: nobody fills it for the others. Phones with a socket are counted apart from those
that ask without one, since without a socket one phone may have any number of names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rankviz.basics.limits import CLASS_PHONES, CLASS_ROOM_PHONES
from rankviz.classroom.server.socket_queue import SocketQueue

GONE_AFTER = 10.0  # s after which a phone without a socket has gone
MOST_SOCKETS = 2  # of a phone: one that comes back may still have its old one
MOST_KNOWN, MOST_KNOWN_OF_NETWORK = 10 * CLASS_PHONES, 2 * CLASS_PHONES  # names of phones that are remembered

Source = tuple[str, bool]  # a network, and whether the phone has a socket


class NewestPhones:
    """The phones that came last: so many from one source, so many in all, the oldest of the largest source dropped first.

    Examples
    --------
    >>> newest = NewestPhones(of_source=2, in_all=3)
    >>> for number, network in enumerate(("a", "b", "b", "b", "c")):
    ...     newest.record(str(number), (network, True), float(number))
    >>> [*newest], "0" in newest, "1" in newest
    (['0', '3', '4'], True, False)
    """

    def __init__(self, of_source: int, in_all: int) -> None:
        self._of_source, self._in_all = of_source, in_all
        self._sources: dict[Source, dict[str, float]] = {}

    def record(self, phone: str, source: Source, now: float) -> None:
        """Record that a phone came."""
        phones = self._sources.setdefault(source, {})
        phones.pop(phone, None)
        phones[phone] = now
        if len(phones) > self._of_source:
            _drop_oldest(phones)
        if sum(map(len, self._sources.values())) > self._in_all:
            largest = max(self._sources, key=lambda each: len(self._sources[each]))
            _drop_oldest(self._sources[largest])
            if not self._sources[largest]:
                del self._sources[largest]

    def forget(self, before: float) -> None:
        """Drop the phones that came before a time."""
        kept = {
            source: {phone: came for phone, came in phones.items() if came > before} for source, phones in self._sources.items()
        }
        self._sources = {source: phones for source, phones in kept.items() if phones}

    def __iter__(self) -> Iterator[str]:
        return (phone for phones in self._sources.values() for phone in phones)

    def __contains__(self, phone: str) -> bool:
        return any(phone in phones for phones in self._sources.values())


def _drop_oldest(phones: dict[str, float]) -> None:
    del phones[next(iter(phones))]


class Attendance:
    """The phones of a room in this process."""

    def __init__(self) -> None:
        self.opened: set[SocketQueue] = set()  # all sockets of phones
        self.entered: set[SocketQueue] = set()  # of phones that have said hello
        self._asking = NewestPhones(CLASS_PHONES, CLASS_ROOM_PHONES)  # phones without a socket
        self._known = NewestPhones(MOST_KNOWN_OF_NETWORK, MOST_KNOWN)
        self._answering: dict[Source, set[str]] = {}
        self._number = 0

    def phones(self, now: float) -> set[str]:
        """Return the hashes of the phones that are present."""
        self._asking.forget(now - GONE_AFTER)
        return {queue.phone for queue in self.entered}.union(self._asking)

    def try_open(self, queue: SocketQueue) -> bool:
        """Take a socket, which has not said hello yet; return False if there are too many."""
        of_network = sum(each.network == queue.network for each in self.opened)
        if of_network >= MOST_SOCKETS * CLASS_PHONES or len(self.opened) >= MOST_SOCKETS * CLASS_ROOM_PHONES:
            return False
        self.opened.add(queue)
        return True

    def may_enter(self, phone: str, network: str) -> bool:
        """Whether there is a place for a phone with a socket."""
        is_there = any(queue.phone == phone for queue in self.entered)
        of_network = _names(queue for queue in self.entered if queue.network == network)
        return is_there or (len(of_network) < CLASS_PHONES and len(_names(self.entered)) < CLASS_ROOM_PHONES)

    def enter(self, queue: SocketQueue, now: float) -> None:
        """Let in a phone whose socket has said hello."""
        self.entered.add(queue)
        self._known.record(queue.phone, (queue.network, True), now)

    def record_request(self, phone: str, network: str, now: float) -> None:
        """Let in a phone without a socket, for ten seconds; where too many ask, those that asked last are present."""
        self._asking.record(phone, (network, False), now)
        self._known.record(phone, (network, False), now)

    def leave(self, queue: SocketQueue) -> None:
        """Remove a socket."""
        self.opened.discard(queue)
        self.entered.discard(queue)

    def is_known(self, phone: str) -> bool:
        """Whether a phone was in this room, as far as that is remembered: it may come again when the room is locked."""
        return phone in self._known

    def may_answer(self, number: int, phone: str, source: Source) -> bool:
        """Whether one more phone of a source may answer the current question; counts it."""
        if number != self._number:
            self._number, self._answering = number, {}
        phones = self._answering.setdefault(source, set())
        if phone not in phones and len(phones) >= CLASS_PHONES:
            return False
        phones.add(phone)
        return True


def _names(queues: Iterable[SocketQueue]) -> set[str]:
    return {queue.phone for queue in queues}
