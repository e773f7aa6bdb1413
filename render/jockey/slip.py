"""A bet as it stands on a betting slip: the kind, each horse backed, and what is staked on it."""

from __future__ import annotations

from PIL import Image

from engines.jockey.actions import Bet, Double, Horse
from render.jockey.horses import silks
from render.jockey.words import Words
from render.kit import slip
from render.parts.figures import number


def kind_of(bet: Bet, words: Words) -> str:
    """Return the word for the kind of a bet."""
    return {"place": words.place, "win": words.win, "double": words.double}[bet.kind]


def stakes(bet: Bet, horses: tuple[Horse, ...], size: int, words: Words) -> Image.Image:
    """Return the horses of a bet with their stakes in one line, a double's winner first."""
    if isinstance(bet, Double):
        backed = [(bet.first, bet.stake_first), (bet.second, bet.stake_second)]
    else:
        backed = [(bet.horse, bet.stake)]
    worn = silks(horses)
    return slip.stakes([(worn[horse], number(stake, words.thousands)) for horse, stake in backed], size)
