"""Sorts what discord.py raises when a post does not happen into the five kinds that the outbox knows.

Source of the error codes: Discord's documentation, "Opcodes and Status Codes", JSON error codes.
"""

from __future__ import annotations

import re
from contextlib import AbstractContextManager
from types import TracebackType

import aiohttp
import discord

from bot.outbox import DirectMessagesClosed, Forbidden, NotFound, PostError, Rejected, Retryable

DIRECT_MESSAGES_CLOSED = frozenset({50007, 50278})
"""Blocked by the user; closed to members of the servers they share, or no server shared."""
NO_MEMBER = frozenset({10007, 10013})
"""Who is asked about is not in the server, or has no account any more."""
TOKEN_RAN_OUT = 50027
THREAD_EXISTS = 160004
THREAD_LOCKED = 160005
THREAD_ARCHIVED = 50083

BROKEN_OFF = (aiohttp.ClientError, OSError, TimeoutError)
"""What is raised where the network, and not Discord, is in trouble."""

_REJECTED_FIELD = re.compile(
    r"^In ((?:data\.)?(?:attachments|components|content|embeds|flags|name|nonce|type)(?:\.\w+)*): ",
    re.MULTILINE,
)
"""Finds the fields that Discord does not take, without what it says of them: that may repeat what is in them."""


class _SortedErrors(AbstractContextManager[None]):
    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None and (problem := _sorted(error)) is not None:
            raise problem from error


_SORTED_ERRORS = _SortedErrors()


def sorted_errors() -> AbstractContextManager[None]:
    """Turn what discord.py raises into one of the five kinds."""
    return _SORTED_ERRORS


def _sorted(error: BaseException) -> PostError | None:
    """Return what an error means for a post; None: it comes from somewhere else."""
    if isinstance(error, discord.RateLimited):
        return Retryable(f"a rate limit of {error.retry_after:.0f} s", error.retry_after)
    if isinstance(error, discord.DiscordServerError):
        return Retryable(type(error).__name__)
    if isinstance(error, discord.HTTPException):
        return _answered(error)
    return Retryable(type(error).__name__) if isinstance(error, BROKEN_OFF) else None


def _answered(error: discord.HTTPException) -> PostError:
    """Return what it means for a post that Discord refused something."""
    told = f"{error.status} {error.code}"
    if isinstance(error, discord.NotFound):
        return NotFound(told)
    if isinstance(error, discord.Forbidden):
        return (DirectMessagesClosed if error.code in DIRECT_MESSAGES_CLOSED else Forbidden)(told)
    if error.code == TOKEN_RAN_OUT:
        return NotFound(told)
    if error.code in {THREAD_ARCHIVED, THREAD_LOCKED}:
        return Forbidden(told)
    if error.status == 429:
        return Retryable("429")
    return Rejected(" ".join([told, *_REJECTED_FIELD.findall(error.text)]))


def code_of(error: PostError) -> int | None:
    """Return Discord's code for what went wrong; None if it was not Discord that said so."""
    cause = error.__cause__
    return cause.code if isinstance(cause, discord.HTTPException) else None


def had_begun(error: PostError) -> bool:
    """Whether Discord's answer had begun when the connection broke, so that what was asked is likely done."""
    return isinstance(error.__cause__, aiohttp.ClientPayloadError)
