"""A bot on hikari, which plays the round of `test_strangers.py`; it runs where this project is not installed."""

from __future__ import annotations

import os
from typing import Any

import hikari
from hikari.impl import AutocompleteChoiceBuilder

HORSES = ("Green Spirit", "Avanti")
PRIVATE = hikari.MessageFlag.EPHEMERAL
RESPONSE = hikari.ResponseType

bot = hikari.GatewayBot(
    os.environ["DISCORD_TOKEN"],
    rest_url=os.environ["DISCORD_API_URL"],
    intents=hikari.Intents.GUILDS | hikari.Intents.GUILD_MEMBERS | hikari.Intents.GUILD_MESSAGES,
    banner=None,
    logs="WARNING",
    suppress_optimization_warning=True,
)
rest = bot.rest


class Race:
    thread: hikari.GuildThreadChannel
    picture: hikari.Message
    bets = 0


@bot.listen()
async def on_started(_: hikari.StartedEvent) -> None:
    horse = hikari.CommandOption(
        type=hikari.OptionType.STRING, name="horse", description="Which", is_required=True, autocomplete=True
    )
    rival = hikari.CommandOption(type=hikari.OptionType.USER, name="rival", description="Who")
    command = rest.slash_command_builder("round", "Play a round").add_option(horse).add_option(rival)
    await rest.set_application_commands(await rest.fetch_application(), [command])


@bot.listen()
async def on_message(event: hikari.GuildMessageCreateEvent) -> None:
    if event.is_human:
        await rest.trigger_typing(event.channel_id)
        heard = [
            each async for each in rest.fetch_messages(event.channel_id, after=0) if not each.author.is_bot
        ]
        await rest.create_message(event.channel_id, f"Heard {len(heard)}", reply=event.message)


@bot.listen()
async def on_interaction(event: hikari.InteractionCreateEvent) -> None:
    match event.interaction:
        case hikari.AutocompleteInteraction() as typed:
            text = str(typed.options[0].value).lower()
            found = [horse for horse in HORSES if horse.lower().startswith(text)]
            await typed.create_response([AutocompleteChoiceBuilder(horse, horse) for horse in found])
        case hikari.CommandInteraction() as command:
            await play(command)
        case hikari.ModalInteraction() as form:
            words = form.components[0].components[0].value
            await form.create_initial_response(RESPONSE.MESSAGE_CREATE, f"You wrote: {words}", flags=PRIVATE)
        case hikari.ComponentInteraction() as press:
            await PRESSES[press.custom_id](press)


async def play(command: hikari.CommandInteraction) -> None:
    options = {option.name: option.value for option in command.options}
    rival = command.resolved.members[options["rival"]]
    await command.create_initial_response(
        RESPONSE.MESSAGE_CREATE,
        f"{options['horse']} against {rival.display_name}",
        embed=hikari.Embed(title="Race 1"),
        components=board(),
    )
    message = await command.fetch_initial_response()
    Race.thread = await rest.create_message_thread(command.channel_id, message, "The race")
    await rest.add_thread_member(Race.thread, rival)
    here = [each.user_id for each in await rest.fetch_thread_members(Race.thread)]
    names = [(await rest.fetch_member(command.guild_id, user_id)).display_name for user_id in here]
    await rest.create_message(Race.thread, f"Here: {', '.join(sorted(names))}")
    row = rest.build_message_action_row()
    row.add_interactive_button(hikari.ButtonStyle.SECONDARY, "nod", label="Nod")
    await command.user.send("Psst", component=row)


def board() -> list[Any]:
    buttons, menu = rest.build_message_action_row(), rest.build_message_action_row()
    for label in ("Bet", "Form", "Picture", "Secret", "End"):
        buttons.add_interactive_button(hikari.ButtonStyle.PRIMARY, label.lower(), label=label)
    select = menu.add_text_menu("horse", placeholder="Which horse?")
    for horse in HORSES:
        select.add_option(horse, horse)
    return [buttons, menu]


async def nod(press: hikari.ComponentInteraction) -> None:
    await press.create_initial_response(RESPONSE.MESSAGE_UPDATE, "You nodded.", components=[])


async def bet(press: hikari.ComponentInteraction) -> None:
    await press.create_initial_response(RESPONSE.DEFERRED_MESSAGE_UPDATE)
    Race.bets += 1
    await press.edit_initial_response(f"Bets: {Race.bets}")


async def pick(press: hikari.ComponentInteraction) -> None:
    await press.create_initial_response(RESPONSE.MESSAGE_UPDATE, f"Picked {press.values[0]}")


async def form(press: hikari.ComponentInteraction) -> None:
    row = rest.build_modal_action_row()
    row.add_text_input("words", "Words")
    await press.create_modal_response("Speak", "speech", component=row)


async def picture(press: hikari.ComponentInteraction) -> None:
    await press.create_initial_response(RESPONSE.DEFERRED_MESSAGE_CREATE)
    Race.picture = await press.edit_initial_response(attachment=hikari.Bytes(b"a horse", "horse.txt"))


async def secret(press: hikari.ComponentInteraction) -> None:
    await press.create_initial_response(RESPONSE.DEFERRED_MESSAGE_CREATE, flags=PRIVATE)
    await press.edit_initial_response("A secret")
    await press.execute("Another", flags=PRIVATE)


async def end(press: hikari.ComponentInteraction) -> None:
    guild = press.guild_id
    await press.create_initial_response(RESPONSE.MESSAGE_UPDATE, "Ending", components=[])
    await rest.fetch_guild(guild)
    await rest.fetch_roles(guild)
    await rest.fetch_guild_channels(guild)
    await rest.fetch_active_threads(guild)
    await rest.fetch_my_guilds()
    await rest.fetch_channel(Race.thread)
    await rest.edit_message(Race.picture.channel_id, Race.picture, "Old")
    await rest.delete_message(Race.picture.channel_id, Race.picture)
    await rest.edit_channel(Race.thread, name="Over", archived=True)
    await press.edit_initial_response("Over")


PRESSES = {
    "nod": nod,
    "bet": bet,
    "horse": pick,
    "form": form,
    "picture": picture,
    "secret": secret,
    "end": end,
}

if __name__ == "__main__":
    bot.run(check_for_updates=False)
