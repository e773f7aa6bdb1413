"""Draws the pictures of the documentation, the same each time: `python docs/pictures/draw.py`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.games.titles import title
from bot.texts import DEFAULT
from bot.texts.english.standard_pictures import RANKS, STANDARD
from engines import catalog
from engines.agents import agent, play_out
from engines.catalog import AnyGame
from engines.core import Header, Match
from engines.core.match import applied
from render import Picture, jockey, jumpyjack, kit, newmarket, sulkydrom, turfe
from render.kit import Asked, Form
from render.lobby import Fact, Playbill, Stall, playbill

FOLDER = Path(__file__).parent
NAMES = ("Ada", "Benedikt", "Conceição", "Dmitri")
SECRET = bytes.fromhex("07".zfill(64))


def main() -> None:
    """Play one game of each among computer players and draw what it looks like."""
    of_jockey()
    of_turfe()
    of_jumpyjack()
    of_sulkydrom()
    of_newmarket()
    of_the_kit()
    of_a_lobby()


def played(key: str) -> tuple[AnyGame, list[Any]]:
    """Return a game that computer players have played, and every state it was in."""
    game = catalog.game(key)
    header = Header.of(game, game.options({}), len(NAMES), SECRET)
    rows, _ = play_out(game, header, [agent("steady", key)] * len(NAMES))
    match, opening = Match.start(game, header)
    states = [match.state]
    for row in rows[len(opening) :]:
        match, _ = applied(match, row.seat, game.read_action(row.action or {}))
        states.append(match.state)
    return game, states


def captions_of(key: str) -> Any:
    """Return the captions of a game's pictures."""
    return title(key).words(DEFAULT).captions


def of_a_lobby() -> None:
    """Draw the playbill of a lobby that fills up."""
    of = title("jumpyjack")
    edition = catalog.game("jumpyjack").edition.model_dump(mode="json")
    entries = tuple(of.screens.entries(edition, of.words(DEFAULT)).values())
    facts = (Fact("Stakes", "100 coins"), Fact("Length", "about 20 minutes"), Fact("Played", "to 16 points"))
    stalls = (Stall("Ada", "host"), Stall("Benedikt"), Stall("Tin Lizzie", "computer"))
    shown = Playbill(
        "Jumpy Jack", of.screens.hero, "Ada", "Table K7QH2M", "3 seats free", facts, entries, stalls, 6
    )
    keep("lobby-playbill.png", playbill("lobby", shown, DEFAULT.lobby.playbill))


def of_jockey() -> None:
    """Draw a board, a hand, a result and the end of a race."""
    game, states = played("jockey")
    seen = [game.view(state, None) for state in states]
    racing = [number for number, view in enumerate(seen) if view.phase == "racing" and view.race == 1]
    captions = captions_of("jockey")
    middle, finish = racing[len(racing) * 2 // 3], racing[-1]
    keep("jockey-board.png", jockey.board(seen[middle], NAMES, captions))
    keep("jockey-hand.png", jockey.hand(game.view(states[racing[4]], 0), captions))
    keep("jockey-result.png", jockey.result(seen[finish + 1], NAMES, captions))
    keep("jockey-replay.gif", jockey.replay(seen[: finish + 2], NAMES, captions, Asked(1, Form.GIF)))


def of_turfe() -> None:
    """Draw a board, and the choice of ends that the seat to play has for the horse played last."""
    game, states = played("turfe")
    captions = captions_of("turfe")
    racing = [state for state in states if game.view(state, None).last]
    state = racing[len(racing) // 16]
    view = game.view(state, state.to_act[0])
    keep("turfe-board.png", turfe.board(view, NAMES, captions))
    listed: dict[tuple[str, str], list[Any]] = {}
    for play in game.choices(state, state.to_act[0]):
        listed.setdefault((play.card, play.horse), []).append(play.to)
    (_, horse), ends = max(listed.items(), key=lambda choice: len(set(choice[1])))
    keep("turfe-choice.png", turfe.choice(view, horse, list(dict.fromkeys(ends)), captions))


def of_jumpyjack() -> None:
    """Draw a board in the middle of the first race."""
    game, states = played("jumpyjack")
    seen = [game.view(state, None) for state in states]
    racing = [view for view in seen if view.phase == "racing" and view.race == 1]
    keep("jumpyjack-board.png", jumpyjack.board(racing[len(racing) // 2], NAMES, captions_of("jumpyjack")))


def of_sulkydrom() -> None:
    """Draw a board while a tempo card is driven, half-way home."""
    game, states = played("sulkydrom")
    seen = [game.view(state, None) for state in states]
    driving = [view for view in seen if view.phase == "driving"]
    keep("sulkydrom-board.png", sulkydrom.board(driving[len(driving) // 2], NAMES, captions_of("sulkydrom")))


def of_newmarket() -> None:
    """Draw a board in the middle of a deal, and the hand of the seat to lead."""
    game, states = played("newmarket")
    captions = captions_of("newmarket")
    leading = [state for state in states if game.view(state, None).phase == "leading"]
    state = leading[len(leading) // 2]
    keep("newmarket-board.png", newmarket.board(game.view(state, None), NAMES, captions))
    keep("newmarket-hand.png", newmarket.hand(game.view(state, state.to_act[0]), captions))


def of_the_kit() -> None:
    """Draw the board of a made-up game, as a game without drawings of its own gets it."""
    horses = zip(
        ("Ruby", "Midnight", "Sunny", "Violet", "Ocean", "Breeze"), kit.standard_silks(6), strict=True
    )
    spaces, moved = (7, 13, 5, 25, 18, 9), {"Violet": 20}
    shown = kit.Board(
        race=1,
        title="Race 1 of 3",
        news="Two dice say who moves, and how far",
        spaces=30,
        runners=[
            kit.Runner(name, silk, space, moved.get(name))
            for (name, silk), space in zip(horses, spaces, strict=True)
        ],
        players=[
            kit.Player("Ada", 80, "20 on Violet"),
            kit.Player("Benedikt", 110, "10 on Ruby", kit.Mark.TURN),
            kit.Player("Conceição", 60, "30 on Ocean"),
            kit.Player("Dmitri", 95, "5 on Breeze"),
        ],
        dice=(4, 5),
    )
    captions = kit.StandardCaptions(
        seat="Player {seat}",
        over="The race day is over",
        result="Race {race}",
        final="Final ranking",
        start="Start",
        finish="Finish",
        leads="{name} leads",
        turn="{name} to play",
        ranks=RANKS,
        alt=STANDARD,
    )
    keep("kit-board.png", kit.board("kit", shown, captions))


def keep(name: str, picture: Picture) -> None:
    """Write a picture beside this file."""
    (FOLDER / name).write_bytes(picture.data)
    print(f"{name}: {picture.width} × {picture.height}, {len(picture.data) / 1000:.0f} kB")  # noqa: T201


if __name__ == "__main__":
    main()
