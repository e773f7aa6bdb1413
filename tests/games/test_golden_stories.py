"""Games as they are told, word for word: what boards and results say, and the whole log as `paddock replay` tells it.

`PYTHONPATH=. python tests/games/test_golden_stories.py` writes the golden texts anew: read what has changed in them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from bot.cli.replay import opening, story_lines, viewed
from bot.games.titles import title
from bot.texts import DEFAULT
from engines import catalog
from engines.agents import agent, play_out
from engines.core import Header
from engines.verify import Log

FOLDER = Path(__file__).parents[1] / "golden" / "stories"
NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal")


class Played(NamedTuple):
    """How a game is played that is told."""

    game: str
    seats: int
    options: Mapping[str, Any] = MappingProxyType({})
    seed: int = 1
    agent: str = "random"
    edition: Mapping[str, Any] = MappingProxyType({})


STORIES = {
    "jockey on a long course": Played("jockey", 3, edition={"squares": 130}),
    "turfe": Played("turfe", 5, {"races": 2}),
    "turfe on a long track": Played("turfe", 3, {"races": 1}, edition={"length": 40}),
    "jumpyjack": Played("jumpyjack", 4, {"target": 4, "double": "landing"}),
    "jumpyjack in teams": Played("jumpyjack", 4, {"teams": 2, "guessing": True, "target": 2}),
    "sulkydrom": Played("sulkydrom", 8, agent="steady"),
    "sulkydrom at random": Played("sulkydrom", 3, {"goal": "victories"}),
    "newmarket": Played("newmarket", 5, {"deals": 3}, agent="steady"),
    "newmarket called": Played("newmarket", 4, {"calling": "manual", "deals": 2}),
}


def log_of(played: Played) -> Log:
    edition = catalog.game(played.game).edition.model_dump(mode="json") | dict(played.edition)
    rules = catalog.game(played.game, edition=edition)
    header = Header.of(
        rules, rules.options(dict(played.options)), played.seats, played.seed.to_bytes(32, "big")
    )
    rows, _ = play_out(rules, header, [agent(played.agent, played.game)] * played.seats)
    return Log(1, header, tuple(row.line() for row in rows))


def told(log: Log) -> Iterator[str]:
    """Tell a game twice: as its boards and results do, and as its log does."""
    declared, before, settled = title(log.header.game), None, None
    screens, words, names = declared.screens, declared.words(DEFAULT), NAMES[: log.header.seats]
    who = names.__getitem__
    yield from ("# Boards", opening(log.header))
    for row, view in viewed(log, []):
        yield from (
            f"{row.n:>4}  {line}" for line in declared.story.lines([(row, view)], who, DEFAULT, before)
        )
        if view.to_act and (before is None or view.phase != before.phase):
            yield from (f"   ?  {line}" for line in screens.prompt(view, who, words).splitlines())
        if (number := screens.settled(view)) != settled and number is not None:
            settled = number
            yield screens.race_result(view, names, who, words)[0]
        before = view
    yield screens.final_result(before, names, who, words)[0]
    yield from ("", "# Log", *story_lines(log))


@pytest.mark.parametrize("name", STORIES)
def test_a_game_is_told_word_for_word_as_before(name: str) -> None:
    text = "\n".join(told(log_of(STORIES[name])))
    assert text.splitlines() == (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("game", catalog.GAMES)
def test_everything_that_can_happen_happens_in_a_game_that_is_told(game: str) -> None:
    story = title(game).story
    rows = [row for played in STORIES.values() if played.game == game for row in log_of(played).rows()]
    assert {event["type"] for row in rows for event in row.events} == {*story.events, *story.in_logs}
    assert {row.action["type"] for row in rows if row.action} == {*story.actions} - {"time"}


if __name__ == "__main__":
    for name, played in STORIES.items():
        (FOLDER / f"{name}.txt").write_text("\n".join(told(log_of(played))) + "\n", encoding="utf-8")
