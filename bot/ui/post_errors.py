"""Sorts what discord.py raises when a post does not happen into the five kinds that the outbox knows.

Source of the error codes: Discord's documentation, "Opcodes and Status Codes", JSON error codes.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import discord

from bot.outbox import DirectMessagesClosed, Forbidden, NotFound, PostError, Rejected, Retryable

DIRECT_MESSAGES_CLOSED = frozenset({50007, 50278})
"""Blocked by the user; closed to members of the servers they share, or no server shared."""
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


@asynccontextmanager
async def sorted_errors() -> AsyncIterator[None]:
    """Turn what discord.py raises into one of the five kinds."""
    try:
        yield
    except discord.NotFound as error:
        raise NotFound(f"{error.status} {error.code}") from error
    except discord.Forbidden as error:
        kind = DirectMessagesClosed if error.code in DIRECT_MESSAGES_CLOSED else Forbidden
        raise kind(f"{error.status} {error.code}") from error
    except (discord.DiscordServerError, discord.RateLimited) as error:
        raise Retryable(type(error).__name__) from error
    except discord.HTTPException as error:
        if error.code == TOKEN_RAN_OUT:
            raise NotFound(f"{error.status} {error.code}") from error
        if error.code in {THREAD_ARCHIVED, THREAD_LOCKED}:
            raise Forbidden(f"{error.status} {error.code}") from error
        if error.status == 429:
            raise Retryable("429") from error
        raise Rejected(
            " ".join([f"{error.status} {error.code}", *_REJECTED_FIELD.findall(error.text)])
        ) from error
    except BROKEN_OFF as error:
        raise Retryable(type(error).__name__) from error


def code_of(error: PostError) -> int | None:
    """Return Discord's code for what went wrong; None if it was not Discord that said so."""
    cause = error.__cause__
    return cause.code if isinstance(cause, discord.HTTPException) else None


def had_begun(error: PostError) -> bool:
    """Whether Discord's answer had begun when the connection broke, so that what was asked is likely done."""
    return isinstance(error.__cause__, aiohttp.ClientPayloadError)
