"""The screens of a race night: the form that plans it, its post, and the words beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import discord
from discord import ButtonStyle, ui

from bot.games.titles import by_name, name_or_key
from bot.messages.custom_ids import GuildId
from bot.messages.layout import MOST_OPTIONS, MessageLayout, button, option
from bot.nights import (
    LOBBY_WAITS,
    LONGEST_WHEN,
    POINTS,
    Form,
    League,
    Line,
    NameState,
    Night,
    NightStatus,
    the_zone,
)
from bot.nights.night import MINUTE
from bot.texts import Texts
from bot.texts.markup import mention
from bot.ui.forms import StillModal, labelled
from render.parts.lettering import plain
from render.podium import Podium, Stand, podium

LONGEST_NAME = 40
MOST_LINES = 12
"""Of a standing in the post of a night."""

MOST_GAMES = 5
"""Of one night."""


class Planned(NamedTuple):
    """What a form says that plans a night, as it was sent."""

    when: str = ""
    games: Sequence[str] = ()
    form: str = Form.EVENING
    name: str = ""
    roles: Sequence[str] = ()
    zone: str | None = None
    """The time zone that the command named, remembered once the night is planned."""


def plan_form(t: Texts, zone: str | None, typed: Planned) -> ui.Modal:
    """Ask what is planned; `zone` is the host's time zone, where it is known, `typed` what they sent in vain.

    The form's id carries the zone that the command named, so any process can take the form.
    """
    said = t.nights
    games = [
        option(each.words(t).name, each.key, each.words(t).pitch, is_chosen=each.key in typed.games)
        for each in by_name(t)
    ][:MOST_OPTIONS]
    forms = [
        option(label, form, told, is_chosen=form == typed.form) for form, (label, told) in said.forms.items()
    ]
    when: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id="when", max_length=LONGEST_WHEN, default=typed.when or None
    )
    name: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id="name",
        required=False,
        max_length=LONGEST_NAME,
        placeholder=said.usual_name,
        default=typed.name or None,
    )
    most = min(MOST_GAMES, len(games))
    which: ui.Select[ui.Modal] = ui.Select(custom_id="games", options=games, min_values=1, max_values=most)
    how: ui.Select[ui.Modal] = ui.Select(custom_id="form", options=forms)
    roles = [discord.Object(int(each), type=discord.Role) for each in typed.roles if each.isdecimal()]
    whom: ui.RoleSelect[ui.Modal] = ui.RoleSelect(
        custom_id="role", required=False, min_values=0, default_values=roles
    )
    return StillModal(
        GuildId("nights.plan" + (f".{typed.zone.lower().replace('/', '.')}" if typed.zone else "")),
        said.form_title,
        labelled(said.when, said.when_hint(zone), when),
        labelled(said.games, said.games_hint, which),
        ui.Label(text=said.form, component=how),
        labelled(said.name, said.name_hint, name),
        labelled(said.role, said.role_hint, whom),
    )


def zone_in_form_id(written: str) -> str:
    """Read the time zone in a form's id. Raises `NightRefused` if there is no such zone: anybody can forge an id."""
    return the_zone(written.replace(".", "/"))


def night_layout(night: Night, league: League | None, t: Texts) -> MessageLayout:
    """Show a night as it is now."""
    said, is_planned = t.nights, night.status is NightStatus.PLANNED
    games = [name_or_key(game, t) for game in night.games]
    parts = [
        said.head(night.name, night.host_id, at=night.starts_at if is_planned else None),
        said.programme(night.form, games, night.least, league),
    ]
    if night.status is NightStatus.CANCELLED and night.why:
        return MessageLayout("\n".join([*parts, said.cancelled(night.why)]))
    if is_planned:
        parts.append(said.names([each.user_id for each in night.players]))
    else:
        parts += _goes_on(night, t)
    if league and league.lines and not _says_the_same(night, league):
        parts.append(_cut(said.league(league.lines[:MOST_LINES], league.nights), league.lines, t))
    if _has_points(night) or (league and league.lines):
        parts.append(said.scale(POINTS))
    if night.status is NightStatus.OVER:
        return MessageLayout("\n".join([*parts, said.over]))
    return MessageLayout("\n".join(parts), controls=_controls(night, t))


def _says_the_same(night: Night, league: League) -> bool:
    """Whether the standing of a league is that of its first night, which the post tells anyway."""
    return night.round > 0 and league.nights == 1 and league.lines == list(night.standing())


def _goes_on(night: Night, t: Texts) -> list[str]:
    """Tell the round and the standing."""
    said, parts = t.nights, list[str]()
    if night.status is NightStatus.RUNNING:
        parts.append(round_words(night, t))
        if night.newcomers and not night.is_last_round:
            parts.append(said.newcomers([each.user_id for each in night.newcomers]))
    lines, is_over = night.standing(), night.status is NightStatus.OVER
    if _has_points(night):
        parts.append(_cut(said.standing(lines[:MOST_LINES]), lines, t))
    elif not night.counting and (is_over or any(seat.place is not None for seat in night.seats)):
        parts.append(said.uncounted(night.least, is_over=is_over))
    return parts


def _has_points(night: Night) -> bool:
    """Whether a race was run in a round that counts."""
    return any(seat.place is not None for seat in night.counted)


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
            None if table.thread_id == night.channel_id else table.thread_id,
        )
        for table in night.now_at
    ]
    return "\n".join([said.round(night.round, night.rounds, name_or_key(night.game, t)), *told])


def _controls(night: Night, t: Texts) -> Sequence[Sequence[ui.Item[ui.LayoutView]]]:
    """Return what can be pressed: nobody comes to a knock-out that has begun, and a last round is followed by none."""
    said = t.nights

    def of(what: str) -> GuildId:
        return GuildId(f"nights.{what}.{night.night_id}")

    is_planned = night.status is NightStatus.PLANNED
    come = button(of("in"), said.come, ButtonStyle.success, emoji="🏇")
    people = [] if night.is_last_round else [button(of("out"), said.stay)]
    if is_planned or not (night.form is Form.KNOCKOUT or night.is_last_round):
        people.insert(0, come)
    host = button(of("start"), said.start, ButtonStyle.primary)
    if not is_planned:
        host = button(
            GuildId(f"nights.on.{night.night_id}.{night.round}"),
            said.end if night.is_last_round else said.go_on,
        )
    decides = [host, button(of("cancel"), said.cancel, ButtonStyle.danger)]
    return [people, decides] if people else [decides]


def word_layout(night: Night, word: str, t: Texts) -> MessageLayout | None:
    """Compose a word that is owed: `soon`, `round.2`, `podium`; None where there is nothing to tell any more."""
    said = t.nights
    kind, _, number = word.partition(".")
    if kind == "soon":
        users = [each.user_id for each in night.players]
        is_late = night.status is not NightStatus.PLANNED or not users
        return None if is_late else MessageLayout(said.soon(night.name, night.starts_at, users), pings=users)
    if kind == "podium":
        if not night.counting:
            return MessageLayout(said.no_podium(night.name, night.least))
        return podium_layout(night, t) if night.podium() else None
    if int(number or 0) != night.round or night.status is not NightStatus.RUNNING:
        return None
    is_called = night.is_first_round and night.role_id != night.guild_id  # never @everyone
    called = night.role_id if is_called else None
    users = [seat.user_id for table in night.now_at for seat in night.people_at(table)]
    there = {each.user_id for each in night.names if each.state is NameState.IN}
    head = said.begins(night.name, night.round, night.rounds, name_or_key(night.game, t), called)
    return MessageLayout(
        "\n".join([head, *round_words(night, t).split("\n")[1:], said.to_tables(LOBBY_WAITS // MINUTE)]),
        pings=[user for user in users if user in there],
        roles=[called] if called else (),
    )


def podium_layout(night: Night, t: Texts) -> MessageLayout:
    """Tell who won, in words and as a picture."""
    said, best, lines = t.nights, night.best(), night.podium()
    told = [said.podium(night.name, lines)]
    if best:
        told.append(f"-# {said.best_race(mention(best.user_id), best.rivals, name_or_key(best.game, t))}")
    return MessageLayout("\n".join(told), (podium(podium_of(night, t)),))


def podium_of(night: Night, t: Texts) -> Podium:
    """Say what may be drawn of who won: the names under which people signed up."""
    said, best = t.nights, night.best()
    stands = [
        Stand(each.rank, night.name_of(each.user_id), said.points(each.points)) for each in night.podium()
    ]
    who = plain(night.name_of(best.user_id)) or said.stand_in if best else ""
    news = said.best_race(who, best.rivals, name_or_key(best.game, t)) if best else ""
    return Podium(night.name, tuple(stands), news, said.stand_in, said.told)
