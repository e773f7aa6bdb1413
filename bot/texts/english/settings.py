"""What a server settles on: the screen, its controls, its forms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bot.texts.english.phrases import coins, count, listed
from bot.texts.markup import channel, role

_UNITS = ((86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second"))


class SettingsTexts:
    """Sentences and labels of `/settings`."""

    own_name = "English"
    """What this language calls itself."""

    title = "## ⚙️ Settings of this server"
    asks = "Every choice below is saved at once."
    follows = "Races that run keep their stakes and clocks."
    at_once = "**At once, in races that run too**"
    for_tables = "**For new tables**"
    for_races = "**For new races**"

    not_yours = "Nothing was changed: ask somebody who may **Manage Server**."
    unreadable = "Nothing was changed, for I know no such setting: `/settings` shows them all."

    clock = "Time for a decision"
    language = "Language"
    channels = "Channels for tables; none: everywhere"
    openers = "Roles that open tables; none: everybody"
    most_tables = "Tables at once"
    most_hosted = "Tables at once of one person"
    other = "Another time …"
    buy_ins = "Buy-ins …"
    defaults = "Back to defaults"
    keep = "No, keep these"
    reset = "Yes, back to defaults"

    switches: Mapping[str, str] = {
        "boards.edited": "Edit the board in place",
        "boards.posted": "Post each board anew",
        "pictures.on": "Turn pictures on",
        "pictures.off": "Turn pictures off",
        "money.on": "Turn money on",
        "money.off": "Turn money off",
        "computers.on": "Allow computer players",
        "computers.off": "Allow no computer players",
        "tote.on": "Open the tote",
        "tote.off": "Close the tote",
    }

    takeout = "What the house keeps of the tote's pools"

    pace = "Pace of computer players"
    paces: Mapping[str, str] = {
        "at_once": "at once",
        "quick": "quick, 1 second a move",
        "steady": "steady, 1.5 seconds a move",
        "leisurely": "leisurely, 3 seconds a move",
    }

    def pace_line(self, pace: str | None) -> str:
        """Say how much time computer players take."""
        return f"Computer players play: **{self.paces[pace] if pace else 'at the usual pace'}**"

    def pace_option(self, pace: str | None) -> str:
        """Name a pace in the list of paces."""
        return f"Computer players: {self.paces[pace] if pace else 'the usual pace'}"

    as_discord_says = "as Discord says"

    def language_line(self, name: str, *, is_own: bool) -> str:
        """Say which language the tables speak."""
        return f"Language: **{name}**" if is_own else f"Language: **as Discord says** ({name})"

    def boards_line(self, *, is_edited: bool) -> str:
        """Say how the newest board is shown."""
        return "Board: **one message**, edited" if is_edited else "Board: **posted anew** after each turn"

    def pictures_line(self, *, are_on: bool) -> str:
        """Say whether pictures are shown."""
        return "Pictures: **on**" if are_on else "Pictures: **off**, words only"

    def channels_line(self, channels: Sequence[int]) -> str:
        """Say where tables may be opened."""
        where = f"only in {listed(map(channel, channels))}" if channels else "**everywhere**"
        return f"Tables are opened {where}"

    def openers_line(self, roles: Sequence[int]) -> str:
        """Say who may open tables."""
        if not roles:
            return "Tables are opened by **everybody**"
        return f"Tables are opened by {listed(map(role, roles))} and server managers"

    def most_tables_line(self, most: int, of_one: int) -> str:
        """Say how many tables may be open, and how many of them one person may have opened or be host of."""
        return f"Open at once: at most **{count(most, 'table')}**, **{of_one}** a person"

    def computers_line(self, *, may_sit: bool) -> str:
        """Say whether computer players sit down."""
        return "Computer players: **allowed**" if may_sit else "Computer players: **not allowed**"

    def clock_line(self, seconds: int) -> str:
        """Say how long a seat has."""
        return f"Time for a decision: **{self.duration(seconds)}**; then the table decides"

    def money_line(self, buy_ins: Iterable[tuple[str, int, str]], *, is_on: bool) -> str:
        """Say whether tables are played for coins: for each game how many, and for what if not for the whole of it."""
        if not is_on:
            return "Money: **off**, every race is for fun"
        prices = [f"{game} {amount:,}{f' a {part}' if part else ''}" for game, amount, part in buy_ins]
        return f"Money: **on**. Coins a seat: {', '.join(prices)}"

    def tote_line(self, takeout: int, *, is_on: bool) -> str:
        """Say whether those who watch may bet, and what the house keeps of it."""
        return f"Tote: **on**, the house keeps **{takeout}%**" if is_on else "Tote: **off**"

    def takeout_option(self, takeout: int) -> str:
        """Name a takeout in the list of them."""
        return f"Tote: the house keeps {takeout}%"

    def clock_option(self, seconds: int) -> str:
        """Name a time in the list of times, so that the one that is chosen says what it is for."""
        return f"Decide within {self.duration(seconds)}"

    def most_tables_option(self, most: int) -> str:
        """Name a number in the list of numbers."""
        return f"At most {count(most, 'table')} at once"

    def most_hosted_option(self, most: int) -> str:
        """Name a number in the list of numbers, for one person."""
        return f"One person: at most {count(most, 'table')} at once"

    def language_option(self, name: str) -> str:
        """Name a language in the list of languages."""
        return f"Language: {name}"

    def duration(self, seconds: int) -> str:
        """Name a time in the largest unit that fits: `3 minutes`, `90 seconds`."""
        size, unit = next((size, unit) for size, unit in _UNITS if seconds % size == 0)
        return count(seconds // size, unit)

    clock_title = "Time for a decision"
    clock_label = "How long may a decision take?"
    clock_hint = "A number with s, min, h or d, from 30 s to 7 d: 45 s, 15 min, 2 h"
    no_clock = "Nothing was changed: write a number with **s**, **min**, **h** or **d**, from 30 s to 7 d, as `15 min`."

    buy_ins_title = "Buy-ins"

    def buy_ins_of(self, first: str, last: str) -> str:
        """Name one of several forms, by the games of which it asks for the buy-ins."""
        return (
            f"{self.buy_ins_title}: {first} to {last} …"
            if first != last
            else f"{self.buy_ins_title}: {first} …"
        )

    def buy_in_hint(self, usual: int, part: str) -> str:
        """Say what may be written for a game, of which a seat buys in for a part, or for the whole."""
        per = f" for each {part}" if part else ""
        return f"10 to 100,000 coins a seat{per}; empty: {coins(usual)}"

    def no_buy_in(self, games: Sequence[str]) -> str:
        """Refuse what is no buy-in."""
        return f"Nothing was changed: write a whole number from 10 to 100,000 for {listed(games)}."

    sure_title = "## ⚙️ Back to defaults?"
    sure_asks = "Shall all settings be as at the beginning?"
    sure_follows = "**Yes** does it at once; **No** leaves them as they are."
