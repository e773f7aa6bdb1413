"""What the actions and events of each game say in plain English, for `paddock replay`."""

from bot.games.jockey.log_story import JOCKEY
from bot.games.jumpyjack.log_story import JUMPYJACK
from bot.games.kit.log_story import Plain, Sentence, Story, listed
from bot.games.newmarket.log_story import NEWMARKET
from bot.games.sulkydrom.log_story import SULKYDROM
from bot.games.turfe.log_story import TURFE

STORIES: dict[str, Story] = {
    "jockey": JOCKEY,
    "turfe": TURFE,
    "jumpyjack": JUMPYJACK,
    "sulkydrom": SULKYDROM,
    "newmarket": NEWMARKET,
}
"""By the game's key; what is not told here is told as its type and facts."""

__all__ = ["STORIES", "Plain", "Sentence", "Story", "listed"]
