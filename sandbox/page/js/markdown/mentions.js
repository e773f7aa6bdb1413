/** Mentions of people, roles, channels and commands, as they stand in a text. */

import { displayName } from "../discord.js";
import { h } from "../elements/dom.js";

export function userMention(id, session) {
  const { store } = session;
  const user = store.users.get(id);
  const text = user ? `@${displayName(user)}` : `@${id}`;
  const isOther = user && id !== store.me.id;
  if (!isOther) return h("span.mention.is-me", text);
  return h(
    "button.mention",
    { title: `Message ${displayName(user)}`, onclick: () => session.direct(id) },
    text,
  );
}

export function roleMention(id, { store }) {
  const role = [...store.guilds.values()].map((guild) => guild.roles.get(id)).find(Boolean);
  return h("span.mention", `@${role?.name ?? "unknown role"}`);
}

export function channelMention(id, session) {
  const channel = session.store.channels.get(id);
  if (!channel) return h("span.mention", "#unknown");
  return h("button.mention", { onclick: () => session.navigate(id) }, `#${channel.name ?? "direct message"}`);
}

export function commandMention(name, id, session) {
  return h("button.mention", { onclick: () => session.startCommand(name) }, `/${name}`);
}
