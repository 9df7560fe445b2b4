"""HTTP endpoints of the phones' page, besides its socket."""

from __future__ import annotations

import time

from starlette.requests import Request
from starlette.responses import Response

from rankviz.basics.limits import CLASS_FRAME
from rankviz.basics.network import network_of
from rankviz.classroom.room import Room
from rankviz.classroom.room_codes import read_code
from rankviz.classroom.server import cookies
from rankviz.classroom.server.class_service import ClassService, refusal
from rankviz.classroom.server.hub import Hub
from rankviz.classroom.server.json_requests import json_body, json_response, language_of, query_params
from rankviz.page.answers.json_codec import to_json
from rankviz.page.server import route
from rankviz.texts import Texts

MOST_DIGITS = 15  # of a version


class PhoneHttp:
    """HTTP endpoints of the phones' page.

    Parameters
    ----------
    classes : ClassService
    """

    def __init__(self, classes: ClassService) -> None:
        self.classes = classes

    async def room_of(self, request: Request) -> tuple[Hub, Room]:
        """Return the hub and the room that the path names; counts wrong codes."""
        code, address, now = request.path_params["code"], cookies.client_address(request), time.monotonic()
        if read_code(code) != code or not self.classes.wrong_codes.is_allowed(address, now, code):
            raise refusal("class_none")
        hub = await self.classes.hub()
        session = await hub.session_of(code)
        if session is None:
            self.classes.wrong_codes.record_failure(address, now)
            raise refusal("class_none")
        self.classes.wrong_codes.record_success(address, code)
        return hub, session.room

    async def texts(self, request: Request) -> Response:
        """Return the texts of the page, in the requested language."""
        language = language_of(query_params(request).get("lang"))
        return json_response({"texts": Texts(language).group("class_phone"), "language": language})

    async def view(self, request: Request) -> Response:
        """Return the view of all phones; for a phone without a socket also its feedback, and the counts."""
        version, language = request.path_params["version"], language_of(query_params(request).get("lang"))
        is_without_socket = version == "latest"
        if not is_without_socket and not (version.isascii() and version.isdigit() and len(version) <= MOST_DIGITS):
            raise refusal("class_none")
        hub, room = await self.room_of(request)
        view = await hub.phone_view(room.code, 0 if is_without_socket else min(int(version), room.version + 1), language)
        if view is None:
            raise refusal("class_none")
        if is_without_socket:
            # This phone is counted from now on.
            phone, network = query_params(request).get("phone", ""), network_of(cookies.client_address(request))
            feedback = await hub.phone_feedback(room.code, phone, language, network)
            head: dict[str, object] = {"count": {"n": hub.answer_count(room.code), "of": hub.phone_count(room.code)}}
            feedback_member = b"" if feedback is None else b',"mine":' + feedback
            return json_response(to_json(head)[:-1] + feedback_member + b"," + view.plain[1:])
        if route.TAKES_GZIP.search(request.headers.get("accept-encoding", "").lower()):
            return json_response(view.gzipped, headers={"Content-Encoding": "gzip", "Vary": "Accept-Encoding"})
        return json_response(view.plain)

    async def answer(self, request: Request) -> Response:
        """Store an answer of a phone without a socket."""
        body = await json_body(request, CLASS_FRAME)
        hub, room = await self.room_of(request)
        phone = body.pop("phone", "")
        if not isinstance(phone, str):
            raise refusal("class_json")
        network = network_of(cookies.client_address(request))
        message = await hub.store_posted_answer(room.code, phone, body, request.state.language, network)
        if message is None:
            raise refusal("class_none")
        return json_response(message.encode())
