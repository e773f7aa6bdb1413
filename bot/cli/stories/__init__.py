"""What the actions and events of each game say in plain English, for `paddock replay`."""

from bot.cli.stories.base import Plain, Sentence, Story, listed
from bot.cli.stories.jockey import JOCKEY
from bot.cli.stories.jumpyjack import JUMPYJACK
from bot.cli.stories.newmarket import NEWMARKET
from bot.cli.stories.sulkydrom import SULKYDROM
from bot.cli.stories.turfe import TURFE

STORIES: dict[str, Story] = {
    "jockey": JOCKEY,
    "turfe": TURFE,
    "jumpyjack": JUMPYJACK,
    "sulkydrom": SULKYDROM,
    "newmarket": NEWMARKET,
}
"""By the game's key; what is not told here is told as its type and facts."""

__all__ = ["STORIES", "Plain", "Sentence", "Story", "listed"]
