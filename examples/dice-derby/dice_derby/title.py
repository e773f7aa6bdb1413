"""Dice Derby as people meet it: its screens are the kit's, and its sentences one an event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from bot.games.kit.passages import Facts, Passage
from bot.games.kit.results import game_over, race_over
from bot.games.kit.screens import KitScreens
from bot.games.kit.slips import BetSlip
from bot.games.kit.story import Story
from bot.games.screens import Seating, Who
from bot.games.title import Title
from dice_derby import pictures
from dice_derby.english import DiceDerbyTexts, spoken
from dice_derby.game import DiceDerby
from dice_derby.steady import SteadyDiceDerby
from dice_derby.view import Phase, View
from engines.core import Random
from render.picture import Picture

At = Passage[DiceDerbyTexts]


class DerbySlip(BetSlip[DiceDerbyTexts]):
    """Asks for a horse and 1 to 5 chips."""

    fields = ("horse", "stake")

    def action(self) -> Mapping[str, Any]:
        """Return the bet: horses are numbers in the rules."""
        return {**super().action(), "horse": int(self["horse"])}


def _settled(at: At, e: Facts) -> str:
    bet = at.words.on_horse(str(e["horse"]), e["stake"])
    return at.words.settled(at.who(e["seat"]), bet, e["net"], e["chips"])


STORY = Story(
    spoken,
    events={
        "race_started": lambda at, e: at.words.started(e["race"], at.view.races, at.who(e["first"])),
        "bet_placed": None,
        "thrown": lambda at, e: at.words.thrown(at.who(e["seat"]), e["dice"]),
        "moved": lambda at, e: at.words.moved(at.who(e["seat"]), str(e["horse"]), e["from"], e["to"]),
        "passed": lambda at, e: at.words.passed(at.who(e["seat"])),
        "finished": lambda at, e: at.words.finished(str(e["horse"]), e["place"]),
    },
    in_logs={"bet_shown": _settled, "race_over": race_over, "game_over": game_over},
    actions={
        "bet": lambda at, who, bet: f"{who} bets {at.words.on_horse(bet['horse'], bet['stake'])}.",
        "run": None,
    },
)


class DiceDerbyScreens(KitScreens[DiceDerbyTexts]):
    """The kit's screens, with a slip for bets and a picture of the dice."""

    spoken = spoken
    drawings = pictures
    panels: ClassVar = {Phase.BETTING: DerbySlip}
    secret_phases = (Phase.BETTING,)

    def desk_lines(self, seating: Seating, words: DiceDerbyTexts) -> Sequence[str]:
        """Ask for a bet or for a reading of the dice, and say what the seat has."""
        view = seating.view
        asked, *rest = super().desk_lines(seating, words)
        if seating.choices and view.phase is Phase.BETTING:
            asked = words.own_bet
        return (f"**Your bet:** {words.bet(view.bet)}." if view.bet else "", asked, *rest)

    def desk_drawings(self, seating: Seating, words: DiceDerbyTexts) -> Sequence[Picture]:
        """Draw the own throw and bet."""
        return (pictures.hand(seating.view, words.captions),)

    def race_lines(self, view: View, who: Who, words: DiceDerbyTexts) -> Sequence[str]:
        """Tell the two horses that came home, and what every bet brought."""
        result = view.result
        assert result is not None
        opened = enumerate(zip(result.bets, result.nets, view.scores, strict=True))
        bets = [words.settled(who(seat), words.bet(bet), *paid) for seat, (bet, *paid) in opened]
        order = words.order([str(horse) for horse in result.home])
        return [words.result_title(result.race, view.races), order, *bets]

    def final_lines(self, view: View, who: Who, words: DiceDerbyTexts) -> Sequence[str]:
        """Tell the last race, then who has won."""
        return [*self.race_lines(view, who, words), *super().final_lines(view, who, words)]


TITLE = Title(
    engine=DiceDerby,
    computers={"random": Random, "steady": SteadyDiceDerby},
    screens=DiceDerbyScreens(),
    buy_in=100,
    story=STORY,
)
