"""`/privacy`: what is stored about a person, to read and to erase. `/preferences`: what a person wishes everywhere."""

from __future__ import annotations


class PrivacyTexts:
    """Sentences of `/privacy`."""

    title = "## 🔒 Your data in Paddock"
    asks = "**Export** hands you everything stored about you, in all servers."
    follows = "**Erase** removes it for good, after asking once more."

    told = (
        "**What is stored:** your Discord id; your name when you sat down or bet; your seats, decisions and results; "
        "tables you opened or were sent away from; race nights you planned or were in, leagues you founded, and "
        "your time zone if you named it there; your presses and words in the luck of a table; your coins and all their "
        "movements; which messages are your desks; slips you are filling in; a lesson you are in; your "
        "preferences. Messages are never read.",
        "**Who sees it:** your hand and secret bets only you, until the game opens them; boards and results the "
        "channel; your worth in coins this server; the rest only who runs this bot.",
        "**For how long:** until you erase it. Seats and logs of games that are over go after a year, or the time set "
        "by who runs this bot; results and coins stay.",
    )

    export = "Export my data"
    erase = "Erase my data"

    def exported(self, part: int, of: int) -> str:
        """Say what is in a file, or in the first part of one; of another part only which it is."""
        joined = f"-# Part {part} of {of}. Join the parts in their order: together they're one ZIP file."
        if part > 1:
            return joined
        said = (
            "Everything stored about you, in all servers, as a JSON file that only you see here.\n"
            "Times are milliseconds since 1970 UTC. Other people are left out."
        )
        return said if of == 1 else f"{said}\n{joined}"

    sure_title = "## 🔒 Erase everything about you?"
    sure_asks = "Shall Paddock forget you, in all servers? Nobody can undo it."
    sure_follows = "**Yes** does it at once; **No** leaves everything as it is."
    sure_told = (
        "- Lobbies: you leave them.",
        "- Races that run: a computer player finishes under a neutral name; what it wins is the house's.",
        "- Races that are over: your result stays under a neutral name; nothing leads back to you.",
        "- Luck: your presses are nobody's; your words stay in the logs of races that were run, without your name.",
        "- Coins: wallets go to the house; debts are forgotten.",
        "- Tote: what others won from you no longer counts on the leaderboard; they keep the coins.",
        "- Preferences, slips, desks and your lesson are deleted.",
        "- Posted messages stay in Discord; server managers can delete them.",
    )
    sure = "Yes, erase everything"
    keep = "No, keep it"

    erased = (
        "## 🔒 Forgotten\n"
        "Everything about you is erased, in all servers.\n"
        "If you play again, you begin anew with new coins."
    )
    erasing = (
        "## 🔒 Your data are being erased\nThat takes a little longer than usual. You needn't do anything."
    )
    desk_erased = "This desk is closed: its owner was erased."

    def neutral_name(self, seat: int) -> str:
        """Name a seat whose person is forgotten; drawn in pictures too."""
        return f"Player {seat}"


class PreferenceTexts:
    """Sentences of `/preferences`."""

    title = "## 🎛️ Your preferences"
    asks = "They hold in every server, from your next turn on."
    follows = "Press the button to change this."
    only_where_it_matters = (
        "If everybody can know that you have only one move, **the table makes it**. One that only you know of stays "
        "yours, for haste would tell your hand."
    )
    always = "If you have only one move, **you are asked** all the same."
    ask_always = "Ask me every time"
    ask_less = "Make only moves for me"
