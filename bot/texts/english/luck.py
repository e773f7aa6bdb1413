"""The luck in the open: which presses and words it is mixed from, in the lobby and for whoever wants to check it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.luck import PressKind
from bot.tables.refusals import Refusal
from bot.texts.english.phrases import count
from bot.texts.markup import clock_time, plain


class LuckTexts:
    """Sentences about what goes into the luck of a table."""

    button = "Luck"
    add = "Add words of your own"
    form_title = "Words for the luck"
    form_label = "Your words"
    somebody = "somebody"
    only_players = "Only players add words: press **Join** first."
    too_late = "The race has started, so its luck is closed."

    def form_hint(self, most: int) -> str:
        """Say what becomes of the words, and how many characters they may have; at most 100 characters."""
        return f"Up to {most} characters; everybody reads them, and the race log keeps them"

    def ingredient(self, kind: PressKind | None, who: str, at: int, words: str, why: Refusal | None) -> str:
        """Tell one press, and when it was made."""
        match kind:
            case PressKind.OPENED:
                done = f"{who} opened the table"
            case PressKind.JOINED:
                done = f"{who} joined"
            case PressKind.WORDS:
                done = f"{who}: “{plain(words)}”" if words else f"{who}: words, since erased"
            case PressKind.STARTED:
                done = f"{who} started the race"
            case PressKind.BY_ITSELF:
                done = "the race night started it"
            case PressKind.REFUSED:
                done = f"{who} tried to start: {self._why(why)}"
            case None:
                done = f"a press{f': “{plain(words)}”' if words else ''}"
        return f"{done} {clock_time(at)}"

    def _why(self, why: Refusal | None) -> str:
        match why:
            case Refusal.TOO_FEW:
                return "too few players"
            case Refusal.NOT_READY:
                return "not everybody was ready"
            case Refusal.OVERTAKEN:
                return "the luck had just changed"
            case Refusal.NO_COMPUTERS:
                return "no computer players are let in here"
        return "the options did not fit"

    def so_far(self, digest: str, newest: Sequence[str], earlier: int) -> str:
        """Tell in the lobby what the luck is mixed from: the newest presses, and how many there were before."""
        before = f"{count(earlier, 'earlier press', 'earlier presses')} · " if earlier else ""
        return f"-# 🍀 Luck so far `{digest}`: {before}{' · '.join(newest)}"

    def closed(self, digest: str, presses: int, last: str, table: str) -> str:
        """Tell which press was the last that went into the luck, and where all of them are listed."""
        number = count(presses, "press", "presses")
        return f"-# 🍀 Luck `{digest}`: {number}; the last: {last}. `/race luck table:{table}` lists all."

    def at_once(self, digest: str, table: str) -> str:
        """Tell of a race that the command which opened its table started, and what that leaves open."""
        return (
            f"-# 🍀 Luck `{digest}`: one command opened and started this race, so no press came after the seal: "
            f"`/race luck table:{table}`."
        )

    asks_at_once = (
        "One command opened this table and started its race, and the shuffle is made of the sealed secret and that "
        "command alone. The bot knew the command when it drew the secret, so the seal cannot show that the cards were "
        "left to chance. Press **Start** or **Race now** in a lobby, and it does."
    )

    def title(self, game: str, table: str) -> str:
        """Head the list."""
        return f"### 🍀 Luck · {game} {table}"

    def asks(self, *, may_add: bool) -> str:
        """Say what the list is, and what one can do."""
        add = f" **{self.add}** puts yours in too." if may_add else ""
        return (
            "The shuffle is made of the sealed secret and these presses, in Discord's order; the start is the last. "
            "The secret is published at the end, also of a cancelled table."
            f"{add}"
        )

    def line(self, number: int, told: str, press: int, *, is_mine: bool) -> str:
        """Tell one press with the id that stands in the race log."""
        return f"{number}. {'**You** · ' if is_mine else ''}{told} · `{press}`"

    def more(self, earlier: int) -> str:
        """Say that the list leaves out the oldest, and where they are."""
        return f"-# {count(earlier, 'earlier press', 'earlier presses')} more: the attached file has all."

    check = (
        "-# A press of yours that is missing did not count. All listed here must be in the race log, with the same "
        "number."
    )

    def digest(self, digest: str) -> str:
        """Show the digest of the list."""
        return f"-# Digest of this list: `{digest}`"

    def written(self, words: str, press: int) -> str:
        """Tell somebody privately what they have put into the luck."""
        return f"✅ In the luck: “{plain(words)}” · `{press}`"

    def pressed(self, press: int) -> str:
        """Tell somebody privately under which id their press stands in the luck."""
        return f"-# 🍀 Your press is in the luck as `{press}`; **Luck** in the lobby lists all."
