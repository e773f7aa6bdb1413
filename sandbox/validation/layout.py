"""What holds for all components of one message or modal together: ids, texts, counts and files.

Source: Discord, "Component Reference".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum

from sandbox.model import Attachment, Json
from sandbox.validation.emoji import is_emoji
from sandbox.validation.form import Form


class Kind(IntEnum):
    """Discord's component types."""

    ACTION_ROW = 1
    BUTTON = 2
    STRING_SELECT = 3
    TEXT_INPUT = 4
    USER_SELECT = 5
    ROLE_SELECT = 6
    MENTIONABLE_SELECT = 7
    CHANNEL_SELECT = 8
    SECTION = 9
    TEXT_DISPLAY = 10
    THUMBNAIL = 11
    MEDIA_GALLERY = 12
    FILE = 13
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18
    FILE_UPLOAD = 19
    RADIO_GROUP = 21
    CHECKBOX_GROUP = 22
    CHECKBOX = 23


SELECTS = (
    Kind.STRING_SELECT,
    Kind.USER_SELECT,
    Kind.ROLE_SELECT,
    Kind.MENTIONABLE_SELECT,
    Kind.CHANNEL_SELECT,
)
MOST_COMPONENTS = 40
MOST_TEXT = 4000


@dataclass(slots=True)
class Layout:
    """The tally of one message's or modal's components while they are read."""

    files: Mapping[str, Attachment] = field(default_factory=dict)
    """Attachments by file name, for `attachment://` references."""
    address: Callable[[Attachment], str] = lambda _: ""
    new_id: Callable[[], str] = lambda: "0"
    custom_ids: set[str] = field(default_factory=set)
    taken: set[int] = field(default_factory=set)
    count: int = 0
    text: int = 0

    def begin(self, form: Form, kind: Kind) -> Json:
        """Count a component and return the beginning of its shape; without an id it gets one at the end."""
        self.count += 1
        number = form.integer("id", 0, 2**31 - 1) or 0
        if number and number in self.taken:
            form.complain("COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated", "id")
        self.taken.add(number)
        return {"type": int(kind), "id": number}

    def custom_id(self, form: Form, shape: Json) -> None:
        """Read the custom id, which may occur only once."""
        custom_id = form.text("custom_id", 100, 1, required=True)
        if custom_id in self.custom_ids:
            form.complain(
                "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated", "custom_id"
            )
        if custom_id:
            self.custom_ids.add(custom_id)
            shape["custom_id"] = custom_id

    def display(self, form: Form, key: str) -> str:
        """Read a text that counts towards all that is displayed."""
        content = form.text(key, MOST_TEXT, 1, required=True) or ""
        self.text += len(content)
        return content

    def media(self, form: Form, key: str, *, only_files: bool = False) -> Json:
        """Read a picture or file: an attachment by name, or an address."""
        item = form.child(key, required=True)
        if item is None:
            return {}
        schemes = ("attachment",) if only_files else ("http", "https", "attachment")
        url = item.url("url", 2048, schemes, required=True) or ""
        if not url.startswith("attachment://"):
            return {
                "id": self.new_id(),
                "url": url,
                "proxy_url": url,
                "width": None,
                "height": None,
                "content_type": None,
            }
        attachment = self.files.get(url.removeprefix("attachment://"))
        if attachment is None:
            item.complain(
                "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                f"The referenced attachment could not be found: {url}",
                "url",
            )
            return {}
        address = self.address(attachment)
        return {
            "id": self.new_id(),
            "url": address,
            "proxy_url": address,
            "width": attachment.width,
            "height": attachment.height,
            "content_type": attachment.content_type,
            "attachment_id": attachment.id,
        }

    def settle(self, form: Form, components: list[Json]) -> None:
        """Check the totals and number every component that has no id, from the top."""
        if self.count > MOST_COMPONENTS:
            form.complain(
                "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
                f"The maximum number of total components ({MOST_COMPONENTS}) was exceeded.",
                "components",
            )
        if self.text > MOST_TEXT:
            form.complain(
                "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
                f"The maximum number of displayable text characters ({MOST_TEXT}) was exceeded.",
                "components",
            )
        if form.errors:
            # What could not be read has no place to put a number.
            return
        number = 0
        for component in walk(components):
            if not component["id"]:
                number += 1
                while number in self.taken:
                    number += 1
                component["id"] = number


def walk(components: list[Json]) -> list[Json]:
    """Return components and all inside them, each before what it holds."""
    found: list[Json] = []
    for component in components:
        found.append(component)
        found += walk(component.get("components", []))
        for key in ("accessory", "component"):
            if key in component:
                found += walk([component[key]])
    return found


def read_emoji(form: Form) -> Json | None:
    """Read the emoji of a button or option: only Unicode's are known, the application has none of its own."""
    item = form.child("emoji")
    if item is None:
        return None
    custom = item.snowflake("id")
    name = item.text("name", 32, required=custom is None)
    if custom is not None or (name is not None and not is_emoji(name)):
        form.complain("COMPONENT_INVALID_EMOJI", "Invalid emoji", "emoji", "id" if custom else "name")
    return {"name": name}
