from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from render.parts.lettering import ELLIPSIS, Face, fitted, plain, write
from render.parts.palette import CREAM, INK

WIDTHS = st.integers(30, 400)
SIZES = st.integers(12, 60)


@settings(deadline=None)
@given(st.text(max_size=80), WIDTHS, SIZES, st.sampled_from([Face.TEXT, Face.DISPLAY]))
def test_any_text_fits_the_width_it_is_given(text: str, width: int, size: int, face: Face) -> None:
    line = fitted(text, face, size, width)
    assert line.width <= width or line.text in ("", ELLIPSIS)


@settings(deadline=None)
@given(st.text(max_size=80), st.integers(16, 60))
def test_no_text_towers_over_its_line(text: str, size: int) -> None:
    line = fitted(text, Face.TEXT, size, spare="Player 1")
    _, top, _, bottom = line.setting.box
    assert top >= -1.3 * size
    assert bottom <= 0.6 * size


@settings(deadline=None)
@given(st.text(max_size=80))
def test_only_what_was_written_in_its_width_changes(text: str) -> None:
    before = Image.new("RGB", (300, 100), CREAM)
    after = before.copy()
    write(after, 50, 50, text, 30, fill=INK, width=200, spare="Player 1")
    changed = ImageChops.difference(before, after).getbbox()
    assert changed is not None, "an unwritable name leaves its place empty"
    assert changed[0] >= 49
    assert changed[2] <= 251
    assert changed[1] >= 10
    assert changed[3] <= 90


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "\u200b\u200d\u2060",
        "\x00\x07\n",
        "\U00013000",
        "\ud800",
        "\u202e",
        "\u2068\u2069",
        "\u3164",
    ],
)
def test_a_name_that_cannot_be_drawn_is_replaced_by_the_spare_one(name: str) -> None:
    assert fitted(name, Face.TEXT, 30, 200, spare="Player 3").text == "Player 3"


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("  Anna\n\tLee ", "Anna Lee"),
        ("An\u200bna\u202e", "Anna"),
        ("An\u2067na\u2069", "Anna"),
        ("Anna 🎉", "Anna 🎉"),
        ("𝓐𝓷𝓷𝓪", "Anna"),
        ("Ａｎｎａ", "Anna"),
        ("山田 (Ken)", "山田 (Ken)"),
        ("𓀀 (Ken)", "(Ken)"),
        ("👩\u200d𓀀", "👩"),
        ("a\u0bbe", "a"),
        ("A\ufe0fn\u200dna", "Anna"),
        ("שּׁ", "שּׁ"),
        ("ပြည့်", "ပြည့်"),
        ("Z\u0335\u0321\u0322\u0351a", "Z\u0335a"),
        ("João Größe", "João Größe"),
    ],
)
def test_of_a_strange_name_what_can_be_drawn_is_kept(name: str, drawn: str) -> None:
    assert fitted(name, Face.TEXT, 30).text == drawn


@pytest.mark.parametrize("name", ["Дмитрий", "Ελένη", "شهرزاد", "אברהם", "Ľubomír", "Nguyễn"])
def test_other_scripts_are_drawn_whole(name: str) -> None:
    assert fitted(name, Face.DISPLAY, 30).text == name


def test_a_long_name_that_is_cut_keeps_the_mark_that_tells_it_from_another() -> None:
    name = "Maximilian von und zu Hohenstein"
    cut, marked = (fitted(each, Face.TEXT, 42, 200).text for each in (name, f"{name} (2)"))
    assert cut.endswith("…")
    assert marked.endswith("… (2)")


def test_a_long_name_is_set_smaller_before_it_is_cut() -> None:
    whole = fitted("Bartholomäus", Face.TEXT, 30)
    assert fitted("Bartholomäus", Face.TEXT, 30, round(whole.width * 0.85)).text == "Bartholomäus"
    cut = fitted("Bartholomäus", Face.TEXT, 30, round(whole.width * 0.5))
    assert cut.text.startswith("Bar")
    assert cut.text.endswith(ELLIPSIS)


@settings(deadline=None)
@given(st.text(max_size=300))
def test_a_plain_text_is_short_and_on_one_line(text: str) -> None:
    flat = plain(text)
    assert len(flat) <= 64
    assert flat == " ".join(flat.split())
    assert plain(flat) == flat
