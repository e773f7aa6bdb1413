"""What stops the start of a bot, and what does not."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from aiohttp import ClientResponseError, web

from bot.db import DatabaseUnusable
from bot.logs import error_line
from bot.serving import BotError, NoGateway, gateway_of, run_bot
from render.parts import typefaces
from sandbox import Sandbox
from tests.distributions import Bring


async def test_a_wrong_edition_stops_the_start_before_anything_is_opened(tmp_path: Path):
    (tmp_path / "jockey.json").write_text('{\n"squares": "x"')

    with pytest.raises(BotError) as refusal:
        await run_bot("token", "http://127.0.0.1:9", f"sqlite:///{tmp_path}/none/paddock.db", tmp_path)

    assert str(refusal.value).startswith(f"PADDOCK_EDITIONS: {tmp_path / 'jockey.json'}: ")
    assert "line 2: not JSON" in str(refusal.value)


async def test_a_folder_that_is_not_there_stops_the_start(tmp_path: Path):
    with pytest.raises(BotError, match=r"PADDOCK_EDITIONS: .*none: No such file"):
        await run_bot("token", "http://127.0.0.1:9", "sqlite:///none/paddock.db", tmp_path / "none")


async def test_the_start_names_a_game_whose_program_is_broken_and_goes_on(
    bring: Bring, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    bring("quoits = quoits.game:NOTHING")

    with pytest.raises(DatabaseUnusable):
        await run_bot("token", "http://127.0.0.1:9", f"sqlite:///{tmp_path}/none/paddock.db")

    (told,) = [record for record in caplog.records if "quoits" in record.message]
    assert (told.levelname, told.exc_info) == ("WARNING", None)
    assert told.message.startswith("the game 'quoits' of paddock-quoits cannot be loaded (AttributeError: ")


@pytest.mark.parametrize("shapes", [True, False])
async def test_the_start_says_where_letters_that_join_are_drawn_one_by_one(
    shapes: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr(typefaces, "SHAPES", shapes)

    with pytest.raises(DatabaseUnusable):
        await run_bot("token", "http://127.0.0.1:9", f"sqlite:///{tmp_path}/none/paddock.db")

    told = [record.message for record in caplog.records if "libfribidi0" in record.message]
    assert len(told) == (0 if shapes else 1)


# ------------------------------------------------------------------------------------------------ the API


@pytest.fixture
async def api() -> AsyncIterator[Callable[..., Awaitable[str]]]:
    """Serve an API that gives one answer to everything; return its address."""
    runners = list[web.AppRunner]()

    async def serve(status: int, body: str, content_type: str = "application/json") -> str:
        async def answer(_request: web.Request) -> web.Response:
            return web.Response(status=status, body=body.encode(), headers={"Content-Type": content_type})

        app = web.Application()
        app.router.add_route("*", "/{path:.*}", answer)
        runners.append(web.AppRunner(app))
        await runners[-1].setup()
        await web.TCPSite(runners[-1], "127.0.0.1", 0).start()
        return f"http://127.0.0.1:{runners[-1].addresses[0][1]}/api/v10"

    yield serve
    for runner in runners:
        await runner.cleanup()


@pytest.mark.parametrize("body", ["<html>Please wait</html>", "{}", "[]", "null", '{"url": 1}'])
async def test_an_answer_without_a_gateway_is_waited_out_and_named(
    body: str, api: Callable[..., Awaitable[str]]
) -> None:
    with pytest.raises(NoGateway) as trouble:
        await gateway_of(await api(200, body))
    assert str(trouble.value) == "GET /api/v10/gateway: 200 without the address of a gateway"


async def test_an_address_of_the_api_that_is_wrong_is_named_by_method_path_and_status(
    api: Callable[..., Awaitable[str]],
) -> None:
    with pytest.raises(ClientResponseError) as trouble:
        await gateway_of(await api(404, "Not Found"))
    assert error_line(trouble.value) == "ClientResponseError: GET /api/v10/gateway 404"


async def test_a_proxy_that_adds_a_charset_to_json_is_the_operators_to_mend(
    api: Callable[..., Awaitable[str]],
) -> None:
    address = await api(200, '{"url": "ws://127.0.0.1:9"}', "application/json; charset=utf-8")
    with pytest.raises(BotError, match=r"DISCORD_API_URL: .*charset=utf-8.*Set the proxy"):
        await gateway_of(address)


async def test_a_token_that_discord_does_not_know_is_the_operators_to_mend(tmp_path: Path) -> None:
    async with Sandbox() as sandbox:
        with pytest.raises(BotError, match="DISCORD_TOKEN"):
            await run_bot("no.such.token", sandbox.api_url, f"sqlite+aiosqlite:///{tmp_path}/paddock.db")
