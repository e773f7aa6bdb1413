/** The messages of one channel that this tab knows, oldest first. */

import { compareIds } from "../discord.js";

export class Log {
  messages = [];
  /** Whether the newest page has been fetched since the connection was (re)made. */
  isFresh = false;
  /** Whether the first message of the channel is here. */
  isComplete = false;

  get oldest() {
    return this.messages[0]?.id ?? null;
  }

  find(id) {
    return this.messages.find((message) => message.id === id) ?? null;
  }

  /** Put messages in their places; one that is known already is replaced. */
  add(messages) {
    const byId = new Map(this.messages.map((message) => [message.id, message]));
    for (const message of messages) byId.set(message.id, message);
    this.messages = [...byId.values()].sort((a, b) => compareIds(a.id, b.id));
  }

  /** Merge what an update says into the message, if it is known. */
  update(change) {
    this.messages = this.messages.map((message) =>
      message.id === change.id ? { ...message, ...change } : message,
    );
  }

  remove(id) {
    this.messages = this.messages.filter((message) => message.id !== id);
  }

  /**
   * The newest page as fetched (newest first) takes the place of what was known, but for whatever came
   * in while the page was on its way.
   */
  renew(page, isComplete) {
    const isLater = (message) => page.length > 0 && compareIds(message.id, page[0].id) > 0;
    this.messages = this.messages.filter(isLater);
    this.add(page);
    this.isFresh = true;
    this.isComplete = isComplete;
  }
}
