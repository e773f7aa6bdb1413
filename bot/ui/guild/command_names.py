"""Commands as messages name them: something to click once their ids are known, else something to type.

Source: Discord's documentation, "Message Formatting", slash commands.
"""

from __future__ import annotations

from collections.abc import Mapping


class CommandNames:
    """Names commands; call it with a full name, such as `race new jockey`."""

    def __init__(self) -> None:
        self._ids: dict[str, int] = {}

    def learn(self, ids: Mapping[str, int]) -> None:
        """Note which id each top-level command has."""
        self._ids = dict(ids)

    def __call__(self, name: str) -> str:
        """Return a mention that can be clicked; code where the id is not known."""
        known = self._ids.get(name.split(maxsplit=1)[0])
        return f"`/{name}`" if known is None else f"</{name}:{known}>"
