"""The rules of Turfe in our own words, for whoever asks at the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.texts.english.phrases import listed

Name = Callable[[str], str]


def pages(edition: Mapping[str, Any], card: Name, horse: Name) -> Sequence[str]:
    """Explain the game with the facts of an edition, in two pages; `card` and `horse` name those."""
    horses = listed(map(horse, edition["horses"]))
    return _race_day(horses, edition["length"]), _moves(edition["length"], edition["cards"], card)


def _race_day(horses: str, length: int) -> str:
    return (
        "## Turfe in two minutes\n"
        f"**Six horses, {horses}, and none of them is yours.** You hold cards that drive them, and a secret bet on "
        "one. Bring it home without showing too soon which it is.\n"
        "### A race\n"
        "1. All the cards are dealt: 14, 10, 8 or 7 each for 3, 4, 5 or 6 players. With 4 or 5 players one "
        "of each card for any horse stays in the box.\n"
        "2. Everybody bets in secret, on a horse they hold a card of, and lays one such card aside, face down. "
        "Everybody sees what kind of bet it is and the stake, never the horse. Without a single coloured card you may "
        "back any horse and lay nothing aside.\n"
        "3. The banker, drawn by lot for the first race, plays a card and moves a horse; then the others follow to "
        "the left, one card each, round and round. "
        "Nobody may pass.\n"
        f"4. The race is over when two horses have crossed the line after space {length}. Bets are opened and settled, "
        "and the bank passes to the left.\n"
        "### Bets\n"
        "Stakes are whole tens of dollars, at least 10, up to all you have. What you stake comes back with what "
        "you win.\n"
        "- **Place:** your horse is first or second → twice your stake.\n"
        "- **Win:** your horse is first → five times your stake.\n"
        "- **Jackpot:** costs exactly 50. Your horse is first → all that lies in the jackpot. Several winners share it "
        "in equal parts of whole tens, and the rest stays.\n"
        "- What is lost goes into the jackpot, for the next race.\n"
        "### A race day\n"
        "Everybody starts with 100 dollars. Most money after the last race wins. With less than 10 you are broke: no "
        "bet, but you play your cards, and may spoil the race for anybody. If everybody is broke, the day is over.\n"
        "### Coins\n"
        "The lobby says what a seat costs. That stands for the 100 dollars you start with; you are paid by what you "
        "end with: 150 pay one and a half times the cost."
    )


def _moves(length: int, cards: Mapping[str, int], card: Name) -> str:
    listing = " · ".join(f"{number}× {card(name)}" for name, number in cards.items() if number)
    return (
        "### Moving a horse\n"
        "- A card of a **colour** moves the horse of that colour. A card for **any horse** moves the one you name: 3 "
        "on, or 2 back, but never behind the start.\n"
        "- A space holds one horse. On its way a horse may step over into a lane beside, once: the step goes "
        "diagonally, one space on and one lane over.\n"
        "- It has to go the full number if any such way is free, and as far as it can if none is. Where several spaces "
        "are equally far, you choose among them. The picture numbers them.\n"
        "- At the start and over the line there is room for all.\n"
        "- A card that cannot move its horse, or whose horse is home, is played all the same; nobody moves.\n"
        "### The card laid aside\n"
        "It is still yours, and you may play it like any other. But it is shown then, and everybody knows your "
        "horse. Afterwards it lies open in front of you.\n"
        "### When all cards are played\n"
        "If fewer than two horses are home by then, the cards played are shuffled, and the banker turns the top one "
        "over and plays it; then the next player does the same, and so on. Cards laid aside stay out of that.\n"
        "### Worth knowing\n"
        "- Kinds and stakes are open: whoever bets on the jackpot needs a winner.\n"
        "- Which horse somebody moves says a lot. Which horse somebody blocks says as much.\n"
        "- A card for any horse, two back, hurts most on the last few spaces.\n"
        f"-# This edition: {length} spaces, {sum(cards.values())} cards: {listing}."
    )
