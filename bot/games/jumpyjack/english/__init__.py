"""Jumpy Jack: predictions, guesses, teams, what happened, and what is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from bot.games.jumpyjack.english.hints import JumpyJackHints
from bot.games.jumpyjack.english.lesson import LESSON
from bot.games.jumpyjack.english.pictures import JUMPYJACK
from bot.games.jumpyjack.english.rules import pages
from bot.games.kit.english_signs import ORDINALS
from bot.games.options import OptionWords
from bot.texts.english.phrases import count, listed, number, signed
from bot.texts.feat_words import FeatWords


class JumpyJackTexts(JumpyJackHints):
    """Everything Paddock says about a game of Jumpy Jack. Horses come by their names in the race log."""

    name = "Jumpy Jack"
    feats = MappingProxyType(
        {
            "jumpyjack.triple": FeatWords("Triple", "predicted all three places of a Jumpy Jack race"),
            "jumpyjack.three_triples": FeatWords(
                "Three triples in a row", "predicted all three places in three Jumpy Jack races running"
            ),
        }
    )
    pitch = "predict the first three over four hedges"
    summary = "predict the first three in secret, and move any horse by a die over four hedges"
    lesson = LESSON
    captions = JUMPYJACK
    """What is written in its pictures."""

    # ------------------------------------------------------------------------------------------- options

    options: Mapping[str, OptionWords] = {
        "target": OptionWords(
            asks="Points that end the game",
            label="Points to win",
            hint="The game ends after the race in which somebody has so many",
        ),
        "double": OptionWords(
            asks="When the hedge DOUBLE acts",
            called={"leaving": "on leaving it", "landing": "on landing there"},
            label="The hedge DOUBLE",
            hint="When it doubles the number thrown",
        ),
        "teams": OptionWords(
            asks="Teams of equal size, of two or more; 0: everybody for themselves",
            label="Teams",
            hint="Equal teams of two or more, each with one prediction",
            unfit="Choose 2 to 8 equal teams of two players or more, or 0 for none.",
        ),
        "guessing": OptionWords(
            asks="Guess an opponent's prediction after each race",
            label="Guesses",
            hint="After a race each player or team may guess an opponent's prediction: +1 to +3, or −1",
        ),
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

    def facts(self, options: Mapping[str, Any]) -> Sequence[str]:
        """Describe the options in a few words each."""
        teams = options["teams"]
        return [
            f"to {count(options['target'], 'point')}",
            count(teams, "team") if teams else "everybody for themselves",
            *(["with guesses"] if options["guessing"] else []),
            *(["DOUBLE acts on landing"] if options["double"] == "landing" else []),
        ]

    # ------------------------------------------------------------------------------------ names of things

    def arrived(self, podium: Sequence[str | None]) -> str:
        """Tell the ranks of a race that is over."""
        return f"🏁 {self.podium(podium)}"

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
        return f"**Race {race}.** {first} will move first."

    off = "All predictions are sealed, and they are off!"

    def left_over(self, horse: str, rank: int) -> str:
        """Tell which horse got a rank because no other was left to take it."""
        return f"🏁 {self.horse(horse)} alone is left, and comes in {ORDINALS[rank - 1]}."

    def predicts(self, who: str, horses: Sequence[str]) -> str:
        """Tell a secret prediction, in a log."""
        return f"{who} predicts {self.order(horses)}."

    def whispers(self, who: str, horses: Sequence[str]) -> str:
        """Tell what a captain shows the team, in a log."""
        return f"{who} shows the team: {self.order(horses)}."

    def predicted(self, who: str, horses: Sequence[str]) -> str:
        """Tell what was predicted, once it is shown, in a log."""
        return f"{who} had predicted {self.order(horses)}."

    def guesses(self, who: str, of: str | None, horses: Sequence[str]) -> str:
        """Tell a secret guess, in a log; `of` None: there is none."""
        return f"{who} guesses that {of} predicted {self.order(horses)}." if of else f"{who} makes no guess."

    def guessed(self, who: str, right: int, of: str, points: int) -> str:
        """Tell what a guess brought, in a log."""
        return f"{who}'s guess at {of}: {count(right, 'place')} right, {signed(points)}."

    def scores(self, who: str, points: int, total: int) -> str:
        """Tell what a race brought, in a log."""
        return f"{who} scores {signed(points)}, and has {count(total, 'point')}."

    guesses_open = "The race is over; predictions are shown after the guesses."

    # ------------------------------------------------------------------------------------- what is asked

    def ask_predictions(self, waiting: Sequence[str], made: int, of: int, *, in_teams: bool) -> str:
        """Ask for predictions, in public."""
        whose = "Secret predictions of the captains" if in_teams else "Secret predictions"
        return self.ask_all(whose, f"{made} of {of} sealed", waiting)

    def ask_move(self, who: str, value: int) -> str:
        """Ask one seat for a move, in public."""
        return f"🎲 **{who} has thrown {value}** and moves any horse by {value}."

    def ask_guesses(self, waiting: Sequence[str], made: int, of: int, *, in_teams: bool) -> str:
        """Ask for guesses, in public."""
        whose = "One guess a team, by its captain, or none" if in_teams else "One guess each, or none"
        return self.ask_all(whose, f"{made} of {of} decided", waiting)

    own_predict = (
        "**Your prediction, please:** who comes in first, second and third?\n"
        "The grey button seals the three horses on it, drawn at random. **Change** lets you choose.\n"
        "One right brings 2 points, two 4, all three 10. Nobody sees it before the race is over."
    )
    own_predict_for_team = (
        "**You are the captain:** predict the first three for your team.\n"
        "The grey button seals the three horses on it, drawn at random. **Change** lets you choose.\n"
        "Your team sees this slip as you fill it in; your opponents see nothing before the race is over."
    )

    def own_last(self, value: int, horse: str) -> str:
        """Ask for the only move there is."""
        return (
            f"**You have thrown {value}: {self.signed(horse)} is the only horse that can move.**\n"
            "Then the next player throws."
        )

    def own_move(self, value: int) -> str:
        """Ask for a move, on a desk."""
        return (
            f"**You have thrown {value}: move any horse by {value}.**\n"
            "Each button says where it would go. Then the next player throws."
        )

    def own_guess(self, of: str | None, *, in_teams: bool) -> str:
        """Ask for a guess, on a desk; `of` where there is only one to guess at."""
        asked = f"Have you seen through {of}?" if of else "Whose prediction have you seen through?"
        whose = "Your team's one guess. " if in_teams else ""
        return (
            f"**{whose}{asked}**\nEach place you guess is +1; if none is right, −1. You may decline. "
            "Once everybody has decided, all predictions are shown."
        )

    def captain_guesses(self, captain: str) -> str:
        """Tell a teammate who guesses for the team."""
        return f"**{captain} guesses for your team, or declines.** {self.own_guessed}"

    own_predicted = "The race starts once every prediction is sealed."
    own_guessed = "Predictions are shown once everybody has decided."

    def captain_predicts(self, captain: str) -> str:
        """Tell a teammate whose slip this is."""
        return f"**{captain} predicts for your team.** Advise as you like, but opponents read the channel."

    team_predicted = "The race starts once every prediction is sealed."

    # ---------------------------------------------------------------------------------- said on every desk

    def prediction(self, horses: Sequence[str], *, in_teams: bool) -> str:
        """Show the own prediction."""
        whose = "Your team's" if in_teams else "Your"
        return f"**{whose} prediction:** {self.podium(horses)}"

    def slip_so_far(self, horses: Sequence[str | None]) -> str:
        """Show a captain's slip to the team."""
        return f"**The slip so far:** {self.podium(horses) or 'nothing yet'}"

    def guess(self, of: str, horses: Sequence[str]) -> str:
        """Show the own guess."""
        return f"**Your guess at {of}:** {self.podium(horses)}"

    declined = "**Your guess:** none."

    def own_team(self, team: int, mates: Sequence[str], captain: str | None, following: str | None) -> str:
        """Say who plays with whom and whose turn it is to be captain; None is the reader."""
        now = f"captain in this race: {captain or 'you'}"
        then = f"in the next: {following or 'you'}"
        return f"**{self.team(team)}:** you, {listed(mates)}. The {now}; {then}."

    def points(self, points: int, *, in_teams: bool) -> str:
        """Show the own points; how many end the game stands above."""
        return f"-# {'Your team has' if in_teams else 'You have'} {self.score(points)}."

    # -------------------------------------------------------------------------------------------- the slip

    rank_placeholders: Mapping[str, str] = {
        "first": "Which horse comes in first?",
        "second": "Which horse comes in second?",
        "third": "Which horse comes in third?",
    }
    opponent_placeholder = "Whose prediction?"
    slip_incomplete = "Choose three horses first"
    guess_incomplete = "Choose an opponent and three horses first"
    decline = "No guess"

    def chosen_already(self, rank: str) -> str:
        """Say that a horse stands on another rank of the slip, which would be swapped."""
        return f"Stands {rank} on your slip: the two change places"

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

    def result_title(self, race: int, races: int = 0) -> str:
        """Head the result of a race."""
        return f"### Result of race {race}"

    def scored(
        self,
        rank: int,
        who: str,
        total: int,
        prediction: Sequence[str],
        right: int,
        points: int,
        guesses: Sequence[str],
    ) -> str:
        """Tell what a race brought somebody, a team or a seat; `rank` and `total` are those of the game."""
        told = [f"{self.order(prediction)}: {right} right, {signed(points)}", *guesses]
        return f"**{rank}.** {who} **{self.score(total)}** · {' · '.join(told)}"

    def guess_scored(self, who: str | None, of: str, points: int) -> str:
        """Tell what a guess brought; `who` only where it does not go without saying."""
        return f"{f'{who} on {of}' if who else f'guess at {of}'} {signed(points)}"

    def gained(self, rank: int, who: str, total: int, points: int) -> str:
        """Tell in few words what a race brought somebody, with guesses."""
        return f"**{rank}.** {who} {self.score(total)} ({signed(points)})"

    def score(self, score: int) -> str:
        """Tell what somebody has won by."""
        return f"{number(score)} {'point' if abs(score) == 1 else 'points'}"

    predictions_in_picture = "-# Every prediction stands in the picture, and in the log."

    # ------------------------------------------------------------------------------------------ refusals

    refusals: Mapping[str, str] = {
        "same_horse": "{horse} stands on two places: choose three different horses.",
        "not_running": "{horse} is not running any more: move another horse.",
        "blocked": "{horse} cannot join or pass the barrier on square {barrier}: move another horse.",
        "no_opponent": "Guess an opponent's prediction: your desk offers them.",
    }

    def rules(self, edition: Mapping[str, Any]) -> Sequence[str]:
        """Explain the game in two pages."""
        return pages(edition, self.horse)
