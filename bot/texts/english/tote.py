"""The tote: what is offered, how the odds stand, what a race has paid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.bank.tote import Returned
from bot.texts.english.phrases import coins, listed

_POOLS: Mapping[str, str] = {"win": "Win", "place": "Place", "exacta": "Exacta", "quinella": "Quinella"}

_BECAUSE: Mapping[Returned, str] = {
    Returned.SEATED: ", as you took a seat",
    Returned.SCRATCHED: ", as not every horse of it ran",
    Returned.TOO_FEW: ", as fewer than two people played",
    Returned.NOT_RUN: "",  # the head says so
    Returned.NO_WINNER: ", as nobody won that pool",
    Returned.MINUS_POOL: ", as that pool held less than its winners had staked",
}
"""Why a stake went back, after a comma."""


def _dividend(twentieths: int) -> str:
    """`2.40`: what a coin brings, the coin included."""
    return f"{twentieths // 20:,}.{twentieths % 20 * 5:02}"


class ToteTexts:
    """Sentences and labels of the tote. Odds and dividends come in twentieths of a coin."""

    button = "Tote"
    pool_placeholder = "What do you bet on?"
    first_placeholder = "Which horse comes in first?"
    horse_placeholder = "Which horse?"
    other_placeholder = "Which other horse?"
    second_placeholder = "Which horse comes in second?"
    other = "Other …"
    form_title = "Your stake"
    form_label = "How many coins do you bet?"
    no_amount = "Nothing was bet: write a whole number of coins, from 1 on."
    choose = "Choose your horse, then your stake."
    choose_two = "Choose two horses, then your stake."
    form_hint = "A whole number, from 1 on; your wallet pays it at once."
    players = "You race yourself, so you cannot bet on this race."
    passed = "That race is off: here is how the tote stands now."
    shut = "The tote is closed. It opens again before the next race, if there is one."
    too_few = "The tote opens once two people sit at this table."
    again = "Bet again"
    follows = "-# After the race you are told by direct message what it paid."
    no_bets = "You have no bets here."

    hint = "You bet against everybody else who bets, until the race is off."
    empty_wallet = "Your wallet is empty, so you can't bet."

    def free(self, free: int, wallet: int) -> str:
        """Say how many coins somebody may bet, of how many."""
        if free < wallet:
            return f"You may bet {free:,} of your {coins(wallet)}: the rest was given to you as a newcomer."
        return f"You hold {coins(wallet)}."

    def title(self, game: str, table: str, race: int | None) -> str:
        """Head the slip."""
        return f"## 🎟️ Tote · {game}, table {table}" + (f", race {race}" if race else "")

    def own_only(self, horse: str) -> str:
        """Tell a driver what they may bet on."""
        return f"You drive {horse}, so you may bet on {horse} alone, to win or to place."

    def keeps(self, takeout: int) -> str:
        """Say what the house takes."""
        return (
            f"-# The winners share each pool. The house keeps {takeout}%, and payouts are rounded down to 0.05 a coin. "
            "The bet that pays most is announced, with your name."
        )

    def pool(self, pool: str) -> str:
        """Name a pool."""
        return _POOLS[pool]

    def pool_hint(self, pool: str, places: int) -> str:
        """Say when a bet in a pool wins, of which so many horses are placed."""
        return {
            "win": "Your horse comes in first",
            "place": f"Your horse comes in among the first {'three' if places > 2 else 'two'}",
            "exacta": "Two horses, first and second in this order",
            "quinella": "Two horses, first and second in either order",
        }[pool]

    def nobody_yet(self, pool: str) -> str:
        """Say that a pool is empty."""
        return f"{_POOLS[pool]}: nobody has bet yet; the odds come with the bets."

    def odds(self, least: int, most: int) -> str:
        """`2.40`, or `1.10 to 1.40` where it depends on who else is placed."""
        low = _dividend(least)
        return low if least == most else f"{low} to {_dividend(most)}"

    def on(self, pool: str, horses: Sequence[str]) -> str:
        """Name what is bet on: `Red to win`, `Red first, Blue second`."""
        match pool:
            case "exacta":
                return f"{horses[0]} first, {horses[1]} second"
            case "quinella":
                return f"{listed(horses)} in either order"
        return f"{horses[0]} to {pool}"

    def line(self, pool: str, odds: Sequence[tuple[Sequence[str], str]], more: int = 0) -> str:
        """Say how a pool stands, of which so many combinations more are not told."""
        joint = " → " if pool == "exacta" else " + "
        told = [f"{joint.join(horses)} {paid}" for horses, paid in odds]
        rest = [f"{more} more"] if more else []
        return f"{_POOLS[pool]} pays now: {' · '.join([*told, *rest])}"

    def board(self, odds: Sequence[tuple[str, str]], total: int, more: int = 0) -> str:
        """Tell everybody that the tote is open, and how its Win pool stands."""
        told = [f"{horse} {paid}" for horse, paid in odds] + ([f"{more} more"] if more else [])
        said = f"{' · '.join(told)} to win" if told else f"{coins(total)} are bet"
        return f"🎟️ Tote open: {said}"

    def ready(self, stake: int, on: str, least: int, most: int) -> str:
        """Say what is bet by the next press, and how many coins it would pay, or between how many and how many."""
        paid = coins(most) if least == most else f"{least:,} to {coins(most)}"
        return f"**Bet {coins(stake)} on {on}**: pays {paid} as it stands now."

    def bet(self, stake: int) -> str:
        """Label the button that bets."""
        return f"Bet {coins(stake)}"

    def taken(self, stake: int, on: str) -> str:
        """Say that a bet was taken."""
        return f"✅ You have bet {coins(stake)} on {on}."

    def own_bets(self, race: int) -> str:
        """Head what somebody has bet on a race."""
        return f"**Your bets on race {race}**"

    def slip(self, stake: int, on: str, paid: int | None, returned: Returned | None = None) -> str:
        """Tell a bet, and what became of it; `returned`: why its stake went back."""
        if returned is not None:
            became = f": given back{_BECAUSE[returned]}"
        elif paid is None:
            became = ""
        else:
            became = f": **paid {coins(paid)}**" if paid else ": lost"
        return f"- {coins(stake).capitalize()} on {on}{became}"

    def more_slips(self, number: int, stake: int, paid: int | None) -> str:
        """Sum up bets for which there is no room."""
        became = "" if paid is None else f", which paid {coins(paid)}"
        return f"- and {number} more with {coins(stake)}{became}"

    def told(
        self,
        game: str,
        table: str,
        race: int,
        where: str,
        came: Sequence[Sequence[str]],
        *,
        is_cut_short: bool = False,
    ) -> str:
        """Head what somebody is told after a race, and how it came in: a dead heat together, nothing if it did not."""
        places = zip("🥇🥈🥉", came, strict=False)
        told = " · ".join(f"{medal} {listed(group)}" for medal, group in places)
        how = told or "It wasn't run to its end."
        if is_cut_short:
            how = f"{self.cut_short(race)}\n{how}"
        return f"### 🎟️ Tote · {game}, table {table}, race {race}\n{how}\nYour bets in {where}:"

    def sum(self, staked: int, paid: int) -> str:
        """Sum a race up for whoever has bet."""
        return f"You staked {coins(staked)} and got {coins(paid)}."

    def dividends(
        self,
        pools: Sequence[tuple[str, Sequence[tuple[Sequence[str], int]] | None]],
        *,
        is_cut_short: bool = False,
    ) -> str:
        """Tell everybody what each pool has paid, on which horses; None: its stakes went back.

        Where the race was broken off that may be for another reason than that nobody has won.
        """
        said = [self._paid(pool, paid) for pool, paid in pools if paid is not None]
        unwon = [_POOLS[pool] for pool, paid in pools if paid is None]
        if not said:
            return f"🎟️ **The tote pays** all stakes back{'.' if is_cut_short else ': nobody has won.'}"
        told = f"🎟️ **The tote pays** {'; '.join(said)} for each coin."
        if not unwon:
            return told
        if is_cut_short:
            return f"{told} The stakes in {listed(unwon)} go back."
        return f"{told} No winner in {listed(unwon, 'or')}: those stakes go back."

    def _paid(self, pool: str, paid: Sequence[tuple[Sequence[str], int]]) -> str:
        joint = " → " if pool == "exacta" else " + "
        return f"{_POOLS[pool]}: {', '.join(f'{joint.join(horses)} **{_dividend(each)}**' for horses, each in paid)}"

    def best(self, who: str, stake: int, on: str, paid: int) -> str:
        """Name the bet that paid most."""
        return f"Best ticket: {who} with {coins(stake)} on {on}, paid {coins(paid)}."

    somebody = "somebody"

    def refunded(self, race: int) -> str:
        """Tell everybody that a race was not run to its end."""
        return f"🎟️ Race {race} wasn't run to its end. Every bet on it goes back."

    def cut_short(self, race: int) -> str:
        """Say by what the bets on a race were settled that was broken off."""
        return f"Race {race} was broken off. Bets count as the horses stood then."
