"""Refusals: a reason and its facts in, one sentence out that says what to do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.tables.refusals import Refusal, Room
from bot.texts.english.phrases import OUTDATED, Amount, Several, count, listed
from bot.texts.markup import ago, channel, mention, role


def _seating(missing: int) -> str:
    if missing < 0:
        return f"Play with {-missing} fewer,"
    return f"Seat {missing} more, a computer player for example," if missing else "Choose other options,"


def _all_taken(most: int) -> str:
    return "This server's only table is taken." if most == 1 else f"This server's {most:,} tables are taken."


def _room(room: Room | None) -> str:
    """Say when there may be a place; None: no table rests that could make room."""
    if room is None:
        return "`/race tables` lists them."
    return f"Table {room.table_id} is resting: if nobody resumes it, its place is free {ago(room.at)}."


def _without_game(status: str) -> str:
    match status:
        case "lobby":
            return (
                "Nobody can join and its race cannot start until it is back; **Leave** gives your seat back."
            )
        case "running":
            return (
                "The table rests, with all its stakes, until it is back; whoever manages the server can end it with "
                "`/race cancel`, and every stake goes back."
            )
    return "The table is closed already, and nothing more can be told of it until the game is back."


_PERMISSIONS: Mapping[str, str] = {
    "view_channel": "see messages",
    "send_messages": "send messages",
    "send_messages_in_threads": "write in threads",
}
"""What Discord allows, by its own names."""

_TABLE: Mapping[Refusal, str | Callable[[Mapping[str, Any]], str]] = {
    Refusal.NO_SUCH_TABLE: "There is no such table. `/race tables` lists the open ones.",
    Refusal.NO_SUCH_GAME: "Paddock does not host that game. `/race rules` lists those it does.",
    Refusal.OTHER_SERVER: "That table is in another server. `/race tables` lists those of this one.",
    Refusal.CLOSED: "That table is closed. `/race new` opens another.",
    Refusal.STARTED: "That race has already started. `/race new` opens another table.",
    Refusal.NOT_STARTED: "That race has not started yet. Its host presses **Start** in the lobby.",
    Refusal.LOBBY_STAYS: "That race has not started: its lobby stands in {place}. Only its host, {host}, can move it.",
    Refusal.FULL: "All {capacity} seats are taken. `/race new` opens another table.",
    Refusal.YOU_SIT_THERE: "You already have a seat at this table. Wait for the start, or press **Leave**.",
    Refusal.NOT_SEATED: "You have no seat at this table; you are welcome to watch.",
    Refusal.NO_COMPUTER: "No computer player sits at this table, so there is none to remove.",
    Refusal.NOT_HOST: "Only the host, {host}, can do that.",
    Refusal.TOO_FEW: "This game needs at least {least:player}. Invite somebody, or add a computer player.",
    Refusal.TOO_MANY_SEATED: "{seated:player} already sit here, so the table cannot have fewer seats.",
    Refusal.STALE: "That was already played. Your newest controls are on your desk.",
    Refusal.NOT_YOUR_TURN: "It is not your turn. Your desk wakes up when it is.",
    Refusal.NOT_PUBLISHED: "The log of a table is secret until its game is over, or until the table is cancelled.",
    Refusal.SWEPT: (
        "That table was over long ago, and its log is kept no longer: it can be neither shown nor checked. Its result "
        "and every coin it moved still count."
    ),
    Refusal.NEVER_RAN: (
        "No race was run at that table, so it has no log. `/race luck table:{table}` shows its secret and what was "
        "pressed."
    ),
    Refusal.NEVER_MOVED: (
        "That table was cancelled before a horse had moved, so there is nothing to show again; `/race log` tells "
        "it."
    ),
    Refusal.OVERTAKEN: (
        "Somebody joined or added words in that very moment. Have a look at the lobby, and press again."
    ),
    Refusal.NO_WORDS: (
        "There is nothing to read in that. Add a few words that nobody could guess, or leave it to the "
        "presses."
    ),
    Refusal.LONG_WORDS: "Your words may have {most} characters at most. Shorten them.",
    Refusal.ENOUGH_WORDS: (
        "You have added words {most} times, which is as often as one may. Leave the rest to the others."
    ),
    Refusal.NOT_READY: "Waiting for {users} to press **Ready**: the options have changed.",
    Refusal.OPTIONS_CHANGED: (
        "The options changed in the very same moment. Have a look at them, and press **Ready** again."
    ),
    Refusal.UNFIT: lambda facts: (
        f"{count(facts['seats'], 'player')} cannot play with these options. {_seating(facts['missing'])} "
        "or change the options."
    ),
    Refusal.TOO_SMALL: (
        "These options take at least {least:player}, and the table would have only "
        "{capacity:seat}. Choose {least} seats or more, or other options."
    ),
    Refusal.UNPLAYABLE: "Nobody can play with these options, however many sit down. Choose others.",
    Refusal.NO_COMPUTERS: (
        "Computer players are not allowed in this server. Whoever manages it can change that with "
        "`/settings`."
    ),
    Refusal.TOO_MANY_TABLES: lambda facts: f"{_all_taken(facts['most'])} {_room(facts.get('room'))}",
    Refusal.TOO_MANY_HOSTED: lambda facts: (
        f"You already have {'table' if len(facts['tables']) == 1 else 'tables'} {listed(facts['tables'])} open; here "
        f"each person may have {facts['most']}. End one with `/race cancel`, or play it to its end."
    ),
    Refusal.NOT_ALLOWED_HERE: lambda facts: (
        f"I may not {listed([_PERMISSIONS[name] for name in facts['missing']])} in this channel. Ask somebody who "
        "manages the server to allow it, or open the table in another channel."
    ),
    Refusal.NOT_IN_THIS_CHANNEL: "This server races in {channels:or}. Open your table there.",
    Refusal.NOT_FOR_YOU: "In this server {roles:or} open tables. Ask one of them; you may join every table.",
    Refusal.SENT_AWAY: "The host of this table has sent you away. {host} can let you in again with `/race invite`.",
    Refusal.NOT_SENT_AWAY: "{user} was not sent away from this table and may press **Join**.",
    Refusal.NOT_AT_THE_TABLE: "{user} has no seat at this table, so there is none to take.",
    Refusal.OWN_SEAT: "That is your own seat. **Leave** gives it back, and the next person becomes the host.",
    Refusal.NEEDS_EVERYBODY: (
        "A race counts already, so you can't end the day alone. `/race stop` asks {users}. A server manager can "
        "end it."
    ),
    Refusal.PAUSED: "This table rests. {host} lets it go on with `/race resume`.",
    Refusal.NOT_PAUSED: "This table is not resting; it goes on as it is.",
    Refusal.PAUSED_ALREADY: "This table rests already. `/race resume` lets it go on.",
    Refusal.LEFT_ALREADY: "You have left this seat already. `/race back` takes it into your own hands again.",
    Refusal.THERE_ALREADY: "You are sitting at this table, and nobody plays for you.",
    Refusal.HANDED_OVER: "{user} plays your seat for you now. `/race back` takes it into your own hands again.",
    Refusal.HAS_A_SEAT: "{user} has a seat at this table already. Choose somebody else.",
    Refusal.OUTDATED: f"{OUTDATED} `/race new` opens another table.",
    Refusal.OTHER_RULES: (
        "That race was run by rules that have been put right since, and I no longer have the old ones. "
        "`/race log` still gives its log, for a Paddock of that time to check."
    ),
    Refusal.ABSENT: lambda facts: (
        f"The game of this table is not here at the moment. {_without_game(facts['status'])}"
    ),
    Refusal.ABSENT_LOG: (
        "The game of that race is not here any more, so I can neither check nor draw it. `/race log` still gives its "
        "log, for a Paddock that has the game."
    ),
    Refusal.NO_HINTS: (
        "There are no hints at this table: its host has not allowed them. {host} can, with `/race hints`."
    ),
    Refusal.PLAYED_FOR: "A computer player decides for you now. `/race back` takes your seat back.",
    Refusal.NO_TOTE: "There is no tote here. It opens where horses run and the server plays for coins.",
    Refusal.TOTE_CLOSED: "The tote is closed: this race is on. If another follows, bet again before its first move.",
    Refusal.TOTE_NOT_FOR_YOU: (
        "You are in this race, so the tote takes no such bet of yours. Drivers in Sulkydrom may bet Win and Place on "
        "their own horse, once the race is prepared."
    ),
    Refusal.TOTE_NO_SUCH_BET: "That bet is not offered in this race. Open the tote again and choose anew.",
    Refusal.TOTE_STAKE: lambda facts: f"Bet whole coins, from 1 up; a pool takes {facts['most']:,} at most.",
    Refusal.TOTE_WALLET: lambda facts: (
        f"Your wallet does not hold the {count(facts['stake'], 'coin')} of this bet, and nothing is lent for one. "
        "`/bank balance` shows what you have."
    ),
    Refusal.TOTE_BETS: "{user} has a bet on this race. Hand your seat over to them after it.",
    Refusal.NOT_FINISHED: "That race day is not over yet. Once it is, **Rematch** stands under its result.",
}
"""A sentence a reason, with its facts in braces, or what makes it of them."""

_SAID: Mapping[str, Callable[[Any], object]] = {
    "host": mention,
    "place": channel,
    "user": mention,
    "users": lambda users: Several(map(mention, users)),
    "channels": lambda channels: Several(map(channel, channels)),
    "roles": lambda roles: Several(map(role, roles)),
    "least": Amount,
    "seated": Amount,
    "capacity": Amount,
}
"""What facts are in a sentence; others stand there as they are."""


class RefusalTexts:
    """Sentences for whoever was refused; nobody else sees them."""

    def table(self, reason: Refusal, facts: Mapping[str, Any]) -> str:
        """Say why a table refused."""
        sentence = _TABLE[reason]
        if callable(sentence):
            return sentence(facts)
        return sentence.format(**{fact: _SAID.get(fact, str)(value) for fact, value in facts.items()})
