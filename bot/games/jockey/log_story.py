"""The sentences of Jockey."""

from __future__ import annotations

from bot.games.kit.log_story import Plain, Story, listed


def staked(bet: Plain) -> str:
    """Say what a bet is on."""
    if bet["kind"] == "double":
        first, second = f"{bet['stake_first']} on {bet['first']}", f"{bet['stake_second']} on {bet['second']}"
        return f"{first} to come in first and {second} second"
    return f"{bet['stake']} on {bet['horse']} to {bet['kind']}"


JOCKEY = Story(
    actions={
        "bet": lambda bet: f"bets {staked(bet)}",
        "keep": lambda keep: f"keeps {listed(keep['cards'])}",
    },
    told_by_events=frozenset({"play"}),
    events={
        "drawn": lambda e: f"seat {e['seat']} draws {listed(e['cards'])}",
        "loan": lambda e: f"the bank lends seat {e['seat']} {e['amount']}",
        "bet_shown": lambda e: f"seat {e['seat']} had bet {staked(e['bet'])}",
        "settled": lambda e: f"seat {e['seat']} gets {e['net']:+}, and has {e['capital']}",
        "kept": lambda e: f"seat {e['seat']} keeps {e['count']}",
    },
)
