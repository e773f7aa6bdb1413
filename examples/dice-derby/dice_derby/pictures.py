"""The pictures of Dice Derby, all of them drawn by the kit."""

from __future__ import annotations

from collections.abc import Sequence

from dice_derby.actions import HORSES, Bet
from dice_derby.english import DiceDerbyTexts
from dice_derby.state import Result
from dice_derby.view import Phase, View
from render import Picture, kit
from render.kit import StandardCaptions

SILKS = kit.standard_silks(len(HORSES))
TEXTS = DiceDerbyTexts()
NEWS = {Phase.BETTING: "Place your bets", Phase.RUNNING: "They are off", Phase.OVER: "The race day is over"}


def board(view: View, names: Sequence[str], captions: StandardCaptions) -> Picture:
    """Draw the course, the dice and everybody's chips."""
    return kit.board(f"dicederby-race{view.race}-{view.phase}", _board(view, names), captions)


def hand(view: View, captions: StandardCaptions) -> Picture:
    """Draw what a seat has thrown, and its bet."""
    slip = kit.Slip(_title(view.race, view), "Your bet", _bet(view.bet), "No bet yet")
    dice = (view.dice or ()) if view.seat in view.to_act else ()
    held = kit.Hand("Your throw", "Nothing thrown", _runners(view), dice=dice, slip=slip)
    return kit.hand(f"dicederby-hand-race{view.race}", held, captions)


def result(view: View, names: Sequence[str], captions: StandardCaptions) -> Picture:
    """Draw how the race ended that was over last, and what every bet brought."""
    over = view.result
    assert over is not None
    players = [
        kit.Settled(name, _bet(bet), net, chips)
        for name, bet, net, chips in zip(names, over.bets, over.nets, view.scores, strict=True)
    ]
    drawn = kit.Result(_title(over.race, view), _runners(over), ("Bet", "Net", "Chips"), players)
    return kit.result(f"dicederby-result-race{over.race}", drawn, captions)


def final(view: View, names: Sequence[str], captions: StandardCaptions) -> Picture:
    """Draw who has most chips."""
    return kit.final_ranking("dicederby", view.scores, names, captions)


def replay(
    views: Sequence[View], names: Sequence[str], captions: StandardCaptions, asked: kit.Asked = kit.LAST
) -> Picture:
    """Animate a race."""
    ended = zip(views, [None, *(view.result for view in views)], strict=False)
    boards = (_board(view, names, view.result if view.result != before else None) for view, before in ended)
    return kit.replay("dicederby-replay-race", boards, captions, asked)


def _title(race: int, view: View) -> str:
    return TEXTS.race(race, view.races)


def _board(view: View, names: Sequence[str], over: Result | None = None) -> kit.Board:
    players = [
        kit.Player(names[seat], chips, "has bet" if view.has_bet[seat] else "", _mark(view, seat))
        for seat, chips in enumerate(view.scores)
    ]
    race, runners = over.race if over else view.race, _runners(over or view)
    title, news, dice = _title(race, view), NEWS[view.phase], view.dice or ()
    return kit.Board(race, title, news, view.length, runners, players, dice=dice, dice_are_open=bool(dice))


def _mark(view: View, seat: int) -> kit.Mark:
    if view.phase is Phase.OVER:
        return kit.Mark.WON if view.scores[seat] == max(view.scores) else kit.Mark.NONE
    if view.phase is Phase.BETTING:
        return kit.Mark.OPEN if seat in view.to_act else kit.Mark.DONE
    return kit.Mark.TURN if seat in view.to_act else kit.Mark.NONE


def _runners(shown: View | Result) -> list[kit.Runner]:
    ran, start = shown.moved or (0, 0)
    ranks = {horse: rank for rank, horse in enumerate(shown.home, 1)}
    return [
        kit.Runner(TEXTS.horse(str(horse)), silk, space, start if horse == ran else None, ranks.get(horse))
        for horse, silk, space in zip(HORSES, SILKS, shown.places, strict=True)
    ]


def _bet(bet: Bet | None) -> kit.Bet | None:
    if bet is None:
        return None
    return kit.Bet("to win", [kit.Stake(TEXTS.horse(str(bet.horse)), SILKS[bet.horse - 1], bet.stake)])
