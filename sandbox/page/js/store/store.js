/** All that one person's client knows, and who wants to hear when it changes. */

import { Context, contextsOf, isThread } from "../discord.js";
import { Log } from "./log.js";
import { Unread } from "./unread.js";

/**
 * Topics that views listen to: `nav` (servers, channels, people, unread marks), `messages` (the open
 * channel's log), `current` (another channel was opened), `commands`, `connection`, `typing`.
 */
export class Store {
  me;
  bot = null;
  users = new Map();
  /** Server id → `{id, name, owner_id, members: Map, roles: Map}`. */
  guilds = new Map();
  /** Every channel, thread and direct message by id. */
  channels = new Map();
  /** Server id or "global" → application commands. */
  commands = {};
  logs = new Map();
  unread;
  currentId = null;
  connection = "connecting";
  /** Components waiting for their interaction's answer: `message id/custom id`. */
  pending = new Set();
  /** Messages under which an interaction failed. */
  failed = new Set();
  /** Channel id → commands in flight or failed, shown below the messages. */
  notes = new Map();
  /** Channel id → user id → until when (in milliseconds since 1970) they count as typing. */
  typing = new Map();
  /** Counts changes of names, so that messages that mention them can be painted again. */
  names = 0;
  #listeners = new Map();

  constructor(me) {
    this.me = me;
    this.unread = new Unread(me.id);
  }

  /** Call `listener` at every `emit` of the topic. */
  on(topic, listener) {
    if (!this.#listeners.has(topic)) this.#listeners.set(topic, []);
    this.#listeners.get(topic).push(listener);
  }

  emit(...topics) {
    for (const topic of topics) for (const listener of this.#listeners.get(topic) ?? []) listener();
  }

  get current() {
    return this.channels.get(this.currentId) ?? null;
  }

  log(channelId) {
    if (!this.logs.has(channelId)) this.logs.set(channelId, new Log());
    return this.logs.get(channelId);
  }

  /** The channels of a server in their order, without threads. */
  channelsOf(guildId) {
    return [...this.channels.values()]
      .filter((channel) => channel.guild_id === guildId && !isThread(channel))
      .sort((a, b) => (a.position ?? 0) - (b.position ?? 0));
  }

  /** The threads of a channel that are open, or that are worth showing all the same. */
  threadsOf(channelId) {
    return [...this.channels.values()].filter(
      (channel) => isThread(channel) && channel.parent_id === channelId && this.#isShown(channel),
    );
  }

  #isShown(thread) {
    return !thread.thread_metadata?.archived || thread.id === this.currentId || this.unread.isUnread(thread);
  }

  directMessages() {
    return [...this.channels.values()].filter((channel) => !channel.guild_id);
  }

  /** The other person of a direct message (oneself, should there be none). */
  partner(channel) {
    const other = channel.recipients?.find((user) => user.id !== this.me.id) ?? this.me;
    return this.users.get(other.id) ?? other;
  }

  guildOf(channel) {
    return this.guilds.get(channel?.guild_id) ?? null;
  }

  /** The commands that can be used in a channel: the server's own, and the global ones that are for such places. */
  commandsIn(channel) {
    const own = channel?.guild_id ? (this.commands[channel.guild_id] ?? []) : [];
    const global = this.commands.global ?? [];
    const taken = new Set(own.map((command) => command.name));
    const place = channel?.guild_id ? Context.GUILD : Context.BOT_DM;
    const here = global.filter((command) => contextsOf(command).includes(place));
    return [...own, ...here.filter((command) => !taken.has(command.name))];
  }

  /** Who is typing in a channel, as `{user, until}`. */
  typingIn(channelId) {
    return [...(this.typing.get(channelId) ?? [])]
      .filter(([id, until]) => until > Date.now() && this.users.has(id))
      .map(([id, until]) => ({ user: this.users.get(id), until }));
  }

  notesIn(channelId) {
    return this.notes.get(channelId) ?? [];
  }
}
