"""Slash commands as a person types them."""

from __future__ import annotations

import pytest
import pytest_asyncio
from playwright.async_api import expect

from sandbox.model import Channel
from sandbox.server import Sandbox
from tests.browser.kitchen import Kitchen
from tests.browser.seats import Seat, Seats

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest_asyncio.fixture(loop_scope="session")
async def ana(seats: Seats, kitchen: Kitchen, channel: Channel) -> Seat:
    return await seats.sit("Ana", channel)


async def test_a_slash_lists_the_commands_and_typing_filters_them(ana: Seat) -> None:
    options = ana.page.locator(".suggestions .option")
    await ana.type("/")
    await expect(options.filter(has_text="/show new layout")).to_contain_text("containers, sections")
    await ana.page.keyboard.type("show bu")
    await expect(options).to_have_count(1)
    await ana.press("Tab")
    await expect(ana.page.locator(".command-name")).to_have_text("/show buttons")
    await ana.press("Backspace")
    await expect(ana.composer).to_have_value("/show buttons")


async def test_options_are_filled_in_by_keyboard_alone(ana: Seat) -> None:
    await ana.type("/bet ")
    await ana.page.keyboard.type("go")
    await expect(ana.page.locator(".suggestions .option")).to_have_text("Gold")
    await ana.press("Tab")
    await ana.page.keyboard.type("20")
    await ana.press("Tab", "ArrowDown", "Enter")
    await ana.page.keyboard.type("who")
    await ana.press("Enter")
    await ana.page.keyboard.type("cle")
    await ana.press("Enter", "Enter")
    await expect(ana.message("20 on gold to Place for Cleo")).to_contain_text("Only you can see this")


async def test_what_is_missing_or_wrong_is_said_before_sending(ana: Seat) -> None:
    await ana.type("/bet ")
    problem = ana.page.locator(".command-form .problem")
    await ana.press("Enter")
    await expect(problem).to_have_text("horse is missing: Which horse")
    await ana.page.get_by_label("stake").fill("51")
    await ana.page.get_by_label("horse").fill("red")
    await ana.press("Enter", "Enter")
    await expect(problem).to_have_text("stake takes a number from 1 to 50.")
    await expect(ana.page.get_by_label("stake")).to_be_focused()
    await ana.page.get_by_label("stake").fill("50")
    await ana.page.get_by_label("kind").fill("win")
    await ana.press("Escape", "Enter")
    await expect(ana.message("50 on red to Win for nobody")).to_be_visible()


async def test_a_yes_or_no_option_can_be_added(ana: Seat, seats: Seats, channel: Channel) -> None:
    ben = await seats.sit("Ben", channel)
    await ana.type("/bet ")
    await ana.page.get_by_label("horse").fill("red")
    await ana.page.get_by_label("stake").fill("1")
    await ana.page.get_by_label("kind").fill("Win")
    await ana.press("Tab")
    await ana.page.keyboard.type("loud")
    await ana.press("Enter")
    await ana.page.keyboard.type("t")
    await ana.press("Enter", "Enter")
    await expect(ben.message("1 on red to Win for nobody")).to_contain_text("Ana used /bet")


async def test_an_unanswered_command_says_so(ana: Seat, sandbox: Sandbox) -> None:
    await ana.use("ignore")
    await expect(ana.page.locator(".note")).to_have_text("Ana uses /ignore …")
    sandbox.services.interactions.run_out()
    await expect(ana.page.locator(".note.is-failed")).to_contain_text(
        "/ignore: the application did not respond"
    )
    await ana.page.locator(".note").get_by_role("button", name="Dismiss").click()
    await expect(ana.page.locator(".note")).to_have_count(0)


async def test_a_mentioned_command_can_be_clicked(ana: Seat) -> None:
    await ana.say("try </show classic:1>")
    await ana.message("try").get_by_role("button", name="/show classic").click()
    await expect(ana.page.locator(".command-name")).to_have_text("/show classic")


async def test_what_is_offered_goes_with_the_channel_on_a_phone(
    phone_seats: Seats, kitchen: Kitchen, sandbox: Sandbox, channel: Channel
) -> None:
    ana = await phone_seats.sit_anew("Ana", channel)
    offered = ana.page.get_by_text("Options you may add")
    await ana.composer.fill("/bet ")
    await ana.page.locator(".tail").tap()
    await expect(offered).to_be_visible()
    await ana.page.locator(".menu").tap()
    await ana.place("paddock-talk").tap()
    await expect(ana.page.locator("h1")).to_have_text("paddock-talk")
    await expect(offered).to_be_hidden()


async def test_a_refusal_is_shown_and_the_text_is_kept(ana: Seat, seats: Seats) -> None:
    await ana.composer.evaluate("field => field.removeAttribute('maxlength')")
    await ana.composer.fill("x" * 2001)
    await ana.press("Enter")
    await expect(ana.toasts).to_contain_text("Invalid Form Body: content: Must be 2000 or fewer in length.")
    await expect(ana.composer).to_have_value("x" * 2001)
    seats.forgive("status of 400")
