"""What happens in Newmarket, in sentences: a whole sequence of cards or auction in one."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.kit.commentary import Commentary, Jackpot
from bot.games.kit.passages import Facts, OpenRow, Passage, told_by
from bot.games.kit.results import game_over
from bot.games.kit.story import Story
from bot.games.newmarket import spoken
from bot.games.newmarket.english import NewmarketTexts
from engines.newmarket.view import Phase, View
from engines.newmarket.view import Shown as Play

At = Passage[NewmarketTexts]


def _started(at: At, e: Facts) -> str:
    return at.words.deal_started(e["race"], at.view.deals, at.who(e["first"]))


def _backed(at: At, e: Facts) -> str | None:
    """Tell the stakes, which are shown once all are down."""
    if not at.is_first(e):
        return None
    placed = [
        (horse, [at.who(back["seat"]) for back in at.of("backed") if back["horse"] == horse])
        for horse in at.view.racehorses
    ]
    return at.words.stakes_down([(horse, people) for horse, people in placed if people], at.view.stake)


def _kept(at: At, _: OpenRow) -> str | None:
    return None if at.of("swapped") else at.words.kept(at.who(at.view.dealer))


def _not_offered(at: At, _: OpenRow) -> str | None:
    return None if at.of("auction_opened") else at.words.not_offered(at.who(at.view.dealer))


def _bids(at: At, e: Facts) -> list[str]:
    """Tell all bids in one sentence, and that nobody wanted the hand."""
    if not at.is_first(e):
        return []
    is_over = at.view.phase is not Phase.BIDDING and not at.of("sold")
    bids = at.words.bids([(at.who(bid["seat"]), bid["points"]) for bid in at.of("bid")])
    return [bids, *([at.words.unsold] if is_over else [])]


# ------------------------------------------------------------------------------------------------ sequences


def _played(at: At, e: Facts) -> list[str]:
    """Tell a whole sequence where its first card stands."""
    return _sequence(at) if at.is_first(e) else []


def _sequence(at: At) -> list[str]:
    """Tell a sequence; of one whose beginning was told before, all of it or only its end."""
    cards = [(at.who(play.seat), play.card) for play in _cards(at)]
    tell = at.words.sequence_ended if _is_end(at) else at.words.sequence
    return [tell(cards)] if cards else []


def _cards(at: At) -> Sequence[Play]:
    """Return the cards that a passage tells; none, if later rows tell them as a whole."""
    played = [Play(event["seat"], event["card"]) for event in at.of("played")]
    if played and at.view.plays and at.view.plays[-1] != played[-1]:
        return ()
    return played if at.kind == "lead" or _is_end(at) else sequence(at.view.plays)


def _is_end(at: At) -> bool:
    """Whether it is only the end of a sequence that ends the deal: what came before was told already."""
    return at.kind in {"follow", "missed"} and bool(at.of("deal_over"))


def _missed(at: At, _: OpenRow) -> list[str]:
    """Tell a call that nobody answered, and the sequence it ends where no card of it stands beside it."""
    cards = _cards(at)
    missed = at.words.missed(following(cards[-1].card) if cards else None)
    return [missed] if at.of("played") else [*_sequence(at), missed]


def sequence(plays: Sequence[Play]) -> Sequence[Play]:
    """Return the plays of the sequence that was played last."""
    start = len(plays) - 1
    while start > 0 and following(plays[start - 1].card) == plays[start].card:
        start -= 1
    return plays[max(start, 0) :]


def following(card: str) -> str:
    """Name the next card of a colour."""
    colour = card.rstrip("0123456789")
    return f"{colour}{int(card[len(colour) :]) + 1}"


# ------------------------------------------------------------------------------------------ after a sequence


def _passed(at: At, e: Facts) -> str | None:
    """Tell who had nothing to lead; where nobody had, the deal is over."""
    if at.of("deal_over") or not at.is_first(e):
        return None
    passed = [at.who(event["seat"]) for event in at.of("lead_passed")]
    return at.words.lead_passed(passed, at.view.may_lead, at.who(at.view.to_act[0]))


def _out(at: At, e: Facts) -> str:
    return at.words.out(at.who(e["seat"]), [(at.who(paid["from"]), paid["points"]) for paid in at.of("paid")])


def _over(at: At, e: Facts) -> list[str]:
    left = at.words.left(list(e["unclaimed"].items()))
    return [left] if at.of("out") else [at.words.stuck, left]


def _hands(view: View) -> tuple[int, ...] | None:
    return view.hand_counts if view.phase in {Phase.LEADING, Phase.CALLING} else None


def _jackpot(view: View) -> Jackpot | None:
    """Return the most that lies on a racehorse, if some of it was left there by an earlier deal."""
    if view.result is None:
        return None
    most = max(range(len(view.pots)), key=lambda horse: view.pots[horse])
    was_left = view.result.unclaimed[most] > 0
    return Jackpot(view.pots[most], view.racehorses[most]) if was_left else None


COMMENTARY = Commentary(
    race=lambda view: int(view.deal),
    hands=_hands,
    jackpot=_jackpot,
    opens="backed",
)

STORY = Story(
    spoken,
    kept=("claimed", "out", "deal_over"),
    events={
        "race_started": _started,
        "backed": _backed,
        "swapped": lambda at, e: at.words.swapped(at.who(e["seat"])),
        "auction_opened": lambda at, _: at.words.auction_opened(at.who(at.view.dealer)),
        "bid": _bids,
        "sold": lambda at, e: at.words.sold(at.who(e["seat"]), at.who(e["to_seat"]), e["points"]),
        "played": _played,
        "claimed": lambda at, e: at.words.claimed(at.who(e["seat"]), e["horse"], e["points"]),
        "lead_passed": _passed,
        "out": _out,
        "paid": told_by("out"),
        "deal_over": _over,
    },
    silent={
        "hand": _kept,
        "auction": _not_offered,
        "missed": _missed,
        "time": lambda at, _: at.words.time_is_up,
    },
    in_logs={
        "dealt": lambda at, e: at.words.dealt(at.who(e["seat"]), e["cards"]),
        "taken": lambda at, e: at.words.takes_up(at.who(e["seat"]), e["cards"]),
        "race_over": lambda at, e: at.words.race_is_over(e["race"]),
        "game_over": game_over,
    },
    actions={
        "back": lambda at, who, back: at.words.backs(who, back["horse"]),
        **dict.fromkeys(("hand", "auction", "bid", "lead", "follow", "missed", "time")),
    },
    goes_on={
        **dict.fromkeys(("follow", "missed"), frozenset({"lead", "follow"})),
        "bid": frozenset({"bid"}),
    },
    commentary=COMMENTARY,
)
"""The sentences of Newmarket."""
