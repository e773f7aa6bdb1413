"""The podium: filled from place 1 by the horses that come home, from the last place by those put out."""

from __future__ import annotations

from typing import Final, TypeAlias

from engines.jumpyjack.actions import Horse
from engines.parts.tuples import replaced

Podium: TypeAlias = tuple[Horse | None, ...]
"""The horse on each place, place 1 first; None: still free."""

PLACED: Final = 3
"""How many places, from the first on, have to be taken for a race to be over."""


def with_home(podium: Podium, horse: Horse) -> tuple[Podium, int]:
    """Give a horse that comes home the best place still free; return the podium and that place."""
    at = podium.index(None)
    return replaced(podium, at, horse), at + 1


def with_out(podium: Podium, horse: Horse) -> tuple[Podium, int]:
    """Give a horse that is put out the worst place still free; return the podium and that place."""
    at = max(at for at, other in enumerate(podium) if other is None)
    return replaced(podium, at, horse), at + 1


def is_complete(podium: Podium) -> bool:
    """Tell whether the places that are predicted are all taken."""
    return None not in podium[:PLACED]


def arrived(podium: Podium) -> tuple[Horse, ...]:
    """Return the horses from place 1 on, up to the first place still free."""
    end = podium.index(None) if None in podium else len(podium)
    return tuple([horse for horse in podium[:end] if horse])
