"""A person's client, over the same HTTP and websocket as the web page."""

from __future__ import annotations

import asyncio
import itertools
import json
import time
from collections.abc import Sequence
from types import TracebackType
from typing import Any, Self

import aiohttp

from sandbox.client.attempt import Attempt, Modal
from sandbox.client.inbox import PATIENCE, Inbox, Place
from sandbox.client.message import SeenMessage
from sandbox.model import InteractionKind, Json
from sandbox.validation.layout import Kind


class RefusedByDiscord(Exception):
    """Discord's server refused what the person tried, before any bot was sent it."""

    def __init__(self, status: int, body: Json) -> None:
        super().__init__(f"{status} {body.get('code')}: {body.get('message')} {body.get('errors', '')}")
        self.status = status
        self.code = body.get("code")
        self.body = body


class UserClient(Inbox):
    """One person, signed in: `async with UserClient(url, "Ana") as ana: …`."""

    def __init__(self, url: str, name: str) -> None:
        super().__init__(name)
        self.url = url
        self.id = ""
        self.sent: list[tuple[float, Json]] = []
        """Every interaction of this person, with the second (since 1970) in which it was sent."""
        self._attempts: dict[str, Attempt] = {}
        self._nonces = itertools.count(1)
        self._session: aiohttp.ClientSession | None = None
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._reader: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession()
        self.id = (await self.ask("POST", "/user/users", {"name": self.name}))["id"]
        self._socket = await self._session.ws_connect(f"{self.url}/user/{self.id}/gateway", max_msg_size=0)
        self._reader = asyncio.create_task(self._read(self._socket))
        await self.wait_for(lambda: self.ready or None, PATIENCE, "READY")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._socket:
            await self._socket.close()
        if self._reader:
            await asyncio.gather(self._reader, return_exceptions=True)
        if self._session:
            await self._session.close()

    async def _read(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        async for message in socket:
            event = json.loads(message.data)
            self.take(event["t"], event["d"])

    def take(self, name: str, data: Json) -> None:
        """Take in one event; what becomes of an interaction is told to its attempt."""
        if name.startswith("INTERACTION_") and data.get("nonce") in self._attempts:
            self._attempts[data["nonce"]].take(name, data)
        super().take(name, data)

    async def history(self, place: Place, limit: int = 50) -> list[SeenMessage]:
        """Read a channel's messages, oldest first, also those from before signing in."""
        path = f"/user/{self.id}/channels/{self.channel_id(place)}/messages?limit={limit}"
        answers = await self.ask("GET", path)
        for answer in answers:
            if answer["id"] not in self._messages:
                self._take_message(answer)
        return [self._messages[answer["id"]] for answer in reversed(answers)]

    async def fetch(self, attachment: Json) -> bytes:
        """Read a file, as a click on it would."""
        assert self._session
        async with self._session.get(attachment["url"]) as response:
            response.raise_for_status()
            return await response.read()

    async def attachments(self, message: SeenMessage) -> dict[str, bytes]:
        """Read a message's files, by name."""
        return {file["filename"]: await self.fetch(file) for file in message.attachments}

    # What one can do

    async def ask(self, method: str, path: str, body: Json | None = None) -> Any:
        """Send a request; raise RefusedByDiscord if Discord refuses."""
        assert self._session
        async with self._session.request(method, self.url + path, json=body) as response:
            answer = await response.json() if response.content_type == "application/json" else {}
            self.received.append({"t": "HTTP", "d": answer})
            if response.status >= 400:
                raise RefusedByDiscord(response.status, answer)
            return answer

    async def say(self, place: Place, text: str) -> SeenMessage:
        """Write a message."""
        path = f"/user/{self.id}/channels/{self.channel_id(place)}/messages"
        return SeenMessage(await self.ask("POST", path, {"content": text}))

    async def open_direct(self, other_id: str | None = None) -> str:
        """Open direct messages with the bot, or with somebody else; return the channel's id."""
        channel = await self.ask("POST", f"/user/{self.id}/dm", {"recipient_id": other_id or self.bot_id})
        self._channels[channel["id"]] = channel
        return str(channel["id"])

    async def change(self, *, dms_open: bool | None = None, locale: str | None = None) -> None:
        """Change what this person allows, or the language of their client."""
        body = {"dms_open": dms_open, "locale": locale}
        await self.ask(
            "PATCH", f"/user/{self.id}", {key: value for key, value in body.items() if value is not None}
        )

    async def command(self, line: str, place: Place, **options: Any) -> Attempt:
        """Use a slash command: its full name, and its options by name."""
        given = [{"name": name, "value": value} for name, value in options.items()]
        return await self.interact(InteractionKind.COMMAND, await self._command(line, given, place), place)

    async def autocomplete(self, line: str, place: Place, option: str, text: str, **options: Any) -> Attempt:
        """Type text into a command's option; the suggestions are the attempt's `choices`."""
        given = [{"name": name, "value": value} for name, value in options.items()]
        given.append({"name": option, "value": text, "focused": True})
        return await self.interact(
            InteractionKind.AUTOCOMPLETE, await self._command(line, given, place), place
        )

    def _registered(self, place: Place) -> list[Json]:
        guild_id = self._channels.get(self.channel_id(place), {}).get("guild_id")
        return [*self._commands.get(guild_id or "", ()), *self._commands.get("global", ())]

    async def _offered(self, name: str, place: Place) -> Json:
        """Wait until a command is offered, a moment after its bot has registered it; LookupError if it never is."""

        def find() -> Json | None:
            return next((c for c in self._registered(place) if c["name"] == name), None)

        try:
            return await self.wait_for(find, PATIENCE, f"the command {name!r}")
        except TimeoutError:
            there = ", ".join(sorted(str(c["name"]) for c in self._registered(place))) or "none"
            raise LookupError(f"There is no command {name!r}; there are: {there}") from None

    async def _command(self, line: str, given: list[Json], place: Place) -> Json:
        """Return a command's data, its options typed and nested as the client does."""
        names = line.removeprefix("/").split()
        command = await self._offered(names[0], place)
        nodes = [command]
        for name in names[1:]:
            nodes.append(next(o for o in nodes[-1].get("options", ()) if o["name"] == name))
        kinds = {option["name"]: option["type"] for option in nodes[-1].get("options", ())}
        options = [{**option, "type": kinds.get(option["name"], 3)} for option in given]
        for node in reversed(nodes[1:]):
            options = [{"name": node["name"], "type": node["type"], "options": options}]
        return {"id": command["id"], "name": command["name"], "type": command["type"], "options": options}

    async def click(self, message: SeenMessage, label_or_id: str, *, force: bool = False) -> Attempt:
        """Press a button."""
        if force:
            button: Json = {"custom_id": label_or_id}
        else:
            button = self._newest(message).button(label_or_id)
        data = {"component_type": int(Kind.BUTTON), "custom_id": button.get("custom_id")}
        return await self.interact(InteractionKind.COMPONENT, data, message, message=message, force=force)

    async def select(
        self,
        message: SeenMessage,
        placeholder_or_id: str,
        values: Sequence[str] | str,
        *,
        force: bool = False,
    ) -> Attempt:
        """Pick in a select, by the options' values or labels."""
        picked = [values] if isinstance(values, str) else list(values)
        if force:
            select: Json = {"type": int(Kind.STRING_SELECT), "custom_id": placeholder_or_id}
        else:
            select = self._newest(message).select(placeholder_or_id)
        by_label = {option["label"]: option["value"] for option in select.get("options", ())}
        data = {
            "component_type": select["type"],
            "custom_id": select["custom_id"],
            "values": [by_label.get(value, value) for value in picked],
        }
        return await self.interact(InteractionKind.COMPONENT, data, message, message=message, force=force)

    def _newest(self, message: SeenMessage) -> SeenMessage:
        return self._messages.get(message.id, message)

    async def submit(self, modal: Modal | Attempt, answers: dict[str, Any]) -> Attempt:
        """Send a form, filled in by the fields' custom ids: text, a list of values, or yes and no."""
        form = modal.modal if isinstance(modal, Attempt) else modal
        if form is None:
            raise LookupError("No form was opened")
        filled = [
            {"custom_id": custom_id, ("values" if isinstance(answer, list) else "value"): answer}
            for custom_id, answer in answers.items()
        ]
        data = {"id": form.raw["interaction_id"], "custom_id": form.raw["custom_id"], "components": filled}
        source = modal.message if isinstance(modal, Attempt) else None
        return await self.interact(InteractionKind.MODAL, data, form.channel_id, source=source)

    async def interact(
        self,
        type: int,  # noqa: A002 - Discord's own name
        data: Json,
        place: Place,
        *,
        message: SeenMessage | None = None,
        source: SeenMessage | None = None,
        force: bool = False,
    ) -> Attempt:
        """Send an interaction and wait for its first answer; `force` sends what is not on offer."""
        channel_id = self.channel_id(place)
        seen = self._newest(message) if message else source and self._newest(source)
        attempt = Attempt(self, f"{self.id}-{next(self._nonces)}", channel_id, seen)
        self._attempts[attempt.nonce] = attempt
        body = {
            "type": type,
            "application_id": self.bot_id,
            "guild_id": self._channels.get(channel_id, {}).get("guild_id"),
            "channel_id": channel_id,
            "data": data,
            "nonce": attempt.nonce,
        }
        if message:
            body |= {"message_id": message.id, "message_flags": message.raw["flags"]}
        self.sent.append((time.time(), body))
        try:
            await self.ask("POST", f"/user/{self.id}/interactions" + ("?force" if force else ""), body)
            await self.wait_for(lambda: attempt if attempt.settled else None, PATIENCE, "the first answer")
        finally:
            del self._attempts[attempt.nonce]  # nothing more is told of it
        return attempt
