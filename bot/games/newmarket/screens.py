"""Newmarket at the table: its lines, its pictures, its desk."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import discord

from bot.games.newmarket import auction, results, seat, story
from bot.games.newmarket.words import spoken
from bot.games.screens import Act, Controls, Desk, Form, GameScreens, Press, Seating, Who
from bot.texts import Texts
from bot.ui.custom_ids import CustomId
from bot.ui.message_layout import Drawing, button, described
from engines.core import Row
from engines.newmarket.view import Phase, View
from render import newmarket as pictures


@lru_cache(maxsize=128)
def drawn_hand(view: View, t: Texts) -> Drawing:
    """Draw a hand; one that is looked at again is drawn once."""
    return described(pictures.hand(view, spoken(t).words))


class NewmarketScreens(GameScreens):
    """Newmarket's side of every screen."""

    # ----------------------------------------------------------------------------------------- in public

    def happened(self, row: Row, view: View, who: Who, t: Texts) -> list[str]:
        """Tell a row of the log by itself."""
        return story.told([(row, view)], who, t)

    def story(
        self, rows: Sequence[tuple[Row, View]], who: Who, t: Texts, before: View | None = None
    ) -> list[str]:
        """Tell a stretch of the log, each sequence and each auction in one sentence."""
        return story.told(rows, who, t)

    def prompt(self, view: View, who: Who, t: Texts) -> str:
        """Say whom the table waits for and for what."""
        words = spoken(t)
        waiting = [who(number) for number in view.to_act]
        match view.phase:
            case Phase.BACKING:
                return words.ask_backs(waiting, sum(view.has_backed), view.seats)
            case Phase.CHOOSING:
                return words.ask_hand(waiting[0])
            case Phase.OFFERING:
                return words.ask_auction(waiting[0])
            case Phase.BIDDING:
                return words.ask_bid(waiting[0], view.best, who(view.bidders[-1]) if view.best else None)
            case Phase.LEADING:
                return words.ask_lead(waiting[0], view.may_lead, is_first=not view.plays)
            case Phase.CALLING if view.wanted is not None:
                return words.ask_call(view.wanted, view.window)
        return ""

    def progress(self, view: View, t: Texts) -> str:
        """Say which deal it is."""
        return spoken(t).race(view.deal, view.deals)

    def scene(self, view: View) -> str:
        """Name the deal and its phase; while cards are called, the sequence they belong to as well."""
        scene = f"{view.deal}:{view.phase}"
        return f"{scene}:{story.sequence(view.plays)[0].card}" if view.phase is Phase.CALLING else scene

    def is_secret(self, view: View) -> bool:
        """All back a horse at once; who is to call a card is nobody's business, so one board tells its sequence."""
        return view.phase in {Phase.BACKING, Phase.CALLING}

    def board(self, view: View, names: Sequence[str], t: Texts) -> Drawing:
        """Draw the racehorses, the cards played and what everybody has."""
        return described(pictures.board(view, names, spoken(t).words))

    def public_rows(self, view: View, control: Callable[[str], CustomId], t: Texts) -> Sequence[Controls]:
        """Let bids be made and cards be called under the board, before everybody's eyes."""
        if view.phase is Phase.BIDDING:
            return auction.rows(view, control, t)
        if view.phase is Phase.CALLING and view.wanted is not None:
            call = spoken(t).call(view.wanted)
            green, sign = discord.ButtonStyle.success, spoken(t).sign(view.wanted)
            return [(button(control(f"follow.{view.wanted}"), call, green, emoji=sign),)]
        return ()

    # ------------------------------------------------------------------------------------------- the desk

    def desk(self, seating: Seating, t: Texts) -> Desk:
        """Lay out one seat's desk."""
        view: View = seating.view
        assert view.own is not None
        drawings = (drawn_hand(view, t),) if view.own.hand else ()
        return Desk(seat.text(seating, t), drawings, seat.rows(seating, t))

    def form(self, seating: Seating, press: Press, t: Texts) -> Form | None:
        """Ask for a bid, while there is one to make."""
        if seating.view.phase is not Phase.BIDDING or not seating.choices or press.parts[0] != "bid":
            return None
        return auction.form(seating.view, t)

    def pressed(self, seating: Seating, press: Press, t: Texts) -> Act:
        """Say what a press means."""
        return seat.pressed(seating, press, t)

    def refusal(self, reason: str, facts: Mapping[str, Any], t: Texts) -> str:
        """Say why the rules refused."""
        return spoken(t).refusal(reason, facts)

    # ---------------------------------------------------------------------------------------- the results

    def race_result(self, view: View, names: Sequence[str], who: Who, t: Texts) -> tuple[str, Drawing]:
        """Tell how the last deal ended."""
        assert view.result is not None
        lines = results.deal_told(view.result, view, who, t)
        return "\n".join([*lines, results.scores_told(view.result, who, t)]), self._drawn(view, names, t)

    def final_result(
        self, view: View, names: Sequence[str], who: Who, t: Texts
    ) -> tuple[str, Sequence[Drawing]]:
        """Tell how the last deal ended, then the game."""
        assert view.result is not None
        lines = [*results.deal_told(view.result, view, who, t), *results.game_told(view, who, t)]
        drawing = described(pictures.final(view, names, spoken(t).words))
        return "\n".join(lines), (drawing, self._drawn(view, names, t))

    def _drawn(self, view: View, names: Sequence[str], t: Texts) -> Drawing:
        return described(pictures.result(view, names, spoken(t).words))

    def replay(self, views: Sequence[View], names: Sequence[str], t: Texts) -> Drawing:
        """Draw the deals again, animated."""
        return described(pictures.replay(views, names, spoken(t).words))
