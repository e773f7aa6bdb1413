from __future__ import annotations

from render.parts.cards import GAP, fanned, laid_out, taken


def test_fans_lie_side_by_side_each_row_in_the_middle() -> None:
    upper, lower = fanned(["a", "a", "b"]), fanned(["c"])
    laid = list(laid_out([upper, lower], 100, 600, 50))
    assert [fan.card for fan, _, _ in laid] == ["a", "b", "c"]
    wide = taken(upper, 100)
    assert [left for _, left, _ in laid] == [600 - wide / 2, 600 - wide / 2 + 120 + GAP, 550]
    assert [top for _, _, top in laid] == [50, 50, 50 + 140 + GAP]
