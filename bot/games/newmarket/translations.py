"""The command of Newmarket in other languages."""

from __future__ import annotations

from collections.abc import Mapping

from bot.texts.command_translations import Named

TRANSLATIONS: Mapping[str, Mapping[str, Named]] = {
    "de": {
        "": Named("newmarket", "Newmarket: auf ein Pferd setzen, Folgen legen, Hand leeren"),
        "deals": Named("runden", "Wie viele Runden höchstens"),
        "minutes": Named("minuten", "Nach so vielen Minuten ist die Runde die letzte"),
        "calling": Named("ansagen", "Wer die nächste Karte einer Folge ansagt"),
        "calling.auto": Named("tisch", "der Tisch"),
        "calling.manual": Named("besitzer", "wer sie hat, gegen die Uhr"),
        "window": Named("frist", "Sekunden zum Ansagen, wo die Spieler ansagen"),
    },
    "pt-BR": {
        "": Named("newmarket", "Newmarket: aposte num cavalo, siga sequências, esvazie a mão"),
        "deals": Named("mãos", "Quantas mãos, no máximo"),
        "minutes": Named("minutos", "Depois de tantos minutos, a mão é a última"),
        "calling": Named("chamada", "Quem chama a próxima carta de uma sequência"),
        "calling.auto": Named("mesa", "a mesa"),
        "calling.manual": Named("dono", "quem a tem, contra o relógio"),
        "window": Named("prazo", "Segundos para chamar, onde os jogadores chamam"),
    },
}
"""By Discord locale."""
