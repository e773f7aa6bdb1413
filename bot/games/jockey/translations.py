"""The command of Jockey in other languages."""

from __future__ import annotations

from collections.abc import Mapping

from bot.texts.command_translations import Named

TRANSLATIONS: Mapping[str, Mapping[str, Named]] = {
    "de": {
        "": Named("jockey", "Jockey: drei Rennen, geheime Wetten, Handkarten"),
        "rounds": Named("runden", "Wie viele Runden zu je drei Rennen"),
    },
    "pt-BR": {
        "": Named("jockey", "Jockey: três páreos, apostas secretas, cartas na mão"),
        "rounds": Named("rodadas", "Quantas rodadas de três páreos"),
    },
}
"""By Discord locale."""
