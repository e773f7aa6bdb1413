from __future__ import annotations

import pytest

from render.parts.lettering import Face, fitted
from render.parts.poster import _AROUND, _MARK, _ROOM, _TURN, named
from tests.render.names import LONG


@pytest.mark.parametrize("phrase", ["{name} to move", "{name}: sell a hand?", "{name} turns a card"])
@pytest.mark.parametrize("name", LONG.values(), ids=LONG)
def test_on_a_ribbon_a_name_of_any_script_is_cut_and_the_phrase_is_not(phrase: str, name: str) -> None:
    text = named(phrase, name, "Player 1")

    assert phrase.upper().removeprefix("{NAME}") in text
    assert fitted(text, Face.POSTER, _TURN, _ROOM - _AROUND - _MARK).text == text


def test_a_phrase_reads_from_left_to_right_whatever_the_name() -> None:
    line = fitted(named("{name}: sell a hand?", LONG["Hebrew"], "Player 1"), Face.POSTER, _TURN)

    assert line.setting.runs[-1].text.endswith("HAND?")
