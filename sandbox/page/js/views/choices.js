/** What can be chosen in a select menu or a command's option: people, roles and channels as plain choices. */

import { ChannelType, ComponentType, displayName, isThread } from "../discord.js";

/**
 * The options of a select menu as `{value, label, description?, emoji?}` and the values chosen in
 * advance.
 */
export function choicesFor(data, store, channel) {
  if (data.type === ComponentType.STRING_SELECT) {
    return {
      options: data.options,
      chosen: data.options.filter((option) => option.default).map((option) => option.value),
    };
  }
  const chosen = (data.default_values ?? []).map(({ id }) => id);
  return { options: ENTITIES[data.type](store, channel, data), chosen };
}

const ENTITIES = {
  [ComponentType.USER_SELECT]: people,
  [ComponentType.ROLE_SELECT]: roles,
  [ComponentType.MENTIONABLE_SELECT]: (store, channel) => [
    ...people(store, channel),
    ...roles(store, channel),
  ],
  [ComponentType.CHANNEL_SELECT]: (store, channel, data) => channels(store, channel, data.channel_types),
};

/** The people of the channel's server, or those of the direct message. */
export function people(store, channel) {
  const guild = store.guildOf(channel);
  const users = guild
    ? [...guild.members.values()].map(({ user }) => store.users.get(user.id))
    : [store.me, ...(channel?.recipients ?? [])];
  return users.map(personChoice);
}

/** A person as a choice. */
export function personChoice(user) {
  return { value: user.id, label: displayName(user), description: user.bot ? "Bot" : `@${user.username}` };
}

/** The roles of the channel's server. */
export function roles(store, channel) {
  return [...(store.guildOf(channel)?.roles.values() ?? [])].map(({ id, name }) => ({
    value: id,
    label: name.startsWith("@") ? name : `@${name}`,
  }));
}

/** The channels and threads of the channel's server, of some types if given. */
export function channels(store, channel, types = null) {
  return [...store.channels.values()]
    .filter((each) => each.guild_id && each.guild_id === channel?.guild_id)
    .filter((each) => !types?.length || types.includes(each.type))
    .map((each) => ({ value: each.id, label: `#${each.name}`, description: describe(each) }));
}

function describe(channel) {
  if (isThread(channel)) return "Thread";
  return channel.type === ChannelType.ANNOUNCEMENT ? "Announcements" : channel.topic || undefined;
}
