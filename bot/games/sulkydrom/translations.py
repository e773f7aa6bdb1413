"""The command of Sulkydrom in other languages."""

from __future__ import annotations

from collections.abc import Mapping

from bot.texts.command_translations import Named

TRANSLATIONS: Mapping[str, Mapping[str, Named]] = {
    "de": {
        "": Named("sulkydrom", "Sulkydrom: dein Traber, deine Tempokarten, acht Bahnen"),
        "goal": Named("ziel", "Worum es geht"),
        "goal.first": Named("rennen", "ein Rennen"),
        "goal.minor": Named("punkte-64", "64 Punkte"),
        "goal.major": Named("punkte-128", "128 Punkte"),
        "goal.victories": Named("siege", "zwei Siege"),
        "horses": Named("pferde", "Buchstaben nach Plätzen, etwa A - C; - wird ausgelost"),
    },
    "pt-BR": {
        "": Named("sulkydrom", "Sulkydrom: seu trotador, suas cartas de ritmo, oito raias"),
        "goal": Named("meta", "O que se disputa"),
        "goal.first": Named("páreo", "um páreo"),
        "goal.minor": Named("pontos-64", "64 pontos"),
        "goal.major": Named("pontos-128", "128 pontos"),
        "goal.victories": Named("vitórias", "duas vitórias"),
        "horses": Named("cavalos", "Letras por lugar, como A - C; - é sorteado"),
    },
}
"""By Discord locale."""
