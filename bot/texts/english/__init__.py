"""English."""

from __future__ import annotations

from bot.texts.english.answers import AnswerTexts
from bot.texts.english.bank import BankTexts
from bot.texts.english.help import HelpTexts
from bot.texts.english.jockey import JockeyTexts
from bot.texts.english.jumpyjack import JumpyJackTexts
from bot.texts.english.lobby import LobbyTexts
from bot.texts.english.luck import LuckTexts
from bot.texts.english.newmarket import NewmarketTexts
from bot.texts.english.privacy import PreferenceTexts, PrivacyTexts
from bot.texts.english.refusals import RefusalTexts
from bot.texts.english.settings import SettingsTexts
from bot.texts.english.sulkydrom import SulkydromTexts
from bot.texts.english.table import TableTexts
from bot.texts.english.turfe import TurfeTexts


class English:
    """All sentences, by theme."""

    answers = AnswerTexts()
    bank = BankTexts()
    help = HelpTexts()
    jockey = JockeyTexts()
    jumpyjack = JumpyJackTexts()
    lobby = LobbyTexts()
    luck = LuckTexts()
    newmarket = NewmarketTexts()
    preferences = PreferenceTexts()
    privacy = PrivacyTexts()
    refusals = RefusalTexts()
    settings = SettingsTexts()
    sulkydrom = SulkydromTexts()
    table = TableTexts()
    turfe = TurfeTexts()
