"""Signs that stand for words on boards, and the English that is said for them where no sign can be seen."""

from __future__ import annotations

import re
from typing import Final

from bot.texts.markup import unmarked

SIGNS: Final = {
    "brown": "🟤",
    "yellow": "🟡",
    "blue": "🔵",
    "red": "🔴",
    "green": "🟢",
    "white": "⚪",
    "black": "⚫",
}
"""The emoji of a colour."""

MEDALS: Final = ("🥇", "🥈", "🥉")
ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")

SPELLED: Final = (
    *((medal, f"{rank}.") for rank, medal in enumerate(MEDALS, 1)),
    (r"(\d\uFE0F\u20E3|[\u2300-\u2BFF\U0001F000-\U0001FAFF]\uFE0F?)+ ?", ""),
    (" · ", "; "),
    *((rf"(^|; ){rank}\. ", rf"\1{ordinal}: ") for rank, ordinal in enumerate(ORDINALS, 1)),
    (r"(\b[Ss]eat \d+|Player \d+) (?=\d)", r"\1 with "),
    (" → (?=[+−±])", " brings "),
    (r": (start|[A-Z]?\d+) → ", r" from \1 to "),
    (r"(?<!→ )\b(start|[A-Z]?\d+) → ", r"goes from \1 to "),
    (" → (?=lane)", " goes to "),
    (" → ", " and on to "),
    (r"\b(from|to) start\b", r"\1 the start"),
    (r"\bto home\b", "home"),
)
"""What stands in a sentence, as a pattern, and what is said for it."""


def spelled_out(sentence: str) -> str:
    """Tell a sentence of boards in words, without signs and markup."""
    told = unmarked(sentence)
    for sign, said in SPELLED:
        told = re.sub(sign, said, told)
    told = re.sub(r"(^|[.!?] )([a-z](?![a-z]*_))", lambda begun: begun[0].upper(), told)
    return f"{told}." if told[-1:].isalnum() or told[-1:] == ")" else told
