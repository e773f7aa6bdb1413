"""A hint: what the steady player would do in the place of whoever asks, and why, from what that seat may know."""

from __future__ import annotations

from bot.games.kit.suggestion import suggested
from bot.messages.layouts.desk_layout import seating_of
from bot.messages.snapshot import Snapshot
from bot.tables import Refusal, Refused
from bot.texts import Texts


def hint(snapshot: Snapshot, user_id: int, t: Texts) -> str:
    """Say in a sentence what a user might do who has to decide at a table; for them alone, and nothing of other seats.

    It is the same however often it is asked for, and what a slip is filled in with to begin with. Where the steady
    player fails it says that there is none. Refuses who has nothing to decide, or plays where there are no hints.
    """
    table, standing = snapshot.table, snapshot.standing
    table.require_awake()
    snapshot.require_here()
    assert standing is not None
    seat = table.require_seat(user_id)
    table.require_hints()
    if seat.is_played_for:
        raise Refused(Refusal.PLAYED_FOR)
    if seat.number not in standing.asked:
        raise Refused(Refusal.NOT_YOUR_TURN)
    seating, words = seating_of(snapshot, seat, {}), snapshot.title.words(t)
    if standing.window:
        return t.table.hinted(snapshot.screens.hint_in_window(seating.view, words))
    action = suggested(seating)
    if action is None:
        return t.table.no_hint
    return t.table.hinted(snapshot.screens.hint(seating, action, words))
