"""The outgoing messages of one socket, so that a slow socket does not hold up others."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import NamedTuple

from rankviz.classroom.server.socket_messages import CloseCode

MOST_UNSENT = 65_536  # characters


class CloseRequest(NamedTuple):
    """Close code and reason of a socket."""

    code: int
    reason: str = ""


class SocketQueue:
    """The outgoing messages of one socket.

    Of the messages on what is shown, and of the counts, only the newest waits: one message is enough to catch up.

    Parameters
    ----------
    code : str
        Code of its room.
    network : str
        That it comes from, as `rankviz.basics.network.network_of` has it.
    """

    def __init__(self, code: str, network: str = "") -> None:
        self.code, self.network = code, network
        self.phone = ""  # its hash, once it has said hello
        self.language: str | None = None
        self.writer: asyncio.Task[None] | None = None  # ended where too much waits
        self.last_count: tuple[float, tuple[int, int]] = (float("-inf"), (-1, -1))  # when it was told a count, and which
        self._newest: dict[str, str] = {}
        self._messages: deque[str] = deque()
        self._closing: CloseRequest | None = None
        self._unsent = 0
        self._wake = asyncio.Event()

    def send(self, message: str, kind: str = "") -> None:
        """Queue a message; one with a kind replaces a waiting message of that kind."""
        if self._closing is not None:
            return
        if kind:
            self._unsent -= len(self._newest.get(kind, ""))
            self._newest[kind] = message
        else:
            self._messages.append(message)
        self._unsent += len(message)
        self._wake.set()
        if self._unsent > MOST_UNSENT:
            self._newest.clear()
            self._messages.clear()
            self.close(CloseCode.SLOW)
            if self.writer is not None:
                self.writer.cancel()

    def close(self, code: CloseCode, reason: str = "") -> None:
        """Close the socket after all waiting messages."""
        self._closing = self._closing or CloseRequest(code, reason)
        self._wake.set()

    @property
    def is_closing(self) -> bool:
        """Whether the socket is being closed."""
        return self._closing is not None

    async def next(self) -> str | CloseRequest:
        """Wait for the next message: the newest ones of a kind come first."""
        while True:
            if self._newest:
                return self._release(self._newest.pop(next(iter(self._newest))))
            if self._messages:
                return self._release(self._messages.popleft())
            if self._closing is not None:
                return self._closing
            self._wake.clear()
            await self._wake.wait()

    def _release(self, message: str) -> str:
        self._unsent -= len(message)
        return message
