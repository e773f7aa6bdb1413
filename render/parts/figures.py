"""Numbers as pictures write them: with a real minus, and whatever a language puts between thousands."""

from __future__ import annotations


def number(amount: int, thousands: str) -> str:
    """Write a whole number."""
    return f"{amount:,}".replace("-", "−").replace(",", thousands)


def brief(amount: int, thousands: str) -> str:
    """Write a whole number for a narrow column: from a million on in tenths of millions, cut off."""
    if abs(amount) < 1_000_000:
        return number(amount, thousands)
    sign, tenths = "−" * (amount < 0), abs(amount) // 100_000
    return f"{sign}{number(tenths // 10, thousands)}.{tenths % 10}M"


def signed(amount: int, thousands: str) -> str:
    """Write a gain with a plus, a loss with a minus, and nothing as 0."""
    return ("+" if amount > 0 else "") + number(amount, thousands)


def briefly_signed(amount: int, thousands: str) -> str:
    """Write a gain or a loss for a narrow column."""
    return ("+" if amount > 0 else "") + brief(amount, thousands)
