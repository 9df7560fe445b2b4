"""A queue in which nobody waits long behind somebody who needs much: who has used the least time comes next."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Hashable
from typing import NamedTuple


class CallGroup(NamedTuple):
    """Calls that wait for each other: who makes them, and whether they take long."""

    name: Hashable
    is_heavy: bool = False


class FairQueue:
    """Gives free places to groups that wait, first to the group whose calls have taken the least time.

    A group that comes anew is counted as if it had taken an even share of all time so far: nobody saves up time by waiting,
    and nobody is kept out by others who come anew again and again. In a group, whoever comes first is served first.

    Parameters
    ----------
    places : int
        How many calls may run at once. All but one are for heavy calls too; the only one is for all.
    clock : function
        Returns seconds.
    """

    def __init__(self, places: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._free, self._free_for_heavy = places, max(places - 1, 1)
        self._clock = clock
        self._waiting: dict[CallGroup, deque[asyncio.Future[None]]] = {}
        self._taken: dict[CallGroup, float] = {}  # seconds, of groups that wait or have had more than the even share
        self._even_share = 0.0  # seconds that a group would have had which was there all the time

    async def enter(self, group: CallGroup) -> Callable[[], None]:
        """Wait for a place; whoever is cancelled meanwhile has left.

        Returns
        -------
        function
            To be called once, when the place is free again.
        """
        if group not in self._waiting:
            self._taken[group] = self._taken_by(group)
        if self._has_place(group) and not any(map(self._has_place, self._waiting)):
            self._take_place(group)
            return self._leaving(group)
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(group, deque()).append(place)
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():  # it was given a place at the same moment
                self._free_place(group)
            else:
                self._withdraw(group, place)
            raise
        return self._leaving(group)

    def _taken_by(self, group: CallGroup) -> float:
        return max(self._taken.get(group, 0.0), self._even_share)

    def _leaving(self, group: CallGroup) -> Callable[[], None]:
        began = self._clock()

        def leave() -> None:
            seconds = self._clock() - began
            self._taken[group] = self._taken.get(group, self._even_share) + seconds
            self._even_share += seconds / len({group, *self._waiting})
            self._free_place(group)

        return leave

    def _has_place(self, group: CallGroup) -> bool:
        return self._free > 0 and (self._free_for_heavy > 0 or not group.is_heavy)

    def _take_place(self, group: CallGroup) -> None:
        self._free -= 1
        self._free_for_heavy -= group.is_heavy

    def _free_place(self, group: CallGroup) -> None:
        """Free the place of a group, and give it to the next."""
        self._free += 1
        self._free_for_heavy += group.is_heavy
        while fitting := [*filter(self._has_place, self._waiting)]:
            following = min(fitting, key=self._taken.__getitem__)
            place = self._waiting[following].popleft()
            if not self._waiting[following]:
                del self._waiting[following]
            if not place.done():  # else it was cancelled, and is about to leave
                self._take_place(following)
                place.set_result(None)
        self._taken = {
            group: seconds for group, seconds in self._taken.items() if seconds > self._even_share or group in self._waiting
        }

    def _withdraw(self, group: CallGroup, place: asyncio.Future[None]) -> None:
        if place in (places := self._waiting.get(group, deque())):
            places.remove(place)
            if not places:
                del self._waiting[group]
