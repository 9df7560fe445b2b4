"""The least that a class costs: sockets, one message to all, one route, an answer that is acknowledged and kept nowhere.

`python -m benchmarks.class_floor PORT`; it speaks as the class does, so the same phones come to it.
"""

from __future__ import annotations

import json
import sys
from contextlib import suppress

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from tools.server import HOST

SIZE = 4_000  # bytes of what is shown, as of a question


class Room:
    """One room, which is always there."""

    def __init__(self) -> None:
        self.sockets: set[WebSocket] = set()
        self.version = 1

    @property
    def show(self) -> str:
        """What phones are told."""
        return json.dumps({"show": {"v": self.version, "stage": "answer", "q": self.version}})

    async def push(self, _: Request) -> Response:
        """Tell all phones that there is something new."""
        self.version += 1
        for each in [*self.sockets]:
            await each.send_text(self.show)
        return JSONResponse({"version": self.version})

    async def view(self, _: Request) -> Response:
        """What is shown."""
        return JSONResponse({"version": self.version, "text": "x" * SIZE})

    async def socket(self, websocket: WebSocket) -> None:
        """Acknowledge whatever is answered."""
        await websocket.accept()
        self.sockets.add(websocket)
        with suppress(WebSocketDisconnect):
            while True:
                frame = json.loads(await websocket.receive_text())
                await websocket.send_text(json.dumps({"ok": frame["answer"]["seq"]}) if "answer" in frame else self.show)
        self.sockets.discard(websocket)


async def health(_: Request) -> Response:
    """It is there."""
    return PlainTextResponse("ok")


def main() -> None:
    """Serve until the process is ended."""
    room = Room()
    routes = [
        Route("/_stcore/health", health),
        Route("/class/{code}/act", room.push, methods=["POST"]),
        Route("/class/{code}/view/{version}", room.view),
        WebSocketRoute("/class/{code}/socket", room.socket),
    ]
    uvicorn.run(Starlette(routes=routes), host=HOST, port=int(sys.argv[1]), log_level="warning")


if __name__ == "__main__":
    main()
