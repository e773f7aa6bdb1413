"""Refusals: a reason and its facts in, one sentence out that says what to do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.tables.refusals import Refusal, Room
from bot.texts.english.phrases import OUTDATED, Amount, Several, coins, count, listed
from bot.texts.markup import ago, channel, mention, plain, role


def _seating(missing: int) -> str:
    if missing < 0:
        return f"play with {-missing} fewer, or "
    return f"seat {missing} more, or " if missing else ""


def _all_taken(most: int) -> str:
    return "This server has its one table open" if most == 1 else f"This server has {most:,} tables open"


def _room(room: Room | None) -> str:
    """Say when there may be a place; None: no table rests that could make room."""
    if room is None:
        return "Wait until one is over: `/race tables` lists them."
    return f"The one that has paused longest goes on or closes {ago(room.at)}."


def _no_zone(zone: str, meant: Sequence[str], *, are_several: bool) -> str:
    """Say how a time zone is written; `meant` are zones that it may be, or zones of names like it."""
    fault = (
        f"“{plain(zone)}” can mean several time zones" if are_several else f"“{plain(zone)}” is no time zone"
    )
    advice = (
        f"Try {listed((f'`{name}`' for name in meant), 'or')}."
        if meant
        else "Write a region and a city, such as `Europe/Berlin`."
    )
    return f"{fault}. Press **Pace** again: your text is still there. {advice}"


def _without_game(status: str) -> str:
    match status:
        case "lobby":
            return "wait until it is back, or press **Leave**."
        case "running":
            return "the table rests until it is back, or a server manager returns all stakes with `/race cancel`."
    return "the table is closed, so ask again when it is back."


_PERMISSIONS: Mapping[str, str] = {
    "view_channel": "see messages",
    "send_messages": "send messages",
    "send_messages_in_threads": "write in threads",
}
"""What Discord allows, by its own names."""

_TABLE: Mapping[Refusal, str | Callable[[Mapping[str, Any]], str]] = {
    Refusal.FROZEN: lambda facts: (
        f"{listed(map(mention, facts['users']))} may not stake coins here: `/race remove` gives the seat back."
    ),
    Refusal.NO_SUCH_TABLE: "No table is called that: `/race tables` lists the open ones.",
    Refusal.NO_SUCH_LESSON: "That lesson is over: `/race learn` begins another.",
    Refusal.NO_SUCH_GAME: "No game is called that: `/race rules` lists them all.",
    Refusal.CLOSED: "That table is closed: `/race new` opens another.",
    Refusal.STARTED: "That race has started: `/race new` opens another table.",
    Refusal.STARTED_WITH_YOU: (
        "That race has started, with you: play on your desk in your direct messages, or have a computer player "
        "finish with `/race leave`."
    ),
    Refusal.NOT_STARTED: "That race has not started: its host presses **Start** in the lobby.",
    Refusal.LOBBY_STAYS: "Only the host, {host}, can move this lobby from {place}.",
    Refusal.FULL: "All {capacity} seats are taken: `/race new` opens another table.",
    Refusal.YOU_SIT_THERE: "You sit here already: wait for the start, or press **Leave**.",
    Refusal.NOT_SEATED: "You have no seat at this table, but you may watch.",
    Refusal.REMATCH_OF_OTHERS: "Only who played here can call a rematch: join it then, or `/race new` opens a table.",
    Refusal.NO_COMPUTER: "There is no computer player here to remove.",
    Refusal.NOT_HOST: "Only the host, {host}, can do that.",
    Refusal.TOO_FEW: "This takes at least {least:player}: invite somebody, or add a computer player.",
    Refusal.TOO_MANY_SEATED: "Choose at least {seated:seat}: so many are taken.",
    Refusal.STALE: "That was already played: your desk has the newest buttons.",
    Refusal.NOT_YOUR_TURN: "It is not your turn: your desk wakes up when it is.",
    Refusal.NOT_PUBLISHED: "A table's log is secret until it is over: ask again then.",
    Refusal.SWEPT: "That table's log is no longer kept; its result and coins still count.",
    Refusal.NEVER_RAN: (
        "No race was run there, so there is no log: `/race luck table:{table}` shows its secret and presses."
    ),
    Refusal.NEVER_MOVED: "No horse moved there, so there is nothing to show: read `/race log` instead.",
    Refusal.OF_A_NIGHT: (
        "This table is played to its end as its race night dealt it: if you have to go, `/race leave` gives your seat "
        "to a computer player."
    ),
    Refusal.NOT_DEALT: "A race night seats its own players here: watch, or open a table with `/race new`.",
    Refusal.RACES_IN_NIGHT: "You race in this night and can't end its races: ask a manager who doesn't race in it.",
    Refusal.NO_SUCH_RACE: lambda facts: (
        f"Nothing was run as number {facts['race']} there: choose {listed(map(str, facts['races']), 'or')}."
    ),
    Refusal.OVERTAKEN: "Somebody joined or added words just now: look at the lobby and press again.",
    Refusal.NO_WORDS: "Write a few words that can be read.",
    Refusal.LONG_WORDS: "Shorten your words to {most} characters.",
    Refusal.ENOUGH_WORDS: "You have added words {most} times, and that is the limit.",
    Refusal.ENOUGH_JOINS: "You've joined here {most} times, and that's the limit: `/race new` opens another table.",
    Refusal.OFTEN_ENOUGH: "That's been done {most} times at this table, and that's the limit: leave it as it is.",
    Refusal.FULL_LUCK: "This lobby has taken {most} presses, and that's the limit: `/race new` opens another table.",
    Refusal.NOT_READY: "Not everybody has agreed to this table's settings: wait for {users} to press **Ready**.",
    Refusal.TERMS_CHANGED: "This table changed just now: look at it again, then press **Ready**.",
    Refusal.UNFIT: lambda facts: (
        f"{count(facts['seats'], 'player')} cannot play with these options: {_seating(facts['missing'])}"
        "change the options."
    ),
    Refusal.TOO_SMALL: "These options take {least:player} or more: choose so many seats, or other options.",
    Refusal.UNPLAYABLE: "Nobody can play with these options: choose others.",
    Refusal.NO_COMPUTERS: (
        "Computer players are not allowed here: ask a server manager to change that in `/settings`."
    ),
    Refusal.TOO_MANY_TABLES: lambda facts: (
        f"{_all_taken(facts['most'])}, the limit. {_room(facts.get('room'))}"
    ),
    Refusal.TOO_MANY_HOSTED: lambda facts: (
        f"You already have {count(len(facts['tables']), 'table')} open, the limit: {listed(facts['tables'])}. "
        "Wait until one is over, or end one that you host with `/race cancel`."
    ),
    Refusal.NOT_ALLOWED_HERE: lambda facts: (
        f"I may not {listed([_PERMISSIONS[name] for name in facts['missing']], 'or')} here: ask a server manager to "
        "allow it, or use another channel."
    ),
    Refusal.NOT_IN_THIS_CHANNEL: "Open your table in {channels:or}: this server races there.",
    Refusal.NOT_FOR_YOU: "Ask {roles:or} to open a table; you may join any.",
    Refusal.SENT_AWAY: "The host sent you away: ask {host} to let you in with `/race invite`.",
    Refusal.NOT_SENT_AWAY: "{user} was not sent away and may press **Join**.",
    Refusal.NO_OFFER: "This offer has ended. `/race tables` shows the open tables.",
    Refusal.OFFER_TO_ANOTHER: "This offer is for {user}.",
    Refusal.TO_ONESELF: "That's you. Name somebody else.",
    Refusal.NOT_AT_THE_TABLE: "{user} has no seat at this table: choose somebody who has.",
    Refusal.OWN_SEAT: "That is your own seat: **Leave** gives it back, and the next person becomes the host.",
    Refusal.NEEDS_EVERYBODY: (
        "A race counts already, or was bet on: ask {users} with `/race stop`, or a server manager to end the day."
    ),
    Refusal.PAUSED: "This table rests: {host} lets it go on with `/race resume`.",
    Refusal.NOT_PAUSED: "This table is not resting: play on.",
    Refusal.PAUSED_ALREADY: "This table rests already: `/race resume` lets it go on.",
    Refusal.LEFT_ALREADY: "You have left this seat: `/race back` takes it back.",
    Refusal.THERE_ALREADY: "You are there already, and nobody plays for you.",
    Refusal.HANDED_OVER: "{user} plays your seat: `/race back` takes it back.",
    Refusal.HAS_A_SEAT: "{user} has a seat here already: choose somebody else.",
    Refusal.OUTDATED: f"{OUTDATED}: `/race new` opens another table.",
    Refusal.OTHER_RULES: (
        "The rules were put right since that race: take its log from `/race log` to a Paddock of that time."
    ),
    Refusal.ABSENT: lambda facts: (
        f"The game of this table is not here at the moment: {_without_game(facts['status'])}"
    ),
    Refusal.ABSENT_LOG: (
        "The game of that race is not here any more: take its log from `/race log` to a Paddock that has it."
    ),
    Refusal.NO_HOURS: (
        "Write playing hours as `18:00-23:00`, an hour at least, or leave them empty to play at any time. "
        "Press **Pace** again: your text is still there."
    ),
    Refusal.NO_ZONE: lambda facts: _no_zone(facts["zone"], facts["meant"], are_several=facts["are_several"]),
    Refusal.NO_HINTS: "There are no hints at this table: {host} can allow them with `/race hints`.",
    Refusal.PLAYED_FOR: "A computer player decides for you: `/race back` takes your seat back.",
    Refusal.NO_TOTE: "There is no tote here: it opens where horses run, if the server has it on and plays for coins.",
    Refusal.TOTE_CLOSED: "The tote is closed: bet again when it opens for the next race.",
    Refusal.TOTE_NOT_FOR_YOU: (
        "You are in this race and cannot bet so: in Sulkydrom drivers may back their own horse once they know it."
    ),
    Refusal.TOTE_STOOD_IN: "You have held a seat here and seen its cards: bet at another table.",
    Refusal.TOTE_NO_SUCH_BET: "That bet is not offered in this race: open the tote again and choose anew.",
    Refusal.TOTE_STAKE: lambda facts: f"Bet at least 1 coin, and no more than {facts['most']:,} in a pool.",
    Refusal.TOTE_WALLET: lambda facts: (
        f"Your wallet holds less than {count(facts['stake'], 'coin')}: bet what `/bank balance` shows, or less."
    ),
    Refusal.TOTE_ENOUGH: "You've made {most} bets on this race, and that's the limit: bet again on the next one.",
    Refusal.TOTE_FULL: "This race has taken {most} bets, and that's the limit: bet on the next one.",
    Refusal.TOTE_FROZEN: "Your wallet is frozen: ask who manages this server before you bet.",
    Refusal.TOTE_NEWCOMER: lambda facts: (
        "You're a newcomer here: you can't bet coins that the house gave you until you've finished games for coins on "
        f"{facts['days']} days. For now you may bet {coins(facts['left'])}."
    ),
    Refusal.TOTE_BETS: "You've bet on this race, so you can't play in it: accept the seat once it's over.",
    Refusal.TOTE_HAS_BET: (
        "You've bet on this race, so you can't end it early: play it to its end, or ask somebody without a bet."
    ),
    Refusal.TOTE_TOO_FEW: "The tote takes no bets here: it opens once two people sit at the table.",
    Refusal.NOT_FINISHED: "That race day is not over yet: **Rematch** will stand under its result.",
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
