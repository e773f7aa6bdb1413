"""Amounts of money as people type them into a form."""

from __future__ import annotations

_BETWEEN = str.maketrans("", "", " .,'’_\u00a0\u202f")
"""What may stand between thousands, from place to place."""

_LONGEST = 12
"""Digits of an amount; a form takes no more characters."""


def typed_amount(text: str, least: int, most: int, step: int) -> int | None:
    """Read a whole number from `least` to `most` in steps of `step`; None if it is none."""
    digits = text.translate(_BETWEEN)
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= _LONGEST):
        return None
    amount = int(digits)
    return amount if least <= amount <= most and amount % step == 0 else None
