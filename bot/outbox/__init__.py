"""What has to be posted, as rows written with the step that asks for it, and the worker that posts it.

Rows know nothing of Discord: whoever has `bot.outbox.worker` post them hands it a function that shows a post.
"""

from __future__ import annotations

from bot.outbox.errors import DirectMessagesClosed, Forbidden, NotFound, PostError, Rejected, Retryable
from bot.outbox.lookups import (
    PostsOfTable,
    desks_under_way,
    due_desks,
    find,
    handed_seats,
    notices,
    notices_of_seat,
    opened_by,
    opened_desks,
    posts_and_version,
    posts_of,
)
from bot.outbox.many import ask_at_each, ask_everybody, show_desks_again
from bot.outbox.opened import Opened
from bot.outbox.outcomes import note_shown
from bot.outbox.post import (
    BOARD,
    BOARD_WORDS,
    FINAL,
    LOBBY,
    THREAD,
    Found,
    Notice,
    Post,
    Posted,
    PostKey,
    PostKind,
    call_of,
    desk_of,
    direct_messages_closed_of,
    result_of,
)
from bot.outbox.requests import (
    ask_for,
    ask_for_all,
    ask_for_call,
    ask_for_each,
    ask_once,
    give_notice,
    post_anew,
    set_back,
    show_again,
)

__all__ = [
    "BOARD",
    "BOARD_WORDS",
    "FINAL",
    "LOBBY",
    "THREAD",
    "DirectMessagesClosed",
    "Forbidden",
    "Found",
    "NotFound",
    "Notice",
    "Opened",
    "Post",
    "PostError",
    "PostKey",
    "PostKind",
    "Posted",
    "PostsOfTable",
    "Rejected",
    "Retryable",
    "ask_at_each",
    "ask_everybody",
    "ask_for",
    "ask_for_all",
    "ask_for_call",
    "ask_for_each",
    "ask_once",
    "call_of",
    "desk_of",
    "desks_under_way",
    "direct_messages_closed_of",
    "due_desks",
    "find",
    "give_notice",
    "handed_seats",
    "note_shown",
    "notices",
    "notices_of_seat",
    "opened_by",
    "opened_desks",
    "post_anew",
    "posts_and_version",
    "posts_of",
    "result_of",
    "set_back",
    "show_again",
    "show_desks_again",
]
