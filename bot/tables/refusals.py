"""Why a table says no. `bot.texts` has the sentence for each reason."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Refusal(StrEnum):
    """Reasons that are about the table, not about the rules of a game."""

    NO_SUCH_TABLE = "no_such_table"
    NO_SUCH_LESSON = "no_such_lesson"
    NO_SUCH_GAME = "no_such_game"
    CLOSED = "closed"
    STARTED = "started"
    STARTED_WITH_YOU = "started_with_you"
    LOBBY_STAYS = "lobby_stays"
    NOT_STARTED = "not_started"
    FULL = "full"
    YOU_SIT_THERE = "you_sit_there"
    NOT_SEATED = "not_seated"
    REMATCH_OF_OTHERS = "rematch_of_others"
    NO_COMPUTER = "no_computer"
    NOT_HOST = "not_host"
    TOO_FEW = "too_few"
    TOO_SMALL = "too_small"
    UNPLAYABLE = "unplayable"
    TOO_MANY_SEATED = "too_many_seated"
    STALE = "stale"
    NOT_YOUR_TURN = "not_your_turn"
    NOT_FINISHED = "not_finished"
    NOT_PUBLISHED = "not_published"
    NOT_READY = "not_ready"
    TERMS_CHANGED = "terms_changed"
    UNFIT = "unfit"
    NO_COMPUTERS = "no_computers"
    TOO_MANY_TABLES = "too_many_tables"
    TOO_MANY_HOSTED = "too_many_hosted"
    NOT_ALLOWED_HERE = "not_allowed_here"
    NOT_IN_THIS_CHANNEL = "not_in_this_channel"
    NOT_FOR_YOU = "not_for_you"
    SENT_AWAY = "sent_away"
    NOT_SENT_AWAY = "not_sent_away"
    NO_OFFER = "no_offer"
    OFFER_TO_ANOTHER = "offer_to_another"
    TO_ONESELF = "to_oneself"
    """A seat is handed over to who plays it."""
    NOT_AT_THE_TABLE = "not_at_the_table"
    OWN_SEAT = "own_seat"
    NEEDS_EVERYBODY = "needs_everybody"
    PAUSED = "paused"
    NOT_PAUSED = "not_paused"
    PAUSED_ALREADY = "paused_already"
    LEFT_ALREADY = "left_already"
    THERE_ALREADY = "there_already"
    HANDED_OVER = "handed_over"
    HAS_A_SEAT = "has_a_seat"
    OUTDATED = "outdated"
    OTHER_RULES = "other_rules"
    ABSENT = "absent"
    ABSENT_LOG = "absent_log"
    OVERTAKEN = "overtaken"
    NO_WORDS = "no_words"
    LONG_WORDS = "long_words"
    ENOUGH_WORDS = "enough_words"
    ENOUGH_JOINS = "enough_joins"
    FULL_LUCK = "full_luck"
    OFTEN_ENOUGH = "often_enough"
    SWEPT = "swept"
    NEVER_RAN = "never_ran"
    NEVER_MOVED = "never_moved"
    OF_A_NIGHT = "of_a_night"
    NOT_DEALT = "not_dealt"
    """A race night has dealt others to this table."""
    RACES_IN_NIGHT = "races_in_night"
    """Who races in a night does not end a race of it."""
    NO_SUCH_RACE = "no_such_race"
    NO_HINTS = "no_hints"
    NO_HOURS = "no_hours"
    NO_ZONE = "no_zone"
    PLAYED_FOR = "played_for"
    NO_TOTE = "no_tote"
    TOTE_CLOSED = "tote_closed"
    TOTE_NOT_FOR_YOU = "tote_not_for_you"
    TOTE_STOOD_IN = "tote_stood_in"
    TOTE_NO_SUCH_BET = "tote_no_such_bet"
    TOTE_STAKE = "tote_stake"
    TOTE_WALLET = "tote_wallet"
    TOTE_BETS = "tote_bets"
    TOTE_HAS_BET = "tote_has_bet"
    """Who has bet on a race that is run does not end it."""
    TOTE_TOO_FEW = "tote_too_few"
    """Fewer than two people sit at the table."""
    TOTE_FROZEN = "tote_frozen"
    TOTE_ENOUGH = "tote_enough"
    TOTE_FULL = "tote_full"
    TOTE_NEWCOMER = "tote_newcomer"
    """The bettor is a newcomer (see `bot.bank.playing`) for `days` days, and has earned only `left` coins."""
    FROZEN = "frozen"


class Room(NamedTuple):
    """Room for another table from `at`, in milliseconds since 1970 UTC, unless its table goes on."""

    table_id: str
    at: int


class Refused(Exception):
    """A request that changed nothing, with the facts its sentence needs."""

    def __init__(self, reason: Refusal, **facts: object) -> None:
        super().__init__(reason.value)
        self.reason = reason
        self.facts = facts


class StartRefused(Refused):
    """A Start that was refused for what the table lacks; the press went into the luck all the same."""


class Absent(Refused):
    """A request that takes the rules of a game that is not here."""

    def __init__(self, status: str, why: str = "") -> None:
        """`status` is that of the table; `why` is for the operator, and tells nothing that the game hides."""
        super().__init__(Refusal.ABSENT, status=status)
        self.why = why


class Outdated(Exception):
    """A table cannot go on: the rules that this program has are not those its log was written by.

    Its text says why in one line, for the operator, and tells nothing that the game hides.
    """
