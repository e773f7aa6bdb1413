"""Actions of Newmarket in short, as tests and golden files write them: `back blue13`, `bid pass`, `missed`."""

from __future__ import annotations

from engines.newmarket.actions import Action, Auction, Back, Bid, Follow, Lead, Missed, Take, Time


def parsed(text: str) -> Action:
    match text.split():
        case ["back", horse]:
            return Back(horse)
        case ["hand", which]:
            return Take(which)
        case ["auction", "open" | "none" as offer]:
            return Auction(offer == "open")
        case ["bid", points]:
            return Bid(None if points == "pass" else int(points))
        case ["lead", card]:
            return Lead(card)
        case ["follow", card]:
            return Follow(card)
        case ["missed"]:
            return Missed()
        case ["time"]:
            return Time()
    raise ValueError(text)
