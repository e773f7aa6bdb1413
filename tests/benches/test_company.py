"""What `paddock bench bot --case company` counts."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from benches.company import Boards, figures
from benches.presses import Clicks
from sandbox.exchanges import Exchange, Exchanges

CHANNELS = {"7": SimpleNamespace(guild_id="1"), "8": SimpleNamespace(guild_id=None)}


def asked(path: str, *files: str) -> Exchange:
    return Exchange("POST", path, path, {}, None, dict.fromkeys(files, b""), 200, None)


def test_a_board_is_a_message_with_pictures_in_a_server() -> None:
    sandbox: Any = SimpleNamespace(world=SimpleNamespace(channels=CHANNELS), exchanges=Exchanges())
    boards = Boards(sandbox)
    for exchange in (
        asked("/channels/7/messages", "board.png", "result.png"),
        asked("/channels/7/messages/9", "board.png"),
        asked("/channels/7/messages"),
        asked("/channels/8/messages", "hand.png"),
        asked("/channels/99/messages", "board.png"),
        asked("/webhooks/7/x/messages/@original", "hand.png"),
    ):
        sandbox.exchanges.note(exchange)

    assert boards.count == 2


def test_processor_time_is_told_as_a_share_of_one_core_and_for_each_board() -> None:
    before, after = {"cpu": 2.0}, {"cpu": 5.0, "lag p99": 1.5, "stalls": 0}
    told = {each.figure: each.value for each in figures(Clicks("x"), 10.0, 60, before, after)}

    assert told["boards"] == 6
    assert told["processor, of one core"] == 30
    assert told["processor a board"] == 50
