"""Turfe at the table: its lines, its pictures, its desk."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from bot.games.screens import Act, Controls, Desk, Drafted, Form, GameScreens, Misread, Press, Seating, Who
from bot.games.turfe import hand, results, slip, story
from bot.games.turfe.moves import suits
from bot.games.turfe.words import spoken
from bot.texts import Texts
from bot.ui.custom_ids import CustomId
from bot.ui.message_layout import Drawing, described
from engines.core import Row
from engines.turfe import Horse, Phase, Place, View
from render import turfe as pictures


@lru_cache(maxsize=128)
def drawn_hand(view: View, t: Texts) -> Drawing:
    """Draw a hand; one that is looked at again, as while a slip is filled in, is drawn once."""
    return described(pictures.hand(view, spoken(t).words))


@lru_cache(maxsize=32)
def drawn_choice(view: View, horse: Horse, ends: tuple[Place, ...], t: Texts) -> Drawing:
    """Draw where a horse may go, numbered."""
    return described(pictures.choice(view, horse, ends, spoken(t).words))


class TurfeScreens(GameScreens):
    """Turfe's side of every screen."""

    # ----------------------------------------------------------------------------------------- in public

    def happened(self, row: Row, view: View, who: Who, t: Texts) -> list[str]:
        """Tell a row of the log, a sentence an item."""
        return story.told(row, view, who, t)

    def story(
        self, rows: Sequence[tuple[Row, View]], who: Who, t: Texts, before: View | None = None
    ) -> list[str]:
        """Tell a stretch of the log; that all cards have run out only where the first is turned over."""
        return story.story(rows, who, t, before)

    def prompt(self, view: View, who: Who, t: Texts) -> str:
        """Say whom the table waits for and for what; who is broke is not waited for."""
        waiting = [who(seat) for seat in view.to_act]
        match view.phase:
            case Phase.BETTING:
                placed = sum(view.has_bet)
                return spoken(t).ask_bets(waiting, placed, placed + len(waiting))
            case Phase.RACING if view.flipped is not None:
                return spoken(t).ask_flipped(waiting[0], view.flipped)
            case Phase.RACING:
                return spoken(t).ask_turn(waiting[0])
        return ""

    def progress(self, view: View, t: Texts) -> str:
        """Say which race it is."""
        return spoken(t).race(view.race, view.races)

    def scene(self, view: View) -> str:
        """Name the race and its phase."""
        return f"{view.race}:{view.phase}"

    def is_secret(self, view: View) -> bool:
        """Bets are decided by all at once."""
        return view.phase is Phase.BETTING

    def board(self, view: View, names: Sequence[str], t: Texts) -> Drawing:
        """Draw the track with what everyone may know below it."""
        return described(pictures.board(view, names, spoken(t).words))

    def public_rows(self, view: View, control: Callable[[str], CustomId], t: Texts) -> Sequence[Controls]:
        """Let a card that everybody sees, turned over from the pile, be played under the board."""
        return hand.flipped_rows(view, control, t)

    # ------------------------------------------------------------------------------------------- the desk

    def desk(self, seating: Seating, t: Texts) -> Desk:
        """Lay out one seat's desk: what is asked, the hand and the bet."""
        return Desk("\n".join(_lines(seating, t)), (_drawn(seating, t),), _rows(seating, t))

    def form(self, seating: Seating, press: Press, t: Texts) -> Form | None:
        """Ask for a stake, while there is a bet to place."""
        if seating.view.phase is not Phase.BETTING or not seating.choices:
            return None
        return slip.form(seating, press, t)

    def pressed(self, seating: Seating, press: Press, t: Texts) -> Act | Drafted:
        """Say what a press means; what does not fit the phase, or comes from whom nothing is asked, is misread."""
        if seating.choices:
            match seating.view.phase:
                case Phase.BETTING:
                    return slip.pressed(seating, press, t)
                case Phase.RACING:
                    return hand.pressed(seating, press, t)
        raise Misread(t.table.unknown_control)

    def refusal(self, reason: str, facts: Mapping[str, Any], t: Texts) -> str:
        """Say why the rules refused."""
        return spoken(t).refusal(reason, facts)

    # ---------------------------------------------------------------------------------------- the results

    def race_result(self, view: View, names: Sequence[str], who: Who, t: Texts) -> tuple[str, Drawing]:
        """Tell the order of finish, what every bet brought, and what is in the jackpot now."""
        assert view.result is not None
        lines = [*results.race_told(view.result, view, who, t), spoken(t).pot(view.result.pot)]
        return "\n".join(lines), described(pictures.result(view, names, spoken(t).words))

    def final_result(
        self, view: View, names: Sequence[str], who: Who, t: Texts
    ) -> tuple[str, Sequence[Drawing]]:
        """Tell the settlement of the last race, then the final standing."""
        assert view.result is not None
        lines = [*results.race_told(view.result, view, who, t), *results.game_told(view, who, t)]
        return "\n".join(lines), (
            described(pictures.final(view, names, spoken(t).words)),
            described(pictures.result(view, names, spoken(t).words)),
        )

    def replay(self, views: Sequence[View], names: Sequence[str], t: Texts) -> Drawing:
        """Draw the last races again, animated."""
        return described(pictures.replay(views, names, spoken(t).words))


# --------------------------------------------------------------------------------------------- on a desk


def _lines(seating: Seating, t: Texts) -> list[str]:
    view: View = seating.view
    own = view.own
    assert own is not None
    lines = [spoken(t).bet_slip(results.bet_told(own.bet, t), own.aside)] if own.bet else []
    lines.append(_question(seating, t))
    if seating.choices and view.phase is Phase.BETTING and (pays := slip.pays(seating, t)):
        lines.append(pays)
    lines.append(spoken(t).hand(suits(view, own.hand)))
    staked = own.bet.stake if own.bet else 0
    lines.append(spoken(t).purse(view.money[seating.seat], staked, view.pot))
    return lines


def _question(seating: Seating, t: Texts) -> str:
    view: View = seating.view
    if view.phase is Phase.BETTING and not seating.choices:
        return spoken(t).own_bet_stands if view.has_bet[seating.seat] else spoken(t).own_broke
    if not seating.choices:
        return spoken(t).own_wait
    return spoken(t).own_bet if view.phase is Phase.BETTING else hand.question(seating, t)


def _drawn(seating: Seating, t: Texts) -> Drawing:
    """Draw where the horse may go whose lane is to be chosen, else the hand."""
    view: View = seating.view
    if seating.choices and view.phase is Phase.RACING:
        move = hand.looked_at(seating)
        if move is not None and move.has_choice:
            return drawn_choice(view, move.horse, move.ends, t)
    return drawn_hand(view, t)


def _rows(seating: Seating, t: Texts) -> Sequence[Controls]:
    if not seating.choices:
        return ()
    return slip.rows(seating, t) if seating.view.phase is Phase.BETTING else hand.rows(seating, t)
