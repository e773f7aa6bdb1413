"""A bet as it stands on a betting slip: the kind, each horse backed, and what is staked on it."""

from __future__ import annotations

from collections.abc import Sequence

from engines.jockey import actions
from engines.jockey.actions import Double, Horse
from render.jockey.horses import silks
from render.jockey.words import Words
from render.kit.slip import Bet, Stake


def bet_of(bet: actions.Bet, horses: Sequence[Horse], words: Words) -> Bet:
    """Return a bet with its horses, a double's winner first."""
    backed = [(bet.horse, bet.stake)] if not isinstance(bet, Double) else _both(bet)
    kind = {"place": words.place, "win": words.win, "double": words.double}[bet.kind]
    worn = silks(horses)
    return Bet(kind, [Stake(words.horse(horse), worn[horse], stake) for horse, stake in backed])


def _both(bet: Double) -> list[tuple[Horse, int]]:
    return [(bet.first, bet.stake_first), (bet.second, bet.stake_second)]
