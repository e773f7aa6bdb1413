"""Amounts as people type them into a form."""

from __future__ import annotations

import re

_PARTED = re.compile(r"\d{1,3}([ .,'’_])(?:\d{2,3}\1)*\d{3}", re.ASCII)
"""Thousands apart, by whatever stands between them from place to place: `1,200`, `10 000`, `1,00,000`."""

_PLAIN = re.compile(r"\d+", re.ASCII)

_MOST_DIGITS = 12

MOST_TYPED = 20
"""Characters that a form takes for an amount: thousands may be apart, and blanks around it do not matter."""


def whole_number(text: str) -> int | None:
    """Read a whole number; None if it is none, or one with a part behind a point or comma."""
    typed = " ".join(text.split())
    if not (_PLAIN.fullmatch(typed) or _PARTED.fullmatch(typed)):
        return None
    digits = "".join(_PLAIN.findall(typed))
    return int(digits) if len(digits) <= _MOST_DIGITS else None


def typed_amount(text: str, least: int, most: int, step: int = 1) -> int | None:
    """Read a whole number from `least` to `most` in steps of `step`; None if it is none."""
    amount = whole_number(text)
    return amount if amount is not None and least <= amount <= most and amount % step == 0 else None
