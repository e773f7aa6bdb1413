"""What happens in Turfe, in sentences."""

from __future__ import annotations

from bot.games.kit.commentary import Commentary, Field, Jackpot
from bot.games.kit.passages import Facts, Passage, told_by
from bot.games.kit.results import game_over, race_over
from bot.games.kit.story import Story
from bot.games.screens import Who
from bot.games.turfe import spoken
from bot.games.turfe.english import TurfeTexts
from bot.games.turfe.moves import faces_of
from engines.turfe.actions import Spot
from engines.turfe.bets import is_broke
from engines.turfe.state import LastPlay
from engines.turfe.view import Phase, View

At = Passage[TurfeTexts]


def _started(at: At, e: Facts) -> str:
    broke = [at.who(seat) for seat, money in enumerate(at.view.money) if is_broke(money)]
    return at.words.race_started(e["race"], at.view.races, at.who(e["first"]), broke)


def _off(at: At, e: Facts) -> str | None:
    """Tell all bets at once: they are shown together."""
    bets = [(at.who(bet["seat"]), bet["kind"], bet["stake"]) for bet in at.of("bet_placed")]
    return at.words.off(bets) if at.is_first(e) else None


def _played(at: At, e: Facts) -> str:
    moves = ((move["horse"], *(Spot(**move[way]) for way in ("from", "to"))) for move in at.of("moved"))
    horse, start, end = next(moves, (None, None, None))
    last = LastPlay(e["seat"], e["card"], "aside" in e, horse, start, end)
    return played_line(last, at.view, at.who, at.words)


def played_line(last: LastPlay, view: View, who: Who, words: TurfeTexts) -> str:
    """Tell a card, and what it did."""
    move = words.nobody_moved
    if last.horse is not None and last.start is not None and last.end is not None:
        (lane, start), (to, end) = ((spot.lane, spot.space) for spot in (last.start, last.end))
        is_stopped = 0 < end <= view.length and end - start != faces_of(view.horses)[last.card].steps
        move = words.moved(last.horse, (lane, start), None if end > view.length else (to, end), is_stopped)
    return words.played(who(last.seat), last.card, last.aside, move)


def _flipped(at: At, e: Facts) -> str:
    """Tell which card is turned over; with the first of a race, why."""
    seen = next(
        (each["type"] for each in reversed(at.earlier) if each["type"] in {"flipped", "race_over"}), ""
    )
    had_run_out = seen == "flipped" or (not seen and at.before is not None and at.before.flipped is not None)
    return at.words.flipped(at.who(e["seat"]), e["card"], is_first=not had_run_out)


def _settled(at: At, e: Facts) -> str:
    bet = at.view.result.bets[e["seat"]]
    return at.words.settled(
        at.who(e["seat"]), at.words.bet(bet.kind, bet.horse, bet.stake), e["net"], e["money"]
    )


def _game_over(at: At, e: Facts) -> list[str]:
    """Tell in a log who won, if anybody has anything left."""
    if any(e["scores"]):
        return game_over(at, e)
    return [at.words.final_title, at.words.all_broke(is_early=at.view.race < at.view.races)]


def _field(view: View) -> Field | None:
    if view.phase is not Phase.RACING:
        return None
    spots = zip(view.horses, view.places, strict=True)
    to_go: dict[str, int] = {
        horse: view.length + 1 - spot.space for horse, spot in spots if horse not in view.home
    }
    return Field(to_go, view.home)


def _jackpot(view: View) -> Jackpot | None:
    return Jackpot(view.pot) if view.pot else None


COMMENTARY = Commentary(field=_field, early=13, near=4, close=1, jackpot=_jackpot)

STORY = Story(
    spoken,
    events={
        "race_started": _started,
        "bet_placed": _off,
        "played": _played,
        "moved": told_by("played"),
        "finished": lambda at, e: at.words.finished(e["horse"], e["place"]),
        "flipped": _flipped,
    },
    in_logs={
        "dealt": lambda at, e: at.words.dealt(at.who(e["seat"]), e["cards"]),
        "bet_shown": told_by("settled"),
        "settled": _settled,
        "jackpot_paid": lambda at, e: at.words.jackpot_paid(at.who(e["seat"]), e["amount"]),
        "pot": lambda at, e: at.words.pot(e["amount"]),
        "race_over": race_over,
        "game_over": _game_over,
    },
    actions={
        "bet": lambda at, who, bet: at.words.bets(
            who, bet["kind"], bet["horse"], bet["stake"], bet.get("card")
        ),
        "play": None,
    },
    commentary=COMMENTARY,
)
"""The sentences of Turfe."""
