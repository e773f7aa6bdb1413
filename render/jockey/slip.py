"""A bet as it stands on a betting slip: the kind, each horse backed, and what is staked on it."""

from __future__ import annotations

from PIL import Image

from engines.jockey.actions import Bet, Double, Horse
from render.jockey.horses import silks
from render.jockey.words import Words
from render.parts.figures import number
from render.parts.fonts import Face
from render.parts.lettering import fitted, headline
from render.parts.palette import INK
from render.parts.silks import token
from render.parts.smooth import put_centred

_AFTER_TOKEN, _AFTER_STAKE, _FIGURE = 0.16, 0.4, 0.68
"""Spaces and the height of figures, as shares of a token."""


def kind_of(bet: Bet, words: Words) -> str:
    """Return the word for the kind of a bet."""
    return {"place": words.place, "win": words.win, "double": words.double}[bet.kind]


def stakes_of(bet: Bet) -> list[tuple[Horse, int]]:
    """Return the horses a bet backs, a double's winner first, each with its stake."""
    if isinstance(bet, Double):
        return [(bet.first, bet.stake_first), (bet.second, bet.stake_second)]
    return [(bet.horse, bet.stake)]


def stakes(bet: Bet, horses: tuple[Horse, ...], size: int, words: Words) -> Image.Image:
    """Return the horses of a bet with their stakes in one line, tokens `size` pixels wide."""
    figure = round(size * _FIGURE)
    texts = [(horse, number(stake, words.thousands)) for horse, stake in stakes_of(bet)]
    widths = [fitted(text, Face.DISPLAY, figure).width for _, text in texts]
    around = size * (1 + _AFTER_TOKEN + _AFTER_STAKE)
    line = Image.new("RGBA", (round(sum(widths) + around * len(widths)), size), (*INK, 0))
    x = 0.0
    for (horse, text), width in zip(texts, widths, strict=True):
        put_centred(line, token(silks(horses)[horse], size), x + size / 2, size / 2)
        headline(line, x + size * (1 + _AFTER_TOKEN), size / 2, text, figure)
        x += around + width
    return line
