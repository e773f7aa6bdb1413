"""Refusals: a reason and its facts in, one sentence out that says what to do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.tables.refusals import Refusal
from bot.texts.english.phrases import count, listed
from bot.texts.markup import mention


def _seating(missing: int) -> str:
    if missing < 0:
        return f"Play with {-missing} fewer,"
    return f"Seat {missing} more, a computer player for example," if missing else "Choose other options,"


_TABLE: dict[Refusal, Callable[[Mapping[str, Any]], str]] = {
    Refusal.NO_SUCH_TABLE: lambda _: "There is no such table. `/race tables` lists the open ones.",
    Refusal.NO_SUCH_GAME: lambda _: "Paddock does not host that game. `/race rules` lists those it does.",
    Refusal.OTHER_SERVER: lambda _: (
        "That table is in another server. `/race tables` lists those of this one."
    ),
    Refusal.CLOSED: lambda _: "That table is closed. `/race new` opens another.",
    Refusal.STARTED: lambda _: "That race has already started. `/race new` opens another table.",
    Refusal.NOT_STARTED: lambda _: "That race has not started yet. Its host presses **Start** in the lobby.",
    Refusal.FULL: lambda facts: f"All {facts['capacity']} seats are taken. `/race new` opens another table.",
    Refusal.ALREADY_SEATED: lambda _: (
        "You already have a seat at this table. Wait for the start, or press **Leave**."
    ),
    Refusal.NOT_SEATED: lambda _: "You have no seat at this table; you are welcome to watch.",
    Refusal.NO_COMPUTER: lambda _: "No computer player sits at this table, so there is none to remove.",
    Refusal.NOT_HOST: lambda facts: f"Only the host, {mention(facts['host'])}, can do that.",
    Refusal.TOO_FEW: lambda facts: (
        f"This game needs at least {count(facts['least'], 'player')}. Invite somebody, or add a computer player."
    ),
    Refusal.TOO_MANY_SEATED: lambda facts: (
        f"{count(facts['seated'], 'player')} already sit here, so the table cannot have fewer seats."
    ),
    Refusal.STALE: lambda _: "That was already played. Your newest controls are on your desk.",
    Refusal.NOT_YOUR_TURN: lambda _: "It is not your turn. Your desk wakes up when it is.",
    Refusal.NOT_PUBLISHED: lambda _: (
        "The log of a table is secret until its game is over; nothing is published of one that was cancelled."
    ),
    Refusal.NOT_READY: lambda facts: (
        f"The options have changed since {listed(map(mention, facts['users']))} agreed to them: "
        "**Ready** in the lobby says yes."
    ),
    Refusal.OPTIONS_CHANGED: lambda _: (
        "The options changed in the very same moment. Have a look at them, and press **Ready** again."
    ),
    Refusal.UNFIT: lambda facts: (
        f"{count(facts['seats'], 'player')} cannot play with these options. {_seating(facts['missing'])} "
        "or change the options."
    ),
    Refusal.TOO_SMALL: lambda facts: (
        f"These options take at least {count(facts['least'], 'player')}, and the table would have only "
        f"{count(facts['capacity'], 'seat')}. Choose {facts['least']} seats or more, or other options."
    ),
    Refusal.UNPLAYABLE: lambda _: "Nobody can play with these options, however many sit down. Choose others.",
    Refusal.NO_COMPUTERS: lambda _: (
        "Computer players are not allowed in this server. Whoever manages it can change that with `/settings`."
    ),
    Refusal.TOO_MANY_TABLES: lambda facts: (
        f"{count(facts['most'], 'table')} may be open at once in this server, and they are. `/race tables` lists them."
    ),
    Refusal.PAUSED: lambda facts: (
        f"This table rests. {mention(facts['host'])} lets it go on with `/race resume`."
    ),
    Refusal.NOT_PAUSED: lambda _: "This table is not resting; it goes on as it is.",
    Refusal.PAUSED_ALREADY: lambda _: "This table rests already. `/race resume` lets it go on.",
    Refusal.LEFT_ALREADY: lambda _: (
        "You have left this seat already. `/race back` takes it into your own hands again."
    ),
    Refusal.THERE_ALREADY: lambda _: "You are sitting at this table, and nobody plays for you.",
    Refusal.HANDED_OVER: lambda facts: (
        f"{mention(facts['user'])} plays your seat for you now. `/race back` takes it into your own hands again."
    ),
    Refusal.SEATED_ALREADY: lambda facts: (
        f"{mention(facts['user'])} has a seat at this table already. Choose somebody else."
    ),
    Refusal.OUTDATED: lambda _: (
        "The rules of this game have been put right since your race began, and it cannot be finished by the old ones. "
        "It ends here, and every stake returns. `/race new` opens another table."
    ),
    Refusal.OTHER_RULES: lambda _: (
        "That race was run by rules that have been put right since, and I no longer have the old ones. "
        "`/race log` still gives its log, for a Paddock of that time to check."
    ),
    Refusal.NOT_FINISHED: lambda _: (
        "That race day is not over yet. Once it is, **Rematch** stands under its result."
    ),
}


class RefusalTexts:
    """Sentences for whoever was refused; nobody else sees them."""

    def table(self, reason: Refusal, facts: Mapping[str, Any]) -> str:
        """Say why a table refused."""
        return _TABLE[reason](facts)
