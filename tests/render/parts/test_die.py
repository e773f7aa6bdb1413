from __future__ import annotations

from render.parts.die import die


def test_a_die_of_another_edition_shows_a_figure() -> None:
    assert len({die(value, 94).tobytes() for value in range(1, 13)}) == 12
