"""Layouts: what a message shall look like, with pictures that are drawn only where somebody will see them."""

from __future__ import annotations

import pytest

from bot.messages.layout import MessageLayout
from render.picture import Drawn, Picture


@pytest.fixture
def drawn() -> list[str]:
    """What has been drawn so far."""
    return []


@pytest.fixture
def layout(drawn: list[str]) -> MessageLayout:
    """A layout with two pictures."""
    return MessageLayout("Two boards.", [_promised("one", drawn), _promised("two", drawn)])


def _promised(name: str, drawn: list[str]) -> Picture:
    def draw() -> Drawn:
        drawn.append(name)
        return Drawn(name.encode(), 30, 20)

    return Picture(f"{name}.png", f"Board {name}.", draw)


def test_a_picture_is_drawn_once_however_often_it_is_sent(layout: MessageLayout, drawn: list[str]) -> None:
    layout.drawn().build()
    files = layout.files() + layout.drawn().files()
    assert drawn == ["one", "two"]
    assert [file.filename for file in files] == ["one.png", "two.png"] * 2
    assert files[0].fp.read() == b"one"


def test_a_layout_in_words_tells_its_pictures_and_draws_none(layout: MessageLayout, drawn: list[str]) -> None:
    words = layout.in_words()
    assert words.text == "Two boards.\n> Board one.\n> Board two."
    assert words.drawn().files() == []
    assert not drawn


def test_a_layout_that_is_not_drawn_gives_no_files_rather_than_hold_up_everybody(
    layout: MessageLayout,
) -> None:
    with pytest.raises(AssertionError, match="would block the event loop"):
        layout.files()


def test_what_remains_of_a_message_names_its_pictures_and_keeps_none(layout: MessageLayout) -> None:
    remains = layout.drawn().remains()
    shown = str(remains.build().to_components())
    assert "attachment://one.png" in shown
    assert "Board two." in shown
    with pytest.raises(RuntimeError, match="its drawing not kept"):
        remains.drawn()
