"""Jumpy Jack as people meet it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.jumpyjack.feats import FEATS
from bot.games.jumpyjack.measures import MEASURES
from bot.games.jumpyjack.screens import JumpyJackScreens
from bot.games.jumpyjack.story import STORY
from bot.games.kit.tote_runners import Runners, level
from bot.games.lengths import Lengths
from bot.games.lesson import Lesson
from bot.games.title import Title
from bot.texts.command_translations import Named
from engines.jumpyjack import COMPUTERS, GAME
from engines.jumpyjack.podium import arrived
from engines.jumpyjack.view import Phase, View


def as_they_stand(view: View) -> Sequence[Sequence[str]]:
    """Return the horses at home in the order of finish, then those running by their squares, then those out."""
    squares, home = dict(zip(view.horses, view.places, strict=True)), arrived(view.podium)
    running = [horse for horse in view.horses if horse not in view.podium]
    out = [horse for horse in view.podium if horse and horse not in home]
    return [
        *([horse] for horse in home),
        *level(running, lambda horse: -squares[horse]),
        *([horse] for horse in out),
    ]


def while_predicting(view: View) -> int | None:
    """Return the race that is predicted; None from its first throw on, as everybody sees that before a horse moves."""
    return view.race if view.phase is Phase.PREDICTING else None


TITLE = Title(
    engine=GAME,
    computers=COMPUTERS,
    screens=JumpyJackScreens(),
    buy_in=100,
    feats=FEATS,
    measures=MEASURES,
    runners=Runners(open_race=while_predicting, as_they_stand=as_they_stand),
    lengths=Lengths.of(__package__, "target", 8, 16, 24),
    lesson=Lesson(game="jumpyjack", luck="lesson 36", options={"target": 1}, seats=4),
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
