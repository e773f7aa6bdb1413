"""Games of Sulkydrom up to the first tempo card."""

from __future__ import annotations

from hashlib import sha256

from engines.core import Header, Match
from tests.engines.sulkydrom.notation import parsed


def started(game, seats, number=0, **options):
    header = Header.of(game, game.options(options), seats, sha256(b"race %d" % number).digest())
    match, rows = Match.start(game, header)
    return header, match, rows


def stacked(match):
    """Every seat leaves its cards as dealt."""
    for seat in match.to_act():
        hand = match.state.stacks[seat]
        match, _ = match.act(seat, parsed(f"stack {' '.join(hand.horse)} / {' '.join(hand.position)}"))
    return match
