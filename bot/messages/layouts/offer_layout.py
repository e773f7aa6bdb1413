"""The public post of an offered seat: a question with two buttons, later one line that says how it ended."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.messages.custom_ids import CustomId
from bot.messages.layout import MessageLayout, button
from bot.messages.snapshot import Snapshot
from bot.outbox import Notice, PostKey
from bot.tables.seat_offers import OFFER_LASTS, Offer
from bot.texts.markup import mention

Notices = Sequence[tuple[int, Notice]]
"""When notices of a seat were asked for, in milliseconds since 1970 UTC, and what they say."""


def offer_layout(snapshot: Snapshot, number: int, offer: Offer) -> MessageLayout:
    """Ask somebody to take over a seat."""
    table, words = snapshot.table, snapshot.t.answers
    seat, owner = snapshot.who(number), table.seats[number].owner_id
    controls = (
        button(
            CustomId(table.table_id, 0, f"offer.take.{number}"),
            words.accept_seat,
            discord.ButtonStyle.success,
        ),
        button(CustomId(table.table_id, 0, f"offer.end.{number}"), words.end_offer),
    )
    return MessageLayout(
        words.offer(
            mention(offer.user_id),
            seat,
            seat if owner is None else mention(owner),
            f"{snapshot.game_name} {table.table_id}",
            offer.until,
        ),
        controls=(controls,),
        pings=(offer.user_id,),
    )


def ended_layout(snapshot: Snapshot, key: PostKey, told: Notices) -> MessageLayout:
    """Say how an offer ended; `told` are the notices of its seat."""
    assert key.seat is not None
    seat, words = snapshot.table.seats[key.seat], snapshot.t.answers
    if seat.is_held_for_another and _was_accepted(key, told):
        return MessageLayout(words.offer_accepted(snapshot.who(key.seat), snapshot.table.names[key.seat]))
    return MessageLayout(words.offer_ended)


def is_of(key: PostKey, offer: Offer) -> bool:
    """Return whether a post is that of an offer, and not of an earlier one of the same seat."""
    return key.happened_at == offer.until - OFFER_LASTS


def _was_accepted(key: PostKey, told: Notices) -> bool:
    """Return whether the seat was handed over before the next offer of it."""
    began = key.happened_at or 0
    handed = [at for at, notice in told if notice is Notice.HANDED and began <= at]
    offered = [at for at, notice in told if notice is Notice.OFFERED and began < at]
    return bool(handed) and (not offered or min(handed) < min(offered))
