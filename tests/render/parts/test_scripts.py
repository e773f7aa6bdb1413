"""Names in every script: drawn, joined and ordered as whoever reads them writes them, cut where they end."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageFont

from render.kit.page import Seats
from render.parts import cache, lettering, letters, scripts, system_fonts, typefaces
from render.parts.lettering import ELLIPSIS, Face, fitted, write
from render.parts.letters import isolated, plain
from tests.render.kit.dice_derby import CAPTIONS
from tests.render.names import LONG, SHORT

SPARE = "Player 3"
MIXED = (
    "aéZ\u0335\u0301 1(אשלсم\u0650क\u094dษี😀👨山さ각\u0f40\u0fb2"
    "\u200d\u200c\ufe0f\u20e3\U0001f1e9\u2068\u2069\u202e"
)
"""Letters, marks and what joins, selects, encloses and reorders them."""
NAMES = [
    pytest.param(name, id=f"{script}-{len(name)}")
    for names in (SHORT, LONG)
    for script, name in names.items()
]
FACES = [Face.TEXT, Face.DISPLAY]


@pytest.fixture
def no_system_fonts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Look only at what is packaged, whatever this machine has."""
    monkeypatch.setattr(system_fonts, "found", tuple)
    forget()
    yield
    forget()


def forget() -> None:
    for module in (lettering, letters, typefaces, system_fonts):
        for value in vars(module).values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()


def is_drawn(char: str) -> bool:
    return char not in typefaces.JOINERS


def lacking(face: str) -> bytes:
    """What a face draws for a character that it has no glyph for."""
    return bytes(basic(face).getmask("\U0010ffff"))


def basic(face: str) -> ImageFont.FreeTypeFont:
    path = Path(typefaces.__file__).parents[1] / "fonts" / face
    return ImageFont.truetype(path, 40, layout_engine=ImageFont.Layout.BASIC)


@pytest.mark.usefixtures("no_system_fonts")
@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("name", NAMES)
def test_a_name_in_any_script_is_drawn_whole_by_packaged_faces_that_have_all_its_letters(
    name: str, face: Face
) -> None:
    line = fitted(name, face, 40, spare=SPARE)

    assert line.text == plain(name)
    assert sorted(filter(is_drawn, "".join(run.text for run in line.setting.runs))) == sorted(
        filter(is_drawn, line.text)
    )
    for run in line.setting.runs:
        seen = [char for char in run.text if not char.isspace() and char not in typefaces.JOINERS]
        assert [char for char in seen if bytes(basic(run.face).getmask(char)) == lacking(run.face)] == []


@pytest.mark.parametrize("align", ["l", "m", "r"])
@pytest.mark.parametrize("name", NAMES)
def test_a_name_in_any_script_stays_in_its_box(name: str, align: lettering.Align) -> None:
    before = Image.new("L", (900, 120), 255)
    after = before.copy()
    at = {"l": 300, "m": 400, "r": 500}[align]

    write(after, at, 60, name, 40, width=200, align=align, fill=0, spare=SPARE)  # type: ignore[arg-type]

    left, top, right, bottom = ImageChops.difference(before, after).getbbox() or (0, 0, 0, 0)
    assert 299 <= left < right <= 501
    assert 0 < top < bottom < 120


def written() -> bytes:
    """Write every name, and return the pixels."""
    image = Image.new("L", (400, 1200), 255)
    for number, name in enumerate((*LONG.values(), *SHORT.values())):
        write(image, 20, 30 + 56 * number, name, 32, width=360, fill=0)  # type: ignore[arg-type]
    return image.tobytes()


def test_names_look_the_same_however_often_they_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    first = written()
    forget()
    cache._images.clear()
    assert written() == first

    monkeypatch.setattr(lettering.Run, "draw", None)
    monkeypatch.setattr(lettering.Run, "box", None)
    assert written() == first, "what was set and drawn once is kept"


@pytest.mark.parametrize("script", LONG)
def test_a_long_name_is_cut_after_a_whole_letter_and_an_ellipsis_says_so(script: str) -> None:
    name = plain(LONG[script])
    line = fitted(name, Face.TEXT, 40, 180)
    kept = line.text.removesuffix(ELLIPSIS)

    assert line.width <= 180
    assert kept != line.text
    whole = scripts.clusters(name)
    assert kept in {"".join(whole[:count]).rstrip() for count in range(1, len(whole))}


@pytest.mark.skipif(not typefaces.SHAPES, reason="without FriBiDi every letter stands alone")
@pytest.mark.parametrize("script", LONG)
def test_the_ellipsis_stands_where_whoever_reads_the_name_ends(script: str) -> None:
    runs = fitted(LONG[script], Face.TEXT, 40, 180).setting.runs
    last = runs[0] if script in {"Arabic", "Hebrew"} else runs[-1]

    assert last.text.endswith(ELLIPSIS)
    assert "".join(run.text for run in runs).count(ELLIPSIS) == 1


@pytest.mark.skipif(not typefaces.SHAPES, reason="without FriBiDi letters are put in order here")
@pytest.mark.parametrize(
    ("name", "runs"),
    [
        ("Ada שלום", ["Ada ", "שלום"]),
        ("שלום Ada", ["Ada", " ", "שלום"]),
        ("שלום (Ada)", [")", "Ada", " (", "שלום"]),
        ("山田 Ada 🏇", ["山田", " Ada ", "🏇"]),
        ("שלום 12", ["12", " ", "שלום"]),
        ("\u202eAda שלום", ["Ada ", "שלום"]),
    ],
)
def test_what_runs_both_ways_is_ordered_as_unicode_says(name: str, runs: list[str]) -> None:
    assert [run.text for run in fitted(name, Face.TEXT, 40).setting.runs] == runs


@pytest.mark.parametrize("name", [LONG["Hebrew"], LONG["Arabic"], "שלום (", "א1"])
def test_no_name_reorders_the_sentence_that_it_stands_in(name: str) -> None:
    called = Seats([name], CAPTIONS).called(0, 30, 200)
    runs = fitted(f"{called} 20 on (Violet)", Face.TEXT, 30).setting.runs
    around = fitted(f"{called}: 7", Face.TEXT, 30, 150).setting.runs

    assert runs[-1].text.endswith(" 20 on (Violet)")
    assert ELLIPSIS in around[-1].text or around[-1].text.endswith(": 7")
    assert isolated("Ada") == "Ada"


@pytest.mark.skipif(not typefaces.SHAPES, reason="without FriBiDi every letter stands alone")
def test_letters_that_join_are_joined() -> None:
    def alone(text: str) -> float:
        return sum(fitted(char, Face.TEXT, 60).width for char in text)

    assert fitted("سلام", Face.TEXT, 60).width < alone("سلام") * 0.9
    assert fitted("क्ष", Face.TEXT, 60).width < fitted("कष", Face.TEXT, 60).width
    assert fitted("👨\u200d👩\u200d👧", Face.TEXT, 60).width < alone("👨👩") * 0.8
    assert fitted("🇧🇷", Face.TEXT, 60).width < alone("🇧🇷")


def test_without_fribidi_every_letter_is_drawn_in_the_order_in_which_it_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lettering, "SHAPES", False)
    forget()
    try:
        turned = fitted("שלום (a)", Face.TEXT, 40).setting.runs
        family = fitted("👨\u200d👩", Face.TEXT, 40).setting.runs
    finally:
        forget()

    assert "".join(run.text for run in turned) == "(a) םולש"
    assert {run.direction for run in turned} == {None}
    assert [run.text for run in family] == ["👨👩"]


@pytest.mark.usefixtures("no_system_fonts")
def test_what_no_packaged_face_has_is_looked_for_on_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    path = str(Path(typefaces.__file__).parents[1] / "fonts" / Face.FALLBACK)
    assert fitted("𓀀", Face.TEXT, 40, spare=SPARE).text == SPARE

    monkeypatch.setattr(typefaces, "_REST", ())
    monkeypatch.setattr(system_fonts, "found", lambda: ("no such file", path))
    forget()

    assert [(run.text, run.face) for run in fitted("Ada ♞", Face.TEXT, 40).setting.runs] == [
        ("Ada ", Face.TEXT),
        ("♞", path),
    ]


def test_of_the_fonts_of_a_system_bold_ones_of_noto_come_first_and_none_that_would_look_strange(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    names = ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "NotoSansLisu-Bold.ttf", "NotoSansLisu-Regular.ttf",
             "NotoSansOgham-Regular.ttf", "NotoColorEmoji.ttf", "NotoSerifLisu-Bold.ttf",
        "NotoSerifTibetan-Bold.ttf", "readme.txt"]  # fmt: skip
    for name in names:
        (tmp_path / name).touch()
    monkeypatch.setattr(system_fonts, "FOLDERS", (str(tmp_path), str(tmp_path / "none")))

    found = [Path(path).name for path in system_fonts.found.__wrapped__()]

    assert found == [
        "NotoSansLisu-Bold.ttf",
        "NotoSansOgham-Regular.ttf",
        "NotoSerifTibetan-Bold.ttf",
        "DejaVuSans-Bold.ttf",
    ]


@settings(deadline=None)
@given(st.text(st.sampled_from(MIXED), max_size=90))
def test_whatever_is_mixed_is_plain_once_and_for_all_and_stays_in_its_box(text: str) -> None:
    assert plain(plain(text)) == plain(text)
    assert not {"\u202e", "\u2068", "\u2069"} & set(plain(text))
    assert unicodedata.is_normalized("NFC", plain(text))
    line = fitted(text, Face.TEXT, 32, 150, SPARE)
    assert line.width <= 150 or line.text == ELLIPSIS
    assert line.setting.box[1] >= -1.3 * 32
    assert line.setting.box[3] <= 0.6 * 32
