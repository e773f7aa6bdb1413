/** One option of a slash command while it is filled in. */

import { OptionType } from "../../discord.js";
import { freshId, h } from "../../elements/dom.js";
import { channels, people, roles } from "../choices.js";
import { readValue } from "./commands.js";

/** How long the typing must rest before the bot is asked for choices, in milliseconds. */
const REST = 250;
/** Discord shows at most so many choices. */
const MOST = 25;

export class OptionField {
  element;
  input;
  option;
  #context;
  #chosen = null;
  #timer = null;
  #asked = 0;

  /**
   * `context` is `{session, channel, suggestions, complete(field), onTaken(field)}`; `complete` asks
   * the bot for choices.
   */
  constructor(option, context) {
    this.option = option;
    this.#context = context;
    const id = freshId("option");
    this.input = h("input", {
      id,
      type: "text",
      size: "6",
      autocomplete: "off",
      spellcheck: "false",
      role: "combobox",
      "aria-expanded": "false",
      "aria-autocomplete": "list",
      "aria-required": option.required ? "true" : null,
      inputmode: this.#isNumeric ? "numeric" : null,
      title: option.description,
      oninput: () => this.#typed(),
      onfocus: () => this.#offer(),
      onblur: () => this.#left(),
    });
    this.element = h(
      "span.field",
      { class: option.required && "is-required" },
      h("label", { for: id }, option.name),
      this.input,
    );
  }

  get isEmpty() {
    return this.input.value === "";
  }

  /** `{value}`, `{problem}`, or null for an empty optional one. */
  read() {
    if (this.#chosen) return { value: this.#chosen.value };
    if (this.isEmpty)
      return this.option.required
        ? { problem: `${this.option.name} is missing: ${this.option.description}` }
        : null;
    const only = this.#fitting().filter(
      ({ label }) => label.toLowerCase() === this.input.value.trim().toLowerCase(),
    );
    return only.length === 1 ? { value: only[0].value } : readValue(this.option, this.input.value);
  }

  markWrong(isWrong) {
    this.element.classList.toggle("is-wrong", isWrong);
    this.input.setAttribute("aria-invalid", String(isWrong));
  }

  get #isNumeric() {
    return this.option.type === OptionType.INTEGER || this.option.type === OptionType.NUMBER;
  }

  #typed() {
    this.#chosen = null;
    this.markWrong(false);
    this.#resize();
    this.#offer();
  }

  #left() {
    clearTimeout(this.#timer);
    const answer = this.read();
    this.markWrong(!this.isEmpty && Boolean(answer?.problem));
  }

  #resize() {
    this.input.size = Math.min(40, Math.max(6, this.input.value.length + 1));
  }

  #offer() {
    if (this.#chosen) return this.#context.suggestions.hide();
    if (this.option.autocomplete) return this.#ask();
    return this.#show(this.#fitting());
  }

  #show(choices) {
    const { suggestions } = this.#context;
    const title = `${this.option.name}: ${this.option.description}`;
    const items = choices.length ? choices : [];
    suggestions.show(this.input, items, { title, onTake: (choice) => this.#take(choice) });
  }

  /** The known choices that fit what was typed. */
  #fitting() {
    const wanted = this.input.value.trim().toLowerCase().replace(/^[@#]/, "");
    return this.#known()
      .filter(({ label }) => label.toLowerCase().includes(wanted))
      .slice(0, MOST);
  }

  #known() {
    const { option } = this;
    const {
      session: { store },
      channel,
    } = this.#context;
    if (option.choices?.length) return option.choices.map(({ name, value }) => ({ label: name, value }));
    switch (option.type) {
      case OptionType.BOOLEAN:
        return [
          { label: "True", value: true },
          { label: "False", value: false },
        ];
      case OptionType.USER:
        return people(store, channel);
      case OptionType.ROLE:
        return roles(store, channel);
      case OptionType.MENTIONABLE:
        return [...people(store, channel), ...roles(store, channel)];
      case OptionType.CHANNEL:
        return channels(store, channel, option.channel_types);
      default:
        return [];
    }
  }

  #ask() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      this.#asked += 1;
      const question = this.#asked;
      const choices = await this.#context.complete(this);
      if (
        choices === null ||
        question !== this.#asked ||
        document.activeElement !== this.input ||
        this.#chosen
      )
        return;
      this.#show(choices.map(({ name, value }) => ({ label: name, value })));
    }, REST);
  }

  #take(choice) {
    this.#chosen = choice;
    this.input.value = choice.label;
    this.markWrong(false);
    this.#resize();
    this.#context.onTaken(this);
  }
}
