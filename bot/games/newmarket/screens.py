"""Newmarket at the table: its lines, its pictures, its desk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import digits
from typing import Any

from bot.games.kit.panels import Panel
from bot.games.kit.results import ranking_lines, winners_line
from bot.games.kit.screens import KitScreens, drawn
from bot.games.newmarket import auction, seat, spoken
from bot.games.newmarket.english import NewmarketTexts
from bot.games.newmarket.hint import hint
from bot.games.newmarket.story import following, sequence
from bot.games.screens import Controls, Press, Seating, Who
from engines.newmarket.actions import Action
from engines.newmarket.view import Dealt, Phase, View
from render import newmarket as pictures
from render.kit.hero import Hero
from render.lobby import Entry
from render.newmarket.faces import worn
from render.picture import Picture

OPENING = (Phase.BACKING, Phase.CHOOSING, Phase.OFFERING, Phase.BIDDING)
"""What goes on in a deal before its first card."""


class NewmarketScreens(KitScreens[NewmarketTexts]):
    """Newmarket's side of every screen.

    While cards are called all desks are alike, and one board tells the sequence, as while all back a horse.
    """

    spoken = spoken
    drawings = pictures
    panels = seat.PANELS
    secret_phases = (Phase.BACKING, Phase.CALLING)
    hero = Hero.CARDS

    def entries(self, edition: Mapping[str, Any], words: NewmarketTexts) -> Mapping[str, Entry]:
        """Return the racehorses, by their colours: their numbers stand on what they wear."""
        colours, named = [colour for pair in edition["colours"] for colour in pair], words.captions.colours
        of = {card: named[card.rstrip(digits)] for card in edition["racehorses"]}
        return {card: Entry(name, worn(card, colours)) for card, name in of.items()}

    def prompt(self, view: View, who: Who, words: NewmarketTexts) -> str:
        """Say whom the table waits for and for what."""
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

    def progress(self, view: View, words: NewmarketTexts) -> str:
        """Say which deal it is."""
        return words.race(view.deal, view.deals)

    def keeps_board(self, view: View) -> bool:
        """Keep one board while cards are called, and from the stakes to the last bid: no card lies on it yet."""
        return view.phase in OPENING or super().keeps_board(view)

    def scene(self, view: View) -> str:
        """Name the deal and its phase; while cards are called, the sequence they belong to as well."""
        scene = f"{view.deal}:{'opening' if view.phase in OPENING else view.phase}"
        return f"{scene}:{sequence(view.plays)[0].card}" if view.phase is Phase.CALLING else scene

    def board(self, view: View, names: Sequence[str], words: NewmarketTexts) -> Picture:
        """Draw the racehorses, the cards played and what everybody has; the newest sequence is told as in the story."""
        plays = [(words.captions.name(names, play.seat), play.card) for play in sequence(view.plays)]
        told = words.spelled_out(words.sequence(plays)) if plays else ""
        return pictures.board(view, names, words.captions, told)

    def public_controls(self, seating: Seating, words: NewmarketTexts) -> Sequence[Controls]:
        """Let bids be made under the board, before everybody's eyes."""
        return auction.Bids(seating, words).controls() if seating.view.phase is Phase.BIDDING else ()

    def panel(self, seating: Seating, words: NewmarketTexts) -> Panel[Any] | None:
        """Return the controls of what a seat is asked; a call asks every seat, whatever it holds."""
        if seating.view.phase is Phase.CALLING:
            return seat.Calls(seating, words)
        return super().panel(seating, words)

    def desk_lines(self, seating: Seating, words: NewmarketTexts) -> Sequence[str]:
        """Say what is asked, and what the seat has."""
        view = seating.view
        waiting = words.own_backed if view.phase is Phase.BACKING else words.own_wait
        is_asked = seating.choices or view.phase is Phase.CALLING
        return (
            seat.question(view, words) if is_asked else waiting,
            words.purse(view.points[seating.seat], view.own.horse),
        )

    def desk_more(self, seating: Seating, words: NewmarketTexts) -> Sequence[str]:
        """Tell in words the hand, and the one that was laid down for the spare one."""
        view = seating.view
        return (
            words.hand(seat.suits(view, view.own.hand)) if view.own.hand else "",
            words.laid_down(seat.suits(view, view.own.discarded)) if view.own.discarded else "",
        )

    def call(self, view: View, words: NewmarketTexts) -> str:
        """Repeat which card is called for: on a phone the buttons of a hand fill the screen."""
        return words.call_open(view.wanted) if view.wanted is not None else ""

    def too_late(self, view: View, press: Press, words: NewmarketTexts) -> str:
        """Say which call a card missed, unless it was played; a card that another call missed is not named."""
        match press.parts:
            case ("follow", card) if all(card != play.card for play in view.plays):
                is_last_call = bool(view.plays) and following(view.plays[-1].card) == card
                return words.too_late(card if is_last_call else None)
        return ""

    def desk_drawings(self, seating: Seating, words: NewmarketTexts) -> Sequence[Picture]:
        """Draw the hand, or before it is dealt the racehorses that may be backed."""
        has_any = seating.view.own.hand or seating.view.phase is Phase.BACKING
        return (drawn(pictures.hand, words, seating.view),) if has_any else ()

    def settled(self, view: View) -> int | None:
        """Return the number of the deal that was over last."""
        return view.result.deal if view.result else None

    def hint(self, seating: Seating, action: Action, words: NewmarketTexts) -> str:
        """Say what the steady player would do, and why."""
        return hint(seating, action, words)

    def hint_in_window(self, view: View, words: NewmarketTexts) -> str:
        """Say what to look for in the hand."""
        assert view.wanted is not None
        return words.hint_call(view.wanted)

    def race_lines(self, view: View, who: Who, words: NewmarketTexts) -> Sequence[str]:
        """Tell how the last deal ended, and what everybody has."""
        assert view.result is not None
        points = view.result.points
        richest_first = sorted(range(len(points)), key=lambda seat: -points[seat])
        scores = [(who(seat), points[seat]) for seat in richest_first]
        return [*_deal(view.result, view, who, words), words.scores(scores)]

    def final_lines(self, view: View, who: Who, words: NewmarketTexts) -> Sequence[str]:
        """Tell how the last deal ended, then why the game is over, who won, and what everybody has."""
        assert view.result is not None
        return [
            *_deal(view.result, view, who, words),
            words.final_title,
            _ending(view, who, words),
            winners_line(words, view.points, who),
            *ranking_lines(words, view.points, who),
            *([words.abandoned(sum(view.pots))] if any(view.pots) else []),
        ]


def _deal(over: Dealt, view: View, who: Who, words: NewmarketTexts) -> list[str]:
    """Tell a finished deal in the order of its events: what was claimed, who was out, and what was paid."""
    lines = [words.result_title(over.deal, view.deals)]
    lines += [words.took(who(claim.seat), claim.horse, claim.points) for claim in over.claims]
    if not over.claims:
        lines.append(words.no_claims)
    if over.out is None:
        lines.append(words.stuck)
    else:
        paid = [(who(seat), points) for seat, points in enumerate(over.paid) if points]
        lines.append(words.out(who(over.out), paid))
    if any(over.unclaimed):
        lines.append(words.left(list(zip(view.racehorses, over.unclaimed, strict=True))))
    return lines


def _ending(view: View, who: Who, words: NewmarketTexts) -> str:
    if ruined := [who(seat) for seat, points in enumerate(view.points) if points < view.stake]:
        return words.ruined(ruined, view.stake)
    if view.time_is_up and view.minutes is not None:
        return words.time_over(view.minutes)
    return words.all_played(view.deals)
