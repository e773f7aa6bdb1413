"""From a request to its handler and back: authorisation, limits, ordered faults, bodies, errors, records."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl

from aiohttp import web

from sandbox.errors import DiscordError, ErrorCode
from sandbox.exchanges import Exchange
from sandbox.faults import Fault, Kind
from sandbox.faults import answers as faulty
from sandbox.limits import TooMany
from sandbox.model import Channel, Guild, Json, User
from sandbox.permissions import NOTHING, Permission
from sandbox.rest.multipart import Part, read_parts
from sandbox.services import Services
from sandbox.validation.files import Upload
from sandbox.world import World

log = logging.getLogger(__name__)

API = "/api/v10"
Answer = tuple[int, Any]
"""HTTP status and JSON body; None for no content."""

NO_CONTENT: Answer = (204, None)
MAJOR = ("channel_id", "guild_id", "webhook_id", "webhook_token", "interaction_token")
_FILE_FIELD = re.compile(r"files\[([0-9]{1,4})\]")


@dataclass(slots=True)
class Call:
    """One request, read."""

    services: Services
    params: Mapping[str, str]
    query: Mapping[str, str]
    body: Any = None
    uploads: dict[int, Upload] = field(default_factory=dict)

    @property
    def world(self) -> World:
        """What there is."""
        return self.services.world

    @property
    def bot(self) -> User:
        """The bot's account, which makes every request."""
        return self.services.world.bot

    def channel(self, needed: Permission = NOTHING, *, param: str = "channel_id") -> Channel:
        """Return the channel in the path, if the bot sees it and may do what is needed there."""
        channel = self.world.channels.get(self.params[param])
        if channel is None:
            raise DiscordError(ErrorCode.UNKNOWN_CHANNEL)
        self.require(channel, needed)
        return channel

    def require(self, channel: Channel, needed: Permission) -> None:
        """Refuse if the bot does not see the channel or lacks a permission in it."""
        granted = self.world.permissions_of(self.bot, channel)
        if not granted & Permission.VIEW_CHANNEL:
            raise DiscordError(ErrorCode.MISSING_ACCESS)
        if granted & needed != needed:
            raise DiscordError(ErrorCode.MISSING_PERMISSIONS)

    def guild(self) -> Guild:
        """Return the guild in the path, if the bot is in it."""
        guild = self.world.guilds.get(self.params["guild_id"])
        if guild is None or self.bot.id not in guild.members:
            raise DiscordError(ErrorCode.UNKNOWN_GUILD)
        return guild


Handler = Callable[[Call], Answer]


@dataclass(frozen=True, slots=True)
class Route:
    """A method and path template with its handler; `open` ones need no bot token."""

    method: str
    template: str
    handler: Handler
    open: bool = False


class Routes(list[Route]):
    """The routes of one part of the API."""

    def on(self, method: str, template: str, *, open: bool = False) -> Callable[[Handler], Handler]:  # noqa: A002
        """Register a handler for a method and a template as OpenAPI writes it."""

        def register(handler: Handler) -> Handler:
            self.append(Route(method, template, handler, open))
            return handler

        return register


def endpoint(services: Services, route: Route) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    """Return the aiohttp handler of a route."""

    async def handle(request: web.Request) -> web.StreamResponse:
        path = request.path.removeprefix(API)
        faults = services.faults.met_by(route.method, path)
        before, after = ([f for f in faults if f.kind.is_done is done] for done in (False, True))
        for fault in before:
            await fault.wait()
            if fault.kind is Kind.EXPIRED:
                services.interactions.expire(_token_in(request))
        call = Call(services, request.match_info, request.query)
        said = await _serve(request, route, call, _instead(before, route, services))
        if services.exchanges.wanted and said.status:
            files = {upload.filename: upload.data for upload in call.uploads.values()}
            query = dict(request.query)
            answer = None if said.is_page else said.content
            services.exchanges.note(
                Exchange(route.method, route.template, path, query, call.body, files, said.status, answer)
            )
        for fault in after:
            await fault.wait()
        return await _deliver(
            request, said, {fault.kind for fault in faults}, _instead(after, route, services)
        )

    return handle


def _token_in(request: web.Request) -> str:
    """Return the token of the interaction that a request answers; empty for any other."""
    return request.match_info.get("interaction_token") or request.match_info.get("webhook_token") or ""


def _instead(faults: list[Fault], route: Route, services: Services) -> faulty.Answer | None:
    """Return what is answered instead, by the first of some faults that says."""
    answers = (faulty.answer_to(fault, route.method, route.template, services.limiter) for fault in faults)
    return next((answer for answer in answers if answer), None)


async def _deliver(
    request: web.Request, said: faulty.Answer, met: set[Kind], instead: faulty.Answer | None
) -> web.StreamResponse:
    """Send an answer, another one, half of it, or nothing."""
    if not said.status or Kind.DONE_RESET in met:
        return faulty.hang_up(request)
    if met & {Kind.CUT, Kind.DONE_CUT}:
        return await faulty.send_half(request, said)
    return (instead or said).response()


async def _serve(
    request: web.Request, route: Route, call: Call, instead: faulty.Answer | None
) -> faulty.Answer:
    """Serve a request, or answer something else `instead`; the answer's headers are those of its rate limit."""
    headers: Mapping[str, str] = {}
    try:
        _authorise(request, route, call.services.token)
        major = tuple(request.match_info[name] for name in MAJOR if name in request.match_info)
        headers = call.services.limiter.spend(route.method, route.template, major)
        await _read_body(request, call)
        if instead is not None:
            return instead._replace(headers={**headers, **instead.headers})
        status, answer = route.handler(call)
    except DiscordError as error:
        return faulty.Answer(error.refusal.status, error.body(), headers)
    except TooMany as error:
        return faulty.Answer(429, error.body, {**headers, **error.headers})
    except ConnectionResetError:  # whoever asked has ended before all of it was here
        return faulty.Answer(0, None, headers)
    except Exception:
        log.exception("%s %s", route.method, route.template)
        return faulty.Answer(500, {"message": "500: Internal Server Error", "code": 0}, headers)
    return faulty.Answer(status, answer, headers)


def _authorise(request: web.Request, route: Route, token: str) -> None:
    if not route.open and request.headers.get("Authorization") != f"Bot {token}":
        raise DiscordError(ErrorCode.UNAUTHORIZED)


def respond(status: int, answer: Any, headers: Mapping[str, str]) -> web.Response:
    """Write an answer in JSON, or none."""
    return faulty.Answer(status, answer, headers).response()


async def _read_body(request: web.Request, call: Call) -> None:
    if not request.can_read_body:
        return
    raw, said = await request.read(), request.headers.get("Content-Type", "")
    # As `request.content_type` says it, which is worked out by the parser of electronic mail.
    match said.partition(";")[0].strip().lower():
        case "multipart/form-data":
            _take_form(call, read_parts(said, raw))
        case "application/x-www-form-urlencoded" if raw:
            fields = parse_qsl(raw.decode(errors="replace"), keep_blank_values=True)
            _take_form(call, (Part(name, None, value.encode()) for name, value in fields))
        case _ if raw:
            call.body = parse(raw)


def _take_form(call: Call, parts: Iterable[Part]) -> None:
    """Read a form: the JSON of `payload_json`, or the fields as text where there is none."""
    fields: dict[str, bytes] = {}
    for part in parts:
        if found := _FILE_FIELD.fullmatch(part.name):
            call.uploads[int(found[1])] = Upload(part.filename or "unknown", part.data)
        else:
            fields[part.name] = part.data
    payload = fields.pop("payload_json", None)
    text = {name: value.decode(errors="replace") for name, value in fields.items()}
    call.body = text if payload is None else parse(payload)


def parse(raw: bytes) -> Any:
    """Read JSON, or refuse it; half a character, which nobody could be sent again, is none."""
    try:
        read = json.loads(raw)
        if b"\\u" in raw:
            json.dumps(read, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise DiscordError(ErrorCode.INVALID_JSON) from None
    return read


def body_of(call: Call) -> Json:
    """Return a body that has to be an object; an absent one counts as empty."""
    body = {} if call.body is None else call.body
    if not isinstance(body, dict):
        raise DiscordError(ErrorCode.INVALID_FORM_BODY)
    return body
