/** What each gateway event does to the store. */

import { compareIds, displayName, isThread } from "../discord.js";

/** Discord takes somebody for typing so long after the last sign of it, in milliseconds. */
const TYPING = 10_000;

/** Apply one event; true when it was one that the store keeps. */
export function reduce(store, { t, d }) {
  const apply = EVENTS[t];
  if (!apply) return false;
  apply(store, d);
  return true;
}

const EVENTS = {
  READY: ready,
  MESSAGE_CREATE: messageCreated,
  MESSAGE_UPDATE: messageUpdated,
  MESSAGE_DELETE: (store, d) => messagesDeleted(store, d.channel_id, [d.id]),
  MESSAGE_DELETE_BULK: (store, d) => messagesDeleted(store, d.channel_id, d.ids),
  CHANNEL_CREATE: channelSet,
  CHANNEL_UPDATE: channelSet,
  CHANNEL_DELETE: channelGone,
  THREAD_CREATE: channelSet,
  THREAD_UPDATE: channelSet,
  THREAD_DELETE: channelGone,
  THREAD_LIST_SYNC: (store, d) => d.threads.forEach((thread) => channelSet(store, thread)),
  GUILD_CREATE: guildSet,
  GUILD_DELETE: guildGone,
  GUILD_MEMBER_ADD: memberSet,
  GUILD_MEMBER_UPDATE: memberSet,
  GUILD_MEMBER_REMOVE: memberGone,
  GUILD_ROLE_CREATE: roleSet,
  GUILD_ROLE_UPDATE: roleSet,
  GUILD_ROLE_DELETE: roleGone,
  USER_UPDATE: userSet,
  COMMANDS_UPDATE: commandsSet,
  TYPING_START: typingStarted,
};

function ready(store, d) {
  store.me = d.user;
  store.users = new Map();
  for (const user of [...(d.users ?? []), d.user]) store.users.set(user.id, user);
  store.guilds = new Map();
  store.channels = new Map();
  store.pending.clear();
  store.notes.clear();
  for (const log of store.logs.values()) log.isFresh = false;
  for (const guild of d.guilds) guildSet(store, guild);
  for (const channel of d.private_channels) channelSet(store, channel);
  store.commands = d.commands ?? {};
  store.emit("commands");
}

function guildSet(store, d) {
  const members = new Map((d.members ?? []).map((member) => [member.user.id, member]));
  const roles = new Map((d.roles ?? []).map((role) => [role.id, role]));
  store.guilds.set(d.id, { id: d.id, name: d.name, owner_id: d.owner_id, members, roles });
  for (const { user } of members.values()) store.users.set(user.id, user);
  for (const channel of [...(d.channels ?? []), ...(d.threads ?? [])])
    channelSet(store, { ...channel, guild_id: d.id });
  changed(store, { isRenamed: true });
}

function guildGone(store, d) {
  store.guilds.delete(d.id);
  for (const channel of store.channels.values())
    if (channel.guild_id === d.id) store.channels.delete(channel.id);
  changed(store, { isRenamed: false });
}

function channelSet(store, d) {
  const before = store.channels.get(d.id);
  const channel = { ...before, ...d };
  store.channels.set(d.id, channel);
  for (const user of d.recipients ?? []) if (!store.users.has(user.id)) store.users.set(user.id, user);
  store.unread.meet(channel, { isDirect: !channel.guild_id });
  changed(store, { isRenamed: before?.name !== channel.name });
}

function channelGone(store, d) {
  store.channels.delete(d.id);
  store.logs.delete(d.id);
  for (const channel of store.channels.values()) {
    if (isThread(channel) && channel.parent_id === d.id) store.channels.delete(channel.id);
  }
  changed(store, { isRenamed: true });
}

function memberSet(store, d) {
  const guild = store.guilds.get(d.guild_id);
  if (!guild) return;
  guild.members.set(d.user.id, { ...guild.members.get(d.user.id), ...d });
  userSet(store, d.user);
}

function memberGone(store, d) {
  store.guilds.get(d.guild_id)?.members.delete(d.user.id);
  changed(store, { isRenamed: false });
}

function roleSet(store, d) {
  store.guilds.get(d.guild_id)?.roles.set(d.role.id, d.role);
  changed(store, { isRenamed: true });
}

function roleGone(store, d) {
  store.guilds.get(d.guild_id)?.roles.delete(d.role_id);
  changed(store, { isRenamed: true });
}

function userSet(store, user) {
  const before = store.users.get(user.id);
  const after = { ...before, ...user };
  store.users.set(user.id, after);
  if (user.id === store.me.id) store.me = after;
  changed(store, { isRenamed: !before || displayName(before) !== displayName(after) });
}

/** Have the sidebar painted again, and after a change of names the messages, which may mention them. */
function changed(store, { isRenamed }) {
  if (isRenamed) store.names += 1;
  store.emit("nav", ...(isRenamed ? ["messages"] : []));
}

function typingStarted(store, { channel_id, user_id }) {
  if (user_id === store.me.id) return;
  if (!store.typing.has(channel_id)) store.typing.set(channel_id, new Map());
  store.typing.get(channel_id).set(user_id, Date.now() + TYPING);
  store.emit("typing");
}

function commandsSet(store, d) {
  if (Array.isArray(d.commands)) store.commands = { ...store.commands, [d.guild_id ?? "global"]: d.commands };
  else store.commands = d.commands ?? d;
  store.emit("commands");
}

function messageCreated(store, message) {
  const channel = store.channels.get(message.channel_id);
  store.log(message.channel_id).add([message]);
  store.typing.get(message.channel_id)?.delete(message.author.id);
  if (!channel) return;
  if (!channel.last_message_id || compareIds(message.id, channel.last_message_id) > 0)
    channel.last_message_id = message.id;
  if (message.author.id === store.me.id) store.unread.read(channel);
  else store.unread.count(channel.id, isForMe(store, channel, message));
  store.emit("nav", "messages");
}

function isForMe(store, channel, message) {
  if (!channel.guild_id || message.mention_everyone) return true;
  return (message.mentions ?? []).some((user) => user.id === store.me.id);
}

function messageUpdated(store, change) {
  store.log(change.channel_id).update(change);
  store.failed.delete(change.id);
  store.emit("messages");
}

function messagesDeleted(store, channelId, ids) {
  for (const id of ids) {
    store.log(channelId).remove(id);
    store.failed.delete(id);
  }
  store.emit("messages");
}
