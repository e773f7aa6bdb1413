"""The typefaces that letters come from: those packaged, script by script, and after them those that the system has."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cache, lru_cache
from importlib.resources import as_file, files
from typing import Final

from PIL import ImageFont, features

from render.parts import system_fonts

ZERO_WIDTH_NON_JOINER, JOINER, AS_EMOJI = "\u200c", "\u200d", "\ufe0f"
JOINERS: Final = frozenset((ZERO_WIDTH_NON_JOINER, JOINER, AS_EMOJI))
"""What says how the letters beside it are drawn, and is not drawn itself."""

SHAPES: Final = features.check("raqm")
"""Whether letters are joined and put in order by HarfBuzz and FriBiDi; Pillow looks for the latter on the system."""

_NOT_A_CHARACTER = "\U0010ffff"
_SAMPLE = 24


class Face(StrEnum):
    """A packaged font file; the licence of each lies beside it."""

    POSTER = "LeagueGothic-Regular.ttf"
    DISPLAY = "LeagueSpartan-Bold.otf"
    TEXT = "RobotoCondensed-Bold.ttf"
    FALLBACK = "DejaVuSans-Bold.ttf"
    SYMBOLS = "Symbola-racing.ttf"
    EMOJI = "NotoEmoji-Bold.ttf"
    CHINESE = "NotoSansSC-Bold.otf"
    JAPANESE = "NotoSansJP-Bold.otf"
    KOREAN = "NotoSansKR-Bold.otf"
    ARABIC = "NotoSansArabic-Bold.ttf"
    ARMENIAN = "NotoSansArmenian-Bold.ttf"
    BENGALI = "NotoSansBengali-Bold.ttf"
    DEVANAGARI = "NotoSansDevanagari-Bold.ttf"
    ETHIOPIC = "NotoSansEthiopic-Bold.ttf"
    GEORGIAN = "NotoSansGeorgian-Bold.ttf"
    GUJARATI = "NotoSansGujarati-Bold.ttf"
    GURMUKHI = "NotoSansGurmukhi-Bold.ttf"
    HEBREW = "NotoSansHebrew-Bold.ttf"
    KANNADA = "NotoSansKannada-Bold.ttf"
    KHMER = "NotoSansKhmer-Bold.ttf"
    LAO = "NotoSansLao-Bold.ttf"
    MALAYALAM = "NotoSansMalayalam-Bold.ttf"
    MYANMAR = "NotoSansMyanmar-Bold.ttf"
    ORIYA = "NotoSansOriya-Bold.ttf"
    SINHALA = "NotoSansSinhala-Bold.ttf"
    TAMIL = "NotoSansTamil-Bold.ttf"
    TELUGU = "NotoSansTelugu-Bold.ttf"
    THAI = "NotoSansThai-Bold.ttf"

    @property
    def licence(self) -> str:
        """The file that says what may be done with it."""
        return "Noto.LICENSE.txt" if self.startswith("Noto") else f"{self.rpartition('.')[0]}.LICENSE.txt"


_HAN = (Face.CHINESE, Face.JAPANESE)
_KANA = (Face.JAPANESE,)
_BY_SCRIPT: Final = {
    **{face.name: (face,) for face in list(Face)[list(Face).index(Face.ARABIC) :]},
    **dict.fromkeys(("CJK", "IDEOGRAPHIC", "BOPOMOFO", "FULLWIDTH"), _HAN),
    **dict.fromkeys(("HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HALFWIDTH"), _KANA),
    "HANGUL": (Face.KOREAN,),
    "VEDIC": (Face.DEVANAGARI,),
}
"""The faces of a script, by the first word of the names that Unicode gives its letters."""

_REST = (Face.FALLBACK, Face.SYMBOLS, Face.EMOJI, Face.CHINESE)
_EUROPEAN = frozenset(("LATIN", "GREEK", "CYRILLIC"))
_LARGE: Final[Mapping[str, float]] = {
    Face.CHINESE: 0.92,
    Face.JAPANESE: 0.92,
    Face.KOREAN: 0.92,
    Face.EMOJI: 0.9,
}
"""How much smaller letters are set that fill their square, so that they stand as high as the capitals beside them."""


@lru_cache(maxsize=256)
def font(face: str, size: int) -> ImageFont.FreeTypeFont:
    """Return a face, packaged or by its path, at a size in pixels; those asked for last stay loaded."""
    return _loaded(face, size)


def _loaded(face: str, size: int, engine: ImageFont.Layout | None = None) -> ImageFont.FreeTypeFont:
    if not isinstance(face, Face):
        return ImageFont.truetype(face, size, layout_engine=engine)
    with as_file(files("render") / "fonts" / face) as path:
        return ImageFont.truetype(path, size, layout_engine=engine)


@cache
def _sample(face: Face) -> tuple[ImageFont.FreeTypeFont, bytes]:
    """Return a face in which a letter is a glyph, whatever stands beside it, and what it draws where it has none."""
    plain = _loaded(face, _SAMPLE, ImageFont.Layout.BASIC)
    return plain, bytes(plain.getmask(_NOT_A_CHARACTER))


@lru_cache(maxsize=16384)
def covers(face: str, char: str) -> bool:
    """Say whether a packaged face has a glyph of its own for one character."""
    if char == " ":
        return True
    sample, lacking = _sample(Face(face))
    return bytes(sample.getmask(char)) != lacking


def covers_all(face: str, text: str) -> bool:
    """Say whether a packaged face can draw every character of a text."""
    return all(covers(face, char) for char in text if char not in JOINERS)


def script(char: str) -> str:
    """Return the first word of a character's name in Unicode: that of its script for letters and their marks."""
    return unicodedata.name(char, "").partition(" ")[0]


def is_own_mark(char: str) -> bool:
    """Say whether a mark belongs to one script, whose letters may need several, and not to all of them."""
    return script(char) != "COMBINING"


def is_european(char: str) -> bool:
    """Say whether a character is a Latin, Greek or Cyrillic letter."""
    return char.isalpha() and script(char) in _EUROPEAN


def scaled(face: str, size: int) -> int:
    """Return at which size a face stands well beside letters of a size."""
    return round(size * _LARGE.get(face, 1))


@lru_cache(maxsize=8192)
def legible(cluster: str, base: Face, *, is_emoji: bool, is_japanese: bool) -> tuple[str, str] | None:
    """Return what a cluster, a letter with its marks, is drawn as, and a face for it; None where no face has a glyph.

    Letters in fancy dress are drawn as plain ones; marks that no face has are left out.
    """
    folded = unicodedata.normalize("NFKC", cluster)
    if covers_all(base, cluster) and not is_emoji:
        return cluster, base
    if cluster[0].isalnum() and covers_all(base, folded):
        return folded, base
    without = "".join(char for char in cluster if unicodedata.category(char)[0] != "M")
    candidates = list(dict.fromkeys(filter(str.strip, (cluster, folded, without, cluster[0]))))
    for candidate in candidates:
        for face in _packaged(candidate, base, is_emoji=is_emoji, is_japanese=is_japanese):
            if covers_all(face, candidate):
                return candidate, face
    for candidate in candidates:
        if path := system_fonts.having("".join(char for char in candidate if char not in JOINERS)):
            return candidate, path
    return None


def _packaged(cluster: str, base: Face, *, is_emoji: bool, is_japanese: bool) -> Iterator[Face]:
    if is_emoji:
        yield Face.EMOJI
    faces = _BY_SCRIPT.get(script(cluster[0]), ())
    yield from reversed(faces) if is_japanese else faces
    yield base
    yield from _REST
