from __future__ import annotations

import dataclasses
import string
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

import pytest

from bot.games.title import Title
from bot.games.titles import titles
from bot.texts import LANGUAGES
from render.parts.typefaces import Face, covers, covers_all

FONTS = Path(str(files("render") / "fonts"))
LETTERS = string.ascii_letters + string.digits + "äöüÄÖÜßãõáéíóúâêôçÃÕÁÉÍÓÚÂÊÔÇàñ +−×±…–’,.()&"


@pytest.mark.parametrize("face", Face)
def test_every_typeface_comes_with_its_licence(face: Face) -> None:
    assert (FONTS / face).is_file()
    assert (FONTS / face.licence).read_text().strip()


def test_all_typefaces_together_are_small() -> None:
    assert sum(path.stat().st_size for path in FONTS.iterdir()) < 9_500_000


@pytest.mark.parametrize("face", [Face.TEXT, Face.DISPLAY, Face.FALLBACK])
def test_english_german_and_portuguese_can_be_written(face: Face) -> None:
    assert [letter for letter in LETTERS if not covers(face, letter)] == []


def test_what_a_typeface_lacks_is_known() -> None:
    assert not covers(Face.TEXT, "山")
    assert not covers(Face.FALLBACK, "🎉")
    assert not covers(Face.SYMBOLS, "A")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", titles(), ids=[title.key for title in titles()])
def test_the_words_in_pictures_can_be_drawn_in_every_language(title: Title, language: str) -> None:
    captions = title.words(LANGUAGES[language]).captions
    held = [getattr(captions, each.name) for each in dataclasses.fields(captions)]
    texts = [text for text in held if isinstance(text, str)]
    texts += [text for names in held if isinstance(names, Mapping) for text in names.values()]
    for text in texts:
        assert covers_all(Face.TEXT, text), text
        assert covers_all(Face.DISPLAY, text), text
