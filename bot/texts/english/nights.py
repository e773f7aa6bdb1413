"""Race nights: the invitation, the standing, the podium, and what is said around them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.nights import Cancelled, Form, League, Line, NightRefusal, NotCalled
from bot.texts.english.phrases import count, listed
from bot.texts.markup import ago, channel, mention, moment, plain, role

_REFUSED: Mapping[NightRefusal, Callable[[Mapping[str, Any]], str]] = {
    NightRefusal.NO_TIME: lambda facts: (
        f"I cannot read “{plain(facts['text'])}” as a time. Write “20:00”, “friday 20:30 Berlin”, "
        "“2026-12-01 20:00” or “in 3 h”. A city has to name a time zone, as Berlin, London and New York do."
    ),
    NightRefusal.ZONE: lambda facts: (
        f"“{plain(facts['zone'])}” can mean several time zones, or isn't used all year. "
        f"Write {listed((f'`{zone}`' for zone in facts['meant']), 'or')} instead."
    ),
    NightRefusal.NO_ZONE: lambda facts: (
        f"I don't know a time zone “{plain(facts['zone'])}”: choose one that `/race night zone:` offers."
    ),
    NightRefusal.PAST: lambda facts: f"{moment(facts['at'])} is past. Name a time that is still to come.",
    NightRefusal.FAR: lambda facts: f"Plan at most {facts['most']} days ahead.",
    NightRefusal.NO_NAME: lambda _: (
        "A league needs a name. Run `/race night` again: what you typed is still there."
    ),
    NightRefusal.NO_GAME: lambda _: "Choose at least one game.",
    NightRefusal.GONE: lambda _: "That night is no longer kept: `/race night` plans another.",
    NightRefusal.NOT_HOST: lambda facts: (
        f"Only {mention(facts['host'])} or a server manager can do that."
        if facts["host"]
        else "Only a server manager can do that."
    ),
    NightRefusal.OVER: lambda _: "That night is over: `/race night` plans another.",
    NightRefusal.BEGUN: lambda _: "It has begun already.",
    NightRefusal.NOT_BEGUN: lambda _: "It has not begun yet.",
    NightRefusal.WENT_ON: lambda facts: (
        f"Round {facts['round']} has begun: press again if you do not want to wait for that one either."
    ),
    NightRefusal.RACES: lambda _: (
        "You race in this night, so you can't end a race of others. A server manager who doesn't race in it can. "
        "After ten minutes the night goes on by itself without a table that nobody plays at."
    ),
    NightRefusal.EARLY: lambda facts: (
        f"{listed(map(mention, facts['users']))} signed up a while ago and expect it later: "
        f"start it from {moment(facts['at'])} on."
    ),
    NightRefusal.BEATEN: lambda _: "This knock-out goes on without you. Watch any table.",
    NightRefusal.FULL: lambda facts: f"All {facts['most']} places of this night are taken.",
    NightRefusal.NOT_FOUNDER: lambda facts: (
        f"“{plain(facts['name'])}” is a league of this server: only "
        f"{mention(facts['founder']) + ' or ' if facts['founder'] else ''}a server manager can plan its nights. "
        "Another name founds a league of your own."
    ),
    NightRefusal.TOO_MANY_LEAGUES: lambda facts: (
        f"You have founded {facts['most']} leagues here, and that's the limit: open a night of one of them."
        if facts["whose"] == "you"
        else f"This server has {facts['most']} leagues, and that's the limit: plan an evening instead."
    ),
    NightRefusal.TOO_MANY: lambda facts: (
        f"You have {facts['most']} nights planned: cancel one first."
        if facts["whose"] == "you"
        else f"This server has {facts['most']} nights planned: wait until one is over."
    ),
    NightRefusal.NOBODY: lambda _: "Nobody is in yet: press **I'm in** first.",
}

_FORMS: Mapping[Form, str] = {
    Form.EVENING: "Everybody plays every game; points decide.",
    Form.KNOCKOUT: "Knock-out: the better half of each table goes on.",
}

_CANCELLED: Mapping[Cancelled, str] = {
    Cancelled.BY_HOST: "Called off. `/race night` plans another.",
    Cancelled.NOBODY: "Too few were in, so it was called off this time. `/race night` plans another.",
    Cancelled.MISSED: "I was away when it was time, so it was called off. Sorry! `/race night` plans another.",
    Cancelled.NO_CHANNEL: "I may not write here any more, so it was called off.",
}


_TABLES: Mapping[str, str] = {
    "owed": " · being opened",
    "counted": " · done",
    "dropped": " · not finished, nobody is beaten",
}
"""What is said of a table of a round, by how the night sees it."""


def _round(number: int, rounds: int | None) -> str:
    """Name a round, of how many where that is known and worth saying."""
    return f"{number} of {rounds}" if rounds and rounds > 1 else str(number)


def _city(zone: str) -> str:
    """Name a time zone as people do: `New York` of `America/New_York`."""
    return zone.rpartition("/")[2].replace("_", " ")


_LEAGUES: Mapping[str, int] = {Form.LEAGUE: 3, f"{Form.LEAGUE}.5": 5, f"{Form.LEAGUE}.8": 8}
"""The choices of a league, and how many people a round of it needs; only the first night of a league says that."""


class NightTexts:
    """Sentences of race nights."""

    usual_name = "Race night"
    form_title = "Plan a race night"
    when = "When?"
    name = "What is it called?"
    name_hint = "For a league, type its name. Only its founder or a server manager can plan its nights."
    games = "Which games?"
    games_hint = "One race day each, at tables of those who are in."
    form = "How is it played?"
    forms: Mapping[str, tuple[str, str]] = {
        Form.EVENING: ("An evening", "Everybody plays every game; points decide"),
        Form.KNOCKOUT: ("A knock-out", "The better half of each table goes on"),
        **{
            form: (
                f"League night (a new league: {least} or more people)",
                f"Points of its nights add up. In a new league, a round counts with {least} people",
            )
            for form, least in _LEAGUES.items()
        },
    }
    role = "Whom to call when it begins?"
    role_hint = "A role, if you and I may mention it"
    come = "I'm in"
    stay = "I'm out"
    start = "Start now"
    cancel = "Cancel"
    go_on = "Next round now"
    end = "End now"
    somebody = "somebody"
    is_in = "You are in already. **I'm out** takes that back."
    is_out = "You are not in. **I'm in** gets you a seat."

    def refused(self, reason: NightRefusal, facts: Mapping[str, Any]) -> str:
        """Say why nothing came of a press, and what to do."""
        return _REFUSED[reason](facts)

    def when_hint(self, zone: str | None) -> str:
        """Say how a time is typed, and in which zone it is read where it names none; at most 100 characters."""
        usual = f"{_city(zone)} time" if zone else "UTC"
        return f"20:00 · friday 20:30 Berlin · 2026-12-01 8 pm · in 3 h. Without a city it is {usual}."

    role_left_out: Mapping[NotCalled, str] = {
        NotCalled.EVERYONE: "everybody has that role. Nobody is called: choose a smaller one.",
        NotCalled.BY_YOU: "you may not mention it here.",
        NotCalled.BY_ME: "I may not mention it here.",
    }

    def planned(
        self, at: int, zone: str | None, not_called: tuple[int, NotCalled] | None, *, is_known: bool
    ) -> str:
        """Confirm a planned night: the moment, and the zone in which the line was read.

        Without a zone it needed none. `is_known`: they have named theirs, now or before. `not_called` is a role that
        is left out, and why.
        """
        said = f"Planned for {moment(at)} on your clock"
        if zone is None:
            said += "."
        elif is_known:
            said += f": I read your line as {_city(zone)} time, and will do so again."
        else:
            said += ": your line names no city, so I read it as UTC. Name yours once, and I remember it."
        if not_called:
            said += f" {role(not_called[0])} is not called: {self.role_left_out[not_called[1]]}"
        return said

    def head(self, name: str, host: int, *, at: int | None) -> str:
        """Head the post of a night; `at` while it is still to come."""
        when = f"\n{moment(at)} · {ago(at)}" if at else ""
        by = f"\n-# Host: {mention(host)}" if host else ""
        return f"## 🏇 {plain(name)}{when}{by}"

    def programme(self, form: Form, games: Sequence[str], least: int, league: League | None) -> str:
        """Say what is played, and how it is decided; a round of a league needs `least` people."""
        how = _FORMS.get(form, "")
        if form is Form.LEAGUE:
            whose = f" of {mention(league.founder_id)}" if league and league.founder_id else ""
            how = f"League{whose}: points add up. A round counts if {least} people or more race in it."
        return f"{' → '.join(games)}\n-# {how}"

    def names(self, users: Sequence[int]) -> str:
        """Say who is in."""
        if not users:
            return "**Nobody is in yet.** Press **I'm in** to get a seat."
        return f"**In ({len(users)}):** {listed(map(mention, users))}"

    def round(self, number: int, rounds: int | None, game: str) -> str:
        """Head a round; `rounds` are how many there will be, where that is known."""
        return f"### Round {_round(number, rounds)} · {game}"

    def newcomers(self, users: Sequence[int]) -> str:
        """Say who is in from the next round on."""
        return f"**In from the next round:** {listed(map(mention, users))}"

    def table(
        self, number: int, users: Sequence[int], table_id: str | None, state: str, thread: int | None
    ) -> str:
        """Tell a table of a round, and where it is found: in its thread, once it has one."""
        people = " ".join(mention(user) for user in users) or self.somebody
        known = f" · {channel(thread)}" if thread else f" · table {table_id}" if table_id else ""
        said = _TABLES.get(state, "")
        return f"**{number}.** {people}{known}{said}"

    def standing(self, lines: Sequence[Line]) -> str:
        """Tell who has how many points in this night."""
        return "\n".join(["### Standing of this night", *(self._line(line) for line in lines)])

    def league(self, lines: Sequence[Line], nights: int) -> str:
        """Tell the standing of a league."""
        return "\n".join(
            [
                f"### Standing of the league after {count(nights, 'night')}",
                *(self._line(line) for line in lines),
            ]
        )

    def scale(self, points: Sequence[int]) -> str:
        """Say how points arise; `points` are those of the places from the first."""
        return f"-# Points by place: {listed(map(str, points))}. Players who share a place share its points."

    def uncounted(self, least: int, *, is_over: bool) -> str:
        """Say that no round of a night counts for its league, and why."""
        so_far = "No round counted" if is_over else "No round has counted yet"
        return f"{so_far}: a round of this league counts with {least} people."

    def no_podium(self, name: str, least: int) -> str:
        """Say that a night of a league is over without a winner."""
        return f"🏇 **{plain(name)}** is over. {self.uncounted(least, is_over=True)}"

    def _line(self, line: Line) -> str:
        won = f" · {count(line.wins, 'win')}" if line.wins else ""
        return f"`{line.rank:>2}.` {mention(line.user_id)} · **{self.points(line.points)}**{won}"

    def more(self, number: int) -> str:
        """Say how many lines are left out."""
        return f"-# and {number} more"

    def cancelled(self, why: Cancelled) -> str:
        """Say that a night does not take place, and why."""
        return _CANCELLED[why]

    over = "-# This night is over. `/race night` plans the next."

    def soon(self, name: str, at: int, users: Sequence[int]) -> str:
        """Remind those who are in, shortly before it begins."""
        return f"🏇 {plain(name)} begins {ago(at)}: {' '.join(map(mention, users))}"

    def begins(self, name: str, number: int, rounds: int | None, game: str, role_id: int | None) -> str:
        """Call everybody to their tables."""
        head = f"🏇 **{plain(name)}**, round {_round(number, rounds)}: **{game}**"
        return f"{role(role_id)} {head}" if role_id else head

    def to_tables(self, minutes: int) -> str:
        """Say how the tables of a round start, to those who are seated there."""
        by_itself = f"Each table starts by itself after {count(minutes, 'minute')}"
        return f"-# You are seated. {by_itself}; its host can start it before."

    def podium(self, name: str, lines: Sequence[Line]) -> str:
        """Tell who came first, second and third."""
        medals = {1: "🥇", 2: "🥈", 3: "🥉"}
        told = (
            f"{medals[each.rank]} {mention(each.user_id)} · **{self.points(each.points)}**" for each in lines
        )
        return "\n".join([f"## 🏆 {plain(name)}", *told])

    stand_in = "Somebody"
    """In a picture, for whose name cannot be drawn."""
    told = "{place}. {name}: {value}."
    """How the alternative text of a picture tells somebody on the podium."""

    def points(self, number: int) -> str:
        """Say what somebody has."""
        return count(number, "point")

    def best_race(self, who: str, rivals: int, game: str) -> str:
        """Tell the race in which somebody was ahead of most others; no markup of its own: it is drawn as well."""
        return f"Best race: {who} beat {count(rivals, 'rival')} in {game}."
