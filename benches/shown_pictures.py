"""All that games played at random show: boards, desks as they are filled in, results, final rankings, replays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import discord

from bot.bank import By
from bot.games.screens import Drafted, Misread, Press, Seating
from bot.games.titles import title
from bot.messages.custom_ids import CustomId
from bot.texts import DEFAULT
from engines import catalog
from engines.core import Chance, Header, Match
from render import Picture, kit
from render.profile import Curve, bankroll
from render.standings import Line, Page, standings

BOARD, RESULT, FINAL, REPLAY = "board", "result", "final", "replay"
KINDS: Final = (BOARD, "hand", "slip", "choice", RESULT, FINAL, REPLAY)
"""What pictures of games there are; which game has which hands, slips and choices its desks say."""
ELSEWHERE: Final = ("standings", "profile")
"""What pictures there are beside those of games."""

_PRESSES = 3
"""How many presses on a desk are tried, one after another: each may fill in more of it, and show something else."""


class Shown(NamedTuple):
    """A picture, of which kind it is, and whose view it shows: a seat's, or None for everyone's."""

    kind: str
    picture: Picture
    seat: int | None = None


Decide = Callable[[Any, Any, Chance], Any]
"""Chooses an action: of a seat's view, its choices and luck."""


def at_random(_view: Any, choices: Any, chance: Chance) -> Any:
    """Do anything that is allowed."""
    return choices.sample(chance)


def of_games(key: str, names: Sequence[str], luck: Random) -> Iterator[Shown]:
    """Yield what is shown after every move of game after game, played by as many as there are names."""
    while True:
        yield from of_a_game(key, names, luck)


def of_a_game(
    key: str,
    names: Sequence[str],
    luck: Random,
    options: Mapping[str, Any] = MappingProxyType({}),
    decide: Decide = at_random,
) -> Iterator[Shown]:
    """Yield what is shown after every move of a game: the board, all desks, results; and at the end the whole of it."""
    screens, words, game = title(key).screens, title(key).words(DEFAULT), catalog.game(key)
    chance = Chance(luck.randbytes(32))
    match, _ = Match.start(game, Header.of(game, game.options(dict(options)), len(names), luck.randbytes(32)))
    views, settled = [game.view(match.state, None)], None
    while acting := match.to_act():
        for seat in range(len(names)):
            choices = game.choices(match.state, seat) if seat in acting else None
            seating = Seating("DRAWN", seat, game.view(match.state, seat), choices, 0, {}, names, game=game)
            yield from _on_a_desk(screens, seating, words, luck)
        yield Shown(BOARD, screens.board(views[-1], names, words))
        if able := match.able():
            seat = luck.choice(able)
            match, _ = match.act(
                seat, decide(game.view(match.state, seat), game.choices(match.state, seat), chance)
            )
        else:
            match, _ = match.let_pass()
        views.append(game.view(match.state, None))
        if (number := screens.settled(views[-1])) != settled and number is not None:
            settled = number
            yield Shown(RESULT, screens.race_result(views[-1], names, names.__getitem__, words)[1])
    yield Shown(BOARD, screens.board(views[-1], names, words))
    for picture in screens.final_result(views[-1], names, names.__getitem__, words)[1]:
        if _kind_of(picture) == FINAL:
            yield Shown(FINAL, picture)
    with suppress(kit.NothingMoved):
        yield Shown(REPLAY, screens.replay(views, names, words))


def _on_a_desk(screens: Any, seating: Seating, words: Any, luck: Random) -> Iterator[Shown]:
    for _ in range(_PRESSES):
        for picture in screens.desk_drawings(seating, words):
            yield Shown(_kind_of(picture), picture, seating.seat)
        if not seating.choices or (draft := _filled_in(screens, seating, words, luck)) is None:
            return
        seating = replace(seating, draft=draft)


def _filled_in(screens: Any, seating: Seating, words: Any, luck: Random) -> Mapping[str, Any] | None:
    """Press something on a desk; return how it is filled in then, None if the press did something else."""
    offered = list(_offered(screens.desk_controls(seating, words)))
    if not offered:
        return None
    with suppress(Misread):
        meant = screens.pressed(seating, luck.choice(offered), words)
        if isinstance(meant, Drafted):
            return meant.draft
    return None


def _offered(controls: Any) -> Iterator[Press]:
    for item in (item for row in controls for item in row):
        address = CustomId.read(str(getattr(item, "custom_id", "")))
        if address and isinstance(item, discord.ui.Select):
            parts = tuple(address.what.split("."))
            yield from (Press(parts, (option.value,)) for option in item.options)
        elif address:
            yield Press(tuple(address.what.split(".")))


def _kind_of(picture: Picture) -> str:
    return picture.filename.removesuffix(".png").split("-")[1]


def beside_games(names: Sequence[str], luck: Random) -> Iterator[Shown]:
    """Yield pages of a leaderboard and curves of a bankroll, each with other figures."""
    words = DEFAULT.standings
    while True:
        lines = [
            Line(
                place,
                luck.choice(names),
                f"{luck.randrange(-9999, 10**6):,}",
                words.beside(By.PROFIT, 99, place),
            )
            for place in range(1, 11)
        ]
        own = lines[-1]._replace(place=luck.randrange(11, 10**5), is_own=True)
        page = Page(f"Profit of season {luck.randrange(99)}", tuple(lines), own, words.stand_in, words.told)
        yield Shown("standings", standings(page))
        values = tuple(luck.randrange(-(10**4), 10**6) for _ in range(luck.randrange(2, 120)))
        curve = Curve("Bankroll", f"{values[-1]:,} coins", "3 Nov 2026", "23 Nov 2026", values)
        yield Shown("profile", bankroll("bankroll", curve, DEFAULT.profile.captions))
