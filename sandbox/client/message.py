"""A message as a person sees it."""

from __future__ import annotations

from dataclasses import dataclass

from sandbox.model import Flag, Json
from sandbox.validation.layout import SELECTS, Kind, walk


@dataclass(frozen=True, slots=True, eq=False)
class SeenMessage:
    """One state of a message; `raw` is Discord's own object, `revision` counts the states seen."""

    raw: Json
    revision: int = 0

    @property
    def id(self) -> str:
        """The message's id."""
        return str(self.raw["id"])

    @property
    def channel_id(self) -> str:
        """Where it stands."""
        return str(self.raw["channel_id"])

    @property
    def author_id(self) -> str:
        """Who wrote it."""
        return str(self.raw["author"]["id"])

    @property
    def content(self) -> str:
        """Its content, which a message of Components V2 does not have."""
        return str(self.raw["content"])

    @property
    def embeds(self) -> list[Json]:
        """Its embeds."""
        return list(self.raw["embeds"])

    @property
    def attachments(self) -> list[Json]:
        """Its files."""
        return list(self.raw["attachments"])

    @property
    def ephemeral(self) -> bool:
        """Whether only this person sees it."""
        return bool(self.raw["flags"] & Flag.EPHEMERAL)

    @property
    def loading(self) -> bool:
        """Whether the bot is still thinking."""
        return bool(self.raw["flags"] & Flag.LOADING)

    @property
    def answers(self) -> str | None:
        """The interaction it answers."""
        meta = self.raw.get("interaction_metadata")
        return str(meta["id"]) if meta else None

    @property
    def components(self) -> list[Json]:
        """All its components, each before what it holds."""
        return walk(self.raw["components"])

    @property
    def buttons(self) -> list[Json]:
        """Its buttons."""
        return [c for c in self.components if c["type"] == Kind.BUTTON]

    @property
    def selects(self) -> list[Json]:
        """Its selects of every kind."""
        return [c for c in self.components if c["type"] in SELECTS]

    @property
    def labels(self) -> list[str]:
        """What stands on its buttons that can be pressed."""
        return [b["label"] for b in self.buttons if "label" in b and not b.get("disabled")]

    @property
    def text(self) -> str:
        """Everything there is to read: content, text displays, embeds, descriptions of pictures."""
        parts = [self.content]
        for component in self.components:
            parts += [str(component.get("content") or ""), str(component.get("description") or "")]
            parts += [str(item["description"] or "") for item in component.get("items", ())]
        for embed in self.embeds:
            parts += [embed.get("title", ""), embed.get("description", "")]
            parts += [f"{field['name']}: {field['value']}" for field in embed.get("fields", ())]
            parts.append(embed.get("footer", {}).get("text", ""))
        parts += [file.get("description", "") for file in self.attachments]
        return "\n".join(part for part in parts if part)

    def button(self, label_or_id: str) -> Json:
        """Return the button of a label or custom id."""
        return self._pick(self.buttons, label_or_id, "label")

    def select(self, placeholder_or_id: str) -> Json:
        """Return the select of a placeholder or custom id."""
        return self._pick(self.selects, placeholder_or_id, "placeholder")

    def _pick(self, components: list[Json], wanted: str, name: str) -> Json:
        for component in components:
            if wanted in (component.get("custom_id"), component.get(name)):
                return component
        there = ", ".join(repr(c.get(name) or c.get("custom_id")) for c in components) or "none"
        raise LookupError(f"No {name} or custom id {wanted!r} in message {self.id}; there are: {there}")
