"""Turfe as people meet it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.kit.tote_runners import Runners, level, until_the_first_move
from bot.games.lengths import Lengths
from bot.games.lesson import Lesson
from bot.games.title import Title
from bot.games.turfe.feats import FEATS
from bot.games.turfe.measures import MEASURES
from bot.games.turfe.screens import TurfeScreens
from bot.games.turfe.story import STORY
from bot.texts.command_translations import Named
from engines.turfe import COMPUTERS, GAME
from engines.turfe.view import View


def as_they_stand(view: View) -> Sequence[Sequence[str]]:
    """Return the horses at home in the order of finish, then the others by their spaces."""
    spaces = {horse: spot.space for horse, spot in zip(view.horses, view.places, strict=True)}
    running = [horse for horse in view.horses if horse not in view.home]
    return [*([horse] for horse in view.home), *level(running, lambda horse: -spaces[horse])]


TITLE = Title(
    engine=GAME,
    computers=COMPUTERS,
    screens=TurfeScreens(),
    buy_in=1000,
    feats=FEATS,
    measures=MEASURES,
    runners=Runners(open_race=until_the_first_move("betting"), as_they_stand=as_they_stand),
    lengths=Lengths.of(__package__, "races", 2, 4, 8),
    lesson=Lesson(game="turfe", luck="lesson 7", options={"races": 1}, seats=6),
    story=STORY,
    translations={
        "de": {
            "": Named("turfe", "Turfe: sechs Bahnen, Sieg, Platz und der wachsende Jackpot"),
            "races": Named("rennen", "Wie viele Rennen"),
        },
        "pt-BR": {
            "": Named("turfe", "Turfe: seis raias, ponta, placê e a acumulada que cresce"),
            "races": Named("páreos", "Quantos páreos"),
        },
    },
)
