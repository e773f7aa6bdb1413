"""Makes the typefaces of `render/fonts` that draw names in other scripts of the whole ones of Noto, the same each time.

    pip install fonttools brotli
    apt-get download fonts-noto-core fonts-noto-cjk && for each in *.deb; do dpkg-deb -x $each noto; done
    npm pack @fontsource/noto-emoji && tar xf fontsource-noto-emoji-*.tgz
    python deploy/fonts/subset.py noto package/files render/fonts

What is taken: of a script its block; of Chinese all of GB 2312 and the common part of Big5; of Japanese the first level
of JIS X 0208 and kana; of Korean the 2 350 syllables of KS X 1001. Hints are left out: the letters are large.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

PLAIN = (*range(0x20, 0x7F), 0xA0, 0x2026, 0x200C, 0x200D, 0x25CC)
"""Space, joiners, and what may stand beside letters of a script without another face for it."""

SCRIPTS = {
    "Arabic": ((0x600, 0x6FF), (0x750, 0x77F), (0x8A0, 0x8FF)),
    "Armenian": ((0x530, 0x58F),),
    "Bengali": ((0x980, 0x9FF), (0x964, 0x965)),
    "Devanagari": ((0x900, 0x97F), (0xA8E0, 0xA8FF), (0x1CD0, 0x1CFF)),
    "Ethiopic": ((0x1200, 0x137F),),
    "Georgian": ((0x10A0, 0x10FF), (0x1C90, 0x1CBF)),
    "Gujarati": ((0xA80, 0xAFF), (0x964, 0x965)),
    "Gurmukhi": ((0xA00, 0xA7F), (0x964, 0x965)),
    "Hebrew": ((0x590, 0x5FF), (0xFB1D, 0xFB4F)),
    "Kannada": ((0xC80, 0xCFF), (0x964, 0x965)),
    "Khmer": ((0x1780, 0x17FF),),
    "Lao": ((0xE80, 0xEFF),),
    "Malayalam": ((0xD00, 0xD7F), (0x964, 0x965)),
    "Myanmar": ((0x1000, 0x109F),),
    "Oriya": ((0xB00, 0xB7F), (0x964, 0x965)),
    "Sinhala": ((0xD80, 0xDFF),),
    "Tamil": ((0xB80, 0xBFF), (0x964, 0x965)),
    "Telugu": ((0xC00, 0xC7F), (0x964, 0x965)),
    "Thai": ((0xE00, 0xE7F),),
}
"""What is taken of the face of each script, first and last of every range."""

SIMPLIFIED, JAPANESE = 2, 0
"""Where the faces of Chinese and of Japanese are in the collection of all."""


def main() -> None:
    """Write every face, and say how large it is."""
    noto, emoji, into = map(Path, sys.argv[1:4])
    folder = noto / "usr/share/fonts/truetype/noto"
    for script, ranges in SCRIPTS.items():
        chars = {*PLAIN, *(char for first, last in ranges for char in range(first, last + 1))}
        keep(TTFont(folder / f"NotoSans{script}-Bold.ttf"), chars, into / f"NotoSans{script}-Bold.ttf")
    together = noto / "usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc"
    keep(TTFont(together, fontNumber=SIMPLIFIED), set(chinese()), into / "NotoSansSC-Bold.otf")
    keep(TTFont(together, fontNumber=JAPANESE), set(japanese()), into / "NotoSansJP-Bold.otf")
    keep(TTFont(together, fontNumber=JAPANESE), set(korean()), into / "NotoSansKR-Bold.otf")
    whole = TTFont(emoji / "noto-emoji-emoji-700-normal.woff2")
    whole.flavor = None
    keep(whole, set(whole.getBestCmap()), into / "NotoEmoji-Bold.ttf")


def chinese() -> Iterator[int]:
    """Yield the Hanzi of GB 2312 and of the first level of Big5, punctuation and bopomofo."""
    yield from (*range(0x3000, 0x3040), *range(0x3105, 0x3130), *range(0xFF01, 0xFF66))
    yield from coded("gb2312", range(0xB0, 0xF8), range(0xA1, 0xFF))
    yield from coded("big5", range(0xA4, 0xC7), (*range(0x40, 0x7F), *range(0xA1, 0xFF)))


def japanese() -> Iterator[int]:
    """Yield kana, and the Kanji of the first level of JIS X 0208."""
    yield from (*range(0x3000, 0x3100), *range(0x31F0, 0x3200), *range(0xFF01, 0xFFA0))
    yield from coded("euc_jp", range(0xB0, 0xD0), range(0xA1, 0xFF))


def korean() -> Iterator[int]:
    """Yield the syllables of KS X 1001, and the letters that they are made of."""
    yield from range(0x3131, 0x318F)
    yield from coded("euc_kr", range(0xB0, 0xC9), range(0xA1, 0xFF))


def coded(charset: str, first: Iterable[int], second: Iterable[int]) -> Iterator[int]:
    """Yield what two bytes stand for in an older character set."""
    for lead in first:
        for trail in second:
            yield from map(ord, bytes((lead, trail)).decode(charset, "ignore")[:1])


def keep(font: TTFont, chars: set[int], path: Path) -> None:
    """Write what a face has for characters, with all that shapes them."""
    options = Options(hinting=False)
    options.drop_tables += ["vhea", "vmtx", "VORG", "BASE", "meta"]  # nothing is written downwards
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 4, 6, 13, 14]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=chars)
    subsetter.subset(font)
    font.recalcTimestamp = False
    font.save(path)
    print(f"{path.name}: {len(font.getBestCmap())} characters, {path.stat().st_size / 1000:.0f} kB")  # noqa: T201


if __name__ == "__main__":
    main()
