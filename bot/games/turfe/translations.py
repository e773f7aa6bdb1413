"""The command of Turfe in other languages."""

from __future__ import annotations

from collections.abc import Mapping

from bot.texts.command_translations import Named

TRANSLATIONS: Mapping[str, Mapping[str, Named]] = {
    "de": {
        "": Named("turfe", "Turfe: sechs Bahnen, Sieg, Platz und der wachsende Jackpot"),
        "races": Named("rennen", "Wie viele Rennen"),
    },
    "pt-BR": {
        "": Named("turfe", "Turfe: seis raias, ponta, placê e a acumulada que cresce"),
        "races": Named("páreos", "Quantos páreos"),
    },
}
"""By Discord locale."""
