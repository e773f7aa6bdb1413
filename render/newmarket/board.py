"""The public board: posters of the racehorses with the money on them, the sequence as a run of cards, the owners."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engines.newmarket.view import Phase, View
from render.newmarket import alt
from render.newmarket.captions import Captions
from render.newmarket.faces import PALETTE
from render.newmarket.ground import laid_ground
from render.newmarket.list import List
from render.newmarket.posters import Posters
from render.newmarket.run import Turf
from render.parts.canvas import Canvas
from render.parts.poster import named, with_news, with_title, with_turn, with_winner
from render.picture import Picture, png


def board(view: View, names: Sequence[str], captions: Captions, sequence: str = "") -> Picture:
    """Draw the board for everyone; `sequence` is the sentence that tells the newest one."""
    name, told = f"newmarket-deal{view.deal}-{view.phase}", alt.board(view, names, captions, sequence)
    return png(partial(_drawn, view, names, captions), name, told, PALETTE)


def _drawn(view: View, names: Sequence[str], captions: Captions) -> Canvas:
    image = laid_ground(view, captions)
    _head(image, view, names, captions)
    Posters(names, captions, view, image).draw()
    Turf(names, captions, view, image).draw()
    List(names, captions, view, image).draw()
    return image


def _head(image: Canvas, view: View, names: Sequence[str], captions: Captions) -> None:
    """Say which deal it is and whose turn; who holds the card that is called for is nobody's business."""
    with_title(image, captions.deal_of.format(deal=view.deal, deals=view.deals).upper(), captions.aim)
    won = [seat for seat, points in enumerate(view.points) if points == max(view.points)]
    if view.phase is Phase.OVER and len(won) == 1:
        with_winner(image, named(captions.wins, names[won[0]], captions.stand_in(won[0])))
        return
    news = {Phase.BACKING: captions.backing, Phase.CALLING: captions.calling, Phase.OVER: captions.over}
    if view.phase in news:
        with_news(image, news[view.phase])
        return
    phrases = {
        Phase.CHOOSING: captions.choosing,
        Phase.OFFERING: captions.offering,
        Phase.BIDDING: captions.bidding,
        Phase.LEADING: captions.leading,
    }
    (seat,) = view.to_act
    with_turn(image, phrases[view.phase], names[seat], captions.stand_in(seat))
