"""English that games share: horses and signs, who is asked, how things ended, and why the rules refuse."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from bot.games.kit.comment_lines import Kind, Lines
from bot.games.kit.english_commentary import COMMENTS
from bot.games.kit.english_pictures import CAPTIONS, DAY_OVER
from bot.games.kit.english_signs import MEDALS, ORDINALS, SIGNS, spelled_out
from bot.games.kit.lesson_words import LessonWords
from bot.games.options import OptionWords
from bot.texts.english.phrases import Amount, Several, count, listed, number, on_desks
from bot.texts.feat_words import FeatWords
from render.captions import Captions, HorseCaptions

REFUSALS: Final = {
    "unknown_horse": "No horse is called that: choose {horses:or}.",
    "card_not_in_hand": "That card is not in your hand: choose one from your desk.",
    "stake_not_in_steps": "Stakes go in steps of {step:,}: choose another amount.",
    "stake_too_small": "The smallest stake is {least:,}: choose more.",
    "not_your_turn": "It is not your turn: your desk wakes up when it is.",
    "game_over": "This race day is over: **Rematch** under its result opens another.",
    "wrong_phase": "The race has moved on: your desk shows what is asked now.",
}
"""Why the rules of any game may refuse."""

OTHERWISE: Final = "That cannot be done now: your desk shows what can."


class GameTexts:
    """What a game says where it has nothing better to say. Horses come by their names in the race log."""

    name: str
    """What it is called."""

    pitch: str
    """What it is, as its command has it after the name: `three races, secret bets, a hand of cards`."""

    summary: str
    """What it is, as the help has it after the name."""

    captions: Captions = CAPTIONS
    """What is written in its pictures."""

    bought_in_for = ""
    """What a seat buys in for if it is not the whole game: `round`."""

    tempers: Mapping[str, str] = {}
    """What its computer players with a temper are like, by their names: told once a game is over."""
    lesson: LessonWords = LessonWords()
    """What is said in a lesson."""

    # ------------------------------------------------------------------------------------------- options

    options: Mapping[str, OptionWords] = {}
    """What is said of options, in the order in which the command has them."""

    def option_value(self, option: str, value: Any) -> str:
        """Name a value of an option in the lobby and its form."""
        return self.options.get(option, OptionWords(asks="")).value(value)

    def option_changed(self, option: str, before: Any, now: Any) -> str:
        """Name an option of a lobby that has changed, and its values."""
        label = self.options.get(option, OptionWords(asks="")).label or option.capitalize()
        was, is_now = (
            " ".join(str(each or "-") for each in value)
            if isinstance(value, list | tuple)
            else self.option_value(option, value)
            for value in (before, now)
        )
        return f"{label}: {was} → {is_now}"

    def facts(self, options: Mapping[str, Any]) -> Sequence[str]:
        """Describe in a few words each how it will be played."""
        labels = {option: words.label or option for option, words in self.options.items()}
        said = ((option, self.option_value(option, value)) for option, value in options.items())
        return [f"{labels.get(option, option)}: {value}" for option, value in said]

    def suggested(self, options: Mapping[str, Any]) -> Sequence[str]:
        """Say in a few words each what the booklet suggests where the options of a lobby are others."""
        return ()

    def rules(self, edition: Mapping[str, Any]) -> Sequence[str]:
        """Explain it in pages of at most 3,500 characters."""
        return (self.summary,)

    # ------------------------------------------------------------------------------------ names of things

    def horse(self, horse: str) -> str:
        """Name a horse: `Red`."""
        names = self.captions.horses if isinstance(self.captions, HorseCaptions) else {}
        return names.get(horse, horse.capitalize())

    def sign(self, horse: str) -> str:
        """Give the emoji of a horse."""
        return SIGNS.get(horse, "🏇")

    def signed(self, horse: str) -> str:
        """Name a horse behind its emoji."""
        return f"{self.sign(horse)} {self.horse(horse)}"

    def card(self, card: str) -> str:
        """Name a card."""
        return card

    def race(self, race: int, races: int) -> str:
        """Tell which race it is."""
        return f"Race {race} of {races}"

    # --------------------------------------------------------------------------- what is asked and happens

    def ask_all(self, what: str, done: str, waiting: Sequence[str]) -> str:
        """Ask in public for what several decide in secret, and say how many have."""
        return f"**{what}:** {done}. Waiting for {on_desks(waiting)}."

    def ask_openly(self, waiting: Sequence[str]) -> str:
        """Ask in public for what is decided in the open."""
        verb = "decides" if len(waiting) == 1 else "decide"
        return f"**{listed(waiting)} {verb}.**"

    def ask_secretly(self, waiting: Sequence[str]) -> str:
        """Ask in public for what several decide in secret."""
        return f"**Everybody decides in secret.** Waiting for {on_desks(waiting)}."

    own_turn = "**Your turn:** press what you want to do."
    hint_in_window = "If you have the answer, press it before the time is up."
    own_wait = "The others play now."

    def dealt(self, who: str, cards: Sequence[str]) -> str:
        """Tell whose cards these are, in a log."""
        return f"{who} is dealt {self.listed_cards(cards)}."

    def listed_cards(self, cards: Sequence[str]) -> str:
        """Name cards one after another."""
        return ", ".join(map(self.card, cards)) or "nothing"

    def spelled_out(self, sentence: str) -> str:
        """Tell a sentence of boards where it is printed or read aloud: in words, without signs and markup."""
        return spelled_out(sentence)

    def race_is_over(self, race: int) -> str:
        """Tell in a log that a race is over."""
        return f"Race {race} is over."

    def finished(self, horse: str, rank: int) -> str:
        """Tell who came home."""
        return f"🏁 {self.horse(horse)} is home {ORDINALS[rank - 1]}!"

    feats: Mapping[str, FeatWords] = MappingProxyType({})
    """What can be achieved in this game alone, by its key."""

    comments: Mapping[Kind, Lines] = COMMENTS
    """What the commentary says."""

    def distance(self, squares: int) -> str:
        """Say how far it is from one place on the course to another."""
        return count(squares, "square")

    # -------------------------------------------------------------------------------------------- results

    def result_title(self, race: int, races: int) -> str:
        """Head the result of a race."""
        return f"## 🏁 {self.race(race, races)}"

    def order(self, horses: Sequence[str]) -> str:
        """Tell the order of finish, as far as there are medals."""
        return " · ".join(
            f"{medal} {self.signed(horse)}" for medal, horse in zip(MEDALS, horses, strict=False)
        )

    final_title = f"## 🏆 {DAY_OVER}"
    day_over = f"{DAY_OVER}."

    def score(self, score: int) -> str:
        """Tell what somebody has won by."""
        return number(score)

    def winners(self, people: Sequence[str], score: str) -> str:
        """Name who won the game, and with what, as `score` says it."""
        verb = "wins" if len(people) == 1 else "share the win"
        return f"**{listed(people)} {verb}** with {score}."

    def ranked(self, rank: int, who: str, score: int) -> str:
        """One line of the final ranking; where ranks are shared Discord would number a list anew."""
        return f"**{rank}.** {who} — {self.score(score)}"

    def own_score(self, score: int) -> str:
        """Show the own score."""
        return f"-# Your score: {number(score)}"

    # ------------------------------------------------------------------------------------ listed choices

    def label(self, action: Mapping[str, Any]) -> str:
        """Label what somebody can do, by its plain data: `Play Red +7`."""
        kind, *facts = ((fact, value) for fact, value in action.items() if value is not None)
        return " ".join([str(kind[1]).capitalize(), *(self.value(fact, value) for fact, value in facts)])

    def value(self, fact: str, value: Any) -> str:
        """Label a fact of what somebody can do, by itself where each fact is chosen by itself."""
        if isinstance(value, bool):
            return fact if value else f"no {fact}"
        if isinstance(value, list | tuple):
            return ", ".join(self.value(fact, each) for each in value)
        return self.called(fact, str(value))

    def ask_fact(self, fact: str) -> str:
        """Ask for a fact of a decision."""
        return f"{fact.capitalize()}?"

    def choose(self, first: int, last: int, of: int) -> str:
        """Ask for one of many choices, counted from 1."""
        return f"Choose: {first} to {last} of {of}"

    more_choices = "More choices …"
    slip_incomplete = "Choose what is still open above"
    change = "Change"
    """Labels the button that opens a slip which is filled in already."""
    slip_overtaken = "Something has changed since. Look at your desk again."

    # --------------------------------------------------------------------------------------------- hints

    def hint(self, action: str) -> str:
        """Tell what the steady player would do, by its label."""
        return f"The steady player would choose **{action}**."

    # ------------------------------------------------------------------------------------------- refusals

    refusals: Mapping[str, str] = {}
    """Why the rules of this game refuse, and what they would accept: by reason, with the facts in braces."""

    def refusal(self, reason: str, facts: Mapping[str, Any]) -> str:
        """Say why the rules refused."""
        sentence = self.refusals.get(reason) or REFUSALS.get(reason, OTHERWISE)
        return sentence.format(**{fact: self._said(fact, value) for fact, value in facts.items()})

    def called(self, fact: str, value: str) -> str:
        """Name what a fact is about; of several, each."""
        if fact in {"card", "cards"}:
            return self.card(value)
        return self.horse(value) if fact in {"horse", "horses"} else value

    def _said(self, fact: str, value: Any) -> Any:
        if isinstance(value, list | tuple):
            return Several([self.called(fact, str(each)) for each in value])
        called = self.called(fact, str(value))
        return Amount(value) if isinstance(value, int) and called == str(value) else called


class BettingTexts(GameTexts):
    """What is said of bets with a horse and a stake, each player's own and in secret."""

    def ask_bets(self, waiting: Sequence[str], placed: int, of: int) -> str:
        """Ask everybody for a bet, in public."""
        return self.ask_all("Secret bets", f"{placed} of {of} placed", waiting)

    def ask_turn(self, who: str) -> str:
        """Ask one seat for a card, in public."""
        return f"**{who} plays a card.**"

    own_bet_stands = "The race starts once every bet is placed."

    kind_placeholder = "What kind of bet?"
    horse_placeholder = "Which horse?"
    stake_placeholder = "How much?"
    other_amount = "Another amount …"
    amount_title = "Your stake"
    amount_label = "Your stake"

    def stake_kind(self, kind: str) -> str:
        """Name a kind of bet."""
        return kind.capitalize()

    def on_horse(self, horse: str, stake: int) -> str:
        """Tell a stake on a horse."""
        return f"{stake:,} on {self.horse(horse)}"

    def confirm(self, bet: str) -> str:
        """Label the button that places a bet; at most 80 characters."""
        return f"Bet {bet}"

    def stake_all(self, amount: int) -> str:
        """Label the button that places a bet of all there is; at most 80 characters."""
        return f"Stake all {amount:,} — yes"

    def amount_hint(self, least: int, most: int, step: int) -> str:
        """Say which amounts can be entered."""
        return f"{least:,} to {most:,}, in steps of {step:,}"

    def amount_wrong(self, least: int, most: int, step: int) -> str:
        """Refuse an amount that was typed."""
        return f"Enter a number from {least:,} to {most:,} in steps of {step:,}."
