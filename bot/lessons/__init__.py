"""Lessons: somebody learns a game alone, against computer players, on a prepared deal. Knows no Discord.

A lesson is no table: it is a row of its own, of one person, with what was decided in it. So there is nothing of it that
could be posted, listed, staked, counted or published. Where it stands is what was decided, done again.
"""

from bot.lessons.lessons import Lessons, forget, leave
from bot.lessons.progress import LEARNER, Progress
from bot.lessons.stored import Decided, StoredLesson, is_lesson

__all__ = ["LEARNER", "Decided", "Lessons", "Progress", "StoredLesson", "forget", "is_lesson", "leave"]
