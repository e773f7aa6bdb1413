"""How far a lesson is: its deal and what was decided, done again; and what the computer players do next."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

from bot.games.lesson import Lesson
from bot.lessons.stored import Decided, StoredLesson
from bot.tables import Refusal, Refused, Seat, Standing, Status, Table
from bot.tables.autoplay import following
from bot.tables.last_turns import NOTHING, Since
from bot.tables.standing import Told
from engines import catalog
from engines.agents import agent
from engines.catalog import STEADY
from engines.core import Chance, Private, Row

log = logging.getLogger(__name__)

LEARNER = 0
"""The seat of whoever learns."""


def deal_of(lesson: Lesson) -> str:
    """Name all that a lesson is played by, in a few characters: with other rules or cards it is another one.

    Raises Unreadable where the rules do not take its options.
    """
    game = catalog.game(lesson.game)
    options = game.options(lesson.options).model_dump(mode="json")
    facts = [lesson.secret.hex(), game.rules, game.edition.model_dump(mode="json"), options]
    return sha256(repr([*facts, lesson.seats]).encode()).hexdigest()[:16]


@dataclass(slots=True)
class Progress:
    """Where a lesson stands. Made by `reached`, and gone on with by `decide` and `follow`; nobody else changes it."""

    stored: StoredLesson
    lesson: Lesson
    table: Table
    """As the screens of a game know what is played."""
    standing: Standing
    news: set[str] = field(default_factory=set)
    """The kinds of events that have happened for the first time since the learner decided last."""
    decided: list[Decided] = field(default_factory=list)
    """What was decided so far."""
    kinds: Counter[str] = field(default_factory=Counter)
    """How often the learner has decided something, by kind of decision."""
    _seen: set[str] = field(default_factory=set)
    _before: Standing | None = None
    _told: list[Told] = field(default_factory=list)
    _own: int = 0

    @property
    def is_over(self) -> bool:
        """Whether its races are run."""
        match = self.standing.match
        return bool(match.outcome) or (match.interim is not None and match.interim.races >= self.lesson.races)

    @property
    def asked(self) -> int | None:
        """The length of the log at which the learner's open decision arose; None: nothing is asked of them."""
        return None if self.is_over else self.standing.asked.get(LEARNER)

    @property
    def slip(self) -> Mapping[str, Any]:
        """What the learner has filled in of the decision that is asked."""
        return {} if self.asked is None else self.stored.slip(self.asked)

    @property
    def since(self) -> Since:
        """What the learner decided last, and what has happened since."""
        return Since(self._before, tuple(self._told), self._own) if self._told else NOTHING

    def decide(self, seat: int, action: Any, decided: Decided) -> None:
        """Let a seat do something; raise `IllegalAction`, and then nothing has happened."""
        kind = self.standing.kind_of_decision(seat)
        reached, rows = self.standing.after(seat, action)
        if seat == LEARNER and decided.taken is None:
            self.kinds[kind] += 1
            self.news, self._told, self._before, self._own = set(), [], self.standing, len(rows)
        self._told += [Told(row, None if row.auto else decided.taken) for row in rows]
        self.standing = reached
        self.decided.append(decided)
        self.hear(rows)

    def spare(self, kind: str) -> None:
        """Leave to the table what the learner has just decided, if that was often enough."""
        if self.lesson.spared.get(kind) == self.kinds[kind]:
            self.leave_to_the_table({**self.stored.orders, kind: STEADY})

    def leave_to_the_table(self, orders: Mapping[str, str]) -> None:
        """Have the learner's orders be these: kinds of action, each with the computer player that takes them."""
        self.stored = replace(self.stored, orders=orders)
        self.table = replace(self.table, seats=(_seat(self.stored, LEARNER), *self.table.seats[1:]))

    def hear(self, rows: Sequence[Row]) -> None:
        """Note what the learner sees happen for the first time."""
        events = [event for row in rows for event in row.events]
        seen = {
            str(event["type"]) for event in events if not isinstance(event, Private) or LEARNER in event.seats
        }
        self.news |= seen - self._seen
        self._seen |= seen

    def follow(self) -> None:
        """Let the others decide until something is asked of the learner, or the lesson is over. Slow: they think."""
        while not self.is_over and (next_one := following(self.table, self.standing)):
            action = self._thought(next_one.number, next_one.agent)
            plain = self.standing.match.game.dump_action(action)
            self.decide(next_one.number, action, Decided(next_one.number, plain, next_one.taken))

    def _thought(self, seat: int, name: str) -> Any:
        """Return what a computer player decides: the same, whenever the same has happened before."""
        luck = sha256(f"{self.stored.deal} {self.standing.length} {seat}".encode()).digest()
        view, choices = self.standing.view(seat), self.standing.choices(seat)
        try:
            decided = agent(name, self.lesson.game).decide(view, choices, Chance(luck))
            if decided in choices:
                return decided
        except Exception:
            log.exception(
                "lesson in %s: computer player %s failed; lots are drawn for it", self.lesson.game, name
            )
        return choices.sample(Chance(luck))


def reached(stored: StoredLesson, lesson: Lesson) -> Progress:
    """Return how far a lesson is; refuse to go on with one that began by other rules, or with another deal."""
    if stored.deal != deal_of(lesson):
        raise Refused(Refusal.NO_SUCH_LESSON, game=stored.game)
    table = _table(stored, lesson)
    standing, rows = Standing.begin(table)
    progress = Progress(stored, lesson, table, standing)
    progress.hear(rows)
    for each in stored.decided:
        progress.decide(each.seat, standing.match.game.read_action(each.action), each)
    return progress


def _table(stored: StoredLesson, lesson: Lesson) -> Table:
    game = catalog.game(lesson.game)
    return Table(
        table_id=stored.lesson_id,
        guild_id=0,
        channel_id=0,
        thread_id=None,
        host_id=stored.user_id,
        game=lesson.game,
        options=game.options(lesson.options).model_dump(mode="json"),
        edition=game.edition.model_dump(mode="json"),
        rules=game.rules,
        capacity=lesson.seats,
        status=Status.RUNNING,
        secret=lesson.secret,
        salt=(),
        length=1,
        stakes=False,
        buy_in=0,
        clock=0,
        paused_at=None,
        rematch_of=None,
        created_at=0,
        started_at=0,
        ended_at=None,
        seats=tuple(_seat(stored, number) for number in range(lesson.seats)),
        hints=True,
    )


def _seat(stored: StoredLesson, number: int) -> Seat:
    if number != LEARNER:
        return Seat(number, None, STEADY, stored.names[number])
    learner = Seat(number, stored.user_id, None, stored.names[number], owner_id=stored.user_id)
    return learner._replace(orders=stored.orders)
