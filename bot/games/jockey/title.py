"""Jockey as people meet it."""

from __future__ import annotations

from bot.games.jockey.feats import FEATS
from bot.games.jockey.measures import MEASURES
from bot.games.jockey.screens import JockeyScreens
from bot.games.jockey.story import STORY
from bot.games.kit.tote_runners import Runners, until_the_first_move
from bot.games.lengths import Length, Lengths
from bot.games.lesson import Lesson
from bot.games.title import Title
from bot.texts.command_translations import Named
from engines.jockey import COMPUTERS, GAME, TEMPERS

TITLE = Title(
    engine=GAME,
    computers=COMPUTERS,
    tempers=TEMPERS,
    screens=JockeyScreens(),
    buy_in=1000,
    feats=FEATS,
    measures=MEASURES,
    runners=Runners(open_race=until_the_first_move("betting", after=("keeping",))),
    lengths=Lengths.of(__package__, "rounds", 1, 2, 3, usual=Length.QUICK),
    lesson=Lesson(game="jockey", luck="lesson 7", options={}, seats=5),
    rounds=lambda options: int(options["rounds"]),
    story=STORY,
    translations={
        "de": {
            "": Named("jockey", "Jockey: drei Rennen, geheime Wetten, Handkarten"),
            "rounds": Named("runden", "Wie viele Runden zu je drei Rennen"),
        },
        "pt-BR": {
            "": Named("jockey", "Jockey: três páreos, apostas secretas, cartas na mão"),
            "rounds": Named("rodadas", "Quantas rodadas de três páreos"),
        },
    },
)
