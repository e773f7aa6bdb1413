"""The result of a race, every bet opened and what it brought; and the final ranking of a game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engines.jockey.state import Result
from engines.jockey.view import View
from render import kit
from render.jockey import alt
from render.jockey.captions import Captions
from render.jockey.horses import bet_of, palette_of, silks
from render.kit.result import drawn_result, final_ranking
from render.parts.canvas import Canvas
from render.picture import Picture, needed, png


def result(view: View, names: Sequence[str], captions: Captions) -> Picture:
    """Draw the race settled last; ValueError before the first."""
    over = needed(view.result, "no race is finished yet")
    name, told = f"jockey-result-race{over.race}", alt.result(over, captions)
    return png(partial(_drawn, view, over, names, captions), name, told, palette_of(view))


def _drawn(view: View, over: Result, names: Sequence[str], captions: Captions) -> Canvas:
    return drawn_result(_settled(view, over, names, captions), captions)


def _settled(view: View, over: Result, names: Sequence[str], captions: Captions) -> kit.Result:
    ranks, worn = {horse: rank for rank, horse in enumerate(over.order, 1)}, silks(view.horses)
    bets = [bet_of(bet, view.horses, captions) for bet in over.bets]
    return kit.Result(
        captions.result.format(race=over.race, races=view.races),
        [
            kit.Runner(captions.horse(horse), worn[horse], square, rank=ranks.get(horse))
            for horse, square in zip(view.horses, over.places, strict=True)
        ],
        (captions.bet, captions.net, captions.capital),
        [kit.Settled(*facts) for facts in zip(names, bets, over.nets, over.capitals, strict=False)],
    )


def final(view: View, names: Sequence[str], captions: Captions) -> Picture:
    """Draw who has won the game, and everyone's score."""
    return final_ranking("jockey", view.scores, names, captions)
