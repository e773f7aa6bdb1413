"""Race nights: the invitation, the standing, the podium, and what is said around them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.nights import Best, Cancelled, Form, Line, NightRefusal
from bot.texts.english.phrases import count, listed
from bot.texts.markup import ago, mention, moment, plain, role

_REFUSED: Mapping[NightRefusal, Callable[[Mapping[str, Any]], str]] = {
    NightRefusal.NO_TIME: lambda facts: (
        f"I cannot read “{plain(facts['text'])}” as a time. Write “20:00”, “friday 20:30 Berlin”, "
        "“2026-12-01 20:00” or “in 3 h”."
    ),
    NightRefusal.PAST: lambda facts: f"{moment(facts['at'])} is past. Name a time that is still to come.",
    NightRefusal.FAR: lambda facts: f"Plan at most {facts['most']} days ahead.",
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
    NightRefusal.BEATEN: lambda _: "This knock-out goes on without you. Watch any table.",
    NightRefusal.FULL: lambda facts: f"All {facts['most']} places of this night are taken.",
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
    Form.LEAGUE: "League: points add up with other nights of this name.",
}

_CANCELLED: Mapping[Cancelled, str] = {
    Cancelled.BY_HOST: "Called off. `/race night` plans another.",
    Cancelled.NOBODY: "Too few were in, so it was called off this time. `/race night` plans another.",
    Cancelled.MISSED: "I was away when it was time, so it was called off. Sorry! `/race night` plans another.",
    Cancelled.NO_CHANNEL: "I may not write here any more, so it was called off.",
}


class NightTexts:
    """Sentences of race nights."""

    usual_name = "Race night"
    form_title = "Plan a race night"
    when = "When?"
    when_hint = "20:00 · friday 20:30 Berlin · 2026-12-01 8 pm London · in 3 h. Without a city it is UTC."
    name = "What is it called?"
    name_hint = "Nights of a league have the same name."
    games = "Which games?"
    games_hint = "One race day each, at tables of those who are in."
    form = "How is it played?"
    forms: Mapping[Form, tuple[str, str]] = {
        Form.EVENING: ("An evening", "Everybody plays every game; points decide"),
        Form.KNOCKOUT: ("A knock-out", "The better half of each table goes on"),
        Form.LEAGUE: ("A night of a league", "Points add up over nights of one name"),
    }
    role = "Whom to call when it begins?"
    role_hint = "A role, if you and I may mention it"
    come = "I'm in"
    stay = "I'm out"
    start = "Start now"
    cancel = "Cancel"
    go_on = "Do not wait"
    somebody = "somebody"

    def refused(self, reason: NightRefusal, facts: Mapping[str, Any]) -> str:
        """Say why nothing came of a press, and what to do."""
        return _REFUSED[reason](facts)

    def planned(self, at: int, zone: str, role_left_out: int | None) -> str:
        """Answer who has planned a night: as which moment the line was read."""
        said = f"Planned for {moment(at)} on your clock; I read your line as {zone.replace('_', ' ')} time."
        if role_left_out:
            said += f" {role(role_left_out)} is not called: you may not mention it here."
        return said

    def head(self, name: str, host: int, *, at: int | None) -> str:
        """Head the post of a night; `at` while it is still to come."""
        when = f"\n{moment(at)} · {ago(at)}" if at else ""
        by = f"\n-# Host: {mention(host)}" if host else ""
        return f"## 🏇 {plain(name)}{when}{by}"

    def programme(self, form: Form, games: Sequence[str]) -> str:
        """Say what is played, and how it is decided."""
        return f"{' → '.join(games)}\n-# {_FORMS[form]}"

    def names(self, users: Sequence[int]) -> str:
        """Say who is in."""
        if not users:
            return "**Nobody is in yet.** Press **I'm in** to get a seat."
        return f"**In ({len(users)}):** {listed(map(mention, users))}"

    def round(self, number: int, game: str) -> str:
        """Head a round."""
        return f"### Round {number} · {game}"

    def table(self, number: int, users: Sequence[int], table_id: str | None, state: str) -> str:
        """Tell a table of a round, and where it is found."""
        people = " ".join(mention(user) for user in users) or self.somebody
        known = f" · table {table_id}" if table_id else ""
        said = {"counted": " · done", "dropped": " · not counted"}.get(state, "")
        return f"**{number}.** {people}{known}{said}"

    def standing(self, lines: Sequence[Line]) -> str:
        """Tell who has how many points."""
        return "\n".join(["### Standing", *(self._line(line) for line in lines)])

    def league(self, lines: Sequence[Line], nights: int) -> str:
        """Tell the standing of a league."""
        return "\n".join(
            [f"### League after {count(nights, 'night')}", *(self._line(line) for line in lines)]
        )

    def _line(self, line: Line) -> str:
        won = f" · {count(line.wins, 'win')}" if line.wins else ""
        return f"`{line.rank:>2}.` {mention(line.user_id)} · **{line.points}**{won}"

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

    def begins(self, name: str, number: int, game: str, role_id: int | None) -> str:
        """Call everybody to their tables."""
        head = f"🏇 **{plain(name)}**, round {number}: **{game}**"
        return f"{role(role_id)} {head}" if role_id else head

    to_tables = (
        "-# You are seated. Each table's host presses **Start**, or it starts by itself in two minutes."
    )

    def podium(self, name: str, lines: Sequence[Line], best: Best | None, game: str) -> str:
        """Tell who won."""
        medals = {1: "🥇", 2: "🥈", 3: "🥉"}
        told = [f"## 🏆 {plain(name)}"]
        told += [
            f"{medals[line.rank]} {mention(line.user_id)} · **{count(line.points, 'point')}**"
            for line in lines
            if line.rank in medals
        ]
        if best:
            told.append(
                f"-# Best race: {mention(best.user_id)} beat {count(best.rivals, 'rival')} in {game}."
            )
        return "\n".join(told)
