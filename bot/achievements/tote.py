"""What somebody who watches may achieve on the tote."""

from __future__ import annotations

from typing import Final

HUNDRED_TO_ONE: Final = "hundred_to_one"
"""An exacta at a hundred to one or more."""

LONG_ODDS: Final = 101 * 20
"""The least dividend of it, in twentieths of a coin a coin: the stake comes back beside what it has won."""
