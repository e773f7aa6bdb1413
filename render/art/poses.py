"""How a horse moves: its carriage and the angles of its legs in every picture.

Angles of a leg are those of its bones from above, forwards of straight down, in degrees, and how far the toe is turned
down. *Close* is the side that is seen, the off side of a horse that runs to the right; *far* is the other one.

The gallop is a transverse one on the close lead, after E. Muybridge, *Animals in Motion* (1899): gathered in the
air, far hind, close hind, far fore, close fore, and gathered again. The trot moves in diagonal pairs.
"""

from __future__ import annotations

from typing import NamedTuple

from render.art.horse import Carriage
from render.art.rider import Seat

Angles = tuple[float, float, float, float]


class Limb(NamedTuple):
    """One leg: scapula's end, elbow, knee, fetlock – or hip, stifle, hock, fetlock – and the hoof."""

    angles: Angles
    hoof: float = 0


class Legs(NamedTuple):
    """The four legs of a horse."""

    fore_close: Limb
    fore_far: Limb
    hind_close: Limb
    hind_far: Limb

    def changed(self) -> Legs:
        """Return the same with close and far exchanged: the other half of a trot."""
        return Legs(self.fore_far, self.fore_close, self.hind_far, self.hind_close)


class Pose(NamedTuple):
    """One picture of a horse in motion."""

    title: str
    carriage: Carriage
    legs: Legs
    down: frozenset[str] = frozenset()
    """The legs that tread on the ground."""
    air: float = 0
    """Where none does, how high the lowest hoof is above the ground, in centimetres."""
    flow: float = 0.9
    """How far mane and tail fly, 0 to 1."""
    seat: Seat = Seat()


GATHERED = Legs(
    Limb((-30, 44, -72, -60), 84),
    Limb((-48, 66, -52, -30), 50),
    Limb((62, -24, 26, 40), -4),
    Limb((72, -4, 38, 56), -14),
)
HIND_STRIKE = Legs(
    Limb((-20, 52, -66, -50), 70),
    Limb((-10, 76, -10, -20), 40),
    Limb((60, -34, 12, 20), 8),
    Limb((50, -6, 24, 54), 0),
)
STRETCHED = Legs(
    Limb((4, 66, 60, 72), -46),
    Limb((-14, 36, 33, 56), -16),
    Limb((-4, -56, -32, 6), 28),
    Limb((-10, -74, -72, -60), 84),
)
FORE_STRIKE = Legs(
    Limb((-42, -4, -4, 58), 0),
    Limb((-52, -4, -84, -80), 96),
    Limb((22, -70, -40, -30), 66),
    Limb((42, -58, -12, 0), 40),
)
STANDING = Legs(
    Limb((-46, -1, -2, 34)),
    Limb((-34, 12, 11, 44)),
    Limb((14, -39, -4, 34)),
    Limb((32, -28, 8, 44)),
)
LEAPING = Legs(
    Limb((10, 78, -58, -80), 96),
    Limb((2, 92, -30, -60), 70),
    Limb((-22, -66, -62, -40), 60),
    Limb((-12, -78, -76, -60), 76),
)
TROT_REACH = Legs(
    Limb((-8, 58, 52, 66), -40),
    Limb((-58, -34, -46, -30), 66),
    Limb((-2, -54, -38, -24), 56),
    Limb((54, -8, 28, 52), -14),
)
"""In the air between two beats: close fore and far hind reach ahead, the other pair has pushed off."""
TROT_STANCE = Legs(
    Limb((-50, -12, -12, 48)),
    Limb((-14, 68, -44, -42), 62),
    Limb((62, -36, 8, 14), 20),
    Limb((12, -44, -10, 42)),
)
"""Close fore and far hind carry, the other pair swings forwards."""

POSES: dict[str, Pose] = {
    "gathered": Pose(
        "Gallop: gathered, all four in the air",
        Carriage(pitch=3, flex=-11, neck=29, head=44, tail=8, ears=34), GATHERED, air=14,
    ),
    "hind-strike": Pose(
        "Gallop: the far hind strikes",
        Carriage(pitch=-4, flex=-8, neck=33, head=40, tail=8, ears=34), HIND_STRIKE, frozenset({"hind-far"}),
    ),
    "stretched": Pose(
        "Gallop: stretched, from the close hind to the far fore",
        Carriage(pitch=-4, flex=5, neck=26, head=36, tail=4, ears=34), STRETCHED, frozenset({"hind-close", "fore-far"}),
    ),
    "fore-strike": Pose(
        "Gallop: the close fore carries alone",
        Carriage(pitch=5, flex=0, neck=23, head=40, tail=4, ears=34), FORE_STRIKE, frozenset({"fore-close"}),
    ),
    "standing": Pose(
        "Standing, before the start", Carriage(neck=50, head=56),
        STANDING, frozenset({"fore-close", "fore-far", "hind-close", "hind-far"}), flow=0.06,
        seat=Seat((-12, 54), (7, 17), (-31, -10), (-15, -60), (33, -16), 4, 4),
    ),
    "leaping": Pose(
        "Leaping, over a hedge", Carriage(pitch=-15, flex=8, neck=32, head=34, tail=10, ears=30),
        LEAPING, air=44, flow=0.85,
        seat=Seat((-16, 44), (8, 8), (-32, -24), (24, -38), (50, -2), 14),
    ),
}  # fmt: skip
"""Those with a jockey up."""

_TROTTER = Carriage(pitch=-1, flex=0, neck=42, head=46, tail=-6, ears=10)

TROTTING: dict[str, Pose] = {
    "trot-reach": Pose("Trot: close fore and far hind reach ahead, in the air", _TROTTER, TROT_REACH, air=5, flow=0.5),
    "trot-stance": Pose(
        "Trot: close fore and far hind carry", _TROTTER, TROT_STANCE, frozenset({"fore-close", "hind-far"}), flow=0.45,
    ),
    "trot-reach-other": Pose(
        "Trot: far fore and close hind reach ahead, in the air", _TROTTER, TROT_REACH.changed(), air=5, flow=0.5,
    ),
    "trot-stance-other": Pose(
        "Trot: far fore and close hind carry", _TROTTER, TROT_STANCE.changed(),
        frozenset({"fore-far", "hind-close"}), flow=0.45,
    ),
    "breaking": Pose(
        "Breaking into a gallop before the sulky",
        Carriage(pitch=-8, flex=-6, neck=50, head=40, tail=14, ears=40), HIND_STRIKE, frozenset({"hind-far"}), flow=0.8,
    ),
}  # fmt: skip
"""Those before a sulky."""
