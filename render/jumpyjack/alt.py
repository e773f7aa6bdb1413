"""What Jumpy Jack's pictures show, told in words; from the same views, so with the same secrets kept.

Briefly: sixteen seats fill a message, and the text beside a picture says the rest.
"""

from __future__ import annotations

from collections.abc import Sequence

from engines.jumpyjack.actions import Horse
from engines.jumpyjack.view import View
from render.jumpyjack.captions import Captions
from render.jumpyjack.track import barriers
from render.kit.alt import alt_text
from render.picture import Sentence, Topic


def board(view: View, captions: Captions) -> str:
    """Tell a board: the horses in front first, the barriers, the podium."""
    blocked = list(map(str, barriers(view)))
    running = "; ".join(_running(view, captions)) or captions.alt.nobody
    return alt_text(
        captions.alt.board.format(race=view.race, squares=view.course.squares, horses=running),
        captions.alt.barriers.format(squares=_listed(blocked, captions)) if blocked else "",
        captions.alt.podium.format(places=_places(view.podium, captions)) if any(view.podium) else "",
    )


def _running(view: View, captions: Captions) -> list[str]:
    standing: dict[int, list[str]] = {}
    for square, horse in sorted(zip(view.places, view.horses, strict=True), reverse=True):
        if horse not in view.podium:
            standing.setdefault(square, []).append(captions.horse_in_text(horse))
    return [
        (captions.alt.on_square if square else captions.alt.at_start).format(
            horses=_listed(there, captions), square=square
        )
        for square, there in standing.items()
    ]


def _listed(things: Sequence[str], captions: Captions) -> str:
    *most, last = things
    return captions.alt.both.format(most=", ".join(most), last=last) if most else last


def _places(horses: Sequence[Horse | None], captions: Captions) -> str:
    return ", ".join(
        captions.alt.placed.format(rank=rank, horse=captions.horse_in_text(horse))
        for rank, horse in enumerate(horses, 1)
        if horse
    )


def slip(order: Sequence[Horse | None], captions: Captions) -> str:
    """Tell a prediction, or what is chosen of it so far."""
    told = captions.alt.slip.format(places=_places(order, captions) or captions.alt.empty)
    return alt_text(Sentence(Topic.OWN, told))


def result(podium: Sequence[Horse | None], captions: Captions) -> str:
    """Tell who came where."""
    return alt_text(Sentence(Topic.RESULT, captions.alt.result.format(places=_places(podium, captions))))
