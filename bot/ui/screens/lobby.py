"""The lobby message: who sits, what is played for, and the buttons to sit down and start."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ui

from bot.tables import Status
from bot.tables.lobby import terms_of
from bot.tables.luck import Ingredient
from bot.tables.running import PEOPLE_FOR_STAKES
from bot.tables.stakes import MAY_OWE, buy_in, prizes
from bot.tables.terms import missing, playable
from bot.ui.ids import CustomId
from bot.ui.look import Look
from bot.ui.screens.luck import luck_line, seal_line
from bot.ui.sheets import Sheet, button
from engines import catalog
from engines.core.salt import digest


def lobby_sheet(look: Look, closes_at: int | None, luck: Sequence[Ingredient] = ()) -> Sheet:
    """Lay the lobby out, with the presses that make its luck; once it is over, a line says what became of it."""
    words = look.t.lobby
    head = words.title(look.game_name, look.table.table_id)
    if look.table.status is not Status.LOBBY:
        return Sheet("\n".join([head, _ending(look), *_luck(look, luck), seal_line(look)]))
    can_play = _can_play(look)
    lines = [
        head,
        words.invitation(_host(look), look.table.capacity - len(look.table.seats)),
        *_seats(look),
        *look.screens.seating(look.table.options, _people(look), look.table.capacity, look.t),
        words.played([*look.screens.facts(look.table.options, look.t), words.players(can_play)]),
        _stakes(look, can_play[0]),
        *_steps(look),
        words.closes(closes_at or 0),
    ]
    footer = "\n".join([*_luck(look, luck), seal_line(look)])
    return Sheet("\n".join(lines), rows=_buttons(look), footer=footer)


def _luck(look: Look, luck: Sequence[Ingredient]) -> list[str]:
    return [luck_line(look, luck)] if luck else []


def _can_play(look: Look) -> Sequence[int]:
    """Return how many can play here; a lobby that was opened under other rules says what the game takes."""
    seats, capacity = playable(look.table.game, look.table.options), look.table.capacity
    return [number for number in seats if number <= capacity] or catalog.game(look.table.game).seats


def _missing(look: Look) -> int:
    return missing(_can_play(look), len(look.table.seats), look.table.capacity)


def _stakes(look: Look, least: int) -> str:
    """Say what it costs and what can be won; with too few seats taken, for the fewest who can play."""
    table, words = look.table, look.t.lobby
    if not look.settings.money:
        return words.no_money
    coins = buy_in(table.game, table.options, look.settings.buy_in(table.game))
    seats = max(least, len(table.seats))
    if shares := prizes(table.game, coins, seats):
        told = words.purse(coins, seats, shares, in_teams=bool(table.options.get("teams")))
    else:
        told = words.pot(coins, may_owe=table.game in MAY_OWE)
    return words.stakes(told, is_practice=len(table.people) < PEOPLE_FOR_STAKES)


def _steps(look: Look) -> list[str]:
    """Say what has to happen before the race can start, or that the host starts it."""
    words, more, waiting = look.t.lobby, _missing(look), _waiting(look)
    has_room = len(look.table.seats) < look.table.capacity
    may_add = look.settings.computers and has_room
    short = [words.missing(more, _host(look), may_add_computers=may_add)] if more else []
    return [*short, *waiting] or [words.can_start(_host(look))]


def _host(look: Look) -> str:
    seat = look.table.seat_of(look.table.host_id)
    return look.who(seat.number) if seat else "?"


def _people(look: Look) -> list[str]:
    return [look.who(seat.number) for seat in look.table.seats]


def _seats(look: Look) -> list[str]:
    words = look.t.lobby
    return [
        words.seat(
            seat.number + 1, look.who(seat.number), seat.user_id == look.table.host_id, is_ready=seat.ready
        )
        for seat in look.table.seats
    ]


def _waiting(look: Look) -> list[str]:
    """Say who has yet to agree to options that have changed."""
    waiting = [look.who(seat.number) for seat in look.table.people if not seat.ready]
    return [look.t.lobby.options_changed(waiting)] if waiting else []


def _ending(look: Look) -> str:
    words = look.t.lobby
    match look.table.status:
        case Status.RUNNING:
            return words.started(look.link)
        case Status.FINISHED:
            return words.finished()
        case Status.EXPIRED:
            return words.expired()
    return words.cancelled(look.table.stakes, look.table.counted)


def _buttons(look: Look) -> Sequence[Sequence[ui.Item[ui.LayoutView]]]:
    words, seats = look.t.lobby, look.table.seats
    blue, green = discord.ButtonStyle.primary, discord.ButtonStyle.success
    is_full = len(seats) >= look.table.capacity
    is_waiting = any(not seat.ready for seat in look.table.people)
    ready = _press(look, f"ready.{terms_of(look.table)}", words.ready, green)
    start = f"start.{digest(look.table.salt)}"  # a race is dealt from the luck that its host saw
    has_computer = any(seat.agent for seat in seats)
    return (
        (
            _press(look, "join", words.join, blue, disabled=is_full),
            _press(look, "leave", words.leave),
            *([ready] if is_waiting else []),
            _press(look, start, words.start, green, disabled=_missing(look) != 0 or is_waiting),
        ),
        (
            _press(look, "computer", words.computer, disabled=is_full or not look.settings.computers),
            _press(look, "fewer", words.remove_computer, disabled=not has_computer),
            _press(look, "options", words.options),
            _press(look, "rules", words.rules),
            _press(look, "luck", look.t.luck.button, emoji="🍀"),
        ),
    )


def _press(
    look: Look,
    what: str,
    label: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    emoji: str | None = None,
    disabled: bool = False,
) -> ui.Button[ui.LayoutView]:
    return button(CustomId(look.table.table_id, 0, what), label, style, emoji=emoji, disabled=disabled)
