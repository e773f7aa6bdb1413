"""Requests to Discord: errors sorted into the five kinds of the outbox, retries, and a bound on the wait.

Rate limits are discord.py's own. Source of the error codes: Discord's documentation, "Opcodes and Status Codes", JSON
error codes.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any, TypeVar

import aiohttp
import discord
from tenacity import (
    AsyncRetrying,
    retry_if_exception_type,
    stop_after_attempt,
    stop_before_delay,
    wait_exponential,
)

from bot.outbox import DirectMessagesClosed, Forbidden, NotFound, PostError, Rejected, Retryable

T = TypeVar("T")

TRIES = 3
FIRST_PAUSE = 0.2
"""Seconds before the second try; before the third one it is four times as long."""

WITHIN = 5.0
"""Seconds after which no further try begins: the outbox and the work queues try again later."""

PATIENCE = 20.0
"""Seconds to wait for an answer. The largest file, an export of 7 MB, takes less."""

DIRECT_MESSAGES_CLOSED = frozenset({50007, 50033, 50278})
"""Blocked by the user, not a user who can get any, or no server shared that allows them."""
REFUSED_FOR_NOW = frozenset({20026, 40003})
"""The bot is in quarantine, or opens direct messages too fast."""
NO_MEMBER = frozenset({10007, 10013})
"""The user is not in the server, or has no account any more."""
TOKEN_RAN_OUT = 50027
THREAD_EXISTS = 160004
THREAD_LOCKED = 160005
THREAD_ARCHIVED = 50083

BROKEN_OFF = (aiohttp.ClientError, OSError, TimeoutError)
"""Exceptions of the network."""

_REJECTED_FIELD = re.compile(
    r"^In ((?:data\.)?(?:attachments|components|content|embeds|flags|name|nonce|type)(?:\.\w+)*): ",
    re.MULTILINE,
)
"""Finds the fields that Discord does not take, without what it says of them: that may repeat what is in them."""


async def answered(request: Coroutine[Any, Any, T]) -> T:
    """Make a request and wait `PATIENCE` seconds for the answer. Raises `PostError`.

    A request without an answer is not cancelled: discord.py would keep its global rate limit locked for ever.
    """
    with sorted_errors():
        task = asyncio.create_task(request)
        task.add_done_callback(lambda late: late.cancelled() or late.exception())
        try:
            done, _ = await asyncio.wait({task}, timeout=PATIENCE)
        except asyncio.CancelledError:  # the bot stops
            task.cancel()
            raise
        if not done:
            raise TimeoutError
        return task.result()


async def with_retries(request: Callable[[], Awaitable[T]], within: float = WITHIN) -> T:
    """Make a request again that raises `Retryable`: for requests that do the same when they are made twice."""
    retrying = AsyncRetrying(
        retry=retry_if_exception_type(Retryable),
        wait=wait_exponential(FIRST_PAUSE, exp_base=4),
        stop=stop_after_attempt(TRIES) | stop_before_delay(within),
        reraise=True,
    )

    async def once() -> T:
        return await request()

    return await retrying(once)


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
    """Turn exceptions of discord.py and of the network into one of the five kinds."""
    return _SORTED_ERRORS


def _sorted(error: BaseException) -> PostError | None:
    """Return the kind of an error; None: it comes from somewhere else."""
    if isinstance(error, discord.HTTPException):
        return _refused(error)
    return Retryable(type(error).__name__) if isinstance(error, BROKEN_OFF) else None


def _refused(error: discord.HTTPException) -> PostError:
    """Return the kind of a refusal. A status without a code of Discord's may come from a proxy: it passes."""
    told = f"{error.status} {error.code}"
    if error.status >= 500 or error.status == 429 or error.code in REFUSED_FOR_NOW:
        return Retryable(told)
    if isinstance(error, discord.NotFound) or error.code == TOKEN_RAN_OUT:
        return NotFound(told)
    if error.code in DIRECT_MESSAGES_CLOSED:
        return DirectMessagesClosed(told)
    if isinstance(error, discord.Forbidden) or error.code in {THREAD_ARCHIVED, THREAD_LOCKED}:
        return Forbidden(told)
    if not error.code:
        return Retryable(told)
    return Rejected(" ".join([told, *_REJECTED_FIELD.findall(error.text)]))


def code_of(error: PostError) -> int | None:
    """Return Discord's code for a refusal; None where the network failed."""
    cause = error.__cause__
    return cause.code if isinstance(cause, discord.HTTPException) else None


def had_begun(error: PostError) -> bool:
    """Whether Discord's answer had begun when the connection broke, so that the request was likely carried out."""
    return isinstance(error.__cause__, aiohttp.ClientPayloadError)
