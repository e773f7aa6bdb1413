"""What somebody is told of themselves, and of others, in a server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection

from bot import bank
from bot.bank import Balance
from bot.bank.curve import Point, curve
from bot.bank.profiles import Profile
from bot.bank.standings import ALL_GAMES
from bot.db import Database
from bot.games.titles import every_feat, feat_words, is_here, name_of, title
from bot.messages.layout import MessageLayout, below
from bot.outbox.urgency import Urgency
from bot.pictures.pool import Pictures
from bot.servers import read_settings
from bot.tables import Tables
from bot.texts import Texts
from bot.texts.markup import mention
from render.profile import Curve, bankroll


class Told(NamedTuple):
    """All that is told of a person."""

    user: int
    balance: Balance
    profile: Profile
    points: Sequence[Point] = ()
    """How their bankroll went, which only they are shown."""
    is_own: bool = False
    """Whether it is told to themselves."""


class Profiles:
    """Shows profiles, with a picture where the server wants any."""

    def __init__(self, database: Database, tables: Tables, pictures: Pictures) -> None:
        self._database = database
        self._tables = tables
        self._pictures = pictures

    async def layout(self, guild: int, user: int, *, is_own: bool, t: Texts) -> MessageLayout:
        """Lay a profile out, its picture drawn; in words where the server wants none, or nobody can draw it."""
        layout = profile_layout(await self._database.read(read_told, guild, user, is_own=is_own), t)
        if not layout.drawings:
            return layout
        are_wanted = (await self._tables.database.read(read_settings, guild)).pictures
        if are_wanted and await self._pictures.draw(layout.drawings, "a profile", Urgency.ASKED):
            return layout
        return layout.in_words()


def read_told(db: Connection, guild: int, user: int, *, is_own: bool) -> Told:
    """Read what is told of a person."""
    balance = bank.balance(db, guild, user)
    profile = bank.profiles.profile(db, guild, user, is_own=is_own)
    if not is_own:
        return Told(user, balance, profile)
    moves, playing = bank.profiles.wallet_moves(db, guild, user)
    points = curve(moves, playing, balance.worth - balance.staked)  # a bet moves coins as it is made
    return Told(user, balance, profile, points, is_own=True)


def profile_layout(told: Told, t: Texts) -> MessageLayout:
    """Lay a profile out, its picture yet to be drawn."""
    words, games = t.profile, told.profile.games
    head = [words.head(mention(told.user)), words.worth(told.balance.worth)]
    text = below(*head, *(_results(told, t) if games else [words.nothing_yet]), *_achieved(told.profile, t))
    return MessageLayout(
        text,
        (bankroll("bankroll", _curve(told.points, t), words.captions),) if told.points else (),
        footer=words.only_you if told.is_own else "",
    )


def _results(told: Told, t: Texts) -> list[str]:
    words, every = t.profile, told.profile.games
    whole = every[ALL_GAMES]
    lines = [words.all_games(whole.games, whole.wins)]
    for game, career in sorted(every.items()):
        if game != ALL_GAMES:
            profit = career.profit if told.is_own else None
            lines.append(words.game(name_of(game, t), career.games, career.wins, career.best_place, profit))
    return [*lines, *_own(told, t)] if told.is_own else lines


def _own(told: Told, t: Texts) -> list[str]:
    """Tell what concerns nobody else."""
    words, profile, whole = t.profile, told.profile, told.profile.games[ALL_GAMES]
    lines = [words.streaks(whole.streak, whole.best_streak)]
    if profile.horse:
        game, _, horse = profile.horse.of.partition(":")
        called = title(game).words(t).signed(horse) if is_here(game) else horse
        lines.append(words.horse(called, name_of(game, t), profile.horse.times))
    if whole.best_profit is not None and whole.best_profit > 0:
        game = name_of(whole.best_game or "", t)
        lines.append(words.best_race(whole.best_profit, game, whole.best_table or ""))
    if profile.nemesis:
        lines.append(words.nemesis(mention(int(profile.nemesis.of)), profile.nemesis.times))
    return lines


def _achieved(profile: Profile, t: Texts) -> list[str]:
    found = [(feat_words(each.feat, t), each.at) for each in profile.achieved]
    lines = [t.profile.achieved(words, at) for words, at in found if words]
    return [t.profile.achievements(lines, every_feat())] if lines else []


def _curve(points: Sequence[Point], t: Texts) -> Curve:
    words = t.profile
    return Curve(
        words.curve_title,
        words.held(points[-1].worth),
        words.date(points[0].at),
        words.date(points[-1].at),
        tuple(point.worth for point in points),
    )
