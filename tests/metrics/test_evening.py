"""An evening on the sandbox while everything is counted: what moves, and what no label may say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.metrics.counted import REGISTRY
from bot.metrics.stored import Clocks, look
from bot.metrics.watching import client_watched, process_watched
from bot.serving import watched
from sandbox import Sandbox
from tests.e2e.conftest import connected
from tests.e2e.eavesdropping import cards
from tests.e2e.players import (
    CHANNEL,
    PATIENCE,
    board_of,
    bring_back,
    desk_of,
    hurry,
    lobby_of,
    lobby_shows,
    open_desk,
    open_table,
    place_bet,
    press,
    start,
    told,
)
from tests.metrics.conftest import Counted
from tests.waiting import until

pytestmark = pytest.mark.e2e

LABELS = re.compile(r"[a-z0-9_./ -]{1,40}", re.IGNORECASE)


async def test_an_evening_moves_every_figure_warns_of_nothing_and_names_nobody_in_a_label(
    sandbox: Sandbox, database: Path, counted: Counted
) -> None:
    async with (
        connected(sandbox, database) as bot,
        process_watched(lambda: bot.startup.pending),
        client_watched(watched(bot)),
        sandbox.user("Anastasia") as ana,
        sandbox.user("Bartholomew") as ben,
    ):
        table = await open_table(ana, ben, rounds=1)
        refused = await press(ben, await lobby_of(ben, table), "Start")
        assert "host" in await told(refused)
        form = await ana.click(await lobby_of(ana, table), "Options")
        assert form.modal
        await press(ana, await lobby_of(ana, table), "Computer player")
        await lobby_shows(ana, table, "3. 🤖")
        await start(ana, table)
        await desk_of(ben, table)
        await open_desk(ben, await board_of(ben))
        await bring_back(ben, table)
        await (await ana.command("race tables", CHANNEL)).answer(PATIENCE)
        await place_bet(ana, table)
        await place_bet(ben, table)
        await look(bot.database, Clocks(bot.time.now, lambda: None, bot.tables.games.present), {})
        in_play = counted.by("paddock_tables", "status")
        await hurry(bot, table)
        await desk_of(ana, table, "This race day is over.")
        await until(lambda: counted("paddock_presses_under_way") == 0)
        people = [ana.id, ben.id, sandbox.guild.id, table, ana.name, ben.name]

    assert in_play == {"running": 1}
    assert not any(counted.by("paddock_log_lines_total", "logger").values()), (
        "nobody is warned of what is normal"
    )
    for name, labels in MOVED:
        assert counted(name, **labels) > 0, (name, labels)
    assert counted("paddock_pending") == 0
    assert counted("paddock_press_answered_seconds_count", way="component") > 5
    acknowledged = sum(counted.by("paddock_press_acknowledged_seconds_count", "way").values())
    assert acknowledged == sum(counted.by("paddock_presses_total", "kind").values())
    for sample in (sample for family in REGISTRY.collect() for sample in family.samples):
        for key, value in sample.labels.items():
            said = f"{sample.name} {key}={value}"
            assert key == "le" or LABELS.fullmatch(value), said
            assert not [who for who in people if str(who) in value], said
            assert not cards().search(value), said
            assert not re.search(r"\d{5}", value), said


MOVED: list[tuple[str, dict[str, str]]] = [
    ("paddock_presses_total", {"kind": "join"}),
    ("paddock_presses_total", {"kind": "start"}),
    ("paddock_presses_total", {"kind": "options"}),
    ("paddock_presses_total", {"kind": "computer"}),
    ("paddock_presses_total", {"kind": "desk"}),
    ("paddock_presses_total", {"kind": "game"}),
    ("paddock_presses_total", {"kind": "/race new jockey"}),
    ("paddock_presses_total", {"kind": "/race tables"}),
    ("paddock_press_acknowledged_seconds_count", {"way": "command"}),
    ("paddock_press_answered_seconds_count", {"way": "command"}),
    ("paddock_refusals_total", {"reason": "not_host"}),
    ("paddock_moves_total", {"game": "jockey", "by": "person"}),
    ("paddock_moves_total", {"game": "jockey", "by": "computer"}),
    ("paddock_board_delay_seconds_count", {}),
    ("paddock_posts_made_total", {"kind": "board"}),
    ("paddock_post_seconds_count", {"kind": "desk"}),
    ("paddock_database_statements_total", {"access": "reading"}),
    ("paddock_database_statements_total", {"access": "writing"}),
    ("paddock_database_transaction_seconds_count", {"access": "writing"}),
    ("paddock_database_writable", {}),
    ("paddock_drawing_seconds_count", {"work": "picture"}),
    ("paddock_drawing_seconds_count", {"work": "thought"}),
    ("paddock_event_loop_delay_seconds_count", {}),
    ("paddock_discord_requests_total", {"method": "POST", "status": "200"}),
    ("paddock_discord_request_seconds_count", {"method": "PATCH"}),
    ("paddock_gateway_connected", {"shard": "0"}),
    ("paddock_gateway_connects_total", {"shard": "0", "session": "new"}),
    ("paddock_stored_read_timestamp_seconds", {}),
]
