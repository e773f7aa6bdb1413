"""Newmarket as people meet it."""

from __future__ import annotations

from bot.games.lengths import Lengths
from bot.games.lesson import Lesson
from bot.games.newmarket.feats import FEATS
from bot.games.newmarket.measures import MEASURES
from bot.games.newmarket.screens import NewmarketScreens
from bot.games.newmarket.story import STORY
from bot.games.title import Title
from bot.texts.command_translations import Named
from engines.newmarket import COMPUTERS, GAME

TITLE = Title(
    engine=GAME,
    computers=COMPUTERS,
    screens=NewmarketScreens(),
    buy_in=1000,
    feats=FEATS,
    measures=MEASURES,
    lengths=Lengths.of(__package__, "deals", 2, 4, 8),
    lesson=Lesson(game="newmarket", luck="lesson 24", options={"deals": 1}, seats=3),
    story=STORY,
    translations={
        "de": {
            "": Named("newmarket", "Newmarket: auf ein Pferd setzen, Folgen legen, Hand leeren"),
            "deals": Named("runden", "Wie viele Runden höchstens"),
            "minutes": Named("minuten", "Nach so vielen Minuten ist die Runde die letzte"),
            "calling": Named("ansagen", "Wer die nächste Karte einer Folge ansagt"),
            "calling.auto": Named("tisch", "der Tisch"),
            "calling.manual": Named("spieler", "die Spieler, gegen die Uhr"),
            "window": Named("frist", "Sekunden zum Ansagen, wo die Spieler ansagen"),
        },
        "pt-BR": {
            "": Named("newmarket", "Newmarket: aposte num cavalo, siga sequências, esvazie a mão"),
            "deals": Named("mãos", "Quantas mãos, no máximo"),
            "minutes": Named("minutos", "Depois de tantos minutos, a mão é a última"),
            "calling": Named("chamada", "Quem chama a próxima carta de uma sequência"),
            "calling.auto": Named("mesa", "a mesa"),
            "calling.manual": Named("jogadores", "os jogadores, contra o relógio"),
            "window": Named("prazo", "Segundos para chamar, onde os jogadores chamam"),
        },
    },
    offers={
        "deals": (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30),
        "minutes": (None, 10, 15, 20, 30, 45, 60, 90, 120),
        "calling": None,
        "window": (5, 8, 10, 15, 20, 30, 45, 60),
    },
)
