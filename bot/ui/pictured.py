"""Pictures of answers and posts, which are told in words where they cannot be drawn."""

from __future__ import annotations

import logging

from bot.messages.layout import MessageLayout
from bot.outbox import Retryable
from bot.painters.errors import PaintersClosed
from bot.ui.drawings import Overtaken
from bot.ui.render_pool import RenderPool

log = logging.getLogger(__name__)


async def drawn_or_told(
    render_pool: RenderPool, layout: MessageLayout, what: str, *, told: MessageLayout | None = None
) -> MessageLayout:
    """Draw the pictures of an answer; where nobody can it is `told` instead, usually as the layout tells itself.

    `what` is what the log calls it.
    """
    try:
        await render_pool.draw(layout.drawings)
    except Exception:
        log.exception("the picture of %s could not be drawn", what)
        return layout.in_words() if told is None else told
    return layout


async def drawn_for_post(
    render_pool: RenderPool, layout: MessageLayout, what: str, *, told: MessageLayout | None = None
) -> MessageLayout:
    """Draw the pictures of a post that can be made later; where nobody can draw them it is `told` as an answer is.

    `what` is what the log calls it. Raises `Overtaken` where something newer is to be shown, and `Retryable` where the
    bot is about to stop: the next run draws them.
    """
    try:
        await render_pool.draw(layout.drawings)
    except Overtaken:
        raise
    except PaintersClosed as why:
        raise Retryable(str(why)) from None
    except Exception:
        log.exception("%s: told in words, for its pictures cannot be drawn", what)
        return layout.in_words() if told is None else told
    return layout
