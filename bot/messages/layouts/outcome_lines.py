"""How a game ended in a line: for everybody, and for one seat; nothing where no rules at hand can tell it."""

from __future__ import annotations

from bot.messages.snapshot import Snapshot
from bot.tables import Seat
from engines.core.answers import Outcome
from engines.parts.ranking import ranking


def winners_told(snapshot: Snapshot) -> str:
    """Say who has won, and with what, as the beginning of a sentence."""
    outcome = _outcome(snapshot)
    if outcome is None:
        return ""
    winners = [snapshot.who(seat) for seat in outcome.winners]
    return snapshot.t.lobby.won(winners, _score(snapshot, outcome, outcome.winners[0]))


def own_result(snapshot: Snapshot, seat: Seat) -> str:
    """Say to one seat how it has come out, and who has won."""
    outcome = _outcome(snapshot)
    if outcome is None:
        return ""
    words, score = snapshot.t.table, _score(snapshot, outcome, seat.number)
    others = [snapshot.who(winner) for winner in outcome.winners if winner != seat.number]
    if seat.number in outcome.winners:
        return words.you_won(others, score)
    rank = max(ranking(outcome.scores)[seat.number], len(outcome.winners) + 1)
    return words.you_came(rank, len(outcome.scores), score, others)


def _outcome(snapshot: Snapshot) -> Outcome | None:
    """Return how the game came out."""
    outcome = snapshot.standing.match.outcome if snapshot.standing and snapshot.is_here else None
    return outcome if outcome and outcome.winners else None


def _score(snapshot: Snapshot, outcome: Outcome, seat: int) -> str:
    return snapshot.words.score(outcome.scores[seat])
