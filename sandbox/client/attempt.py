"""What became of a person's command, click or form."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from sandbox.client.inbox import PATIENCE, Inbox
from sandbox.client.message import SeenMessage
from sandbox.model import Callback, Json
from sandbox.validation.layout import walk


@dataclass(frozen=True, slots=True)
class Modal:
    """A form the bot has opened."""

    raw: Json
    channel_id: str

    @property
    def title(self) -> str:
        """Its title."""
        return str(self.raw["title"])

    @property
    def fields(self) -> list[Json]:
        """What can be filled in."""
        return [component for component in walk(self.raw["components"]) if "custom_id" in component]


@dataclass(slots=True, eq=False)
class Attempt:
    """One interaction from the person's side; it is over when the bot answered first, or never did."""

    inbox: Inbox
    """Where the answers arrive."""
    nonce: str
    channel_id: str
    message: SeenMessage | None = None
    """The message whose component was used."""
    began: float = field(default_factory=time.monotonic)
    id: str | None = None
    acknowledged_after: float | None = None
    """Seconds until the first answer; None if there was none."""
    kind: int | None = None
    """The first answer's callback type."""
    modal: Modal | None = None
    choices: list[Json] | None = None
    failed: bool = False
    """Whether the person reads that the interaction failed."""

    @property
    def settled(self) -> bool:
        """Whether the first answer has come with all that belongs to it, or never will."""
        if self.kind == Callback.MODAL:
            return self.modal is not None
        if self.kind == Callback.CHOICES:
            return self.choices is not None
        return self.failed or self.kind is not None

    def take(self, name: str, data: Json) -> None:
        """Take note of what became of it."""
        self.id = data["interaction_id"]
        match name:
            case "INTERACTION_SUCCESS":
                self.acknowledged_after = time.monotonic() - self.began
                self.kind = data["callback_type"]
            case "INTERACTION_FAILURE":
                self.failed = True
            case "INTERACTION_MODAL_CREATE":
                self.modal = Modal(data, self.channel_id)
            case "INTERACTION_AUTOCOMPLETE_RESULT":
                self.choices = data["choices"]

    @property
    def responses(self) -> list[SeenMessage]:
        """The messages that answer it, as they stand now: the first answer and the follow-ups."""
        return [m for m in self.inbox.messages() if m.answers == self.id and self.id]

    @property
    def followups(self) -> list[SeenMessage]:
        """The messages that came after the first answer."""
        return (
            self.responses[1:]
            if self.kind in (Callback.MESSAGE, Callback.DEFERRED_MESSAGE)
            else self.responses
        )

    async def answer(self, timeout: float = PATIENCE) -> SeenMessage:  # noqa: ASYNC109 - tests name their patience
        """Wait for the answer: a message done loading, or the new state of the message clicked."""
        return await self.inbox.wait_for(self._answer, timeout, f"the answer to interaction {self.id}")

    def _answer(self) -> SeenMessage | None:
        if self.kind in (Callback.UPDATE, Callback.DEFERRED_UPDATE) and self.message:
            now = self.inbox.seen(self.message.id)
            return now if now and now.revision > self.message.revision else None
        first = next(iter(self.responses), None)
        return first if first and not first.loading else None

    async def followup(self, index: int = 0, timeout: float = PATIENCE) -> SeenMessage:  # noqa: ASYNC109 - as above
        """Wait for a follow-up."""

        def find() -> SeenMessage | None:
            return self.followups[index] if len(self.followups) > index else None

        return await self.inbox.wait_for(find, timeout, f"follow-up {index} to interaction {self.id}")
