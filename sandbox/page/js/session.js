/** One person sitting at the page: their connection, what they know and what they may do. */

import { Gateway } from "./net/gateway.js";
import { restAs } from "./net/rest.js";
import { Interactions } from "./interactions.js";
import { nonce } from "./discord.js";
import { Store } from "./store/store.js";
import { reduce } from "./store/reduce.js";
import { toast } from "./elements/toasts.js";

const PAGE = 50;

export class Session {
  store;
  interactions;
  /** Ends the listeners that outlive an element when this person leaves. */
  #ending = new AbortController();
  #rest;
  #gateway;
  #loadingOlder = new Set();

  /** What the page can do for the session: `openModal(modal)`, `startCommand(path)`, `useCommand(path)`, `reveal(messageId)`. */
  ui = null;

  /** `onLost()` hears of every failed attempt to connect. */
  constructor(me, bot, { onLost }) {
    this.store = new Store(me);
    this.store.bot = bot;
    this.#rest = restAs(me.id);
    this.interactions = new Interactions(this.store, this.#rest, {
      onModal: (modal) => this.ui.openModal(modal),
      onError: toast,
    });
    this.#gateway = new Gateway(me.id, {
      onEvent: (event) => this.#receive(event),
      onState: (state) => this.#connected(state, onLost),
    });
  }

  start() {
    this.#gateway.open();
  }

  get signal() {
    return this.#ending.signal;
  }

  stop() {
    this.#ending.abort();
    this.#gateway.close();
    this.interactions.giveUp();
  }

  /** Open a channel, thread or direct message. */
  async navigate(channelId) {
    const channel = this.store.channels.get(channelId);
    if (!channel) return;
    this.store.currentId = channelId;
    history.replaceState(null, "", `${location.pathname}${location.search}#${channelId}`);
    this.store.emit("current", "nav");
    await this.load(channelId);
  }

  /** Open a channel at one of its messages. */
  async jumpTo(channelId, messageId) {
    if (channelId !== this.store.currentId) await this.navigate(channelId);
    if (messageId) setTimeout(() => this.ui.reveal(messageId));
  }

  /** Begin a slash command in the composer. */
  startCommand(path) {
    this.ui.startCommand(path);
  }

  /** Use a slash command as it is, or begin it where something has to be filled in. */
  useCommand(path) {
    this.ui.useCommand(path);
  }

  /** Fetch the newest page of a channel, once per connection. */
  async load(channelId) {
    const log = this.store.log(channelId);
    if (log.isFresh) return;
    await this.#trying(async () => {
      const page = await this.#rest.messages(channelId, { limit: PAGE });
      log.renew(page, page.length < PAGE);
      this.store.emit("messages");
    });
  }

  /** Fetch the page before the oldest known message. */
  async loadOlder(channelId) {
    const log = this.store.log(channelId);
    if (!log.isFresh || log.isComplete || this.#loadingOlder.has(channelId)) return;
    this.#loadingOlder.add(channelId);
    await this.#trying(async () => {
      const page = await this.#rest.messages(channelId, { limit: PAGE, before: log.oldest });
      log.isComplete = page.length < PAGE;
      log.add(page);
      this.store.emit("messages");
    });
    this.#loadingOlder.delete(channelId);
  }

  /** Say something; false when the sandbox refused it. */
  say(channelId, content) {
    return this.#trying(() => this.#rest.say(channelId, content, nonce()));
  }

  dismiss(message) {
    this.store.log(message.channel_id).remove(message.id);
    this.store.emit("messages");
    return this.#trying(() => this.#rest.dismiss(message.channel_id, message.id));
  }

  /** Open the direct message with a person. */
  async direct(userId) {
    await this.#trying(async () => {
      const channel = await this.#rest.openDirect(userId);
      reduce(this.store, { t: "CHANNEL_CREATE", d: channel });
      await this.navigate(channel.id);
    });
  }

  /** Change the person's own settings: `{dms_open}` or `{locale}`. */
  async change(settings) {
    return this.#trying(async () => {
      const user = await this.#rest.change(settings);
      reduce(this.store, { t: "USER_UPDATE", d: { id: this.store.me.id, ...settings, ...user } });
    });
  }

  markRead() {
    const channel = this.store.current;
    if (!channel || !this.store.unread.isUnread(channel)) return;
    this.store.unread.read(channel);
    this.store.emit("nav");
  }

  #receive(event) {
    if (this.interactions.receive(event)) return;
    reduce(this.store, event);
    if (event.t === "READY") this.#settle();
    else if (!this.store.current && this.store.currentId) this.#settle();
  }

  /** After every READY: open the channel that was open, that the address names, or the first there is. */
  #settle() {
    const wanted = [this.store.currentId, location.hash.slice(1)].find((id) => this.store.channels.has(id));
    const guild = [...this.store.guilds.keys()][0];
    const first = guild ? this.store.channelsOf(guild).find((channel) => channel.type === 0) : null;
    this.store.currentId = null;
    this.store.emit("nav");
    this.navigate(wanted ?? first?.id ?? [...this.store.channels.keys()][0]);
  }

  #connected(state, onLost) {
    this.store.connection = state;
    this.store.emit("connection");
    if (state !== "lost") return;
    this.interactions.giveUp();
    onLost();
  }

  async #trying(action) {
    try {
      await action();
      return true;
    } catch (error) {
      toast(error);
      return false;
    }
  }
}
