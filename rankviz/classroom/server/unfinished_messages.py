"""Bounds what the server keeps of a socket's message that has not come to its end: its setting is for all sockets alike."""

from __future__ import annotations

from typing import Any


def bound_unfinished(receive: object, most: int) -> bool:
    """Cut a connection off as soon as it holds more of an unfinished message; return whether that is possible.

    Parameters
    ----------
    receive : ASGI callable
        Of a socket, as the server hands it over.
    most : int
        Bytes.

    Notes
    -----
    It is where uvicorn serves by the library `websockets` without its input and output, as Streamlit has it. Elsewhere the
    server's own limit holds, which is Streamlit's `server.maxMessageSize`.
    """
    served: Any = getattr(receive, "__self__", None)
    connection: Any = getattr(served, "conn", None)
    if not (hasattr(served, "transport") and hasattr(connection, "current_size") and hasattr(connection.reader, "buffer")):
        return False
    take = connection.receive_data

    def receive_data(data: bytes | bytearray) -> None:
        take(data)
        if len(connection.reader.buffer) + (connection.current_size or 0) > most:
            connection.reader.discard()
            served.frames = []
            served.transport.abort()

    connection.receive_data = receive_data
    return True
