"""What a person clicks, picks and fills in."""

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


async def test_a_click_changes_the_message_for_everybody(ana: Seat, seats: Seats, channel: Channel) -> None:
    ben = await seats.sit("Ben", channel)
    await ana.use("show buttons")
    await ben.button("Count 0").click()
    await expect(ana.button("Count 1")).to_be_visible()
    await expect(ana.message("Press one").locator(".edited")).to_be_visible()


async def test_buttons_come_in_every_style(ana: Seat) -> None:
    await ana.use("show buttons")
    await expect(ana.button("Count 0")).to_have_class("button is-primary")
    await expect(ana.button("Whisper")).to_have_class("button is-success")
    await expect(ana.button("Ignore me")).to_have_class("button is-danger")
    await expect(ana.button("Think")).to_have_class("button is-secondary")
    await expect(ana.button("Closed")).to_be_disabled()
    link = ana.page.get_by_role("link", name="Read on")
    await expect(link).to_have_attribute("href", "https://example.org/rules")
    await expect(link).to_have_attribute("rel", "noopener noreferrer")


async def test_a_whisper_is_seen_by_one_and_can_be_dismissed(
    ana: Seat, seats: Seats, channel: Channel
) -> None:
    ben = await seats.sit("Ben", channel)
    await ana.use("show buttons")
    await ana.button("Whisper").click()
    whisper = ana.message("Only for Ana")
    await expect(whisper).to_contain_text("Only you can see this")
    await expect(ben.button("Whisper")).to_be_visible()
    await expect(ben.message("Only for Ana")).to_have_count(0)
    await whisper.get_by_role("button", name="Dismiss").click()
    await expect(whisper).to_have_count(0)
    await ana.page.reload()
    await expect(ana.button("Whisper")).to_be_visible()
    await expect(ana.message("Only for Ana")).to_have_count(0)


async def test_an_unanswered_click_waits_and_then_says_that_it_failed(ana: Seat, sandbox: Sandbox) -> None:
    await ana.use("show buttons")
    await ana.button("Ignore me").click()
    await expect(ana.button("Ignore me")).to_have_attribute("aria-busy", "true")
    sandbox.services.interactions.run_out()
    await expect(ana.message("Press one").locator(".failed")).to_have_text("This interaction failed")
    await expect(ana.button("Ignore me")).not_to_have_attribute("aria-busy", "true")


async def test_a_deferred_answer_thinks_until_it_is_there(ana: Seat, kitchen: Kitchen) -> None:
    await ana.use("show buttons")
    await ana.button("Think").click()
    await expect(ana.page.locator(".thinking")).to_be_visible()
    kitchen.buttons.let_go.set()
    await expect(ana.message("Thought it over")).to_be_visible()
    await expect(ana.page.locator(".thinking")).to_have_count(0)


async def test_one_choice_is_sent_at_once(ana: Seat) -> None:
    await ana.use("show selects")
    await ana.button("One").click()
    await expect(ana.page.get_by_role("option", name="Gold")).to_contain_text("Number 3")
    await ana.page.get_by_role("option", name="Gold").click()
    await expect(ana.message("One: Gold")).to_be_visible()


async def test_several_choices_are_sent_when_confirmed(ana: Seat) -> None:
    await ana.use("show selects")
    await ana.button("Several").click()
    confirm = ana.page.get_by_role("button", name="Confirm")
    await ana.page.get_by_role("option", name="Pink").click()
    await expect(confirm).to_be_disabled()
    for name in ("Red", "Blue"):
        await ana.page.get_by_role("option", name=name).click()
    await expect(ana.page.get_by_role("option", name="Gold")).to_have_attribute("aria-disabled", "true")
    await confirm.click()
    await expect(ana.message("Several: Red, Blue, Pink")).to_be_visible()


async def test_leaving_a_list_with_escape_sends_nothing(ana: Seat) -> None:
    await ana.use("show selects")
    await ana.button("Several").click()
    await ana.press("Enter", "ArrowDown", "Enter", "Escape")
    await expect(ana.page.locator(".picker")).to_have_count(0)
    await expect(ana.button("Several")).to_be_focused()
    await ana.press("Enter", "Enter", "ArrowDown", "ArrowDown", "Enter", "Tab", "Enter")
    await expect(ana.message("Several: Red, Gold")).to_be_visible()
    await expect(ana.messages).to_have_count(2)


async def test_people_roles_and_channels_can_be_picked(ana: Seat) -> None:
    await ana.use("show selects")
    for menu, option, answer in (
        ("Person", "Ben", "Person: ben"),
        ("Role", "@Paddock", "Role: Paddock"),
        ("Channel", "#weighing-room", "Channel: weighing-room"),
    ):
        await ana.button(menu).click()
        await ana.page.get_by_role("option", name=option).first.click()
        await expect(ana.message(answer)).to_be_visible()


async def test_a_person_and_a_role_can_be_picked_together(ana: Seat) -> None:
    await ana.use("show selects")
    await ana.button("Anyone you would like to race against tonight").click()
    for name in ("Cleo", "@Paddock"):
        await ana.page.get_by_role("option", name=name).last.click()
    await ana.page.get_by_role("button", name="Confirm").click()
    await expect(ana.message("Anyone you would like to race against tonight: cleo, Paddock")).to_be_visible()


async def test_a_form_is_checked_filled_in_and_sent(ana: Seat) -> None:
    await ana.use("show buttons")
    await ana.button("Form").click()
    form = ana.page.get_by_role("dialog", name="Place a bet")
    await expect(form).to_contain_text("Bets are secret until the finish.")
    await expect(form.get_by_label("Stake")).to_be_focused()
    await ana.page.keyboard.type("5")
    await form.get_by_role("button", name="Submit").click()
    await expect(form.locator(".problem:not(:empty)")).to_have_text(
        ["At least 2 characters, please: there are 1.", "Choose something here.", "Choose something here."]
    )
    await form.get_by_label("Stake").fill("500")
    await form.get_by_label("Horses").click()
    for name in ("Gold", "Pink"):
        await ana.page.get_by_role("option", name=name).click()
    await ana.page.get_by_role("button", name="Confirm").click()
    await form.get_by_label("Place").check()
    await form.get_by_label("Double").check()
    await form.get_by_role("button", name="Submit").click()
    await expect(ana.message("500 on Gold+Pink, Place, ['Double']")).to_be_visible()
    await expect(form).to_have_count(0)


async def test_a_form_of_the_older_kind_works_too(ana: Seat) -> None:
    await ana.use("pick")
    form = ana.page.get_by_role("dialog", name="Say why")
    await form.get_by_label("Reason").fill("a hunch")
    await form.get_by_role("button", name="Submit").click()
    await expect(ana.message("Because: a hunch")).to_be_visible()
