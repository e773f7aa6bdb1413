"""What Jumpy Jack's pictures show, told in words; from the same views, so with the same secrets kept.

Briefly: sixteen seats fill a message, and the text beside a picture says the rest.
"""

from __future__ import annotations

from collections.abc import Sequence

from engines.jumpyjack.actions import Horse
from engines.jumpyjack.course import OUT
from engines.jumpyjack.view import Phase, View
from render.jumpyjack.captions import Captions
from render.jumpyjack.track import barriers, leader
from render.kit.alt import alt_text
from render.picture import Listing, Sentence, Topic


def board(view: View, names: Sequence[str], captions: Captions) -> str:
    """Tell a board: the horses in front first, who leads, the last move, whose turn it is, barriers, the podium."""
    say, blocked, first = captions.alt, list(map(str, barriers(view))), leader(view)
    running = _running(view, captions)
    phrase = say.board.format(race=view.race, squares=view.course.squares, horses="{horses}")
    turn = view.to_act[0] if view.phase is Phase.RACING else None
    return alt_text(
        Listing(
            phrase,
            [together for together, *_ in running] or [say.nobody],
            "; ",
            [line for _, *alone in running for line in alone],
        ),
        "" if first is None else say.leads.format(horse=captions.horse_in_text(view.horses[first])),
        "" if turn is None else say.turn.format(name=captions.name(names, turn), value=view.value),
        _last(view, captions),
        say.barriers.format(squares=_listed(blocked, captions)) if blocked else "",
        say.podium.format(places=_places(view.podium, captions)) if any(view.podium) else "",
    )


def _last(view: View, captions: Captions) -> str:
    last = view.last
    if last is None:
        return ""
    start, end = (_place(square, view, captions) for square in (last.way[0], last.way[-1]))
    return captions.alt.last.format(horse=captions.horse_in_text(last.horse), start=start, end=end)


def _place(square: int, view: View, captions: Captions) -> str:
    say = captions.alt
    if square > view.course.squares:
        return say.home
    if square == OUT:
        return say.out
    return say.square.format(square=square) if square else say.start


def _running(view: View, captions: Captions) -> list[list[str]]:
    """Tell who is on each square, the foremost first; then each of those horses by itself."""
    standing: dict[int, list[str]] = {}
    for square, horse in sorted(zip(view.places, view.horses, strict=True), reverse=True):
        if horse not in view.podium:
            standing.setdefault(square, []).append(captions.horse_in_text(horse))
    return [
        [
            (captions.alt.on_square if square else captions.alt.at_start).format(horses=told, square=square)
            for told in (_listed(there, captions), *there)
        ]
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


def slip(view: View, order: Sequence[Horse | None], names: Sequence[str], captions: Captions) -> str:
    """Tell a prediction, or what is chosen of it so far, and the die beside it."""
    say = captions.alt
    throws = view.phase is Phase.RACING
    return alt_text(
        Sentence(Topic.OWN, say.slip.format(places=_places(order, captions) or say.empty)),
        say.turn.format(name=captions.name(names, view.to_act[0]), value=view.value) if throws else "",
    )


def result(podium: Sequence[Horse | None], captions: Captions) -> str:
    """Tell who came where."""
    return alt_text(Sentence(Topic.RESULT, captions.alt.result.format(places=_places(podium, captions))))
