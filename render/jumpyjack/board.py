"""The public board: the course under a head that says whose turn it is, the podium inside it, the paper below it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engines.jumpyjack.teams import team_count
from engines.jumpyjack.view import Phase, View
from render.jumpyjack import alt
from render.jumpyjack.captions import Captions
from render.jumpyjack.field import with_barriers, with_horses, with_trails
from render.jumpyjack.ground import laid_ground
from render.jumpyjack.horses import PALETTE
from render.jumpyjack.leader import with_leader
from render.jumpyjack.podium import FOOT, PODIUM, podium
from render.jumpyjack.racecard import Racecard, height
from render.jumpyjack.track import WIDTH
from render.kit.page import Seats
from render.parts.canvas import Canvas
from render.parts.poster import with_news, with_title, with_turn, with_winner
from render.parts.shapes import put
from render.picture import Picture, png

_MANY = 6
"""Above so many seats a board is compressed harder and has no grain, for their names take most of its bytes."""


def board(view: View, names: Sequence[str], captions: Captions) -> Picture:
    """Draw the board for everyone."""
    name, told = f"jumpyjack-race{view.race}-{view.phase}", alt.board(view, names, captions)
    return png(partial(_drawn, view, names, captions), name, told, PALETTE)


def _drawn(view: View, names: Sequence[str], captions: Captions) -> Canvas:
    image = laid_ground(view.course, captions, height(view), is_plain=view.seats > _MANY)
    _head(image, view, names, captions)
    stand = podium(view, PODIUM)
    put(image, stand, (WIDTH - PODIUM) / 2, FOOT - stand.height)
    with_trails(image, view)
    with_barriers(image, view)
    with_horses(image, view)
    with_leader(image, view, captions)
    card = Racecard(names, captions, view, image)
    card.thrown()
    card.players()
    return image


def _head(image: Canvas, view: View, names: Sequence[str], captions: Captions) -> None:
    race, target = captions.race.format(race=view.race), captions.target.format(points=view.options.target)
    with_title(image, race.upper(), target)
    match view.phase:
        case Phase.RACING:
            (seat,) = view.to_act
            with_turn(image, captions.turn, names[seat], captions.stand_in(seat))
        case Phase.PREDICTING:
            with_news(image, captions.predicting)
        case Phase.GUESSING:
            with_news(image, captions.guessing)
        case Phase.OVER:
            with_winner(image, winner(view, names, captions))


def winner(view: View, names: Sequence[str], captions: Captions) -> str:
    """Say who has won; of several that the game is over."""
    totals = view.totals[: team_count(view.options, view.seats)]
    if totals.count(max(totals)) > 1:
        return captions.over
    first = totals.index(max(totals))
    if view.options.teams:
        return captions.wins.format(name=captions.team.format(team=first + 1))
    return captions.wins.format(name=Seats(names, captions).called(first, 66, 300))
