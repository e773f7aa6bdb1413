"""`/race new`: one command a game, with the options of its rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from bot.exts.services import Services
from bot.exts.table_argument import words
from bot.exts.translator import named
from bot.tables import Opening
from bot.ui.acknowledging import acknowledge
from bot.ui.answers import person, say
from bot.ui.visitors import visitor
from engines import catalog
from engines.core import Unreadable

SEATS = named("race.new.seats", "How many may play, at most")
SEATS_NAME = named("race.new.seats", "seats")


def choices(key: str, **values: str) -> list[app_commands.Choice[str]]:
    """Offer an option's words, each by what it is called; `key` is that of the option."""
    return [
        app_commands.Choice(name=named(f"{key}.{value}", called), value=value)
        for value, called in values.items()
    ]


class New(app_commands.Group):
    """`/race new`."""

    def __init__(self, services: Services) -> None:
        super().__init__(name=named("race.new", "new"), description=named("race.new", "Open a table"))
        self._services = services

    @app_commands.command(
        name=named("race.new.jockey", "jockey"),
        description=named(
            "race.new.jockey", "Jockey: three races, secret bets, a hand of cards. 2 to 6 players"
        ),
    )
    @app_commands.rename(rounds=named("race.new.jockey.rounds", "rounds"), seats=SEATS_NAME)
    @app_commands.describe(
        rounds=named("race.new.jockey.rounds", "How many rounds of three races (1)"), seats=SEATS
    )
    async def jockey(
        self,
        interaction: discord.Interaction,
        rounds: app_commands.Range[int, 1, 5] = 1,
        seats: app_commands.Range[int, 2, 6] = 6,
    ) -> None:
        """Open a table of Jockey."""
        await self._open(interaction, "jockey", seats, rounds=rounds)

    @app_commands.command(
        name=named("race.new.turfe", "turfe"),
        description=named(
            "race.new.turfe", "Turfe: six lanes, win, place and the jackpot that grows. 3 to 6 players"
        ),
    )
    @app_commands.rename(races=named("race.new.turfe.races", "races"), seats=SEATS_NAME)
    @app_commands.describe(races=named("race.new.turfe.races", "How many races (8)"), seats=SEATS)
    async def turfe(
        self,
        interaction: discord.Interaction,
        races: app_commands.Range[int, 1, 16] = 8,
        seats: app_commands.Range[int, 3, 6] = 6,
    ) -> None:
        """Open a table of Turfe."""
        await self._open(interaction, "turfe", seats, races=races)

    @app_commands.command(
        name=named("race.new.jumpyjack", "jumpyjack"),
        description=named(
            "race.new.jumpyjack", "Jumpy Jack: predict the first three over four hedges. 2 to 16 players"
        ),
    )
    @app_commands.rename(
        target=named("race.new.jumpyjack.target", "target"),
        double=named("race.new.jumpyjack.double", "double"),
        teams=named("race.new.jumpyjack.teams", "teams"),
        guessing=named("race.new.jumpyjack.guessing", "guessing"),
        seats=SEATS_NAME,
    )
    @app_commands.describe(
        target=named("race.new.jumpyjack.target", "Points that end the game (16)"),
        double=named("race.new.jumpyjack.double", "When the hedge DOUBLE acts (on leaving it)"),
        teams=named(
            "race.new.jumpyjack.teams", "Teams of equal size, of two or more; 0: everybody for themselves (0)"
        ),
        guessing=named("race.new.jumpyjack.guessing", "Guess an opponent's prediction after each race (no)"),
        seats=SEATS,
    )
    @app_commands.choices(
        double=choices("race.new.jumpyjack.double", leaving="on leaving it", landing="on landing there")
    )
    async def jumpyjack(
        self,
        interaction: discord.Interaction,
        target: app_commands.Range[int, 2, 30] = 16,
        double: str = "leaving",
        teams: app_commands.Range[int, 0, 8] = 0,
        guessing: bool = False,
        seats: app_commands.Range[int, 2, 16] = 16,
    ) -> None:
        """Open a table of Jumpy Jack."""
        await self._open(
            interaction, "jumpyjack", seats, target=target, double=double, teams=teams, guessing=guessing
        )

    @app_commands.command(
        name=named("race.new.sulkydrom", "sulkydrom"),
        description=named(
            "race.new.sulkydrom", "Sulkydrom: your trotter, your tempo cards, eight lanes. 2 to 8 players"
        ),
    )
    @app_commands.rename(
        goal=named("race.new.sulkydrom.goal", "goal"),
        horses=named("race.new.sulkydrom.horses", "horses"),
        seats=SEATS_NAME,
    )
    @app_commands.describe(
        goal=named("race.new.sulkydrom.goal", "What to play for (one race)"),
        horses=named(
            "race.new.sulkydrom.horses", "Letters by seat, such as A - C; - is drawn (all are drawn)"
        ),
        seats=SEATS,
    )
    @app_commands.choices(
        goal=choices(
            "race.new.sulkydrom.goal",
            first="one race",
            minor="64 points",
            major="128 points",
            victories="two victories",
        )
    )
    async def sulkydrom(
        self,
        interaction: discord.Interaction,
        goal: str = "first",
        horses: app_commands.Range[str, 0, 30] = "",
        seats: app_commands.Range[int, 2, 8] = 8,
    ) -> None:
        """Open a table of Sulkydrom."""
        await self._open(interaction, "sulkydrom", seats, goal=goal, horses=letters(horses))

    @app_commands.command(
        name=named("race.new.newmarket", "newmarket"),
        description=named(
            "race.new.newmarket", "Newmarket: back a horse, play sequences, empty your hand. 3 to 8 players"
        ),
    )
    @app_commands.rename(
        deals=named("race.new.newmarket.deals", "deals"),
        minutes=named("race.new.newmarket.minutes", "minutes"),
        calling=named("race.new.newmarket.calling", "calling"),
        window=named("race.new.newmarket.window", "window"),
        seats=SEATS_NAME,
    )
    @app_commands.describe(
        deals=named("race.new.newmarket.deals", "How many deals at most (8)"),
        minutes=named("race.new.newmarket.minutes", "After so many minutes the deal is the last (no limit)"),
        calling=named("race.new.newmarket.calling", "Who calls the next card of a sequence (the table)"),
        window=named("race.new.newmarket.window", "Seconds to call a card, where players call (10)"),
        seats=SEATS,
    )
    @app_commands.choices(
        calling=choices(
            "race.new.newmarket.calling", auto="the table", manual="its holder, against the clock"
        )
    )
    async def newmarket(
        self,
        interaction: discord.Interaction,
        deals: app_commands.Range[int, 1, 30] = 8,
        minutes: app_commands.Range[int, 1, 600] | None = None,
        calling: str = "auto",
        window: app_commands.Range[int, 3, 120] = 10,
        seats: app_commands.Range[int, 3, 8] = 8,
    ) -> None:
        """Open a table of Newmarket."""
        await self._open(
            interaction, "newmarket", seats, deals=deals, minutes=minutes, calling=calling, window=window
        )

    async def _open(
        self, interaction: discord.Interaction, game: str, capacity: int, **options: object
    ) -> None:
        t = words(interaction)
        await acknowledge(interaction)
        try:
            resolved = resolve(game, options)
        except Unreadable:
            await say(interaction, t.answers.unfit_options(game))
            return
        opening = Opening(
            visitor=visitor(interaction),
            host=person(interaction),
            game=game,
            options=resolved,
            capacity=capacity,
            interaction_id=interaction.id,
        )
        table = await self._services.tables.opening.open(opening)
        await say(interaction, t.lobby.opened(table.table_id))


def resolve(game: str, options: Mapping[str, object]) -> dict[str, Any]:
    """Fill the options in; raise Unreadable for what the rules do not take."""
    return dict(catalog.game(game).options(options).model_dump(mode="json"))


def letters(text: str) -> list[str | None] | None:
    """Read horses by seat: `A - C`, `A,?,C`; nothing at all leaves all to the draw."""
    wished = text.upper().replace(",", " ").split()
    return [None if word in {"-", "?"} else word for word in wished] or None
