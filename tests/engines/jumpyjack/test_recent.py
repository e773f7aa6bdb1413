"""What everyone sees of the moves of late: one a seat, so none since one's own turn is missed."""

from __future__ import annotations

from engines.core import Chance
from engines.jumpyjack.view import Phase


def test_the_moves_of_a_round_are_remembered_oldest_first_and_end_with_the_race(jumpyjack):
    chance = Chance(bytes(32))
    state, _ = jumpyjack.new(jumpyjack.options({}), 3, chance)
    moves, rounds = [], set()
    while acting := jumpyjack.to_act(state):
        before = jumpyjack.view(state, None)
        state, _ = jumpyjack.apply(
            state, acting[0], jumpyjack.choices(state, acting[0]).sample(chance), chance
        )
        after = jumpyjack.view(state, None)
        if before.phase is not Phase.RACING:
            moves = []
        elif after.phase is Phase.RACING:
            moves.append(after.last)
        if after.phase is Phase.RACING:
            assert list(after.recent) == moves[-3:]
            rounds.add(len(after.recent))
            assert jumpyjack.view(jumpyjack.imagine(after, chance), None) == after
        else:
            assert not after.recent
    assert rounds == {0, 1, 2, 3}
