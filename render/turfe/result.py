"""The result of a race, every bet opened and what it brought; and the final ranking of a game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engines.turfe.state import Result
from engines.turfe.view import View
from render import kit
from render.kit.result import drawn_result, final_ranking
from render.kit.slip import Bet
from render.parts.canvas import Canvas
from render.picture import Picture, needed, png
from render.turfe import alt
from render.turfe.captions import Captions
from render.turfe.horses import PALETTE, bet_of, silks


def result(view: View, names: Sequence[str], captions: Captions) -> Picture:
    """Draw the race settled last; ValueError before the first."""
    over = needed(view.result, "no race is finished yet")
    name, told = f"turfe-result-race{over.race}", alt.result(over, names, captions)
    return png(partial(_drawn, view, over, names, captions), name, told, PALETTE)


def _drawn(view: View, over: Result, names: Sequence[str], captions: Captions) -> Canvas:
    return drawn_result(_settled(view, over, names, captions), captions)


def _settled(view: View, over: Result, names: Sequence[str], captions: Captions) -> kit.Result:
    """Return the photo finish and the tickets; below the title what the next race is run for."""
    ranks, worn = {horse: rank for rank, horse in enumerate(over.order, 1)}, silks(view.horses)
    bets = [bet_of(bet, view.horses, captions) if bet else Bet(captions.broke, ()) for bet in over.bets]
    return kit.Result(
        captions.result.format(race=over.race, races=view.races),
        [
            kit.Runner(captions.horse(horse), worn[horse], place.space, rank=ranks.get(horse))
            for horse, place in zip(view.horses, over.places, strict=True)
        ],
        (captions.bet, captions.net, captions.money),
        [kit.Settled(*facts) for facts in zip(names, bets, over.nets, over.money, strict=False)],
        captions.pot_after.format(amount=captions.number(over.pot)),
    )


def final(view: View, names: Sequence[str], captions: Captions) -> Picture:
    """Draw who has won the game, and everyone's money."""
    return final_ranking("turfe", view.money, names, captions, PALETTE)
