"""Jockey at the table: its lines, its pictures, its desk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

from bot.texts import Texts
from bot.ui.games.base import (
    Act,
    Controls,
    Desk,
    Drafted,
    Form,
    GameScreens,
    Misread,
    Press,
    Seating,
    Who,
)
from bot.ui.games.jockey import hand, slip
from bot.ui.games.jockey.story import told
from bot.ui.sheets import Drawing, described
from engines.core import Row
from engines.jockey.actions import Bet, Double
from engines.jockey.state import Result
from engines.jockey.view import Phase, View
from render import jockey as pictures


@lru_cache(maxsize=128)
def drawn_hand(view: View, t: Texts) -> Drawing:
    """Draw a hand; one that is looked at again, as while a slip is filled in, is drawn once."""
    return described(pictures.hand(view, t.jockey.words))


class JockeyScreens(GameScreens):
    """Jockey's side of every screen."""

    key: ClassVar[str] = "jockey"

    def name(self, t: Texts) -> str:
        """Name the game."""
        return t.jockey.name

    def offers(self) -> Mapping[str, Sequence[Any]]:
        """Jockey asks only how many rounds of three races to play."""
        return {"rounds": range(1, 6)}

    def option_words(self, option: str, t: Texts) -> tuple[str, str]:
        """Label an option."""
        return t.jockey.options[option]

    def facts(self, options: Mapping[str, Any], t: Texts) -> Sequence[str]:
        """Say how many races it will be."""
        return t.jockey.facts(int(options["rounds"]))

    # ----------------------------------------------------------------------------------------- in public

    def happened(self, row: Row, view: View, who: Who, t: Texts) -> list[str]:
        """Tell a row of the log, a sentence an item."""
        return told(row, view, who, t)

    def prompt(self, view: View, who: Who, t: Texts) -> str:
        """Say whom the table waits for and for what."""
        waiting = [who(seat) for seat in view.to_act]
        match view.phase:
            case Phase.BETTING:
                return t.jockey.ask_bets(waiting, sum(view.has_bet), view.seats)
            case Phase.RACING:
                return t.jockey.ask_turn(waiting[0])
            case Phase.KEEPING:
                return t.jockey.ask_keep(waiting)
        return ""

    def progress(self, view: View, t: Texts) -> str:
        """Say which race it is."""
        return t.jockey.race(view.race, view.races)

    def scene(self, view: View) -> str:
        """Name the race and its phase."""
        return f"{view.race}:{view.phase}"

    def is_secret(self, view: View) -> bool:
        """Bets and kept cards are decided by all at once."""
        return view.phase in {Phase.BETTING, Phase.KEEPING}

    def board(self, view: View, names: Sequence[str], t: Texts) -> Drawing:
        """Draw the course."""
        return described(pictures.board(view, names, t.jockey.words))

    # ------------------------------------------------------------------------------------------- the desk

    def desk(self, seating: Seating, t: Texts) -> Desk:
        """Lay out one seat's desk."""
        view: View = seating.view
        return Desk(self._asked(seating, t), (drawn_hand(view, t),), self._rows(seating, t))

    def _asked(self, seating: Seating, t: Texts) -> str:
        view: View = seating.view
        own = view.own
        assert own is not None
        lines = []
        if own.bet is not None:
            lines.append(t.jockey.bet_slip(bet_told(own.bet, t), own.loan))
        lines.append(self._question(seating, t))
        if seating.choices and view.phase is Phase.BETTING:
            filled = slip.Slip(seating.draft, seating.choices)
            lines.append(filled.pays(t) if filled.is_complete else "")
        lines.append(t.jockey.capital(view.capitals[seating.seat]))
        return "\n".join(line for line in lines if line)

    def _question(self, seating: Seating, t: Texts) -> str:
        view: View = seating.view
        assert view.own is not None
        if not seating.choices:
            return _waiting(view, t)
        match view.phase:
            case Phase.BETTING:
                return t.jockey.own_bet()
            case Phase.KEEPING:
                return t.jockey.own_keep(len(view.own.hand))
        return t.jockey.own_turn()

    def _rows(self, seating: Seating, t: Texts) -> Sequence[Controls]:
        if not seating.choices:
            return ()
        match seating.view.phase:
            case Phase.BETTING:
                return slip.rows(seating, t)
            case Phase.RACING:
                return hand.play_rows(seating, t)
            case _:
                return hand.keep_rows(seating, t)

    def form(self, seating: Seating, press: Press, t: Texts) -> Form | None:
        """Ask for a stake, while there is a bet to place."""
        if seating.view.phase is not Phase.BETTING or not seating.choices:
            return None
        return slip.form(seating, press, t)

    def pressed(self, seating: Seating, press: Press, t: Texts) -> Act | Drafted:
        """Say what a press means; what does not fit the phase is misread."""
        match seating.view.phase, press.parts:
            case Phase.BETTING, ("bet", "place"):
                return self._bet(seating, t)
            case Phase.BETTING, ("bet", _):
                return slip.filled(seating, press, t)
            case Phase.RACING, ("play", _, *_):
                return hand.played(press)
            case Phase.KEEPING, ("keep", _):
                return hand.kept(seating, press, t)
        raise Misread(t.table.unknown_control)

    def _bet(self, seating: Seating, t: Texts) -> Act:
        filled = slip.Slip(seating.draft, seating.choices)
        if not filled.is_complete:
            raise Misread(t.jockey.slip_incomplete)
        return Act(filled.action())

    def refusal(self, reason: str, facts: Mapping[str, Any], t: Texts) -> str:
        """Say why the rules refused."""
        return t.jockey.refusal(reason, facts)

    # ---------------------------------------------------------------------------------------- the results

    def race_result(self, view: View, names: Sequence[str], who: Who, t: Texts) -> tuple[str, Drawing]:
        """Tell the order of finish and what every bet brought."""
        result = view.result
        assert result is not None
        drawing = described(pictures.result(view, names, t.jockey.words))
        return "\n".join(settlement(result, view, who, t)), drawing

    def final_result(
        self, view: View, names: Sequence[str], who: Who, t: Texts
    ) -> tuple[str, Sequence[Drawing]]:
        """Tell the settlement of the last race, then the final standing."""
        last, last_drawing = self.race_result(view, names, who, t)
        best = max(view.scores)
        ranked = sorted(range(view.seats), key=lambda seat: -view.scores[seat])
        winners = [who(seat) for seat in ranked if view.scores[seat] == best]
        lines = [last, t.jockey.final_title(), t.jockey.winners(winners, best)]
        for seat in ranked:
            place = 1 + sum(score > view.scores[seat] for score in view.scores)
            lines.append(t.jockey.standing(place, who(seat), view.scores[seat]))
        return "\n".join(lines), (described(pictures.final(view, names, t.jockey.words)), last_drawing)

    def replay(self, views: Sequence[View], names: Sequence[str], t: Texts) -> Drawing:
        """Draw the race day again, animated."""
        return described(pictures.replay(views, names, t.jockey.words))

    def rules(self, edition: Mapping[str, Any], t: Texts) -> Sequence[str]:
        """Explain the game."""
        return t.jockey.rules(edition)


def settlement(result: Result, view: View, who: Who, t: Texts) -> list[str]:
    """Tell the order of finish, then every bet with what it brought."""
    lines = [t.jockey.result_title(result.race, view.races), t.jockey.order(result.order)]
    return lines + [
        t.jockey.settled(who(seat), bet_told(bet, t), result.nets[seat], result.capitals[seat])
        for seat, bet in enumerate(result.bets)
    ]


def bet_told(bet: Bet, t: Texts) -> str:
    """Tell a bet in a few words."""
    if isinstance(bet, Double):
        return t.jockey.double(bet.first, bet.second, bet.stake_first, bet.stake_second)
    return t.jockey.single(bet.kind, bet.horse, bet.stake)


def _waiting(view: View, t: Texts) -> str:
    """Say what happens next to a seat that has nothing to decide."""
    match view.phase:
        case Phase.BETTING:
            return t.jockey.own_bet_stands
        case Phase.KEEPING:
            return t.jockey.own_kept
    return t.jockey.own_wait
