"""How letters of any script follow one another: what a reader takes for one of them, and in which order they stand.

It is loaded for the first text that is not written in Latin, Greek or Cyrillic letters alone.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any

import regex
from bidi import algorithm as bidi
from bidi import get_base_level
from bidi.mirror import MIRRORED

ISOLATE, END = "\u2068", "\u2069"
"""Around a name in a sentence: neither changes the order of the other."""

_OBJECT = "\ufffc"
_CLUSTERS = regex.compile(r"\X")
_ISOLATED = re.compile(f"{ISOLATE}([^{ISOLATE}{END}]*){END}")
_UNPAIRED = re.compile(f"({_ISOLATED.pattern})|[{ISOLATE}{END}]")
_EMOJI = regex.compile(
    r"\p{Emoji_Presentation}|[\p{Emoji}--\d#*]\ufe0f|\p{Emoji}\ufe0f?\u20e3|\p{Regional_Indicator}", regex.V1
)
_JOINABLE = (
    r"[[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]--[\p{Latin}\p{Greek}\p{Cyrillic}]]"
)
_STRAY = regex.compile(
    rf"(?<!{_JOINABLE})[\u200c\u200d]+|[\u200c\u200d]+(?!{_JOINABLE})|(?<!\p{{Emoji}})\ufe0f", regex.V1
)
_KANA = regex.compile(r"[\p{Hiragana}\p{Katakana}]")
_STRONG = {"L": "L", "R": "R", "EN": "R", "AN": "R"}
"""The direction that brackets see in a letter or a number."""


def clusters(text: str) -> list[str]:
    """Return what a reader takes for single letters: with their marks, emoji with all they are joined of."""
    return list(map(str, _CLUSTERS.findall(text)))


def without_strays(text: str) -> str:
    """Return a text without joiners and selectors that have nothing to join or select, and with isolates in pairs."""
    return _UNPAIRED.sub(lambda found: found[1] or "", _STRAY.sub("", text))


def is_emoji(cluster: str) -> bool:
    """Say whether a cluster is shown as a picture."""
    return _EMOJI.match(cluster) is not None


def has_kana(text: str) -> bool:
    """Say whether a text is Japanese for sure."""
    return _KANA.search(text) is not None


def is_right_to_left(text: str) -> bool:
    """Say whether anything in a text is written from right to left."""
    return any(unicodedata.bidirectional(char) in {"R", "AL", "AN"} for char in text)


def isolated(text: str) -> str:
    """Return a text between what keeps its order apart from that of the sentence around it."""
    return f"{ISOLATE}{text}{END}"


def levels(text: str) -> list[int]:
    """Return the embedding level of each character: odd ones run from right to left (Unicode Annex 9).

    Of what the annex knows only isolates, one deep, change the order: other controls are not in a plain text.
    """
    outside = _ISOLATED.sub(lambda found: _OBJECT * len(found[0]), text)
    base = get_base_level(outside)
    found = _resolved(outside, base)
    for isolated in _ISOLATED.finditer(text):
        own = get_base_level(isolated[1])
        lift = base + 1 + ((base + 1) % 2 != own) - own
        for at, level in enumerate(_resolved(isolated[1], own), isolated.start(1)):
            found[at] = lift + level
    return found


def _resolved(text: str, base: int) -> list[int]:
    storage = bidi.get_empty_storage()
    storage["base_level"], storage["base_dir"] = base, "LR"[base]
    bidi.get_embedding_levels(text, storage)
    for at, char in enumerate(storage["chars"]):
        char["at"] = at
    bidi.explicit_embed_and_overrides(storage)
    bidi.resolve_weak_types(storage)
    _resolve_brackets(storage["chars"], "LR"[base])
    bidi.resolve_neutral_types(storage, debug=False)
    bidi.resolve_implicit_levels(storage, debug=False)
    known = {char["at"]: char["level"] for char in storage["chars"]}
    found: list[int] = []
    for at in range(len(text)):  # a joiner has no level of its own
        found.append(known.get(at, found[-1] if found else base))
    return found


def _resolve_brackets(chars: list[dict[str, Any]], own: str) -> None:
    """Give both brackets of a pair one direction (rule N0), which the library leaves out."""
    for opening, closing in sorted(_pairs([char["ch"] for char in chars])):
        inside = {_STRONG.get(char["type"]) for char in chars[opening:closing]} - {None}
        if not inside:
            continue
        before = (_STRONG.get(char["type"]) for char in reversed(chars[:opening]))
        other = own if own in inside else next(filter(None, before), own)
        chars[opening]["type"] = chars[closing]["type"] = other


def _pairs(text: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield where brackets open and close (rule BD16)."""
    opened: list[tuple[str, int]] = []
    for at, char in enumerate(text):
        if unicodedata.category(char) == "Ps" and char in MIRRORED:
            opened.append((MIRRORED[char], at))
        elif unicodedata.category(char) == "Pe":
            found = next((depth for depth in range(len(opened), 0, -1) if opened[depth - 1][0] == char), 0)
            if found:
                yield opened[found - 1][1], at
                del opened[found - 1 :]


def in_sight(levels: Sequence[int]) -> list[int]:
    """Return the places of runs of these levels as they stand from left to right (rule L2)."""
    order = list(range(len(levels)))
    for level in range(max(levels, default=0), 0, -1):
        at = 0
        while at < len(order):
            end = at
            while end < len(order) and levels[order[end]] >= level:
                end += 1
            order[at:end] = order[at:end][::-1]
            at = end + 1
    return order


def turned(text: str) -> str:
    """Return a text that runs from right to left as it stands from left to right, its brackets turned."""
    return "".join(MIRRORED.get(cluster, cluster) for cluster in reversed(clusters(text)))
