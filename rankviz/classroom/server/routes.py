"""The routes of a class, and the classes behind them while the server runs."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from rankviz.basics.errors import InputError
from rankviz.basics.limits import CLASS_UNFINISHED
from rankviz.classroom.room_codes import opens, read_code
from rankviz.classroom.server import cookies, html_pages, sockets
from rankviz.classroom.server.class_service import ClassService
from rankviz.classroom.server.json_requests import Handler, errors_as_json
from rankviz.classroom.server.phone_http import PhoneHttp
from rankviz.classroom.server.shared_work import Call
from rankviz.classroom.server.socket_messages import CloseCode
from rankviz.classroom.server.teacher_http import TeacherHttp
from rankviz.page.server import route
from rankviz.page.server.pool import PoolClosedError

Api = TeacherHttp | PhoneHttp
Endpoint = tuple[str, type[Api], Callable[[Any, Request], Awaitable[Response]]]
# What a path calls; {code} is that of the room.
GETS: tuple[Endpoint, ...] = (
    ("/class/words", PhoneHttp, PhoneHttp.texts),
    ("/class/mine", TeacherHttp, TeacherHttp.current_room),
    ("/class/{code}/stage", TeacherHttp, TeacherHttp.stage),
    ("/class/{code}/view/{version}", PhoneHttp, PhoneHttp.view),
)
POSTS: tuple[Endpoint, ...] = (
    ("/class/new", TeacherHttp, TeacherHttp.open_room),
    ("/class/keep", TeacherHttp, TeacherHttp.adopt_key),
    ("/class/{code}/hand", TeacherHttp, TeacherHttp.handoff_info),
    ("/class/{code}/act", TeacherHttp, TeacherHttp.act),
    ("/class/{code}/choose", TeacherHttp, TeacherHttp.picker),
    ("/class/{code}/follow", TeacherHttp, TeacherHttp.follow),
    ("/class/{code}/lock", TeacherHttp, TeacherHttp.lock),
    ("/class/{code}/end", TeacherHttp, TeacherHttp.end),
    ("/class/{code}/answer", PhoneHttp, PhoneHttp.answer),
)


class ClassRoutes:
    """The class service while a server runs, and its routes.

    Parameters
    ----------
    call : async function
        As `Pool.call`.
    """

    def __init__(self, call: Call = route.call) -> None:
        self._call = call
        self.service = ClassService(call)

    @asynccontextmanager
    async def lifespan(self, _app: object) -> AsyncIterator[None]:
        """Start a class service with the server, and end it."""
        self.service = ClassService(self._call)
        try:
            yield
        finally:
            await self.service.end()

    def endpoint(self, api: type[Api], method: Callable[[Any, Request], Awaitable[Response]]) -> Handler:
        """Return the endpoint that calls a method of one of the two APIs, of the classes that are served when it is called."""

        async def handler(request: Request) -> Response:
            return await method(api(self.service), request)

        return errors_as_json(handler)

    async def socket(self, websocket: WebSocket) -> None:
        """Serve the socket of a room."""
        code, room_key, hub, teaches = websocket.path_params["code"], cookies.key_from_cookies(websocket.cookies), None, False
        try:
            if read_code(code) == code:
                hub = await self.service.hub()
                room = await hub.find(code) if room_key is not None and room_key.code == code else None
                teaches = room_key is not None and room is not None and opens(room_key.key, room.key_hash)
        except (InputError, PoolClosedError) as error:
            if isinstance(error, PoolClosedError) or error.key == "class_store":
                await websocket.accept()
                await websocket.close(CloseCode.LATER)
                return
        await sockets.serve_socket(websocket, hub, code, teaches, self.service.wrong_codes)

    def routes(self) -> list[BaseRoute]:
        """Return all routes, with and without a prefix: `server.baseUrlPath` may be set, and a proxy may remove it."""
        return [each for before in ("", "/{base:path}") for each in self._routes_below(before)]

    def _routes_below(self, prefix: str) -> list[BaseRoute]:
        class_path = prefix + "/class"
        pages_of_paths = [
            (f"{prefix}/c", html_pages.PHONE, "class/"),
            (f"{prefix}/c/", html_pages.PHONE, "../class/"),
            (f"{prefix}/c/{{code}}", html_pages.PHONE, "../class/"),
            (class_path, html_pages.TEACHER, "class/"),
            (f"{class_path}/", html_pages.TEACHER, ""),
            (f"{class_path}/enter", html_pages.ENTER, ""),
        ]
        return [
            *(Route(path, partial(_page, name, to_class)) for path, name, to_class in pages_of_paths),
            Route(f"{class_path}/assets/{{digest}}/{{path:path}}", html_pages.asset_response),
            *(Route(prefix + path, self.endpoint(api, method)) for path, api, method in GETS),
            *(Route(prefix + path, self.endpoint(api, method), methods=["POST"]) for path, api, method in POSTS),
            WebSocketRoute(f"{class_path}/{{code}}/socket", sockets.BoundedSocket(self.socket, CLASS_UNFINISHED)),
        ]


async def _page(name: str, to_class: str, _request: Request) -> Response:
    return html_pages.page_response(name, to_class)


_class_routes = ClassRoutes()
lifespan = _class_routes.lifespan
ROUTES = _class_routes.routes()
