"""Draws docs/gallery.md, every kind of picture of every game, the same each time: `python docs/pictures/gallery.py`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from benches.shown_pictures import KINDS, REPLAY, beside_games, of_a_game
from bot.games.titles import title
from bot.texts import DEFAULT
from engines import catalog
from engines.agents import agent, play_out
from engines.core import Header, Match
from engines.core.match import applied
from render import Picture

DOCS = Path(__file__).parents[1]
FOLDER = DOCS / "pictures" / "gallery"
NAMES = ("Ada", "山田太郎", "Conceição", "شهرزاد")
SECRET = bytes.fromhex("07".zfill(64))
LAST = 6
"""Of how many views a replay is made: a whole one is too large for a page."""

HEAD = """# Gallery

What Paddock shows, drawn from one game of each among computer players: `python docs/pictures/gallery.py` draws it anew.
Of the replays, which show whole races, the last moves of one stand here. Below each picture is the text for who does
not see it.
"""


def main() -> None:
    """Draw all of it, and write the page that shows it."""
    FOLDER.mkdir(exist_ok=True)
    text = [HEAD]
    for key in catalog.GAMES:
        text.append(f"## {title(key).words(DEFAULT).name}\n")
        text += [shown(f"{key}-{kind}", kind, picture) for kind, picture in of_game(key)]
    text.append("## Beside the games\n")
    beside = beside_games(NAMES, Random(7))  # noqa: S311 - the same each time
    text += [shown(each.kind, each.kind, each.picture) for each in (next(beside), next(beside))]
    (DOCS / "gallery.md").write_text("\n".join(text), encoding="utf-8")


def of_game(key: str) -> Iterator[tuple[str, Picture]]:
    """Yield of each kind the picture in the middle of a game, and the end of the replay of a race."""
    steady = agent("steady", key)
    every = list(of_a_game(key, NAMES, Random(7), decide=steady.decide))  # noqa: S311 - the same each time
    for kind in KINDS:
        pictures = [each.picture for each in every if each.kind == kind]
        if kind == REPLAY:
            yield kind, replay(key)
        elif pictures:
            yield kind, pictures[len(pictures) // 2]


def replay(key: str) -> Picture:
    """Draw the end of the first race again."""
    game, screens, words = catalog.game(key), title(key).screens, title(key).words(DEFAULT)
    header = Header.of(game, game.options({}), len(NAMES), SECRET)
    rows, _ = play_out(game, header, [agent("steady", key)] * len(NAMES))
    match, opening = Match.start(game, header)
    views: list[Any] = [game.view(match.state, None)]
    for row in rows[len(opening) :]:
        match, _ = applied(match, row.seat, game.read_action(row.action or {}))
        views.append(game.view(match.state, None))
        if screens.settled(views[-1]) is not None:
            break
    return screens.replay(views[-LAST:], NAMES, words)


def shown(name: str, kind: str, picture: Picture) -> str:
    """Write a picture; return what shows it on the page."""
    path = FOLDER / f"{name}{Path(picture.filename).suffix}"
    path.write_bytes(picture.data)
    print(f"{path.name}: {len(picture.data) / 1000:.0f} kB")  # noqa: T201
    alt = picture.alt.replace("[", "(").replace("]", ")").replace("\n", " ")
    return f"### {kind.capitalize()}\n\n![{alt}](pictures/gallery/{path.name})\n\n{alt}\n"


if __name__ == "__main__":
    main()
