from __future__ import annotations

from render.kit.page import filled, rows, ruled
from render.parts.palette import CREAM, LINE, SHADE


def test_rows_of_a_table_take_turns_in_colour_below_the_line_under_its_heads() -> None:
    canvas = ruled(20, 80, 20)
    assert list(rows(canvas, 20, 20, 3)) == [30, 50, 70]
    table = canvas.image()
    assert table.getpixel((5, 18)) == LINE
    assert [table.getpixel((5, y)) for y in (5, 30, 50, 70)] == [CREAM, SHADE, CREAM, SHADE]


def test_a_table_is_filled_or_has_an_ornament_where_it_cannot_be() -> None:
    full, bare = ruled(300, 400, 40), ruled(300, 400, 40)
    assert list(filled(full, 40, 4, most=100, ornament=120)) == [85, 175, 265, 355]
    assert list(filled(bare, 40, 2, most=50, ornament=120)) == [65, 115]
    below = bare.image().crop((0, 150, 300, 400)).getcolors(1000)
    assert SHADE in {colour for _, colour in below or ()}
