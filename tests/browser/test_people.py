"""Who sits at the page, how they write to each other, and on what."""

from __future__ import annotations

import os
import socket
from contextlib import suppress

import pytest
from playwright.async_api import BrowserContext, expect

from sandbox.model import Channel
from sandbox.server import Sandbox
from sandbox.world import DEFAULT_PEOPLE
from tests.browser.kitchen import ALT, Kitchen
from tests.browser.seats import Seats

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_one_chooses_who_to_be_and_the_tab_remembers(seats: Seats) -> None:
    page = await seats.open()
    names = page.locator(".chooser .person .name")
    for name in DEFAULT_PEOPLE:
        await expect(names.get_by_text(name, exact=True)).to_be_visible()
    await page.locator(".person-main").filter(has_text="Cleo").click()
    await expect(page.locator(".me-card")).to_contain_text("Cleo")
    await page.goto(seats.url)
    await expect(page.locator(".me-card")).to_contain_text("Cleo")


async def test_a_new_player_sits_down_and_the_others_see_them(seats: Seats, channel: Channel) -> None:
    ana = await seats.sit("Ana", channel)
    page = await seats.open()
    await page.get_by_label("Name of a new player").fill("Nell")
    await page.keyboard.press("Enter")
    await expect(page.locator(".me-card")).to_contain_text("Nell")
    await expect(ana.page.locator(".others .person").filter(has_text="Nell")).to_be_visible()


async def test_the_player_is_switched_with_one_click(seats: Seats, channel: Channel) -> None:
    ana = await seats.sit_anew("Ana", channel)
    await ana.page.get_by_title("Sit here as Dora").click()
    await expect(ana.page.locator(".me-card")).to_contain_text("Dora")
    await expect(ana.page.locator("h1")).to_have_text(channel.name)
    await ana.say("Dora speaking")
    await expect(ana.message("Dora speaking").locator(".author")).to_have_text("Dora")


async def test_another_player_opens_in_a_new_tab_with_one_click(seats: Seats, channel: Channel) -> None:
    ana = await seats.sit("Ana", channel)
    async with ana.page.context.expect_page() as opened:
        await ana.page.get_by_role("link", name="Open a tab as Ben").click()
    ben = await opened.value
    await expect(ben.locator(".me-card")).to_contain_text("Ben")
    await expect(ana.page.locator(".me-card")).to_contain_text("Ana")


async def test_a_direct_message_arrives_with_its_picture(
    seats: Seats, kitchen: Kitchen, channel: Channel
) -> None:
    cleo = await seats.sit("Cleo", channel)
    await cleo.use("write")
    await expect(cleo.message("Written")).to_be_visible()
    await expect(cleo.place("Paddock").get_by_label("1 unread")).to_be_visible()
    await cleo.place("Paddock").click()
    await expect(cleo.message("Your hand").get_by_alt_text(ALT)).to_have_js_property("naturalWidth", 640)
    await expect(cleo.composer).to_have_attribute("placeholder", "Message @Paddock")


async def test_closed_direct_messages_keep_the_bot_out(
    seats: Seats, sandbox: Sandbox, kitchen: Kitchen, channel: Channel
) -> None:
    dora = await seats.sit("Dora", channel)
    await dora.page.locator(".me-card").click()
    menu = dora.page.locator("#profile")
    await expect(menu).to_contain_text("Open: bots may write to you")
    await dora.page.get_by_role("switch", name="Direct messages").uncheck()
    await expect(menu).to_contain_text("Closed: bots cannot write to you")
    await dora.press("Escape")
    await expect(dora.page.locator(".me-card")).to_contain_text("Direct messages closed")
    await dora.use("write")
    await expect(dora.message("Your direct messages are closed")).to_be_visible()
    await dora.page.locator(".me-card").click()
    await dora.page.get_by_role("switch", name="Direct messages").check()
    await expect(dora.page.locator(".me-card")).to_contain_text("@dora")


async def test_the_language_can_be_changed(seats: Seats, sandbox: Sandbox, channel: Channel) -> None:
    dora = await seats.sit("Dora", channel)
    await dora.page.locator(".me-card").click()
    await dora.page.get_by_label("Language").select_option("de")
    await dora.page.reload()
    await dora.page.locator(".me-card").click()
    await expect(dora.page.get_by_label("Language")).to_have_value("de")
    person = sandbox.world.person("Dora")
    assert person
    assert person.locale == "de"


async def test_players_write_to_each_other(seats: Seats, channel: Channel) -> None:
    ana, ben = await seats.sit("Ana", channel), await seats.sit("Ben", channel)
    await ana.page.get_by_role("button", name="Write to someone").click()
    await ana.page.get_by_role("option", name="Ben").click()
    await expect(ana.page.locator("h1")).to_have_text("Ben")
    await ana.say("psst")
    await ben.place("Ana").click()
    await expect(ben.message("psst")).to_be_visible()


async def test_everything_fits_on_a_phone(phone_seats: Seats, kitchen: Kitchen, channel: Channel) -> None:
    ana = await phone_seats.sit("Ana", channel)
    await expect(ana.place(channel.name)).to_be_hidden()
    for command in ("show selects", "show classic", "show new layout"):
        await ana.page.get_by_role("button", name="Slash commands").tap()
        await ana.page.locator(".suggestions .option").filter(has_text=command).tap()
        await ana.page.get_by_role("button", name="Send").tap()
        await expect(ana.page.locator(".origin").last).to_contain_text(command)
    assert await ana.page.evaluate("document.scrollingElement.scrollWidth") == 390
    assert await ana.page.locator(".scroller").evaluate("box => box.scrollWidth - box.clientWidth") == 0
    await ana.button("One").tap()
    box = await ana.page.locator(".picker").bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    assert box["y"] + box["height"] <= 844
    await ana.page.get_by_role("option", name="White").tap()
    await expect(ana.message("One: White")).to_be_visible()
    await ana.page.locator(".menu").tap()
    await ana.place("weighing-room").tap()
    await expect(ana.page.locator("h1")).to_have_text("weighing-room")
    await expect(ana.place("weighing-room")).to_be_hidden()


def lasting_port() -> int:
    """Find a port that nobody is given who asks for any, so that it is still free for a second sandbox.

    Systems give away those from 32,768 on.
    """
    for port in range(20_000 + os.getpid() % 10_000, 32_000):
        with socket.socket() as tried, suppress(OSError):
            tried.bind(("127.0.0.1", port))
            return port
    raise AssertionError("every port is taken")


async def test_the_page_comes_back_after_the_sandbox_was_started_anew(other_window: BrowserContext) -> None:
    port = lasting_port()
    async with Sandbox(port) as first:
        seats = Seats(other_window, first.url)
        channel = next(iter(first.guild.channels.values()))
        ana = await seats.sit_anew("Ana", channel)
        await ana.say("before")
        await expect(ana.message("before")).to_be_visible()
    await expect(ana.page.get_by_text("Connection lost")).to_be_visible()
    async with Sandbox(port) as second:
        assert second.url == first.url
        await expect(ana.page.get_by_text("Connection lost")).to_be_hidden()
        await expect(ana.message("before")).to_have_count(0)
        await ana.say("after")
        await expect(ana.message("after")).to_be_visible()
        seats.forgive("WebSocket|ERR_CONNECTION")
        await seats.settle()


async def test_a_player_unknown_to_a_new_sandbox_chooses_again(other_window: BrowserContext) -> None:
    port = lasting_port()
    async with Sandbox(port) as first:
        seats = Seats(other_window, first.url)
        page = await seats.open()
        await page.get_by_label("Name of a new player").fill("Guest")
        await page.keyboard.press("Enter")
        await expect(page.locator(".me-card")).to_contain_text("Guest")
    async with Sandbox(port):
        await expect(page.get_by_text("Guest is not there any more")).to_be_visible()
        seats.forgive("WebSocket|ERR_CONNECTION")
        await seats.settle()
