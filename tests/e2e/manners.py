"""What Discord would think of the bot: what it asked for and was refused, and forms that Discord calls deprecated."""

from __future__ import annotations

from sandbox.exchanges import Exchange

DEFERRED_MESSAGE = 5
"""The type of a first answer that shows “thinking…”. Source: Discord, "Interaction Callback Type"."""

TOO_MANY = 429
ORDERED = "trouble ordered by a test"


class Manners:
    """Watches every exchange."""

    def __init__(self) -> None:
        self.refused: list[str] = []
        """What the bot could have known that Discord does not grant."""
        self.deprecated: list[str] = []
        """Follow-ups that complete a deferral, which is done by editing the original response."""
        self._thinking: set[str] = set()

    def watch(self, exchange: Exchange) -> None:
        """Note what is wrong with an exchange."""
        path = f"{exchange.method} {exchange.path}"
        if (
            400 <= exchange.status < 500
            and exchange.status != TOO_MANY
            and ORDERED not in str(exchange.answer)
        ):
            self.refused.append(f"{path}: {exchange.status} {exchange.answer}")
        token = next((part for part in exchange.path.split("/") if len(part) > 40), "")
        if exchange.route.endswith("/callback") and exchange.body["type"] == DEFERRED_MESSAGE:
            self._thinking.add(token)
        elif exchange.path.endswith("/@original") and exchange.method == "PATCH":
            self._thinking.discard(token)
        elif exchange.route == "/webhooks/{webhook_id}/{webhook_token}" and token in self._thinking:
            self.deprecated.append(path)
