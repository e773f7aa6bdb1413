/** What this person has read, channel by channel, kept in the browser. */

import { compareIds } from "../discord.js";

export class Unread {
  #key;
  #read;
  #counts = new Map();

  constructor(uid) {
    this.#key = `paddock.read.${uid}`;
    this.#read = stored(this.#key);
  }

  /** A server's channel seen for the first time starts as read; a direct message does not. */
  meet(channel, { isDirect }) {
    if (channel.id in this.#read || isDirect) return;
    this.#read[channel.id] = channel.last_message_id ?? channel.id;
  }

  /** One more message that nobody has looked at; `isForMe` counts it in the badge. */
  count(channelId, isForMe) {
    if (isForMe) this.#counts.set(channelId, this.mentions(channelId) + 1);
  }

  /** Everything up to this message has been seen. */
  read(channel) {
    this.#counts.delete(channel.id);
    const last = channel.last_message_id;
    if (!last || this.#read[channel.id] === last) return;
    this.#read[channel.id] = last;
    keep(this.#key, this.#read);
  }

  isUnread(channel) {
    const last = channel.last_message_id;
    const read = this.#read[channel.id];
    return Boolean(last) && (!read || compareIds(last, read) > 0);
  }

  /** How many unread messages are for this person in particular. */
  mentions(channelId) {
    return this.#counts.get(channelId) ?? 0;
  }

  /** The last message read in a channel, or null. */
  mark(channelId) {
    return this.#read[channelId] ?? null;
  }
}

function stored(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? {};
  } catch {
    return {}; // A browser that keeps nothing, or something else's value: start as new.
  }
}

function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A full or forbidden storage costs only the unread marks of the next visit.
  }
}
