"""The public offer of a seat: who is named accepts it, and either of the two ends it."""

from __future__ import annotations

import discord

from bot.messages.custom_ids import CustomId
from bot.messages.layout import MessageLayout, button
from bot.texts import Texts
from bot.texts.markup import mention


def offer_layout(t: Texts, table_id: str, user_id: int, to: int) -> MessageLayout:
    """Ask somebody to play a seat, with a press of their own."""
    words = t.answers
    controls = (
        button(CustomId(table_id, 0, "offer.take"), words.accept_seat, discord.ButtonStyle.success),
        button(CustomId(table_id, 0, "offer.end"), words.end_offer),
    )
    return MessageLayout(
        words.offer(mention(user_id), mention(to), table_id), controls=(controls,), pings=(to,)
    )
