"""What a row of the outbox says: one message that Paddock keeps, what was asked of it, and what stands in Discord."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from bot.outbox.opened import Opened


class PostKind(StrEnum):
    """What a post is, in the order in which those of a table are made.

    Its value is part of the name under which Discord knows the message (`Post.label`).
    """

    LOBBY = "lobby"
    RESULT = "result"
    """How one race ended, once."""
    NOTICE = "notice"
    """A public line, once, about who decides for a seat or whether the table rests."""
    BOARD = "board"
    BOARD_WORDS = "board_words"
    """A correction of what the board says that stands: something changed, but nothing was played."""
    DIRECT_MESSAGES_CLOSED = "closed"
    """A public word, once, that somebody takes no direct messages."""
    DESK = "desk"
    CALL = "call"
    """Word to one person that it is their turn, once a turn and by whatever message."""
    TOTE = "tote"
    """Word to one person what their bets have paid, once a race: a new message each time."""
    FINAL = "final"
    THREAD = "thread"
    """No message: the thread of a race that is over is closed."""

    @property
    def is_private(self) -> bool:
        """Whether it is made in somebody's direct messages."""
        return self in {PostKind.DESK, PostKind.CALL, PostKind.TOTE}

    @property
    def is_for_bettors(self) -> bool:
        """Whether whoever gets it need not play at the table, so that players' posts go first."""
        return self is PostKind.TOTE

    @property
    def is_for_players(self) -> bool:
        """Whether whoever gets it plays at the table, so that it is said in public where it cannot reach them."""
        return self in {PostKind.DESK, PostKind.CALL}


class Notice(StrEnum):
    """What a public line says that is posted once: of a seat, or of the table."""

    LEFT = "left"
    RETURNED = "returned"
    """Whoever played for the owner of a seat has left."""
    AWAY = "away"
    BACK = "back"
    OFFERED = "offered"
    """A seat is offered to somebody; the post is edited once the offer has ended."""
    HANDED = "handed"
    """A seat was put into somebody else's hands."""
    GONE = "gone"
    """Its person is forgotten."""
    WOULD_STOP = "would_stop"
    GOES_ON = "goes_on"
    """Somebody would rather not stop."""
    PAUSED = "paused"
    RESUMED = "resumed"
    CROWDED = "crowded"
    """Somebody wants the place of a table that rests."""
    ABSENT = "absent"
    """The table rests because its game is not here."""
    HINTS = "hints"
    NO_HINTS = "no_hints"
    """Whether people at the table may have hints from now on."""
    OUTDATED = "outdated"
    """The table ends because the rules it began with are gone."""


class Problem(StrEnum):
    """Why a post was given up."""

    DIRECT_MESSAGES_CLOSED = "direct_messages_closed"
    NOT_FOUND = "not_found"
    FORBIDDEN = "forbidden"
    REJECTED = "rejected"
    BROKEN = "broken"
    """A fault of ours: it is tried again now and then, and at every start, while nothing waits for it."""


class Posted(NamedTuple):
    """Where a message stands."""

    channel_id: int
    message_id: int


class Found(Posted):
    """A message that stood already under the name of a new one, and was brought up to date: nobody hears of that."""


class PostKey(NamedTuple):
    """Which post of a table it is: there is one of each."""

    kind: PostKind
    user_id: int | None = None
    """Whose desk it is, or whom it calls, tells or names; None: it concerns everybody."""
    race: int | None = None
    """Which race a result tells of."""
    notice: Notice | None = None
    seat: int | None = None
    """Which seat a notice is about; None: the table."""
    happened_at: int | None = None
    """When that happened of which a notice tells, in milliseconds since 1970 UTC."""


LOBBY = PostKey(PostKind.LOBBY)
BOARD = PostKey(PostKind.BOARD)
BOARD_WORDS = PostKey(PostKind.BOARD_WORDS)
FINAL = PostKey(PostKind.FINAL)
THREAD = PostKey(PostKind.THREAD)


def desk_of(user_id: int) -> PostKey:
    """Name somebody's desk."""
    return PostKey(PostKind.DESK, user_id)


def call_of(user_id: int) -> PostKey:
    """Name the word to somebody that it is their turn."""
    return PostKey(PostKind.CALL, user_id)


def direct_messages_closed_of(user_id: int) -> PostKey:
    """Name the word that somebody takes no direct messages."""
    return PostKey(PostKind.DIRECT_MESSAGES_CLOSED, user_id)


def result_of(race: int) -> PostKey:
    """Name the result of a race."""
    return PostKey(PostKind.RESULT, race=race)


@dataclass(frozen=True, slots=True)
class Post:
    """One row of the outbox. Requests are counted: what is posted fulfils all up to the one that it was read with."""

    post_id: int
    table_id: str
    key: PostKey
    requested: int
    """How often it was asked for."""
    fulfilled: int
    """Which request that fulfils what was posted; 0: nothing was."""
    requested_anew: int
    """The last request for a new message in the place of one that stands; 0: none was."""
    moment: int | None
    """The log length it is about: at which a board was asked for, a race was over, a decision arose. Of word of the
    tote: up to which race it tells."""
    posted: Posted | None
    posted_at: int | None
    told_from: int | None
    """The row of the log with which the board begins that stands."""
    told_to: int | None
    """How long the log was of which that board tells; up to which race word of the tote was given."""
    pictures: str | None
    """What the pictures show that the message carries; None: none are known of."""
    tries: int
    """How often it failed since it was asked for or shown last."""
    next_try_at: int | None
    problem: Problem | None
    opened: Opened | None = None
    """Where its owner has opened a desk, which is shown there then; None: it is shown in the direct messages."""

    @property
    def kind(self) -> PostKind:
        """What it is."""
        return self.key.kind

    @property
    def user_id(self) -> int | None:
        """Whom it concerns; None: everybody."""
        return self.key.user_id

    @property
    def is_due(self) -> bool:
        """Whether a request is still to be fulfilled."""
        return self.fulfilled < self.requested

    @property
    def may_be_made(self) -> bool:
        """Whether a request is to be fulfilled, and can be for all that is known; a fault of ours may be mended."""
        return self.is_due and self.problem in {None, Problem.BROKEN}

    @property
    def needs_new_message(self) -> bool:
        """Whether it has to be a new message, though one may stand."""
        return self.fulfilled < self.requested_anew

    @property
    def untold_from(self) -> int:
        """The row of the log from which the next board has to tell; one that moves tells again what it told."""
        return (self.told_from if self.needs_new_message else self.told_to) or 0

    @property
    def label(self) -> str:
        """What it is in a word; part of the name under which Discord knows the message, so it never changes."""
        match self.key:
            case PostKey(PostKind.RESULT, race=race):
                return f"{self.kind}:{race}"
            case PostKey(PostKind.NOTICE, notice=notice, seat=seat, happened_at=happened_at):
                return f"{self.kind}:{notice}:{seat or 0}:{happened_at}"
        return self.kind
