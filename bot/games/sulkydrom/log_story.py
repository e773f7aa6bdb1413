"""The sentences of Sulkydrom."""

from __future__ import annotations

from bot.games.kit.log_story import Plain, Story, listed

STEPS = {"F": "forward", "L": "inside", "R": "outside"}
"""What each step of a path is called."""


def way(path: list[str]) -> str:
    """Say a path, steps of one kind in a row together."""
    runs: list[tuple[str, int]] = []
    for step in path:
        if runs and runs[-1][0] == step:
            runs[-1] = (step, runs[-1][1] + 1)
        else:
            runs.append((step, 1))
    return ", ".join(f"{STEPS[step]} {count}" if count > 1 else STEPS[step] for step, count in runs)


def at(place: Plain) -> str:
    """Say where a horse stands."""
    return f"lane {place['lane']} space {place['space']}"


def cards(fact: Plain) -> str:
    """Say tempo cards of both kinds."""
    return f"{listed(fact['horse'])}; {listed(fact['position'])}"


def allowed(event: Plain) -> str:
    """Say how far each horse may drive, in the order in which they do."""
    return ", ".join(f"{horse} {event['allowances'][horse]}" for horse in event["order"])


SULKYDROM = Story(
    actions={
        "stack": lambda stack: f"lays its stacks: {cards(stack)}",
        "joker": lambda joker: f"plays its Joker: {way(joker['path'])}",
        "galopp": lambda galopp: f"plays its Galopp on {galopp['horse']}",
        "tempo": lambda tempo: f"turns a {tempo['deck']} card",
        "drive": lambda drive: f"drives {way(drive['path'])}" if drive["path"] else "stays",
    },
    told_by_events=frozenset({"galopp", "tempo"}),
    events={
        "owners": lambda e: f"the horses of the seats: {listed(e['horses'])}",
        "lanes": lambda e: f"from lane 1 outwards start {listed(e['order'])}",
        "dealt": lambda e: f"seat {e['seat']} is dealt {cards(e)}",
        "surplus": lambda e: f"set aside are {cards(e)}",
        "stacked": lambda e: f"the stacks of seat {e['seat']} lie face down",
        "joker": lambda e: f"the Joker of seat {e['seat']} is spent",
        "galopp": lambda e: f"seat {e['seat']} plays its Galopp on {e['horse']}",
        "tempo": lambda e: f"seat {e['seat']} turns the {e['deck']} card {e['card']}: {allowed(e)}",
        "moved": lambda e: f"{e['horse']} goes from {at(e['from'])} to {at(e['to'])}",
        "finished": lambda e: f"{e['horse']} is number {e['place']}",
        "points": lambda e: (
            f"seat {e['seat']} gets {e['points']}, and has {e['total']} with {e['wins']} "
            f"{'victory' if e['wins'] == 1 else 'victories'}"
        ),
    },
)
