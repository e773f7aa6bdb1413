"""All that Dice Derby says, in English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.games.kit.english import BettingTexts
from bot.games.options import OptionWords
from bot.texts import Spoken
from bot.texts.english.phrases import count, number, signed
from bot.texts.english.standard_pictures import STANDARD
from dice_derby.actions import Bet
from render.kit import StandardCaptions

CAPTIONS = StandardCaptions(
    leads="{name} leads",
    wins="{name} wins",
    seat="Player {seat}",
    over="The race day is over",
    result="Race {race} of {races}",
    final="Final ranking",
    start="Start",
    finish="Finish",
    alt=STANDARD,
)


class DiceDerbyTexts(BettingTexts):
    """The game's own sentences; what it has none for, the kit says."""

    name = "Dice Derby"
    pitch = "one secret bet, two dice, and you choose which of them runs"
    summary = "six horses, a secret bet, and two dice: one names the horse, the other how far it runs."
    captions = CAPTIONS
    options: Mapping[str, OptionWords] = {
        "races": OptionWords(asks="How many races", label="Races", hint="Most chips after the last one win")
    }

    def option_value(self, option: str, value: Any) -> str:
        """Name a number of races."""
        return count(value, "race")

    def facts(self, options: Mapping[str, Any]) -> Sequence[str]:
        """Say how many races it will be."""
        return (count(options["races"], "race"),)

    def rules(self, edition: Mapping[str, Any]) -> Sequence[str]:
        """Explain the game."""
        return (
            "## Dice Derby in a minute\n"
            f"Six horses run over {edition['spaces']} spaces, and none of them is yours.\n"
            f"1. **Bet** 1 to 5 of your {edition['chips']} chips on one horse, in secret.\n"
            "2. **Throw** two dice when it is your turn. One of them names the horse, the other how far it runs: "
            "you choose which. A double moves that horse and has to be taken. A horse that is home cannot be named; "
            "where no horse can, the turn passes.\n"
            "3. **The race ends** with the second horse home. The first pays 4 to 1, the second returns the stake, "
            "all others lose it.\n"
            "Whoever has most chips after the last race wins.",
        )

    # ------------------------------------------------------------------------------------ names of things

    def horse(self, horse: str) -> str:
        """Name a horse by its number."""
        return f"Number {horse}"

    def sign(self, horse: str) -> str:
        """Give the emoji of a number."""
        return f"{horse}\N{VARIATION SELECTOR-16}\N{COMBINING ENCLOSING KEYCAP}"

    def on_horse(self, horse: str, stake: int) -> str:
        """Tell a bet."""
        return f"{count(stake, 'chip')} on {self.horse(horse)}"

    def bet(self, bet: Bet) -> str:
        """Tell a bet that is placed."""
        return self.on_horse(str(bet.horse), bet.stake)

    def label(self, action: Mapping[str, Any]) -> str:
        """Label a reading of the dice."""
        return f"{self.horse(action['horse'])} runs {count(action['spaces'], 'space')}"

    # ------------------------------------------------------------------------------- what is asked and told

    own_bet = "**Your bet, please.** Nobody sees it before the race is over."
    own_turn = "**Your throw.** Which die names the horse?"

    def own_score(self, score: int) -> str:
        """Show the own chips."""
        return f"-# Your chips: {number(score)}"

    def score(self, score: int) -> str:
        """Tell what somebody has won by."""
        return count(score, "chip")

    def started(self, race: int, races: int, first: str) -> str:
        """Tell that a race is set up."""
        return f"**{self.race(race, races)}** — the horses are at the start. {first} throws first."

    def thrown(self, who: str, dice: Sequence[int]) -> str:
        """Tell a throw."""
        return f"🎲 {who} throws {dice[0]} and {dice[1]}."

    def moved(self, who: str, horse: str, start: int, end: int) -> str:
        """Tell a run."""
        return f"{who} runs {self.signed(horse)}: {start} → {end}."

    def passed(self, who: str) -> str:
        """Tell that nothing can be made of a throw."""
        return f"No horse can run on that: {who} passes."

    def settled(self, who: str, bet: str, net: int, chips: int) -> str:
        """Tell what a bet brought."""
        return f"{who}: {bet} → **{signed(net)}** ({self.score(chips)})"

    refusals: Mapping[str, str] = {
        "unfit_stake": "A bet is 1 to {most} chips. Choose another amount.",
        "not_thrown": "The dice do not say that. Choose one of the two readings on your desk.",
    }


spoken = Spoken({"en-US": DiceDerbyTexts()})
