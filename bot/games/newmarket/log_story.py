"""The sentences of Newmarket."""

from __future__ import annotations

from bot.games.kit.log_story import Plain, Story, listed


def bidden(bid: Plain) -> str:
    """Say what a seat does when its bid is due."""
    return "passes" if bid["points"] is None else f"bids {bid['points']}"


def left_lying(unclaimed: Plain) -> str:
    """Say what stays on the racehorses."""
    return ", ".join(f"{points} on {horse}" for horse, points in unclaimed.items() if points) or "nothing"


NEWMARKET = Story(
    actions={
        "back": lambda back: f"backs {back['horse']}",
        "hand": lambda hand: f"takes the {hand['take']} hand",
        "auction": lambda auction: "offers the spare hand" if auction["open"] else "lets the spare hand lie",
        "bid": bidden,
        "lead": lambda lead: f"leads {lead['card']}",
        "follow": lambda call: f"calls {call['card']}" if call["card"] else "misses the call",
        "time": lambda _: "says that time is up: this deal is the last",
    },
    told_by_events=frozenset({"auction", "bid", "follow", "lead"}),
    events={
        "race_started": lambda e: f"deal {e['race']} begins, seat {e['first']} is the dealer",
        "backed": lambda e: f"seat {e['seat']} has put {e['points']} on {e['horse']}",
        "swapped": lambda e: f"seat {e['seat']} lays the own hand down for the spare one",
        "auction_opened": lambda _: "the spare hand is for sale",
        "bid": lambda e: f"seat {e['seat']} {bidden(e)}",
        "sold": lambda e: f"seat {e['to_seat']} pays seat {e['seat']} {e['points']} for the spare hand",
        "taken": lambda e: f"seat {e['seat']} takes up {listed(e['cards'])}",
        "claimed": lambda e: f"seat {e['seat']} takes {e['points']} off {e['horse']}",
        "lead_passed": lambda e: f"seat {e['seat']} has nothing to lead",
        "out": lambda e: f"seat {e['seat']} is out of cards",
        "paid": lambda e: f"seat {e['from']} pays {e['points']} to seat {e['to_seat']}",
        "deal_over": lambda e: f"still unclaimed: {left_lying(e['unclaimed'])}",
        "race_over": lambda e: f"deal {e['race']} is over",
    },
)
