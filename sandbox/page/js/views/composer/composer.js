/** The line at the foot of the page: plain messages and slash commands. */

import { displayName, isThread } from "../../discord.js";
import { fill, h } from "../../elements/dom.js";
import { icon } from "../../elements/icons.js";
import { CommandForm } from "./command-form.js";
import { flatten, matching } from "./commands.js";
import { Suggestions } from "./suggestions.js";

export class Composer {
  element;
  #session;
  #suggestions = new Suggestions();
  #text;
  #line;
  #form = null;
  #channelId = null;
  /** What was typed but not sent, by channel. */
  #drafts = new Map();
  #onSent;

  /** `onSent()` is called when something was said, so that the list can follow it. */
  constructor(session, { onSent }) {
    this.#session = session;
    this.#onSent = onSent;
    this.#text = h("textarea", {
      rows: "1",
      maxlength: "2000",
      autocomplete: "off",
      "aria-autocomplete": "list",
      enterkeyhint: "send",
      oninput: () => this.#typed(),
      onkeydown: (event) => this.#key(event),
      onblur: () => this.#suggestions.hide(),
      onfocus: () => this.#typed(),
    });
    this.#line = h("div.composer-line");
    this.element = h(
      "form.composer",
      { onsubmit: (event) => this.#submit(event) },
      this.#suggestions.element,
      h(
        "div.composer-box",
        h(
          "button.ghost.slash",
          { "aria-label": "Slash commands", title: "Slash commands", onclick: () => this.startCommand("") },
          "/",
        ),
        this.#line,
        h("button.ghost", { type: "submit", "aria-label": "Send", title: "Send" }, icon("send")),
      ),
    );
    this.#toText("");
    session.store.on("current", () => this.#entered());
    session.store.on("nav", () => this.#label());
  }

  focus() {
    (this.#form ?? this.#text).focus();
  }

  /** Begin a command: one whose whole name is given is taken at once. */
  startCommand(path) {
    const command = this.#commands.find((each) => each.path === path);
    if (command) return this.#take(command);
    this.#toText(`/${path}`);
    return this.#text.focus();
  }

  /** Send a command as it is; one that needs something filled in is begun. */
  useCommand(path) {
    this.startCommand(path);
    if (this.#form?.isComplete) this.#form.send();
  }

  get #channel() {
    return this.#session.store.current;
  }

  get #commands() {
    return flatten(this.#session.store.commandsIn(this.#channel));
  }

  #entered() {
    const { currentId } = this.#session.store;
    if (currentId === this.#channelId) return; // The same channel after a new connection.
    this.#drafts.set(this.#channelId, this.#form ? "" : this.#text.value);
    this.#channelId = currentId;
    this.#suggestions.hide(); // On a phone nothing takes the focus from where they were asked for.
    this.#toText(this.#drafts.get(currentId) ?? "");
    this.#label();
    if (matchMedia("(pointer: fine)").matches) this.#text.focus();
  }

  #label() {
    const channel = this.#channel;
    if (!channel) return;
    const partner = channel.guild_id ? null : this.#session.store.partner(channel);
    const label = partner
      ? `Message @${displayName(partner)}`
      : `Message ${isThread(channel) ? "" : "#"}${channel.name}`;
    this.#text.placeholder = label;
    this.#text.setAttribute("aria-label", label);
  }

  #toText(text) {
    this.#form = null;
    this.#text.value = text;
    fill(this.#line, this.#text);
    this.#grow();
  }

  #take(command) {
    this.#suggestions.hide();
    this.#form = new CommandForm(command, {
      session: this.#session,
      channel: this.#channel,
      suggestions: this.#suggestions,
      onLeave: ({ text }) => this.#left(text),
    });
    fill(this.#line, this.#form.element);
    this.#form.focus();
  }

  #left(text) {
    this.#toText(text);
    this.#text.focus();
    if (!text) this.#onSent();
  }

  #typed() {
    this.#grow();
    const text = this.#text.value;
    if (!text.startsWith("/") || text.includes("\n")) return this.#suggestions.hide();
    const commands = this.#commands;
    const exact = text.endsWith(" ") && commands.find(({ path }) => path === text.slice(1).trim());
    if (exact) return this.#take(exact);
    return this.#offer(matching(commands, text.slice(1)));
  }

  #offer(commands) {
    const items = commands.map((command) => ({
      label: `/${command.path}`,
      detail: command.options
        .filter(({ required }) => required)
        .map(({ name }) => name)
        .join(" "),
      description: command.description,
      command,
    }));
    this.#suggestions.show(this.#text, items, {
      title: "Commands",
      onTake: ({ command }) => this.#take(command),
    });
  }

  #grow() {
    this.#text.style.height = "";
    if (this.#text.value) this.#text.style.height = `${this.#text.scrollHeight}px`;
  }

  #key(event) {
    if (event.isComposing || this.#suggestions.key(event)) return;
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    this.#say();
  }

  #submit(event) {
    event.preventDefault();
    if (this.#form) this.#form.send();
    else this.#say();
  }

  async #say() {
    const text = this.#text.value.trim();
    if (!text) return;
    this.#toText("");
    this.#suggestions.hide();
    this.#onSent();
    const isSent = await this.#session.say(this.#channel.id, text);
    if (!isSent && !this.#form && !this.#text.value) this.#toText(text);
  }
}
