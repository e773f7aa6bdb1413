"""Refusals with Discord's codes and messages.

Source: Discord, "Opcodes and Status Codes": JSON error codes.
"""

from __future__ import annotations

from enum import Enum

from sandbox.model import Json


class ErrorCode(Enum):
    """HTTP status, JSON error code and message of everything the sandbox refuses."""

    UNAUTHORIZED = (401, 0, "401: Unauthorized")
    UNKNOWN_APPLICATION = (404, 10002, "Unknown Application")
    UNKNOWN_CHANNEL = (404, 10003, "Unknown Channel")
    UNKNOWN_GUILD = (404, 10004, "Unknown Guild")
    UNKNOWN_MEMBER = (404, 10007, "Unknown Member")
    UNKNOWN_MESSAGE = (404, 10008, "Unknown Message")
    UNKNOWN_OVERWRITE = (404, 10009, "Unknown Permission Overwrite")
    UNKNOWN_ROLE = (404, 10011, "Unknown Role")
    UNKNOWN_USER = (404, 10013, "Unknown User")
    UNKNOWN_WEBHOOK = (404, 10015, "Unknown Webhook")
    UNKNOWN_INTERACTION = (404, 10062, "Unknown interaction")
    UNKNOWN_COMMAND = (404, 10063, "Unknown application command")
    TOO_MANY_OLD_EDITS = (
        429,
        30046,
        "Maximum number of edits to messages older than 1 hour reached. Try again later.",
    )
    TOO_MANY_COMMANDS = (400, 30032, "Maximum number of application commands reached (100).")
    REQUEST_TOO_LARGE = (413, 40005, "Request entity too large")
    ALREADY_ACKNOWLEDGED = (400, 40060, "Interaction has already been acknowledged.")
    MISSING_ACCESS = (403, 50001, "Missing Access")
    NOT_IN_DIRECT_MESSAGES = (403, 50003, "Cannot execute action on a DM channel")
    NOT_THE_AUTHOR = (403, 50005, "Cannot edit a message authored by another user")
    EMPTY_MESSAGE = (400, 50006, "Cannot send an empty message")
    CANNOT_MESSAGE_USER = (403, 50007, "Cannot send messages to this user")
    MISSING_PERMISSIONS = (403, 50013, "Missing Permissions")
    WRONG_CHANNEL_TYPE = (400, 50024, "Cannot execute action on this channel type")
    INVALID_WEBHOOK_TOKEN = (401, 50027, "Invalid Webhook Token")
    INVALID_FORM_BODY = (400, 50035, "Invalid Form Body")
    THREAD_ARCHIVED = (400, 50083, "Thread is archived")
    INVALID_JSON = (400, 50109, "The request body contains invalid JSON.")
    NO_MUTUAL_GUILDS = (
        403,
        50278,
        "Cannot send messages to this user due to having no mutual guilds",
    )
    REPLY_NEEDS_HISTORY = (400, 160002, "Cannot reply without permission to read message history")
    THREAD_EXISTS = (400, 160004, "A thread has already been created for this message")
    THREAD_LOCKED = (403, 160005, "Thread is locked")

    @property
    def status(self) -> int:
        """The HTTP status."""
        return self.value[0]

    @property
    def code(self) -> int:
        """Discord's own number for it."""
        return self.value[1]

    @property
    def message(self) -> str:
        """Discord's own sentence for it."""
        return self.value[2]


class DiscordError(Exception):
    """A request that Discord would refuse; `errors` is the tree under an invalid form body."""

    def __init__(self, refusal: ErrorCode, errors: Json | None = None, **extra: object) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal
        self.errors = errors
        self.extra = extra

    def body(self) -> Json:
        """The answer's JSON."""
        body: Json = {"message": self.refusal.message, "code": self.refusal.code, **self.extra}
        if self.errors is not None:
            body["errors"] = self.errors
        return body
