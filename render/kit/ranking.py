"""The final ranking of a game: who has won, and what everyone has in the end."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from engines.parts.ranking import ranking
from render.kit.alt import by_rank, final_text
from render.kit.page import rows
from render.parts.lettering import headline, number, write
from render.parts.mount import shadow
from render.parts.palette import CREAM, FOREST, HEDGE, INK, LOSS
from render.parts.shapes import put_centred, rosette, sheet, trophy
from render.picture import Picture, png
from render.words import Captions

_WIDTH, _HEAD, _EDGE, _ROW = 1200, 92, 28, 108


def final_ranking(
    game: str,
    scores: Sequence[int],
    names: Sequence[str],
    words: Captions,
    palette: Image.Image | None = None,
    row: int = _ROW,
) -> Picture:
    """Draw and tell the players by their scores, the best first, equal ones with the same rosette, in seat order.

    `scores` and `names` are by seat (or by team). 1200 pixels wide, 120 and another `row` a seat high, PNG.
    """

    def facts(seat: int) -> dict[str, str]:
        return {"name": words.name(names, seat), "score": number(scores[seat], words.thousands)}

    told = final_text(words.alt, ranking(scores), facts)
    return png(lambda: _drawn(scores, names, words, row), f"{game}-final", told, palette)


def _drawn(scores: Sequence[int], names: Sequence[str], words: Captions, row: int) -> Image.Image:
    height, by = row * len(scores), row / _ROW
    image = Image.new("RGB", (_WIDTH, _HEAD + height + _EDGE), FOREST)
    headline(image, _EDGE + 4, _HEAD / 2, words.final, 46, fill=CREAM, width=860)
    put_centred(image, shadow(HEDGE, 128), _WIDTH - 110, _HEAD / 2)
    table = Image.new("RGB", (_WIDTH - 2 * _EDGE, height), CREAM)
    ranks = ranking(scores)
    for seat, y in zip(by_rank(ranks), rows(table, 0, row, len(scores)), strict=True):
        put_centred(table, rosette(ranks[seat], round(80 * by)), 76, y)
        write(table, 150, y, names[seat], round(46 * by), width=640, spare=words.stand_in(seat))
        if ranks[seat] == 1:
            put_centred(table, trophy(round(60 * by), INK), 850, y)
        score, colour = number(scores[seat], words.thousands), LOSS if scores[seat] < 0 else INK
        right = table.width - 40
        headline(table, right, y, score, round(50 * by), fill=colour, align="r", width=220)
    image.paste(table, (_EDGE, _HEAD), sheet(*table.size, 24, CREAM))
    return image
