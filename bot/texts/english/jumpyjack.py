"""Jumpy Jack: predictions, guesses, teams, what happened, and what is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.texts.english.jumpyjack_horses import HorseTexts
from bot.texts.english.jumpyjack_rules import pages
from bot.texts.english.phrases import count, listed, number, on_desks, signed
from bot.texts.english.pictures_jumpyjack import JUMPYJACK

_ORDINALS = ("first", "second", "third", "fourth", "fifth")


class JumpyJackTexts(HorseTexts):
    """Everything Paddock says about a game of Jumpy Jack. Horses come by their names in the race log."""

    name = "Jumpy Jack"
    words = JUMPYJACK
    """The words in its pictures."""

    # ------------------------------------------------------------------------------------------- options

    options: Mapping[str, tuple[str, str]] = {
        "target": ("Points to win", "The game ends after the race in which somebody has so many"),
        "teams": ("Teams", "Equal teams of two or more, with one prediction each by their captains in turn"),
        "guessing": ("Guesses", "After a race everybody may guess an opponent's prediction: +1 to +3, or −1"),
        "double": ("The hedge DOUBLE", "When it doubles the number thrown"),
    }

    def option_value(self, option: str, value: Any) -> str:
        """Name a value of an option."""
        match option:
            case "target":
                return count(value, "point")
            case "teams":
                return count(value, "team") if value else "Everybody for themselves"
            case "guessing":
                return "Guess after each race" if value else "No guesses"
        return {"leaving": "For a horse that leaves it", "landing": "For a horse that lands on it"}[value]

    def facts(self, target: int, teams: int, guessing: bool, landing: bool) -> Sequence[str]:
        """Describe the options in a few words each."""
        return [
            f"to {count(target, 'point')}",
            count(teams, "team") if teams else "everybody for themselves",
            *(["with guesses"] if guessing else []),
            *(["DOUBLE acts on landing"] if landing else []),
        ]

    # ------------------------------------------------------------------------------------ names of things

    def arrived(self, podium: Sequence[str | None]) -> str:
        """Tell the places of a race that is over."""
        return f"🏁 {self.places(podium)}"

    def race(self, race: int, target: int) -> str:
        """Tell how far the game is."""
        return f"Race {race} · to {count(target, 'point')}"

    def team(self, team: int) -> str:
        """Name a team by its number, from 1."""
        return f"Team {team}"

    def members(self, team: int, members: Sequence[str]) -> str:
        """Name a team and who is in it."""
        return f"{self.team(team)} ({listed(members) if members else 'nobody yet'})"

    def teams(self, teams: Sequence[str], following: int | None) -> str:
        """Tell in the lobby who is in which team, as `members` names them, and which one is filled next."""
        then = f" Whoever sits down next joins {self.team(following)}." if following else ""
        return f"**Teams:** {' · '.join(teams)}.{then}"

    # ---------------------------------------------------------------------------------- what has happened

    def thrown_for_first(self, rounds: Sequence[Sequence[tuple[str, int]]]) -> str:
        """Tell who threw what for the first move, in each round of those who tied."""
        told = [", ".join(f"{who} {value}" for who, value in throws) for throws in rounds]
        return f"🎲 Thrown for the first move: {'; again, '.join(told)}."

    def race_started(self, race: int, first: str) -> str:
        """Tell that a race is set up."""
        return f"**Race {race}**: the horses are at the start, predictions please. {first} will move first."

    off = "All predictions are sealed, and they are off!"

    def finished(self, horse: str, place: int) -> str:
        """Tell who came home."""
        return f"🏁 {self.horse(horse)} is home {_ORDINALS[place - 1]}!"

    def left_over(self, horse: str, place: int) -> str:
        """Tell which horse got a place because no other was left to take it."""
        return f"🏁 {self.horse(horse)} alone is left, and takes place {place}."

    guesses_open = "The race is over; what was predicted is not shown yet."

    # ------------------------------------------------------------------------------------- what is asked

    def ask_predictions(self, waiting: Sequence[str], made: int, of: int, *, in_teams: bool) -> str:
        """Ask for predictions, in public."""
        whose = "Secret predictions of the captains" if in_teams else "Secret predictions"
        return f"**{whose}:** {made} of {of} sealed. Waiting for {on_desks(waiting)}."

    def ask_move(self, who: str, value: int) -> str:
        """Ask one seat for a move, in public."""
        return f"🎲 **{who} has thrown {value}** and moves any horse by {value}, with a button below or on the desk."

    def ask_guesses(self, waiting: Sequence[str], made: int, of: int) -> str:
        """Ask for guesses, in public."""
        return f"**One guess each, or none:** {made} of {of} decided. Waiting for {on_desks(waiting)}."

    own_predict = (
        "**Your prediction, please:** who comes in first, second and third? Then press the green button.\n"
        "One right brings 2 points, two 4, all three 10. Nobody sees it before the race is over."
    )
    own_predict_for_team = (
        "**You are the captain:** predict the first three for your team, then press the green button.\n"
        "Your team sees this slip as you fill it in; your opponents see nothing before the race is over."
    )

    def own_move(self, value: int) -> str:
        """Ask for a move, on a desk."""
        return (
            f"**You have thrown {value}: move any horse by {value}.** Each button says where it would go.\n"
            "Then the next player throws."
        )

    def own_guess(self, of: str | None) -> str:
        """Ask for a guess, on a desk; `of` where there is only one to guess at."""
        asked = f"Have you seen through {of}?" if of else "Whose prediction have you seen through?"
        return (
            f"**{asked}** Each place you guess is +1; if none is right, −1.\n"
            "You may decline. Once everybody has decided, all predictions are shown."
        )

    own_predicted = "Your prediction is sealed. The race starts once everybody's is."
    own_racing = "The race is on. You move when your turn comes round."
    own_guessed = "You have decided. Predictions are shown once everybody has."

    def captain_predicts(self, captain: str) -> str:
        """Tell a teammate whose slip this is."""
        return (
            f"**{captain} predicts for your team;** your desk in the direct messages shows the slip as it fills in.\n"
            "Advise as you like, but remember who reads along in the channel."
        )

    team_predicted = "Your team's prediction is sealed. The race starts once everybody's is."

    # ---------------------------------------------------------------------------------- said on every desk

    def prediction(self, horses: Sequence[str], *, in_teams: bool) -> str:
        """Show the own prediction."""
        whose = "Your team's" if in_teams else "Your"
        return f"**{whose} prediction:** {self.places(horses)}"

    def slip_so_far(self, horses: Sequence[str | None]) -> str:
        """Show a captain's slip to the team."""
        return f"**The slip so far:** {self.places(horses) or 'nothing yet'}"

    def guess(self, of: str, horses: Sequence[str]) -> str:
        """Show the own guess."""
        return f"**Your guess at {of}:** {self.places(horses)}"

    declined = "**Your guess:** none."

    def own_team(self, team: int, mates: Sequence[str], captain: str | None, following: str | None) -> str:
        """Say who plays with whom and whose turn it is to be captain; None is the reader."""
        now = f"captain in this race: {captain or 'you'}"
        then = f"in the next: {following or 'you'}"
        return f"**{self.team(team)}:** you, {listed(mates)}. The {now}; {then}."

    def points(self, points: int, target: int, *, in_teams: bool) -> str:
        """Show the own points."""
        whose = "Your team's" if in_teams else "Your"
        return f"-# {whose} points: {number(points)} of {target}"

    # -------------------------------------------------------------------------------------------- the slip

    place_placeholders: Mapping[str, str] = {
        "first": "Which horse comes in first?",
        "second": "Which horse comes in second?",
        "third": "Which horse comes in third?",
    }
    opponent_placeholder = "Whose prediction?"
    slip_incomplete = "Choose three horses first"
    guess_incomplete = "Choose an opponent and three horses first"
    decline = "No guess"

    def chosen_already(self, place: str) -> str:
        """Say that a horse stands on another place of the slip, which would be swapped."""
        return f"Stands {place} on your slip: the two change places"

    def opponent(self, seat: int, name: str) -> str:
        """Label an opponent by the seat, from 1, and the name; at most 100 characters."""
        return f"{seat}. {name}"

    def opposing_team(self, team: int, captain: str) -> str:
        """Label an opposing team; at most 100 characters."""
        return f"{self.team(team)}, captain {captain}"

    def confirm(self, horses: Sequence[str]) -> str:
        """Label the button that seals a prediction; at most 80 characters."""
        return f"Predict {self.order(horses)}"

    def confirm_guess(self, of: str, horses: Sequence[str]) -> str:
        """Label the button that makes a guess; at most 80 characters."""
        return f"Guess {self.order(horses)} of {of}"

    # ---------------------------------------------------------------------------------------- the results

    def result_title(self, race: int) -> str:
        """Head the result of a race."""
        return f"### Result of race {race}"

    def scored(
        self,
        place: int,
        who: str,
        total: int,
        prediction: Sequence[str],
        right: int,
        points: int,
        guesses: Sequence[str],
    ) -> str:
        """Tell what a race brought somebody, a team or a seat; `place` and `total` are those of the game."""
        told = [f"{self.order(prediction)}: {right} right, {signed(points)}", *guesses]
        return f"**{place}.** {who} **{number(total)}** · {' · '.join(told)}"

    def guess_scored(self, who: str | None, of: str, points: int) -> str:
        """Tell what a guess brought; `who` only where it does not go without saying."""
        return f"{f'{who} on {of}' if who else f'guess at {of}'} {signed(points)}"

    def gained(self, place: int, who: str, total: int, points: int) -> str:
        """Tell in few words what a race brought somebody, with guesses."""
        return f"**{place}.** {who} {number(total)} ({signed(points)})"

    predictions_in_picture = "-# Every prediction stands in the picture, and in the log."
    final_title = "## 🏆 The race day is over"

    def winners(self, names: Sequence[str], score: int) -> str:
        """Name who won the game."""
        verb = "wins" if len(names) == 1 else "share the win"
        return f"**{listed(names)} {verb}** with {number(score)} points."

    # ------------------------------------------------------------------------------------------ refusals

    def refusal(self, reason: str, facts: Mapping[str, Any]) -> str:
        """Say why the rules refused, and what would be accepted."""
        match reason:
            case "unknown_horse":
                horses = listed(map(self.horse, facts["horses"]))
                return f"There is no such horse. The horses are {horses}."
            case "same_horse":
                return f"{self.horse(facts['horse'])} stands on two places. Choose three different horses."
            case "not_running":
                return f"{self.horse(facts['horse'])} is not running any more. Move one of the others."
            case "blocked":
                return (
                    f"{self.horse(facts['horse'])} cannot join or pass the barrier on square {facts['barrier']}. "
                    "Move another horse."
                )
            case "no_opponent":
                return "You can only guess an opponent's prediction. Choose one of those your desk offers."
            case "not_your_turn":
                return "It is not your turn. Your desk wakes up when it is."
            case "game_over":
                return "This race day is over. **Rematch** under its result opens another."
            case "wrong_phase":
                return "The race has moved on, and that is not asked any more. Your desk shows what is."
        return "That cannot be done now. Your desk shows what can."

    def rules(self, edition: Mapping[str, Any]) -> Sequence[str]:
        """Explain the game in two pages."""
        return pages(edition, self.horse)
