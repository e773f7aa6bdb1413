"""Actions of Sulkydrom in short, as tests and golden files write them.

`stack h01 h02 / p01 p02`, `joker LL`, `galopp G`, `tempo horse`, `drive FFRFF`, and `drive` for a horse that stays.
"""

from __future__ import annotations

from engines.sulkydrom.actions import Action, Drive, Galopp, Joker, Stack, Tempo


def parsed(text: str) -> Action:
    match text.split():
        case ["stack", *cards]:
            at = cards.index("/")
            return Stack(tuple(cards[:at]), tuple(cards[at + 1 :]))
        case ["joker", *steps] if len(steps) < 2:
            return Joker(tuple("".join(steps)))
        case ["drive", *steps] if len(steps) < 2:
            return Drive(tuple("".join(steps)))
        case ["galopp", letter]:
            return Galopp(letter)
        case ["tempo", deck]:
            return Tempo(deck)
    raise ValueError(text)
