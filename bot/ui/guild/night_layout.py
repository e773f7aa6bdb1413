"""The screens of a race night: the form that plans it, its post, and the words beside it."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ButtonStyle, ui

from bot.games.titles import by_name, title
from bot.messages.custom_ids import GuildId
from bot.messages.layout import MessageLayout, button
from bot.nights import LONGEST_WHEN, Form, Line, NameState, Night, NightStatus
from bot.texts import Texts
from bot.ui.forms import StillModal
from engines.core import Unreadable

LONGEST_NAME = 40
MOST_LINES = 12
"""Of a standing in the post of a night."""

MOST_GAMES = 5
"""Of one night."""


def plan_form(t: Texts) -> ui.Modal:
    """Ask what is planned."""
    said = t.nights
    games = [
        discord.SelectOption(
            label=each.words(t).name[:100], value=each.key, description=each.words(t).pitch[:100]
        )
        for each in by_name(t)
    ][:25]
    forms = [
        discord.SelectOption(label=label, value=form, description=told, default=form is Form.EVENING)
        for form, (label, told) in said.forms.items()
    ]
    when: ui.TextInput[ui.Modal] = ui.TextInput(custom_id="when", max_length=LONGEST_WHEN)
    name: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id="name", required=False, max_length=LONGEST_NAME, placeholder=said.usual_name
    )
    most = min(MOST_GAMES, len(games))
    which: ui.Select[ui.Modal] = ui.Select(custom_id="games", options=games, min_values=1, max_values=most)
    how: ui.Select[ui.Modal] = ui.Select(custom_id="form", options=forms)
    whom: ui.RoleSelect[ui.Modal] = ui.RoleSelect(custom_id="role", required=False, min_values=0)
    return StillModal(
        GuildId("nights.plan"),
        said.form_title,
        ui.Label(text=said.when, description=said.when_hint[:100], component=when),
        ui.Label(text=said.games, description=said.games_hint[:100], component=which),
        ui.Label(text=said.form, component=how),
        ui.Label(text=said.name, description=said.name_hint[:100], component=name),
        ui.Label(text=said.role, description=said.role_hint[:100], component=whom),
    )


def night_layout(night: Night, league: tuple[Sequence[Line], int] | None, t: Texts) -> MessageLayout:
    """Show a night as it is now."""
    said, is_planned = t.nights, night.status is NightStatus.PLANNED
    games = [game_name(game, t) for game in night.games]
    parts = [
        said.head(night.name, night.host_id, at=night.starts_at if is_planned else None),
        said.programme(night.form, games),
    ]
    if night.status is NightStatus.CANCELLED and night.why:
        return MessageLayout("\n".join([*parts, said.cancelled(night.why)]))
    if is_planned:
        parts.append(said.names([each.user_id for each in night.players]))
    else:
        parts += _goes_on(night, t)
    if night.form is Form.LEAGUE and league and league[0]:
        parts.append(_cut(said.league(league[0][:MOST_LINES], league[1]), league[0], t))
    if night.status is NightStatus.OVER:
        return MessageLayout("\n".join([*parts, said.over]))
    return MessageLayout("\n".join(parts), controls=_controls(night, t))


def _goes_on(night: Night, t: Texts) -> list[str]:
    """Tell the round and the standing."""
    said, parts = t.nights, list[str]()
    if night.status is NightStatus.RUNNING:
        parts.append(round_words(night, t))
    lines = night.standing()
    if any(seat.place is not None for seat in night.seats):
        parts.append(_cut(said.standing(lines[:MOST_LINES]), lines, t))
    return parts


def _cut(told: str, lines: Sequence[Line], t: Texts) -> str:
    left = len(lines) - MOST_LINES
    return f"{told}\n{t.nights.more(left)}" if left > 0 else told


def round_words(night: Night, t: Texts) -> str:
    """Tell who sits at which table of this round."""
    said = t.nights
    told = [
        said.table(
            table.number,
            [seat.user_id for seat in night.people_at(table)],
            table.table_id,
            table.state,
        )
        for table in night.now_at
    ]
    return "\n".join([said.round(night.round, game_name(night.game, t)), *told])


def _controls(night: Night, t: Texts) -> Sequence[Sequence[ui.Item[ui.LayoutView]]]:
    """Return what can be pressed: nobody comes to a knock-out that has begun, and only its host decides about it."""
    said = t.nights

    def of(what: str) -> GuildId:
        return GuildId(f"nights.{what}.{night.night_id}")

    is_planned = night.status is NightStatus.PLANNED
    come = button(of("in"), said.come, ButtonStyle.success, emoji="🏇")
    people = [come] if is_planned or night.form is not Form.KNOCKOUT else []
    host = button(of("start"), said.start, ButtonStyle.primary)
    if not is_planned:
        host = button(GuildId(f"nights.on.{night.night_id}.{night.round}"), said.go_on)
    return [
        [*people, button(of("out"), said.stay)],
        [host, button(of("cancel"), said.cancel, ButtonStyle.danger)],
    ]


def word_layout(night: Night, word: str, t: Texts) -> MessageLayout | None:
    """Compose a word that is owed: `soon`, `round.2`, `podium`; None where there is nothing to tell any more."""
    said = t.nights
    kind, _, number = word.partition(".")
    if kind == "soon":
        users = [each.user_id for each in night.players]
        is_late = night.status is not NightStatus.PLANNED or not users
        return None if is_late else MessageLayout(said.soon(night.name, night.starts_at, users), pings=users)
    if kind == "podium":
        lines, best = night.standing(), night.best()
        game = game_name(best.game, t) if best else ""
        return MessageLayout(said.podium(night.name, lines, best, game))
    if int(number or 0) != night.round or night.status is not NightStatus.RUNNING:
        return None
    called = night.role_id if night.is_first_round else None
    users = [seat.user_id for table in night.now_at for seat in night.people_at(table)]
    there = {each.user_id for each in night.names if each.state is NameState.IN}
    head = said.begins(night.name, night.round, game_name(night.game, t), called)
    return MessageLayout(
        "\n".join([head, *round_words(night, t).split("\n")[1:], said.to_tables]),
        pings=[user for user in users if user in there],
        roles=[called] if called else (),
    )


def game_name(key: str, t: Texts) -> str:
    """Name a game; one that is not here any more by its key."""
    try:
        return title(key).words(t).name
    except Unreadable:
        return key
