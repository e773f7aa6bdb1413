"""The result of a race, every bet opened and what it brought; and the final ranking of a game."""

from __future__ import annotations

from collections.abc import Sequence

from engines.jockey.state import Result
from engines.jockey.view import View
from render import kit
from render.jockey import alt
from render.jockey.horses import bet_of, silks
from render.jockey.words import Words
from render.kit.ranking import final_ranking
from render.kit.result import drawn_result
from render.picture import Picture, needed, png


def result(view: View, names: Sequence[str], words: Words) -> Picture:
    """Draw the race settled last; ValueError before the first."""
    over = needed(view.result, "no race is finished yet")
    name, told = f"jockey-result-race{over.race}", alt.result(over, words)
    return png(lambda: drawn_result(_settled(view, over, names, words), words), name, told)


def _settled(view: View, over: Result, names: Sequence[str], words: Words) -> kit.Result:
    ranks, worn = {horse: rank for rank, horse in enumerate(over.order, 1)}, silks(view.horses)
    bets = [bet_of(bet, view.horses, words) for bet in over.bets]
    return kit.Result(
        words.result.format(race=over.race, races=view.races),
        [
            kit.Runner(words.horse(horse), worn[horse], square, rank=ranks.get(horse))
            for horse, square in zip(view.horses, over.places, strict=True)
        ],
        (words.bet, words.net, words.capital),
        [kit.Settled(*facts) for facts in zip(names, bets, over.nets, over.capitals, strict=False)],
    )


def final(view: View, names: Sequence[str], words: Words) -> Picture:
    """Draw who has won the game, and everyone's score."""
    return final_ranking("jockey", view.scores, names, words)
