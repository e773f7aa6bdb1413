"""`paddock bench replays`: what a replay takes to draw, how large its file is, and for how long it plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from statistics import median
from time import process_time
from typing import Any

import click

from benches import options
from benches.figures import Measured, tell
from bot.games.titles import title
from bot.texts import DEFAULT
from engines import catalog
from engines.core import Chance
from render import Picture, kit
from render.parts.animation import seconds


@click.command()
@click.option("--races", type=click.IntRange(2, 1000), default=30, show_default=True, help="How many a game.")
@options.as_json
def command(races: int, as_json: bool) -> None:
    """Draw replays of random races, with few seats and with many, in both forms.

    `first` is the processor time of the first one, for which everything has to be drawn anew that later ones share;
    `median` and `worst` are those of all after it. They include turning the views into what is shown.

    \b
    Examples:
      paddock bench replays
      paddock bench replays --races 100 --json
    """
    for key in catalog.GAMES:
        for form in kit.Form:
            tell(_measured(key, form, races), as_json=as_json)


def _measured(key: str, form: kit.Form, races: int) -> list[Measured]:
    took, sizes, lasted = list[float](), list[int](), list[float]()
    for views, names in _days(key, races):
        began = process_time()
        picture = _replay(key, views, names, form)
        sizes.append(len(picture.data))
        took.append(process_time() - began)
        lasted.append(seconds(picture))
    facts = (
        ("first", took[0] * 1000, "ms"),
        ("median", median(took[1:]) * 1000, "ms"),
        ("worst", max(took[1:]) * 1000, "ms"),
        ("size, median", median(sizes) / 1000, "KB"),
        ("size, worst", max(sizes) / 1000, "KB"),
        ("shortest", min(lasted), "s"),
        ("longest", max(lasted), "s"),
    )
    return [Measured("replays", f"{key} {form}", *fact) for fact in facts]


def _replay(key: str, views: Sequence[Any], names: Sequence[str], form: kit.Form) -> Picture:
    screens, words = title(key).screens, title(key).words(DEFAULT)
    return screens.replay(views, names, words, kit.Asked(1, form))


def _days(key: str, races: int) -> Iterator[tuple[Sequence[Any], Sequence[str]]]:
    """Yield what everyone saw of games played at random until their first race was over."""
    game, luck = catalog.game(key), Random(1)  # noqa: S311 - the same races every time
    fewest, most = min(game.seats), max(game.seats)
    for number in range(races):
        seats = most if number % 2 else fewest
        chance = Chance(luck.randbytes(32))
        state, _ = game.new(game.options({}), seats, chance)
        views = [game.view(state, None)]
        while views[-1].result is None and (acting := game.to_act(state)):
            state, _ = game.apply(state, acting[0], game.choices(state, acting[0]).sample(chance), chance)
            views.append(game.view(state, None))
        yield views, [f"Player {seat}" for seat in range(1, seats + 1)]
