"""The lobby message: who sits, what is played for, and the buttons to sit down and start."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ui

from bot.bank.playing import PEOPLE_FOR_STAKES
from bot.messages.custom_ids import CustomId
from bot.messages.layout import MessageLayout, button
from bot.messages.layouts.expected_length import expected_length
from bot.messages.layouts.lobby_playbill import lobby_playbill
from bot.messages.layouts.luck_layout import luck_line, seal_line
from bot.messages.layouts.outcome_lines import winners_told
from bot.messages.layouts.tote_words import board_line, tote_button
from bot.messages.snapshot import Snapshot
from bot.tables import Status
from bot.tables.luck import Ingredient
from bot.tables.offsets import called
from bot.tables.seat_limits import filled, missing, playable
from bot.tables.stakes import buy_in, prizes
from bot.texts.markup import mention
from engines.core.salt import digest


def lobby_layout(
    snapshot: Snapshot,
    closes_at: int | None,
    luck: Sequence[Ingredient] = (),
    took: Sequence[int] = (),
    *,
    is_alone: bool = False,
    played: Sequence[int] = (),
) -> MessageLayout:
    """Lay the lobby out, with the presses that make its luck; once it is over, a line says what became of it.

    `took`: how many milliseconds the server's last games of the kind took. `is_alone`: as far as is known nobody is in
    the server but its host. `played`: who played the race of which this is the rematch.
    """
    words = snapshot.t.lobby
    head = words.title(snapshot.game_name, snapshot.table.table_id)
    if snapshot.table.status is not Status.LOBBY:
        return MessageLayout(
            "\n".join([head, _ending(snapshot), *_luck(snapshot, luck), seal_line(snapshot)])
        )
    if not snapshot.is_here:
        said = [head, words.absent, *_seats(snapshot), words.closes(closes_at or 0)]
        leave = _press(snapshot, "leave", words.leave)
        return MessageLayout("\n".join(said), controls=((leave,),), footer=seal_line(snapshot))
    can_play, awaited = _can_play(snapshot), _awaited(snapshot, played)
    lines = [
        head,
        *(
            [words.play_again(list(map(mention, awaited)))]
            if awaited
            else _at_once(snapshot, is_alone=is_alone)
        ),
        words.invitation(snapshot.table.capacity - len(snapshot.table.seats)),
        *_seats(snapshot),
        *_seating(snapshot),
        words.played(snapshot.words.summary, _facts(snapshot, can_play, took)),
        *snapshot.own_edition,
        _stakes(snapshot),
        *board_line(snapshot),
        *_steps(snapshot),
        _until(snapshot, closes_at),
    ]
    footer = "\n".join([*_luck(snapshot, luck), seal_line(snapshot)])
    drawings = [lobby_playbill(snapshot, _cost(snapshot), took)] if snapshot.settings.pictures else []
    return MessageLayout("\n".join(lines), drawings, _buttons(snapshot), footer, pings=awaited)


def _awaited(snapshot: Snapshot, played: Sequence[int]) -> Sequence[int]:
    """Name who played the race before and does not sit here yet, as long as there are seats."""
    table = snapshot.table
    has_room = len(table.seats) < table.capacity
    return [user for user in played if has_room and table.seat_of(user) is None]


def _facts(snapshot: Snapshot, can_play: Sequence[int], took: Sequence[int]) -> Sequence[str]:
    """Say in a few words each how it will be played and how long that takes, and what the host has said beside."""
    words, table = snapshot.t.lobby, snapshot.table
    length = expected_length(snapshot, took)
    said = [words.hours(table.hours.span, called(table.hours.zone))] if table.hours else []
    said += [words.played_at(table.pace)] if table.pace else []
    said += [] if table.hints is None else [words.hints if table.hints else words.no_hints]
    is_any_number = [*can_play] == [*range(snapshot.title.engine.seats[0], table.capacity + 1)]
    players = [] if is_any_number else [words.players(can_play)]  # free seats say how many more can sit down
    return [
        *snapshot.words.facts(snapshot.table.options),
        *snapshot.words.suggested(snapshot.table.options),
        *players,
        *([length] if length else []),
        *said,
    ]


def _luck(snapshot: Snapshot, luck: Sequence[Ingredient]) -> list[str]:
    return [luck_line(snapshot, luck)] if luck else []


def _can_play(snapshot: Snapshot) -> Sequence[int]:
    """Return how many can play here; a lobby that was opened under other rules says what the game takes."""
    seats, capacity = playable(snapshot.table.game, snapshot.table.options), snapshot.table.capacity
    return [number for number in seats if number <= capacity] or snapshot.title.engine.seats


def _missing(snapshot: Snapshot) -> int:
    return missing(_can_play(snapshot), len(snapshot.table.seats), snapshot.table.capacity)


def _company(snapshot: Snapshot) -> int:
    """Return how many computer players would sit down if the race were started at once."""
    if not snapshot.settings.computers:
        return 0
    seated = len(snapshot.table.seats)
    return filled(_can_play(snapshot), seated, snapshot.table.capacity, snapshot.title.company) - seated


def _at_once(snapshot: Snapshot, *, is_alone: bool) -> list[str]:
    """Tell a host who sits alone first how to begin without anybody."""
    if not _may_race_alone(snapshot) or _starts_by_itself(snapshot):
        return []
    return [snapshot.t.lobby.nobody_else(_host(snapshot), is_alone=is_alone)]


def _may_race_alone(snapshot: Snapshot) -> bool:
    """Whether a host who sits alone can start at once against computer players."""
    return len(snapshot.table.seats) == 1 and _company(snapshot) > 0


def _stakes(snapshot: Snapshot) -> str:
    """Say what a seat costs."""
    words = snapshot.t.lobby
    if not snapshot.settings.money:
        return words.no_money
    return words.stakes(_cost(snapshot), is_practice=len(snapshot.table.people) < PEOPLE_FOR_STAKES)


def money_layout(snapshot: Snapshot) -> MessageLayout:
    """Say what a seat costs and what can be won; with too few seats taken, for the fewest who can play."""
    snapshot.table.require_lobby()
    words, money, coins = snapshot.t.lobby, snapshot.handed_out, _cost(snapshot)
    if not snapshot.settings.money:
        return MessageLayout(words.no_money)
    if money:
        return MessageLayout(words.pot(coins, may_owe=money.may_owe))
    seats = max(_can_play(snapshot)[0], len(snapshot.table.seats))
    in_teams = bool(_seating(snapshot))
    return MessageLayout(words.purse(coins, seats, prizes(coins, seats), in_teams=in_teams))


def _cost(snapshot: Snapshot) -> int:
    """Return the coins that a seat costs."""
    usual = snapshot.settings.buy_in(snapshot.table.game, snapshot.title.buy_in)
    return buy_in(snapshot.handed_out, usual)


def _seating(snapshot: Snapshot) -> Sequence[str]:
    """Say who will play with whom; nothing where everybody plays for themselves."""
    table = snapshot.table
    people = [snapshot.who(seat.number) for seat in table.seats]
    return snapshot.screens.seating(table.options, people, table.capacity, snapshot.words)


def _steps(snapshot: Snapshot) -> list[str]:
    """Say what has to happen before the race can start, or that the host starts it."""
    words, more = snapshot.t.lobby, _missing(snapshot)
    has_room = len(snapshot.table.seats) < snapshot.table.capacity
    may_add = snapshot.settings.computers and has_room and snapshot.table.night_id is None
    short = [words.missing(more, _host(snapshot), may_add_computers=may_add)] if more else []
    waiting = [snapshot.who(seat.number) for seat in snapshot.table.people if not seat.ready]
    agreeing = [*_changes(snapshot), words.not_ready(waiting)] if waiting else []
    if _may_race_alone(snapshot) or _starts_by_itself(snapshot):
        return agreeing  # another line says how it begins
    is_alone = len(snapshot.table.people) == 1
    return [*short, *agreeing] or [words.can_start(_host(snapshot), is_alone=is_alone)]


def _changes(snapshot: Snapshot) -> list[str]:
    """Name the terms that have changed since everybody agreed to them."""
    agreed, now = snapshot.table.agreed, snapshot.agreed_to
    if agreed is None:
        return []
    before, after = agreed["options"], now["options"]
    options = [
        snapshot.words.option_changed(option, before[option], value)
        for option, value in after.items()
        if option in before and before[option] != value
    ]
    words = snapshot.t.lobby
    others = [
        words.term_changed(term, agreed[term], value)
        for term, value in now.items()
        if term != "options" and agreed.get(term) != value
    ]
    return [words.changed([*options, *others])] if options or others else []


def _until(snapshot: Snapshot, closes_at: int | None) -> str:
    """Say when the race starts without a press; of a lobby that waits for one until when."""
    words, starts_at = snapshot.t.lobby, snapshot.table.starts_at
    if starts_at is None or not _starts_by_itself(snapshot):
        return words.closes(closes_at or 0)
    return words.starts(starts_at, _host(snapshot), _missing(snapshot))


def _starts_by_itself(snapshot: Snapshot) -> bool:
    """Whether a race starts without a press, with computer players on the seats that are missing."""
    may_fill = snapshot.settings.computers or not _missing(snapshot)
    return snapshot.table.starts_at is not None and may_fill


def _host(snapshot: Snapshot) -> str:
    seat = snapshot.table.seat_of(snapshot.table.host_id)
    return snapshot.who(seat.number) if seat else "?"


def _seats(snapshot: Snapshot) -> list[str]:
    words = snapshot.t.lobby
    return [
        words.seat(
            seat.number + 1,
            snapshot.who(seat.number),
            seat.user_id == snapshot.table.host_id,
            is_ready=seat.ready,
        )
        for seat in snapshot.table.seats
    ]


def _ending(snapshot: Snapshot) -> str:
    words = snapshot.t.lobby
    match snapshot.table.status:
        case Status.RUNNING:
            return words.started(snapshot.link)
        case Status.FINISHED:
            return words.finished(snapshot.link, winners_told(snapshot))
        case Status.EXPIRED:
            return words.expired
    return words.cancelled(snapshot.table.stakes, snapshot.table.counted)


def _buttons(snapshot: Snapshot) -> Sequence[Sequence[ui.Item[ui.LayoutView]]]:
    words, seats = snapshot.t.lobby, snapshot.table.seats
    blue, green = discord.ButtonStyle.primary, discord.ButtonStyle.success
    is_full = len(seats) >= snapshot.table.capacity
    is_waiting = any(not seat.ready for seat in snapshot.table.people)
    ready = _press(snapshot, f"ready.{snapshot.terms}", words.ready, green)
    seen = digest(snapshot.table.salt)  # a race is dealt from the luck that its host saw
    company = _company(snapshot)
    cannot = _missing(snapshot) != 0 or is_waiting
    at_once = green if cannot else discord.ButtonStyle.secondary  # one green button begins, and no second one
    now = [_press(snapshot, f"now.{seen}", words.race_now(company), at_once, disabled=is_waiting)]
    start = _press(snapshot, f"start.{seen}", words.start, green, disabled=cannot)
    has_computer = any(seat.agent for seat in seats)
    hosts = (
        _press(snapshot, "computer", words.computer, disabled=is_full or not snapshot.settings.computers),
        *([_press(snapshot, "fewer", words.remove_computer)] if has_computer else []),
        _press(snapshot, "options", words.options),
        _press(snapshot, "pace", words.pace),
    )
    return (
        (
            _press(snapshot, f"join.{snapshot.terms}", words.join, blue, disabled=is_full),
            *(now if company > 0 else []),
            *([ready] if is_waiting else []),
            *([] if cannot and _may_race_alone(snapshot) else [start]),
            _press(snapshot, "leave", words.leave),
        ),
        *([hosts] if snapshot.table.night_id is None else []),  # a night has decided all of this
        (
            _press(snapshot, "rules", words.rules),
            *([_press(snapshot, "money", words.money)] if snapshot.settings.money else []),
            _press(snapshot, "luck", snapshot.t.luck.button, emoji="🍀"),
            *tote_button(snapshot),
        ),
    )


def _press(
    snapshot: Snapshot,
    what: str,
    label: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    emoji: str | None = None,
    disabled: bool = False,
) -> ui.Button[ui.LayoutView]:
    return button(CustomId(snapshot.table.table_id, 0, what), label, style, emoji=emoji, disabled=disabled)
