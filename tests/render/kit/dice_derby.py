"""A made-up game without drawings of its own: six horses on a course of 30 spaces, two dice, and a bet on one horse.

The pictures below are all that it has to say for itself; everything else is the kit's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.texts.english.standard_pictures import STANDARD
from render import Picture, kit

HORSES = ("Ruby", "Midnight", "Sunny", "Violet", "Ocean", "Breeze")
SILKS = kit.standard_silks(len(HORSES))
SPACES = 30
CAPTIONS = kit.StandardCaptions(
    leads="{name} leads",
    wins="{name} wins",
    seat="Player {seat}",
    over="The race is over",
    result="Race {race}",
    final="Final ranking",
    thousands=",",
    start="Start",
    finish="Finish",
    alt=STANDARD,
)


@dataclass(frozen=True)
class View:
    """What everyone may know, and of one seat its bet."""

    phase: str = "betting"
    race: int = 1
    spaces: tuple[int, ...] = (0,) * 6
    moved: dict[int, int] = field(default_factory=dict)
    """By horse: from where the dice moved it."""
    home: tuple[int, ...] = ()
    dice: tuple[int, ...] = ()
    chips: tuple[int, ...] = (100,) * 4
    bets: tuple[tuple[int, int] | None, ...] = (None,) * 4
    """By seat: a horse, and chips on it."""
    turn: int = 0
    is_round: bool = False


def board(view: View, names: Sequence[str]) -> Picture:
    return kit.board(f"derby-race{view.race}-{view.phase}", shown(view, names), CAPTIONS)


def hand(view: View, seat: int) -> Picture:
    slip = kit.Slip(f"Race {view.race}", "Your bet", _bet(view, seat), "No bet yet")
    held = kit.Hand("Your throw", "Nothing thrown yet", _runners(view), dice=view.dice, slip=slip)
    return kit.hand(f"derby-hand-race{view.race}", held, CAPTIONS)


def result(view: View, names: Sequence[str], nets: Sequence[int]) -> Picture:
    bets = [_bet(view, seat) for seat in range(len(names))]
    players = [kit.Settled(*facts) for facts in zip(names, bets, nets, view.chips, strict=True)]
    over = kit.Result(f"Race {view.race}", _runners(view), ("Bet", "Net", "Chips"), players)
    return kit.result(f"derby-result-race{view.race}", over, CAPTIONS)


def final(view: View, names: Sequence[str]) -> Picture:
    return kit.final_ranking("derby", view.chips, names, CAPTIONS)


def replay(views: Sequence[View], names: Sequence[str], asked: kit.Asked = kit.LAST) -> Picture:
    return kit.replay("derby-replay-race", (shown(view, names) for view in views), CAPTIONS, asked)


def shown(view: View, names: Sequence[str]) -> kit.Board:
    news = {"betting": "Place your bets", "racing": "They are off", "over": CAPTIONS.over}[view.phase]
    players = [
        kit.Player(names[seat], chips, "has bet" if view.bets[seat] else "", _mark(view, seat))
        for seat, chips in enumerate(view.chips)
    ]
    title = f"Race {view.race}"
    return kit.Board(
        view.race, title, news, SPACES, _runners(view), players, is_round=view.is_round, dice=view.dice
    )


def _mark(view: View, seat: int) -> kit.Mark:
    match view.phase:
        case "betting":
            return kit.Mark.DONE if view.bets[seat] else kit.Mark.OPEN
        case "racing":
            return kit.Mark.TURN if seat == view.turn else kit.Mark.NONE
    return kit.Mark.WON if view.chips[seat] == max(view.chips) else kit.Mark.NONE


def _runners(view: View) -> list[kit.Runner]:
    ranks = {horse: rank for rank, horse in enumerate(view.home, 1)}
    return [
        kit.Runner(name, SILKS[horse], view.spaces[horse], view.moved.get(horse), ranks.get(horse))
        for horse, name in enumerate(HORSES)
    ]


def _bet(view: View, seat: int) -> kit.Bet | None:
    if (bet := view.bets[seat]) is None:
        return None
    horse, chips = bet
    return kit.Bet("to win", [kit.Stake(HORSES[horse], SILKS[horse], chips)])
