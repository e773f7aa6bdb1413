/** The messages of the open channel: painted as they change, followed at the foot, grown at the top. */

import { MessageType, compareIds, displayName, snowflakeTime } from "../../discord.js";
import { batched, fill, h, patchRows } from "../../elements/dom.js";
import { icon } from "../../elements/icons.js";
import { messageRow } from "./message.js";
import { hasOrigin } from "./origin.js";
import { welcome } from "./welcome.js";

/** Messages of one author closer than this stand together. */
const TOGETHER = 7 * 60 * 1000;
/** So near to the foot (in pixels) counts as at the foot. */
const NEAR = 80;

export class MessageList {
  element;
  #session;
  #scroller;
  #rows;
  #welcome;
  #jump;
  #isFollowing = true;
  /** How far down the page last was, as far as it knows: who is further up has scrolled since. */
  #top = 0;
  #channelId = null;
  /** The last message read when the channel was opened: the "New" line stands after it. */
  #mark = null;

  constructor(session) {
    this.#session = session;
    this.#rows = h("ol.messages");
    this.#welcome = h("div.welcome");
    this.#scroller = h(
      "div.scroller",
      { tabindex: "0", role: "region", "aria-label": "Conversation", onscroll: () => this.#scrolled() },
      h("div.scroller-inner", { role: "log", "aria-label": "Messages" }, this.#welcome, this.#rows),
    );
    this.#jump = h(
      "button.jump",
      { hidden: true, onclick: () => this.toFoot() },
      icon("down"),
      h("span", "New messages"),
    );
    this.element = h("div.message-list", this.#scroller, this.#jump);
    const paint = batched(() => this.#paint());
    session.store.on("messages", paint);
    session.store.on("current", paint);
    session.store.on("commands", paint);
    const sizes = new ResizeObserver(() => this.#keep());
    sizes.observe(this.#scroller.firstChild);
    sizes.observe(this.#scroller);
    document.addEventListener("visibilitychange", () => this.#keep(), { signal: session.signal });
  }

  /** Go to the newest message and stay there. */
  toFoot() {
    this.#isFollowing = true;
    this.#follow();
    this.#session.markRead();
    this.#jump.hidden = true;
  }

  /** Show one message, and light it up for a moment. */
  reveal(messageId) {
    const row = document.getElementById(`message-${messageId}`);
    if (!row) return;
    row.scrollIntoView({ block: "center" });
    row.classList.add("is-lit");
    setTimeout(() => row.classList.remove("is-lit"), 1600);
  }

  #paint() {
    const { store } = this.#session;
    const channel = store.current;
    if (!channel) return;
    this.#noticeScroll();
    if (channel.id !== this.#channelId) this.#enter(channel);
    if (isHidden() && store.unread.isUnread(channel)) this.#mark ??= store.unread.mark(channel.id);
    const log = store.log(channel.id);
    const hold = this.#hold();
    fill(
      this.#welcome,
      log.isComplete && log.isFresh ? welcome(channel, this.#session, log.messages.length === 0) : null,
    );
    patchRows(this.#rows, [...this.#messageRows(log.messages), ...this.#noteRows(channel.id)]);
    hold();
    this.#follow();
    this.#fillScreen(channel.id, log);
  }

  #enter(channel) {
    const { store } = this.#session;
    this.#channelId = channel.id;
    this.#isFollowing = true;
    this.#mark = store.unread.isUnread(channel) ? store.unread.mark(channel.id) : null;
    this.#jump.hidden = true;
    patchRows(this.#rows, []);
  }

  /** Note where the oldest message stands; the answer puts it there again, whatever came in above it. */
  #hold() {
    const id = this.#rows.querySelector("[id]")?.id;
    const top = document.getElementById(id)?.offsetTop;
    return () => {
      const moved = (document.getElementById(id)?.offsetTop ?? top) - top;
      if (moved) this.#scrollTo(this.#scroller.scrollTop + moved);
    };
  }

  /** Something has grown or shrunk: stay at the foot, unless the person has just left it. */
  #keep() {
    this.#noticeScroll();
    this.#follow();
  }

  #follow() {
    const { store } = this.#session;
    if (!store.current) return;
    if (this.#isFollowing) {
      this.#scrollTo(this.#scroller.scrollHeight);
      if (!isHidden()) this.#session.markRead();
    } else this.#jump.hidden = !store.unread.isUnread(store.current);
  }

  #scrollTo(top) {
    this.#scroller.scrollTop = top;
    this.#top = this.#scroller.scrollTop;
  }

  #scrolled() {
    this.#top = this.#scroller.scrollTop;
    this.#isFollowing = this.#isAtFoot();
    if (this.#isFollowing && !this.#jump.hidden) this.toFoot();
    if (this.#top < 300) this.#session.loadOlder(this.#channelId);
  }

  /** The browser tells of a scroll a frame late: what is painted before that must not take the person back. */
  #noticeScroll() {
    if (this.#scroller.scrollTop < this.#top && !this.#isAtFoot()) this.#isFollowing = false;
  }

  #isAtFoot() {
    const { scrollHeight, scrollTop, clientHeight } = this.#scroller;
    return scrollHeight - scrollTop - clientHeight < NEAR;
  }

  /** Fetch more while there is more and nothing to scroll yet. */
  #fillScreen(channelId, log) {
    if (!log.isComplete && this.#scroller.scrollHeight <= this.#scroller.clientHeight)
      this.#session.loadOlder(channelId);
  }

  #messageRows(messages) {
    const { store } = this.#session;
    const rows = [];
    let previous = null;
    for (const message of messages) {
      const isNewDay = !previous || dayOf(previous) !== dayOf(message);
      if (isNewDay) rows.push({ key: `day ${message.id}`, stamp: [], make: () => dayRow(message) });
      const isFirstNew =
        this.#mark &&
        previous &&
        compareIds(previous.id, this.#mark) <= 0 &&
        compareIds(message.id, this.#mark) > 0;
      if (isFirstNew) rows.push({ key: "new", stamp: [], make: newRow });
      const isCompact = !isNewDay && !isFirstNew && isTogether(previous, message);
      rows.push({
        key: message.id,
        stamp: [message, isCompact, store.names, store.failed.has(message.id), this.#pendingIn(message)],
        make: () => messageRow(message, this.#session, { isCompact }),
      });
      previous = message;
    }
    return rows;
  }

  #pendingIn(message) {
    return [...this.#session.store.pending].filter((mark) => mark.startsWith(`${message.id}/`)).join(" ");
  }

  #noteRows(channelId) {
    const { store, interactions } = this.#session;
    return store
      .notesIn(channelId)
      .map((note) => ({
        key: `note ${note.key}`,
        stamp: [note],
        make: () => noteRow(note, store.me, () => interactions.dropNote(channelId, note.key)),
      }));
  }
}

function isHidden() {
  return document.visibilityState === "hidden";
}

function dayOf(message) {
  return new Date(snowflakeTime(message.id)).toDateString();
}

function isTogether(previous, message) {
  if (hasOrigin(message) || previous.author.id !== message.author.id) return false;
  const isPlain = [MessageType.DEFAULT, MessageType.REPLY, MessageType.CHAT_INPUT_COMMAND].includes(
    previous.type,
  );
  return (
    isPlain &&
    previous.flags === message.flags &&
    snowflakeTime(message.id) - snowflakeTime(previous.id) < TOGETHER
  );
}

function dayRow(message) {
  const date = new Date(snowflakeTime(message.id)).toLocaleDateString(undefined, { dateStyle: "long" });
  return h("li.divider", h("span", date));
}

function newRow() {
  return h("li.divider.is-new", h("span", "New"));
}

function noteRow({ path, state }, me, onDismiss) {
  if (state === "sending")
    return h("li.note", h("span", { role: "status" }, `${displayName(me)} uses /${path} …`));
  const text = `/${path}: the application did not respond. `;
  const dismiss = h("button.link", { onclick: onDismiss }, "Dismiss");
  return h("li.note.is-failed", h("span", { role: "alert" }, icon("warning"), text, dismiss));
}
