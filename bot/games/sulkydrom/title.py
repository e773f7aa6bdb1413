"""Sulkydrom as people meet it."""

from __future__ import annotations

from bot.games.kit.tote_runners import Runners
from bot.games.lengths import Length, Lengths
from bot.games.lesson import Lesson
from bot.games.sulkydrom.feats import FEATS
from bot.games.sulkydrom.measures import MEASURES
from bot.games.sulkydrom.screens import SulkydromScreens
from bot.games.sulkydrom.story import STORY
from bot.games.title import Title, TypedOption
from bot.texts.command_translations import Named
from engines.sulkydrom import COMPUTERS, GAME
from engines.sulkydrom.view import View


def letters(text: str) -> list[str | None] | None:
    """Read horses by seat: `A - C`, `A,?,C`; nothing at all leaves all to the draw."""
    wished = text.upper().replace(",", " ").split()
    return [None if word in {"-", "?"} else word for word in wished] or None


def before_the_first_card(view: View) -> int | None:
    """Return the race in which no card was turned or played yet; None once one was."""
    is_ready = view.phase == "turning" and view.turned is None and view.special is None
    return view.race if view.deal == 1 and (view.phase == "stacking" or is_ready) else None


def own_horse(view: View, seat: int) -> str:
    """Return the horse that a seat drives."""
    return view.horses[seat]


TITLE = Title(
    engine=GAME,
    computers=COMPUTERS,
    screens=SulkydromScreens(),
    buy_in=100,
    at_once=("drive",),
    feats=FEATS,
    measures=MEASURES,
    runners=Runners(open_race=before_the_first_card, own=own_horse),
    lengths=Lengths.of(__package__, "goal", "first", "minor", "major", usual=Length.QUICK),
    lesson=Lesson(game="sulkydrom", luck="lesson 4", options={"goal": "first"}, seats=4, spared={"drive": 3}),
    story=STORY,
    translations={
        "de": {
            "": Named("sulkydrom", "Sulkydrom: dein Traber, deine Tempokarten, acht Bahnen"),
            "goal": Named("ziel", "Worum es geht"),
            "goal.first": Named("rennen", "ein Rennen"),
            "goal.minor": Named("punkte-64", "64 Punkte"),
            "goal.major": Named("punkte-128", "128 Punkte"),
            "goal.victories": Named("siege", "zwei Siege"),
            "lane_change": Named("spurwechsel", "Wie die Bahn gewechselt wird"),
            "lane_change.sideways": Named("seitwärts", "seitwärts"),
            "lane_change.diagonal": Named("schräg", "schräg"),
            "horses": Named("pferde", "Buchstaben nach Plätzen, etwa A - C; - wird ausgelost"),
        },
        "pt-BR": {
            "": Named("sulkydrom", "Sulkydrom: seu trotador, suas cartas de ritmo, oito raias"),
            "goal": Named("meta", "O que se disputa"),
            "goal.first": Named("páreo", "um páreo"),
            "goal.minor": Named("pontos-64", "64 pontos"),
            "goal.major": Named("pontos-128", "128 pontos"),
            "goal.victories": Named("vitórias", "duas vitórias"),
            "lane_change": Named("troca-de-raia", "Como se troca de raia"),
            "lane_change.sideways": Named("de-lado", "de lado"),
            "lane_change.diagonal": Named("na-diagonal", "na diagonal"),
            "horses": Named("cavalos", "Letras por lugar, como A - C; - é sorteado"),
        },
    },
    typed={"horses": TypedOption(read=letters, most=30)},
)
