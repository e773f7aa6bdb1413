"""What happens in Jockey, in sentences."""

from __future__ import annotations

from bot.games.jockey import spoken
from bot.games.jockey.effects import held_by
from bot.games.jockey.english import JockeyTexts
from bot.games.kit.commentary import Commentary, Field
from bot.games.kit.passages import Facts, Passage, told_by
from bot.games.kit.results import game_over, race_over
from bot.games.kit.story import Story
from engines.jockey.view import Phase, View

At = Passage[JockeyTexts]


def _started(at: At, e: Facts) -> str:
    return at.words.race_started(e["race"], at.view.races, at.who(e["first"]))


def _off(at: At, _: Facts) -> str | None:
    """Tell that the last bet is placed."""
    is_last = all(at.view.has_bet) and at.view.last is None
    return at.words.off if is_last else None


def _played(at: At, e: Facts) -> str:
    horse, start, end = next(
        ((move["horse"], move["from"], move["to"]) for move in at.of("moved")), (None, 0, 0)
    )
    held = held_by(at.view, e["card"], end - start)
    return at.words.played(at.who(e["seat"]), e["card"], horse, start, end, held)


def _drawn(at: At, e: Facts) -> str | None:
    """Tell how many cards everybody drew; every card is drawn before everyone's eyes."""
    drawn = {draw["seat"]: draw["count"] for draw in at.of("drawn")}
    return at.words.drawn(list(map(at.who, drawn)), max(drawn.values())) if at.is_first(e) else None


def _settled(at: At, e: Facts) -> str:
    (bet,) = [shown["bet"] for shown in at.of("bet_shown") if shown["seat"] == e["seat"]]
    return at.words.settled(at.who(e["seat"]), at.words.bet(bet), e["net"], e["capital"])


def _field(view: View) -> Field | None:
    if view.phase is not Phase.RACING:
        return None
    places = zip(view.horses, view.places, strict=True)
    to_go: dict[str, int] = {
        horse: view.squares + 1 - square for horse, square in places if horse not in view.home
    }
    return Field(to_go, view.home)


COMMENTARY = Commentary(field=_field, early=55, near=12, close=3)

STORY = Story(
    spoken,
    events={
        "race_started": _started,
        "bet_placed": _off,
        "played": _played,
        "moved": told_by("played"),
        "finished": lambda at, e: at.words.finished(e["horse"], e["place"]),
        "drawn": _drawn,
    },
    announced={"drawn": lambda e: {"type": "drawn", "seat": e["seat"], "count": len(e["cards"])}},
    in_logs={
        "dealt": lambda at, e: at.words.dealt(at.who(e["seat"]), e["cards"]),
        "loan": lambda at, e: at.words.lent(at.who(e["seat"]), e["amount"]),
        "drawn": lambda at, e: at.words.draws(at.who(e["seat"]), e["cards"]),
        "bet_shown": told_by("settled"),
        "settled": _settled,
        "race_over": race_over,
        "kept": None,
        "game_over": game_over,
    },
    actions={
        "bet": lambda at, who, bet: at.words.bets(who, bet),
        "play": None,
        "keep": lambda at, who, keep: at.words.keeps(who, keep["cards"]),
    },
    commentary=COMMENTARY,
)
"""The sentences of Jockey."""
