"""A week of race nights: how everybody stands is worked out a second time from the race logs, and has to agree."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import permutations
from random import Random
from typing import NamedTuple

import pytest

from bot import bank
from bot.bank.standings import By, Since, board
from bot.bank.standings.ratings import Placed, Rating, rated
from bot.bank.tote import Pool
from bot.games.titles import runners_of, usual_buy_in
from bot.tables import tote_commands
from bot.tables.stakes import buy_in, finals, money_of
from bot.tables.standing import read_log
from engines.core import Event, Outcome, Row
from tests.databases import reading, writing
from tests.tables.playing import ANA, GUILD, PEOPLE, TableRig

pytestmark = pytest.mark.long

DAY = 24 * 60
"""Minutes."""

WATCHERS = PEOPLE[4:7]

NIGHTS = [
    [("jockey", 3, 1, None), ("jumpyjack", 4, 0, {"teams": 2})],
    [("jockey", 3, 0, None)],
    [("sulkydrom", 3, 0, {}), ("jockey", 1, 2, None)],
    [("jumpyjack", 3, 1, {"teams": 2}), ("jockey", 2, 1, None)],
    [("jumpyjack", 3, 1, {}), ("jockey", 4, 0, None)],
    [("sulkydrom", 2, 1, {})],
    [("jockey", 3, 0, None), ("jockey", 2, 2, None)],
]
"""By night: game, people, computers, and options where they are not those of a short game."""


class Night(NamedTuple):
    """A game as its log tells it."""

    game: str
    at: int
    owners: tuple[int | None, ...]
    outcome: Outcome
    profits: list[int]
    sides: list[int]
    bets: dict[int, tuple[str, int]]
    """Horse and stake on the first race, by who watches."""
    winners: list[str]
    """The horse that came first in it, by the log; of a dead heat all."""


async def bets_on(rig: TableRig, table_id: str, luck: Random) -> dict[int, tuple[str, int]]:
    """Have those who watch bet on who wins the first race."""
    offer = await rig.open_tote(table_id)
    assert offer is not None
    made = {}
    for person in WATCHERS:
        horse, stake = luck.choice(offer.offer.horses[:3]), luck.choice([33, 100, 250])
        await rig.tables.step(
            tote_commands.bet, table_id, person.user_id, Pool.WIN, [horse], stake, rig.interaction()
        )
        made[person.user_id] = horse, stake
    return made


async def played(rig: TableRig) -> list[Night]:
    """Play a week, and read what the logs say."""
    luck, nights = Random(11), []
    with writing(rig.database) as db:
        for person in PEOPLE[:7]:  # who are newcomers, and lose and bet what was not given to them as such
            act = bank.Act(person.user_id, GUILD, 1, person.user_id, bank.ActKind.GRANT, 9000, "", rig.time)
            bank.grant(db, act)
    for games in NIGHTS:
        for game, people, computers, options in games:
            more = {} if options is None else {"edition": None, "options": options}
            table_id = await rig.race(people, computers, game=game, **more)
            bets = await bets_on(rig, table_id, luck) if people > 1 else {}
            rig.pass_minutes(90)
            await rig.play_out(table_id, luck)
            nights.append(await told(rig, table_id, bets))
        rig.pass_minutes(DAY - 90 * len(games))
    return nights


async def told(rig: TableRig, table_id: str, bets: dict[int, tuple[str, int]]) -> Night:
    table = await rig.table(table_id)
    with reading(rig.database) as db:
        rows = read_log(db, table)
    standing = await rig.restarted().standing(table_id)  # folded from the log by who remembers nothing
    assert len(rows) == standing.length
    outcome = standing.match.outcome
    assert outcome is not None
    money = money_of(standing.match.game, table.options)
    paid = buy_in(money, usual_buy_in(table.game)) if table.stakes else 0
    got = finals(money, paid, outcome) if table.stakes else [0] * len(table.seats)
    teams = table.options.get("teams") or len(table.seats)
    return Night(
        table.game,
        table.ended_at,
        table.owners,
        outcome,
        [final - paid for final in got] if table.stakes else [],
        [seat % teams for seat in range(len(table.seats))],
        bets,
        list(runners_of(table.game).finish(first_over(rows))[0]),
    )


def first_over(rows: Sequence[Row]) -> Event:
    return next(event for row in rows for event in row.events if event["type"] == "race_over")


def places(night: Night) -> list[int]:
    merits = [(seat in night.outcome.winners, score) for seat, score in enumerate(night.outcome.scores)]
    first = 1 if any(night.outcome.scores) else 2
    return [first + sum(other > merit for other in merits) for merit in merits]


def by_wins(nights: list[Night]) -> dict[int, int]:
    wins = Counter({user: 0 for night in nights for user in night.owners if user})
    for night in nights:
        wins.update(
            user for user, place in zip(night.owners, places(night), strict=True) if user and place == 1
        )
    return dict(wins)


def by_profit(nights: list[Night]) -> dict[int, int]:
    profit: Counter[int] = Counter()
    for night in nights:
        for user, won in zip(night.owners, night.profits, strict=False):
            if user:
                profit[user] += won
    return dict(profit)


def by_tote(nights: list[Night]) -> dict[int, int]:
    """Work out what a pool of wins has brought everybody; one that nobody has won is given back and counts nothing."""
    brought: Counter[int] = Counter()
    for night in nights:
        gross = sum(stake for _, stake in night.bets.values())
        (winner,) = night.winners
        won = sum(stake for horse, stake in night.bets.values() if horse == winner)
        for user, (horse, stake) in night.bets.items() if won else ():
            steps = max(20, 20 * (gross - gross // 10) // won) if horse == winner else 0
            brought[user] += stake * steps // 20 - stake
    return dict(brought)


def by_rating(nights: list[Night]) -> dict[int, int]:
    """Rate game by game; who has met on a day is told from all games of that day so far."""
    known: dict[int, Rating] = {}
    met: defaultdict[int, set[tuple[int, int]]] = defaultdict(set)
    for night in nights:
        seats = list(map(Placed, night.owners, night.sides, places(night)))
        known |= rated(seats, known, met[night.at // DAY])
        met[night.at // DAY] |= {
            (one.player, other.player)
            for one, other in permutations(seats, 2)
            if one.player and other.player and one.side != other.side
        }
    return {user: rating.shown for user, rating in known.items()}


def of_same(nights: list[Night], at: int, form: str) -> list[Night]:
    def name(milliseconds: int) -> str:
        return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime(form)

    return [night for night in nights if name(night.at) == name(at)]


@pytest.mark.sqlite
async def test_a_week_of_race_nights_stands_as_its_logs_say(rig: TableRig) -> None:
    nights = await played(rig)
    assert len(nights) == 12
    assert await rig.audit() == []
    now = nights[-1].at

    async def kept(by: By, since: Since = Since.ALL, game: str = "") -> dict[int, int]:
        with reading(rig.database) as db:
            found = board(db, GUILD, by, game, since, 1, ANA.user_id, now)
        assert found is not None
        return {line.user: line.value for line in found.lines}

    spans = {Since.ALL: "", Since.MONTH: "%Y-%m", Since.WEEK: "%G-%V", Since.TODAY: "%Y-%m-%d"}
    for since, form in spans.items():
        some = of_same(nights, now, form)
        assert await kept(By.WINS, since) == by_wins(some)
        assert await kept(By.PROFIT, since) == by_profit(some)
        assert await kept(By.TOTE, since) == by_tote(some)
    for game in ("jockey", "jumpyjack", "sulkydrom"):
        some = [night for night in nights if night.game == game]
        assert await kept(By.WINS, game=game) == by_wins(some)
        assert await kept(By.PROFIT, game=game) == by_profit(some)
        assert await kept(By.TOTE, game=game) == by_tote(some)
        assert await kept(By.RATING, game=game) == pytest.approx(by_rating(some), abs=1)
    assert {*await kept(By.TOTE)} == {person.user_id for person in WATCHERS}
    assert {*await kept(By.WINS)} == {person.user_id for person in PEOPLE[:4]}
