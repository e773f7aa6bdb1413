"""What Jumpy Jack's pictures show, told in words; from the same views, so with the same secrets kept.

Briefly: sixteen seats fill a message, and the text beside a picture says the rest.
"""

from __future__ import annotations

from collections.abc import Sequence

from engines.jumpyjack.actions import Horse
from engines.jumpyjack.view import View
from render.jumpyjack.track import barriers
from render.jumpyjack.words import Words
from render.kit.alt import alt_text


def board(view: View, words: Words) -> str:
    """Tell a board: the horses in front first, the barriers, the podium."""
    blocked = list(map(str, barriers(view)))
    running = "; ".join(_running(view, words)) or words.alt.nobody
    return alt_text(
        words.alt.board.format(race=view.race, squares=view.course.squares, horses=running),
        words.alt.barriers.format(squares=_listed(blocked, words)) if blocked else "",
        words.alt.podium.format(places=_places(view.podium, words)) if any(view.podium) else "",
    )


def _running(view: View, words: Words) -> list[str]:
    standing: dict[int, list[str]] = {}
    for square, horse in sorted(zip(view.places, view.horses, strict=True), reverse=True):
        if horse not in view.podium:
            standing.setdefault(square, []).append(words.horse_in_text(horse))
    return [
        (words.alt.on_square if square else words.alt.at_start).format(
            horses=_listed(there, words), square=square
        )
        for square, there in standing.items()
    ]


def _listed(things: Sequence[str], words: Words) -> str:
    *most, last = things
    return words.alt.both.format(most=", ".join(most), last=last) if most else last


def _places(horses: Sequence[Horse | None], words: Words) -> str:
    return " · ".join(
        words.alt.placed.format(
            rank=rank, sign=words.alt.signs.get(horse, "🏇"), horse=words.horse_in_text(horse)
        )
        for rank, horse in enumerate(horses, 1)
        if horse
    )


def slip(view: View, draft: Sequence[Horse | None], words: Words) -> str:
    """Tell the seat's own prediction, or what is chosen of it so far; nothing of everyone's view."""
    if view.own is None:
        return ""
    places = _places(view.own.prediction or draft, words)
    return alt_text(words.alt.slip.format(places=places or words.alt.empty))


def result(podium: Sequence[Horse | None], words: Words) -> str:
    """Tell who came where."""
    return alt_text(words.alt.result.format(places=_places(podium, words)))
