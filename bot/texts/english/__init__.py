"""English."""

from __future__ import annotations

from bot.texts.english.answers import AnswerTexts
from bot.texts.english.bank import BankTexts
from bot.texts.english.help import HelpTexts
from bot.texts.english.lessons import LessonTexts
from bot.texts.english.lobby import LobbyTexts
from bot.texts.english.luck import LuckTexts
from bot.texts.english.nights import NightTexts
from bot.texts.english.privacy import PreferenceTexts, PrivacyTexts
from bot.texts.english.profile import ProfileTexts
from bot.texts.english.refusals import RefusalTexts
from bot.texts.english.settings import SettingsTexts
from bot.texts.english.standings import StandingsTexts
from bot.texts.english.table import TableTexts
from bot.texts.english.tote import ToteTexts


class English:
    """All sentences, by theme."""

    language = "en-US"

    answers = AnswerTexts()
    bank = BankTexts()
    help = HelpTexts()
    lessons = LessonTexts()
    lobby = LobbyTexts()
    luck = LuckTexts()
    nights = NightTexts()
    preferences = PreferenceTexts()
    privacy = PrivacyTexts()
    profile = ProfileTexts()
    refusals = RefusalTexts()
    settings = SettingsTexts()
    standings = StandingsTexts()
    table = TableTexts()
    tote = ToteTexts()
