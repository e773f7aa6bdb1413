"""Pictures of what is answered to one person, who is told the same in words where they cannot be drawn."""

from __future__ import annotations

import logging

from bot.messages.layout import MessageLayout
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
