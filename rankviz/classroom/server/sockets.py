"""The sockets of a class, over Starlette."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from rankviz.basics.errors import InputError
from rankviz.basics.limits import CLASS_MESSAGES, CLASS_MESSAGES_KEPT
from rankviz.basics.network import network_of
from rankviz.classroom.server import socket_messages as messages
from rankviz.classroom.server.cookies import client_address, is_same_origin
from rankviz.classroom.server.hub import Hub
from rankviz.classroom.server.rate_limits import TokenBucket, WrongCodes
from rankviz.classroom.server.socket_messages import AnswerMessage, CloseCode, HelloMessage
from rankviz.classroom.server.socket_queue import CloseRequest, SocketQueue
from rankviz.classroom.server.unfinished_messages import bound_unfinished

WRONG_CODE_DELAY = 1.0  # s until a wrong code is told, whatever is wrong with it
HELLO_WITHIN = 20.0  # s in which a phone says hello
SEND_WITHIN = 30.0  # s in which a message is taken
AT_ONCE = 8  # answers of one phone that wait for the store
GONE = (WebSocketDisconnect, RuntimeError)  # the other side has, and Starlette is told to send


class BoundedSocket:
    """An ASGI endpoint of a socket that is cut off where it sends a long message, before the message has come to its end.

    Parameters
    ----------
    serve : async function
    most : int
        Bytes.
    """

    def __init__(self, serve: Callable[[WebSocket], Awaitable[None]], most: int) -> None:
        self._serve, self._most = serve, most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a socket."""
        bound_unfinished(receive, self._most)
        await self._serve(WebSocket(scope, receive, send))


async def serve_socket(websocket: WebSocket, hub: Hub | None, code: str, teaches: bool, wrong: WrongCodes) -> None:
    """Serve a socket from its first moment to its end: the route has looked at nothing but the cookie.

    Parameters
    ----------
    websocket : WebSocket
        Not yet accepted.
    hub : Hub or None
        None where there are no classes; every code is wrong then.
    code : str
        As in the address, whatever it is.
    teaches : bool
        Whether the cookie opens this room.
    wrong : WrongCodes
        Of the process, shared by all routes.
    """
    begun = time.monotonic()
    if not is_same_origin(websocket):
        await websocket.close()
        return
    await websocket.accept()
    try:
        room_code = await _room_code(websocket, hub, code, teaches, wrong)
    except InputError:
        await _close(websocket, CloseCode.LATER)
        return
    if hub is None or room_code is None:
        await asyncio.sleep(max(0.0, begun + WRONG_CODE_DELAY - time.monotonic()))
        await _close(websocket, CloseCode.NO_ROOM)
        return
    queue = SocketQueue(room_code, network_of(client_address(websocket)))
    if not (teaches or hub.try_open(queue)):
        await _close(websocket, CloseCode.CLOSED_TO_NEW, "full")
        return
    await _serve(websocket, hub, queue, teaches)


async def _close(websocket: WebSocket, code: int, reason: str | None = None) -> None:
    with suppress(*GONE, TimeoutError):  # whoever takes nothing does not take this either
        async with asyncio.timeout(WRONG_CODE_DELAY):
            await websocket.close(code, reason)


async def _room_code(websocket: WebSocket, hub: Hub | None, code: str, teaches: bool, wrong: WrongCodes) -> str | None:
    """Return the code of an open room; None if there is no such room, or the address may not try codes."""
    address, now = client_address(websocket), time.monotonic()
    if hub is None or not (teaches or wrong.is_allowed(address, now, code)):
        return None
    session = await hub.session_of(code)
    if session is None:
        wrong.record_failure(address, now)
        return None
    wrong.record_success(address, session.room.code)
    return session.room.code


async def _serve(websocket: WebSocket, hub: Hub, queue: SocketQueue, teaches: bool) -> None:
    queue.writer = writing = asyncio.create_task(_write(websocket, queue))
    reading = asyncio.create_task(_read(websocket, hub, queue, teaches))
    if teaches:
        hub.enter(queue)
    try:
        await asyncio.wait({reading, writing}, return_when=asyncio.FIRST_COMPLETED)
        if reading.done() and queue.is_closing:
            await asyncio.wait({writing}, timeout=WRONG_CODE_DELAY)
    finally:
        hub.leave(queue)
        for task in (reading, writing):
            task.cancel()
        await asyncio.gather(reading, writing, return_exceptions=True)
    if writing.cancelled() and queue.is_closing:
        await _close(websocket, CloseCode.SLOW)
    if not reading.cancelled() and (error := reading.exception()) is not None:
        raise error


async def _write(websocket: WebSocket, queue: SocketQueue) -> None:
    try:
        while not isinstance(message := await queue.next(), CloseRequest):
            async with asyncio.timeout(SEND_WITHIN):
                await websocket.send_text(message)
        await websocket.close(message.code, message.reason or None)
    except TimeoutError:
        queue.close(CloseCode.SLOW)
        raise asyncio.CancelledError from None
    except GONE:
        return


async def _read(websocket: WebSocket, hub: Hub, queue: SocketQueue, teaches: bool) -> None:
    """Read the messages of a socket until it closes, or sends too many."""
    bucket, at_once = TokenBucket(CLASS_MESSAGES, CLASS_MESSAGES_KEPT), asyncio.Semaphore(AT_ONCE)
    answers: set[asyncio.Task[None]] = set()
    try:
        while not queue.is_closing:
            async with asyncio.timeout(None if teaches or queue.phone else HELLO_WITHIN):
                message = await websocket.receive()
            if message["type"] != "websocket.receive":
                return
            if not bucket.try_take(time.monotonic()):
                queue.close(CloseCode.TOO_MUCH)
                return
            data = message.get("text")
            match messages.read_message(message.get("bytes") or b"" if data is None else data):
                case HelloMessage() as hello:
                    await hub.on_hello(queue, hello)
                case AnswerMessage() as answer if queue.phone:
                    await at_once.acquire()
                    task = asyncio.create_task(hub.on_answer(queue, answer))
                    answers.add(task)
                    task.add_done_callback(answers.discard)
                    task.add_done_callback(lambda _: at_once.release())
                case AnswerMessage():
                    queue.send(messages.refusal_message("hello"))
                case messages.BadMessage() as bad:
                    queue.send(messages.refusal_message(bad.reason))
    except TimeoutError:
        queue.close(CloseCode.SLOW)
    except InputError:
        queue.close(CloseCode.LATER)
    finally:
        for each in answers:  # what they wait for is kept all the same
            each.cancel()
