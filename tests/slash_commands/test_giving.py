"""Who can be given coins."""

from __future__ import annotations

from typing import Any
from unittest.mock import AsyncMock, Mock

import discord
import pytest

from bot import bank
from bot.slash_commands import bankrolls

STRANGER = 55


@pytest.mark.parametrize(
    ("player", "reason"),
    [
        (Mock(spec=discord.User, id=STRANGER, bot=False), bank.BankRefusal.NOT_HERE),
        (Mock(spec=discord.Member, id=STRANGER, bot=True), bank.BankRefusal.TO_A_BOT),
    ],
    ids=["who is not in the server", "a computer"],
)
async def test_coins_are_given_to_people_of_the_server_alone(
    monkeypatch: pytest.MonkeyPatch, player: Any, reason: bank.BankRefusal
) -> None:
    monkeypatch.setattr(bankrolls, "acknowledge", AsyncMock())
    services: Any = Mock()
    give: Any = bankrolls.giving(services)
    with pytest.raises(bank.BankRefused) as refused:
        await give.callback(Mock(guild_id=1), player, 5)
    assert refused.value.reason is reason
    services.database.writing.assert_not_called()
