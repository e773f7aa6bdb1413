"""Jumpy Jack as people meet it."""

from __future__ import annotations

from bot.games.jumpyjack.feats import FEATS
from bot.games.jumpyjack.measures import MEASURES
from bot.games.jumpyjack.screens import JumpyJackScreens
from bot.games.jumpyjack.story import STORY
from bot.games.kit.tote_runners import Runners, until_the_first_move
from bot.games.lengths import Lengths
from bot.games.lesson import Lesson
from bot.games.title import Title
from bot.texts.command_translations import Named
from engines.jumpyjack import COMPUTERS, GAME

TITLE = Title(
    engine=GAME,
    computers=COMPUTERS,
    screens=JumpyJackScreens(),
    buy_in=100,
    feats=FEATS,
    measures=MEASURES,
    runners=Runners(open_race=until_the_first_move("predicting")),
    lengths=Lengths.of(__package__, "target", 8, 16, 24),
    lesson=Lesson(game="jumpyjack", luck="lesson 10", options={"target": 1}, seats=4),
    story=STORY,
    translations={
        "de": {
            "": Named("jumpyjack", "Jumpy Jack: die ersten drei über vier Hecken vorhersagen"),
            "target": Named("ziel", "Mit so vielen Punkten endet das Spiel"),
            "double": Named("doppelt", "Wann die Hecke DOUBLE wirkt"),
            "double.leaving": Named("beim-verlassen", "beim Verlassen"),
            "double.landing": Named("beim-landen", "bei der Landung"),
            "teams": Named("teams", "Gleich große Teams; 0: jeder für sich"),
            "guessing": Named("raten", "Nach jedem Rennen eine Vorhersage der anderen erraten"),
        },
        "pt-BR": {
            "": Named("jumpyjack", "Jumpy Jack: preveja os três primeiros sobre quatro obstáculos"),
            "target": Named("meta", "Pontos que encerram o jogo"),
            "double": Named("dobro", "Quando o obstáculo DOUBLE age"),
            "double.leaving": Named("ao-sair", "ao sair dele"),
            "double.landing": Named("ao-cair", "ao cair nele"),
            "teams": Named("equipes", "Equipes iguais; 0: cada um por si"),
            "guessing": Named("adivinhar", "Adivinhar a previsão de um adversário após cada corrida"),
        },
    },
    offers={"target": range(2, 31, 2), "teams": None, "guessing": None},
)
