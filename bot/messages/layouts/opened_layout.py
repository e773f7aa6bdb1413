"""What a desk says that is not the live one: where that is, and one button that brings it here."""

from __future__ import annotations

from bot.messages.custom_ids import CustomId
from bot.messages.layout import MessageLayout, below, button
from bot.messages.snapshot import Snapshot
from bot.outbox import Opened
from bot.texts.markup import channel

OPEN = "desk"
"""What a press is about that opens a desk, or brings it to the message that was pressed."""


def opened_elsewhere_layout(snapshot: Snapshot, opened: Opened, *said: str) -> MessageLayout:
    """Say in which channel a desk is open, below what is `said` to its owner besides, whom this then notifies."""
    return _left(snapshot, below(*said, snapshot.t.table.desk_opened(channel(opened.channel_id))))


def in_direct_messages_layout(snapshot: Snapshot) -> MessageLayout:
    """Say that a desk is in the direct messages again."""
    return _left(snapshot, snapshot.t.table.desk_in_messages)


def run_out_layout(snapshot: Snapshot) -> MessageLayout:
    """Say how to go on where a desk cannot be kept up to date any longer."""
    return _left(snapshot, snapshot.t.table.desk_ran_out)


def _left(snapshot: Snapshot, said: str) -> MessageLayout:
    """Leave nothing to press but what brings the desk back; the heading keeps several tables apart."""
    table_id, words = snapshot.table.table_id, snapshot.t.table
    head = words.desk_title(snapshot.game_name, table_id, snapshot.link)
    back = button(CustomId(table_id, 0, OPEN), words.desk, emoji="🗂️")
    return MessageLayout(f"{head}\n{said}", controls=((back,),))
