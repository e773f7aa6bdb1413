"""The sentences of Turfe."""

from __future__ import annotations

from bot.games.kit.log_story import Plain, Story

AIMS = {"win": "to win", "place": "to place", "jackpot": "for the jackpot"}
"""What a bet of each kind is made for."""


def at(place: Plain) -> str:
    """Say where a horse stands."""
    return f"lane {place['lane']} space {place['space']}"


def bets(bet: Plain) -> str:
    """Say what a seat bets, and which card marks it."""
    marker = f", laying {bet['card']} aside" if bet.get("card") else ""
    return f"bets {bet['stake']} on {bet['horse']} {AIMS[bet['kind']]}{marker}"


def plays(event: Plain) -> str:
    """Say which card is played, and whether it is the one laid aside."""
    card = f"the card laid aside, {event['card']}" if event.get("aside") else event["card"]
    return f"seat {event['seat']} plays {card}"


TURFE = Story(
    actions={"bet": bets},
    told_by_events=frozenset({"play"}),
    events={
        "bet_placed": lambda e: f"seat {e['seat']} has bet {e['stake']} {AIMS[e['kind']]}",
        "played": plays,
        "moved": lambda e: f"{e['horse']} goes from {at(e['from'])} to {at(e['to'])}",
        "flipped": lambda e: f"seat {e['seat']} is to play {e['card']}, flipped from the pile",
        "bet_shown": lambda e: f"seat {e['seat']} had bet on {e['horse']}",
        "settled": lambda e: f"seat {e['seat']} gets {e['net']:+}, and has {e['money']}",
        "jackpot_paid": lambda e: f"seat {e['seat']} wins {e['amount']} of the jackpot",
        "pot": lambda e: f"the jackpot holds {e['amount']}",
    },
)
