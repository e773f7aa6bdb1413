"""The sentences of `paddock replay`: what each action and event of a race log says in plain English.

Each title has its own, beside those that games share. Whatever has no sentence is told as its
type and facts, so that every log can be read.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.cli.lines import printable
from bot.games.kit.log_story import Plain, Sentence, Story, listed
from bot.games.titles import title
from engines.core import Row, Unreadable


def story_of(game: str) -> Story:
    """Return the sentences of a game: its own before those that games share, which alone tell one that is not here."""
    try:
        own = title(game).story
    except Unreadable:
        own = Story()
    return Story(own.actions, own.told_by_events, {**EVENTS, **own.events})


def told(row: Row, story: Story) -> str:
    """Tell one row: its number, then each action and event on a line of its own."""
    sentences = [sentence(story.events, event) for event in row.events]
    if row.action is not None:
        who = "the table" if row.seat is None else f"seat {row.seat}"
        decided = sentence(story.actions, row.action)
        kind = row.action.get("type")
        told_by_events = isinstance(kind, str) and kind in story.told_by_events and sentences
        sentences = sentences if told_by_events else [f"{who} {decided}", *sentences]
    return "\n".join(
        f"{row.n if number == 0 else '':>4}  {printable(each)}"
        for number, each in enumerate(sentences or [""])
    )


def sentence(sentences: Mapping[str, Sentence], fact: Plain) -> str:
    """Say one action or event, in its own sentence if it has one and is as it should be."""
    kind = fact.get("type")
    try:
        return sentences[kind](fact) if isinstance(kind, str) and kind in sentences else plainly(fact)
    except (KeyError, TypeError, ValueError):
        return plainly(fact)


def plainly(fact: Plain) -> str:
    """Say the type, then every fact by its name."""
    facts = ", ".join(f"{name} {listed(value)}" for name, value in fact.items() if name not in {"type", "to"})
    return f"{fact.get('type', '?')}: {facts}" if facts else str(fact.get("type", "?"))


EVENTS: dict[str, Sentence] = {
    "race_started": lambda e: f"race {e['race']} begins, seat {e['first']} will play first",
    "dealt": lambda e: f"seat {e['seat']} is dealt {listed(e['cards'])}",
    "bet_placed": lambda e: f"seat {e['seat']} has bet",
    "played": lambda e: f"seat {e['seat']} plays {e['card']}",
    "moved": lambda e: f"{e['horse']} goes from {e['from']} to {e['to']}",
    "finished": lambda e: f"{e['horse']} is home, number {e['place']}",
    "race_over": lambda e: f"race {e['race']} is over: {listed(e['order'])}",
    "game_over": lambda e: (
        f"the game is over: scores {listed(e['scores'])}, seat {listed(e['winners'])} wins"
    ),
}
"""What happens, where games have it in common."""
