"""`/privacy`: what is stored about a person, to read and to erase. `/preferences`: what a person wishes everywhere."""

from __future__ import annotations


class PrivacyTexts:
    """Sentences of `/privacy`."""

    title = "## 🔒 Your data in Paddock"
    asks = "What would you like to do? **Export** hands you everything stored about you, in all servers."
    follows = "**Erase** removes it for good, after saying what will happen and asking once more."

    told = (
        "**What is stored:** your Discord id; the name you had when you sat down, as drawn in pictures; your seats, "
        "decisions and results; tables you opened or were sent away from; which presses and words of yours went into "
        "the luck of a table; your coins and every movement of them; which messages are your desks; slips you "
        "are filling in; your preferences. Messages are never read.",
        "**Who sees it:** your hand and secret bets only you, until the game opens them. Boards and results everybody "
        "in the channel. What your coins are worth, this server. The rest only who runs this bot.",
        "**For how long:** until you erase it; seats and logs of games that are over go by themselves after the time "
        "that whoever runs this bot has set, a year where nothing was set. Results and coins stay.",
    )

    export = "Export my data"
    erase = "Erase my data"

    exported = (
        "Here is everything stored about you, in all servers, as a JSON file that only you see here.\n"
        "Times are milliseconds since 1970 UTC. Other people are left out."
    )

    sure_title = "## 🔒 Erase everything about you?"
    sure_asks = (
        "Shall Paddock forget you, in all servers? This cannot be undone, not even by who runs the bot."
    )
    sure_follows = "**Yes** does it at once, as told here; **No** leaves everything as it is."
    sure_told = (
        "- Lobbies: you leave them.",
        "- Races that run: a computer player finishes for you under a neutral name, and what it wins is the house's.",
        "- Races that are over: your seat keeps its result under a neutral name, and nothing leads back to you.",
        "- Luck: your presses are nobody's; words you added to a race that was run stay in its log, without your name.",
        "- Coins: all wallets go to the house, and what you owe is forgotten too.",
        "- Preferences, slips and desks are deleted.",
        "- Messages already posted stay in Discord; who manages the server can delete them.",
    )
    sure = "Yes, erase everything"
    keep = "No, keep it"

    erased = (
        "## 🔒 Forgotten\n"
        "Everything about you is erased, in all servers. There is nothing more to do.\n"
        "Whoever plays again begins anew, with new coins."
    )
    desk_erased = "This desk is closed: its owner had everything about them erased."

    def neutral_name(self, seat: int) -> str:
        """Name a seat whose person is forgotten; drawn in pictures too."""
        return f"Player {seat}"


class PreferenceTexts:
    """Sentences of `/preferences`."""

    title = "## 🎛️ Your preferences"
    asks = "How shall tables treat you, in every server? It holds from your next turn on."
    follows = "Press the button to change it; this screen shows what holds."
    only_where_it_matters = (
        "Where everybody can know that you have only one move: **the table makes it for you**. "
        "One that only you know of is always yours to make: haste would tell what you hold."
    )
    always = "Where you have only one move: **you are asked** all the same, also where everybody can know it."
    ask_always = "Ask me every time"
    ask_less = "Make only moves for me"
