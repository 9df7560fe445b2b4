"""HTTP endpoints of the teacher's page."""

from __future__ import annotations

import time

from starlette.requests import Request
from starlette.responses import Response

from rankviz.basics.errors import InputError
from rankviz.classroom.room import OPEN, Room
from rankviz.classroom.room_codes import opens
from rankviz.classroom.server import cookies
from rankviz.classroom.server.class_service import ClassService, refusal
from rankviz.classroom.server.hub import Hub
from rankviz.classroom.server.json_requests import json_body, json_response, language_of, prepend_members, query_params, read_as
from rankviz.classroom.server.teacher_messages import ActPost, FollowPost, HandoffPost, KeyPost, LinkPost, LockPost
from rankviz.classroom.view import encode_parts as encoded
from rankviz.display.error_text import error_text
from rankviz.display.parts.link import secret_qr_code
from rankviz.page.answers.json_codec import to_json
from rankviz.texts import Texts


class TeacherHttp:
    """HTTP endpoints of the teacher's page.

    Parameters
    ----------
    classes : ClassService
    """

    def __init__(self, classes: ClassService) -> None:
        self.classes = classes

    async def authorised_room(self, request: Request) -> tuple[Hub, Room]:
        """Return the hub and the room that the path names, if the cookie has its key; else raise `class_none`."""
        code, room_key = request.path_params["code"], cookies.key_from_cookies(request.cookies)
        if room_key is None or room_key.code != code:
            raise refusal("class_none")
        hub = await self.classes.hub()
        room = await hub.find(code)
        if room is None or not opens(room_key.key, room.key_hash):
            raise refusal("class_none")
        return hub, room

    async def current_room(self, request: Request) -> Response:
        """Return the room of the cookie, if any, and else why none can be opened here."""
        language = language_of(query_params(request).get("lang"))
        room_key, problem = cookies.key_from_cookies(request.cookies), self.classes.unavailable_reason()
        room = None
        if room_key is not None and problem is None:
            try:
                room = await (await self.classes.hub()).find(room_key.code)
            except InputError as error:
                problem = error
            else:
                room = room if room is not None and opens(room_key.key, room.key_hash) else None
        data: dict[str, object] = {"code": room.code, "version": room.version} if room else {"code": None}
        data["reason"] = "" if problem is None else error_text(problem, Texts(language))
        response = json_response(to_json(data)[:-1] + b',"view":' + encoded.encode_opening(language) + b"}")
        if room_key is not None and room is None and problem is None:
            cookies.clear_key_cookie(response, request)
        return response

    async def open_room(self, request: Request) -> Response:
        """Open a room, or return the one of the cookie."""
        await json_body(request)
        hub, room_key = await self.classes.hub(), cookies.key_from_cookies(request.cookies)
        own_room = await hub.find(room_key.code) if room_key else None
        if own_room is not None and room_key is not None and opens(room_key.key, own_room.key_hash):
            return json_response({"code": own_room.code})
        visit, address, now = cookies.visitor_id(request), cookies.client_address(request), time.monotonic()
        if (error := self.classes.quota.quota_problem(visit, address, now)) is not None:
            raise error
        self.classes.quota.count(visit, address, now)
        room, key = await hub.create(request.state.language)
        self.classes.wrong_codes.record_success(address, room.code)  # a class often has the teacher's network
        response = json_response({"code": room.code})
        cookies.set_key_cookie(response, request, cookies.RoomKey(room.code, key))
        cookies.set_visit_cookie(response, request, visit)
        return response

    async def adopt_key(self, request: Request) -> Response:
        """Set the key cookie on another device of the teacher, which posts the key."""
        post = read_as(await json_body(request), KeyPost)
        room_key = cookies.parse_key(f"{post.code}.{post.key}")
        address, now = cookies.client_address(request), time.monotonic()
        if room_key is None or not self.classes.wrong_codes.is_allowed(address, now, room_key.code):
            raise refusal("class_none")
        room = await (await self.classes.hub()).find(room_key.code)
        if room is None or not opens(room_key.key, room.key_hash):
            self.classes.wrong_codes.record_failure(address, now)
            raise refusal("class_none")
        response = json_response({"code": room.code})
        cookies.set_key_cookie(response, request, room_key)
        return response

    async def handoff_info(self, request: Request) -> Response:
        """Return what another device of the teacher needs: the link with the key, and its QR code."""
        body = await json_body(request)
        _, room = await self.authorised_room(request)
        room_key = cookies.key_from_cookies(request.cookies)
        assert room_key is not None
        enter, phone_url = f"{room.code}.{room_key.key}", cookies.phone_address(read_as(body, HandoffPost).at, room.code)
        link = f"{phone_url.removesuffix(f'c/{room.code}')}class/enter#{enter}" if phone_url else ""
        return json_response({"enter": enter, "link": link, "picture": secret_qr_code(link) if link else ""})

    async def stage(self, request: Request) -> Response:
        """Return the view of the current stage."""
        hub, room = await self.authorised_room(request)
        params = query_params(request)
        return await self._stage_response(hub, room, language_of(params.get("lang")), params.get("at", ""))

    async def act(self, request: Request) -> Response:
        """Apply an action of the teacher and return the new view."""
        body = await json_body(request)
        hub, room = await self.authorised_room(request)
        act = read_as(body, ActPost)
        changed_room = await hub.act(
            room.code,
            act.action,
            question_name=act.question_name,
            cause_count=act.cause_count,
            seen_version=act.seen_version,
        )
        if changed_room is None:
            raise refusal("class_none")
        return await self._stage_response(hub, changed_room, request.state.language, act.at)

    async def _stage_response(self, hub: Hub, room: Room, language: str, page_url: str) -> Response:
        view = await hub.stage_json(room, language, cookies.phone_address(page_url, room.code))
        is_open = room.stage in OPEN and room.question is not None
        head: dict[str, object] = {
            "code": room.code,
            "version": room.version,
            "phone_count": hub.phone_count(room.code),
            "answer_count": hub.answer_count(room.code),
            "is_locked": room.locked,
            "seconds_open": max(0.0, time.time() - room.question.posed) if is_open and room.question else None,
        }
        return json_response(prepend_members(head, view))

    async def picker(self, request: Request) -> Response:
        """Return what can be asked about a link."""
        body = await json_body(request)
        hub, _ = await self.authorised_room(request)
        return json_response(await hub.picker_json(read_as(body, LinkPost).link, request.state.language))

    async def follow(self, request: Request) -> Response:
        """Let phones follow a state, or none; return their number."""
        body = await json_body(request)
        hub, room = await self.authorised_room(request)
        phones = await hub.follow(room.code, read_as(body, FollowPost).state)
        if phones is None:
            raise refusal("class_none")
        return json_response({"phones": phones})

    async def lock(self, request: Request) -> Response:
        """Close the room to new phones, or open it."""
        body = await json_body(request)
        hub, room = await self.authorised_room(request)
        changed_room = await hub.lock(room.code, read_as(body, LockPost).locked)
        if changed_room is None:
            raise refusal("class_none")
        return json_response({"locked": changed_room.locked})

    async def end(self, request: Request) -> Response:
        """Delete the room."""
        await json_body(request)
        hub, room = await self.authorised_room(request)
        await hub.close(room.code)
        response = json_response({"code": None})
        cookies.clear_key_cookie(response, request, request.url.path.removesuffix(f"/{room.code}/end"))
        return response
