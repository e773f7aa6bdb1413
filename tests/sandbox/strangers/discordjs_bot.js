/** A bot on discord.js, which plays the round of `test_strangers.py`. */
"use strict";

const {
  ActionRowBuilder,
  AttachmentBuilder,
  ButtonBuilder,
  ButtonStyle,
  Client,
  EmbedBuilder,
  Events,
  GatewayIntentBits,
  MessageFlags,
  ModalBuilder,
  SlashCommandBuilder,
  StringSelectMenuBuilder,
  TextInputBuilder,
  TextInputStyle,
} = require("discord.js");

const HORSES = ["Green Spirit", "Avanti"];
const PRIVATE = { flags: MessageFlags.Ephemeral };
const { Guilds, GuildMembers, GuildMessages } = GatewayIntentBits;

const client = new Client({
  intents: [Guilds, GuildMembers, GuildMessages],
  rest: { api: process.env.DISCORD_API_URL.replace(/\/v10$/, "") },
});
const complain = (...what) => console.error(...what);
for (const name of [Events.Error, Events.Warn, Events.ShardError]) client.on(name, complain);
process.on("warning", complain);

let thread, picture;
let bets = 0;

client.once(Events.ClientReady, async () => {
  await client.application.fetch();
  const command = new SlashCommandBuilder()
    .setName("round")
    .setDescription("Play a round")
    .addStringOption((o) => o.setName("horse").setDescription("Which").setRequired(true).setAutocomplete(true))
    .addUserOption((o) => o.setName("rival").setDescription("Who"));
  await client.application.commands.set([command]);
});

client.on(Events.MessageCreate, async (message) => {
  if (message.author.bot || !message.guildId) return;
  await message.channel.sendTyping();
  const messages = await message.channel.messages.fetch({ limit: 100 });
  await message.reply(`Heard ${messages.filter(({ author }) => !author.bot).size}`);
});

client.on(Events.InteractionCreate, (interaction) =>
  ANSWERS[interaction.isAutocomplete() ? "type" : (interaction.commandName ?? interaction.customId)](interaction).catch(
    complain,
  ),
);

const row = (...parts) => new ActionRowBuilder().addComponents(...parts);
const button = (label) =>
  new ButtonBuilder().setCustomId(label.toLowerCase()).setLabel(label).setStyle(ButtonStyle.Primary);

function board() {
  const options = HORSES.map((horse) => ({ label: horse, value: horse }));
  const menu = new StringSelectMenuBuilder().setCustomId("horse").setPlaceholder("Which horse?").addOptions(options);
  return [row(...["Bet", "Form", "Picture", "Secret", "End"].map(button)), row(menu)];
}

const ANSWERS = {
  async type(typed) {
    const found = HORSES.filter((horse) => horse.toLowerCase().startsWith(typed.options.getFocused().toLowerCase()));
    await typed.respond(found.map((horse) => ({ name: horse, value: horse })));
  },

  async round(command) {
    const rival = command.options.getMember("rival");
    const { resource } = await command.reply({
      content: `${command.options.getString("horse")} against ${rival.displayName}`,
      embeds: [new EmbedBuilder().setTitle("Race 1")],
      components: board(),
      withResponse: true,
    });
    thread = await resource.message.startThread({ name: "The race" });
    await thread.members.add(rival);
    const members = await thread.members.fetch({ withMember: true });
    const names = members.map(({ guildMember }) => guildMember.displayName);
    await thread.send(`Here: ${names.sort().join(", ")}`);
    await command.user.send({ content: "Psst", components: [row(button("Nod"))] });
  },

  nod: (press) => press.update({ content: "You nodded.", components: [] }),

  async bet(press) {
    await press.deferUpdate();
    await press.editReply(`Bets: ${++bets}`);
  },

  horse: (press) => press.update(`Picked ${press.values[0]}`),

  async form(press) {
    const words = new TextInputBuilder().setCustomId("words").setLabel("Words").setStyle(TextInputStyle.Short);
    await press.showModal(new ModalBuilder().setCustomId("speech").setTitle("Speak").addComponents(row(words)));
  },

  speech: (form) => form.reply({ content: `You wrote: ${form.fields.getTextInputValue("words")}`, ...PRIVATE }),

  async picture(press) {
    await press.deferReply();
    picture = await press.editReply({ files: [new AttachmentBuilder(Buffer.from("a horse"), { name: "horse.txt" })] });
  },

  async secret(press) {
    await press.deferReply(PRIVATE);
    await press.editReply("A secret");
    await press.followUp({ content: "Another", ...PRIVATE });
  },

  async end(press) {
    await press.update({ content: "Ending", components: [] });
    const guild = await press.guild.fetch();
    await guild.roles.fetch();
    await guild.channels.fetch();
    await guild.members.fetch();
    await guild.channels.fetchActiveThreads();
    await client.guilds.fetch();
    await client.fetchDefaultSoundboardSounds();
    const starter = await thread.fetchStarterMessage();
    await picture.edit("Old");
    await picture.delete();
    await thread.edit({ name: "Over", archived: true });
    await press.editReply(starter.id === press.message.id ? "Over" : "It began elsewhere");
  },
};

client.login(process.env.DISCORD_TOKEN);
