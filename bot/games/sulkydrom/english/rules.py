"""The rules of Sulkydrom in our own words, for whoever asks at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.texts.english.phrases import count, listed


def pages(edition: Mapping[str, Any]) -> Sequence[str]:
    """Explain the game with the facts of an edition, in two pages."""
    return _race(edition), _driving(edition)


def _race(edition: Mapping[str, Any]) -> str:
    horses, positions = len(edition["horse_cards"]), len(edition["position_cards"])
    points = listed(map(str, edition["points"]))
    return (
        "## Sulkydrom in two minutes\n"
        "**You own one trotter and drive it yourself.** What you do not have is a say in how fast: tempo cards "
        "decide that for every horse at once, yours and the others'. All you choose is the order in which your cards "
        "come up, and how cleverly your horse finds its way round the oval.\n"
        "### A race\n"
        "1. Every seat owns a horse for the whole game. In the first race start lanes are drawn; after that, who "
        "came last starts in lane 1, who came last but one in lane 2, and so on.\n"
        f"2. Tempo cards are dealt out evenly: {horses} horse cards and {positions} position cards, each pack by "
        "itself. What is left over is laid open.\n"
        "3. In secret, everybody orders a stack of each kind, and lays both face down. From then on nobody may "
        "look at them, not even you at yours. The first card of a stack is turned first.\n"
        "4. The seat in the highest lane begins, then the next seat and so on, as long as its horse is running: it "
        "turns the top of one of its stacks.\n"
        "5. A **horse card** has a number for each horse, a **position card** one for each position in the race. The "
        "foremost horse has position 1, of level ones the inner; horses at home keep theirs.\n"
        "6. All horses drive by that card, the foremost first, each as far as its number says or less. Staying is "
        "allowed.\n"
        "7. Places are taken in the order of getting home. The last one left is last without driving on. If the "
        "cards run out they are shuffled and dealt once more to those still running; if they run out again, the "
        "positions count.\n"
        "### Joker and Galopp\n"
        "You have one of each in a race and may play one of them before you turn your card.\n"
        f"- **Joker:** your own horse drives up to {count(edition['joker'], 'half length')} at once.\n"
        "- **Galopp:** a rival's horse breaks into a gallop and cannot use the card you turn now. No horse gets a "
        "second one in a race.\n"
        "### Points\n"
        f"From the first place on: {points}. The table plays one race, to 64 points, to 128 points, or to two "
        "victories. Points decide who comes second and third; where they are equal, places are shared."
    )


def _driving(edition: Mapping[str, Any]) -> str:
    names = listed(f"{letter} {name}" for letter, name in edition["horses"].items())
    widen = max(section["widen"] for section in edition["course"])
    sections = " · ".join(f"{section['kind']} {section['spaces']}" for section in edition["course"])
    return (
        "### Driving\n"
        "- All numbers are **half lengths**: half a horse with its sulky, or one space of a lane.\n"
        "- **Straight on** costs 1 a space, and the space has to be free.\n"
        "- **Changing lanes** costs 2: sideways to the space beside, then one space forward in the new lane. Both "
        "have to be free. One change may follow another.\n"
        "- The space beside is the level one. In a curve, where lanes differ in length, it is the next one back.\n"
        f"- Each lane further out is {count(widen, 'space')} longer in a curve; a straight is the same for all. "
        "Inside is the short way round, and the crowded one.\n"
        "- Nobody jumps over anybody. A horse that cannot or may not move stays by itself, without a click.\n"
        "- One step beyond the last space of a lane is home, and home is never full.\n"
        "### At this table\n"
        "- Your desk numbers every space your horse can reach. **As far as possible** and **Hold** take one click, "
        "under the board as well.\n"
        "- **Drive on for me** leaves all further drives to the table, which takes you as far as is good. Take it "
        "back whenever you like.\n"
        "- **Lay by strength** turns first what brings your horse more than the others, and positions in the middle "
        "of the field more than its ends. **Order by hand** opens both stacks.\n"
        "### Coins\n"
        "What seats cost, as the lobby says, goes into a purse. The winner gets 60 per cent of it, the second 30, the "
        "third 10; of two players the winner takes it all. Whoever ties shares what their places bring.\n"
        "### A hint or two\n"
        "Big numbers are worth most while the road ahead is free. Keep the Joker for a gap that will not last, and "
        "the Galopp for the leader's last straight.\n"
        f"-# This edition: {names}. {count(edition['lanes'], 'lane')}; the inner one has {sections}."
    )
