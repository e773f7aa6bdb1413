/** A slash command being filled in: its name, its options as fields in one line, and a tail that sends. */

import { OptionType } from "../../discord.js";
import { fill, h } from "../../elements/dom.js";
import { commandData } from "./commands.js";
import { OptionField } from "./option-field.js";

export class CommandForm {
  element;
  #command;
  #session;
  #channel;
  #suggestions;
  #onLeave;
  #fields = [];
  #row;
  #tail;
  #problem;

  /** `onLeave({text})` is called when the command was sent (`""`) or given up (its name as text). */
  constructor(command, { session, channel, suggestions, onLeave }) {
    this.#command = command;
    this.#session = session;
    this.#channel = channel;
    this.#suggestions = suggestions;
    this.#onLeave = onLeave;
    this.#row = h("span.fields");
    this.#tail = h("input.tail", {
      type: "text",
      role: "combobox",
      "aria-expanded": "false",
      autocomplete: "off",
      "aria-label": `Enter sends /${command.path}; type the name of an option to add it`,
      oninput: () => this.#offerOptions(true),
      onfocus: () => this.#offerOptions(false),
    });
    this.#problem = h("p.problem", { role: "alert" });
    this.element = h(
      "div.command-form",
      { role: "group", "aria-label": `/${command.path}`, onkeydown: (event) => this.#key(event) },
      h("span.command-name", `/${command.path}`),
      this.#row,
      this.#tail,
      this.#problem,
    );
    for (const option of command.options.filter(({ required }) => required)) this.#add(option);
    this.#paintTail();
  }

  focus() {
    (this.#fields[0]?.input ?? this.#tail).focus();
  }

  /** Whether everything needed is filled in. */
  get isComplete() {
    return this.#read().wrong.length === 0;
  }

  /** Send it if everything needed is there; otherwise say what is missing. */
  send() {
    const { values, wrong } = this.#read();
    if (this.#tail.value.trim()) return this.#refuseTail();
    if (wrong.length) return this.#complain(wrong);
    this.#suggestions.hide();
    const { command, path } = this.#command;
    this.#session.interactions.command(
      this.#channel,
      path,
      commandData(this.#command, values),
      command.application_id,
    );
    return this.#onLeave({ text: "" });
  }

  #read() {
    const values = {};
    const wrong = [];
    for (const field of this.#fields) {
      const answer = field.read();
      if (answer && "value" in answer) values[field.option.name] = answer.value;
      if (answer?.problem) wrong.push({ field, problem: answer.problem });
    }
    return { values, wrong };
  }

  #refuseTail() {
    this.#tail.focus();
    this.#problem.textContent = `/${this.#command.path} has no further option called “${this.#tail.value.trim()}”.`;
  }

  #complain(wrong) {
    wrong[0].field.input.focus();
    for (const { field } of wrong) field.markWrong(true);
    this.#problem.textContent = wrong[0].problem;
  }

  get #remaining() {
    const used = new Set(this.#fields.map(({ option }) => option.name));
    return this.#command.options.filter(
      ({ name, type }) => !used.has(name) && type !== OptionType.ATTACHMENT,
    );
  }

  #add(option) {
    const field = new OptionField(option, {
      session: this.#session,
      channel: this.#channel,
      suggestions: this.#suggestions,
      complete: (asking) => this.#complete(asking),
      onTaken: () => this.#next(field),
    });
    this.#fields.push(field);
    fill(
      this.#row,
      this.#fields.map(({ element }) => element),
    );
    this.#paintTail();
    return field;
  }

  #complete(field) {
    const { values } = this.#read();
    values[field.option.name] = field.input.value;
    const data = commandData(this.#command, values, field.option.name);
    return this.#session.interactions.autocomplete(this.#channel, data, this.#command.command.application_id);
  }

  #next(field) {
    this.#problem.textContent = "";
    const following = this.#fields.slice(this.#fields.indexOf(field) + 1).find(({ isEmpty }) => isEmpty);
    (following?.input ?? this.#tail).focus();
  }

  #paintTail() {
    const count = this.#remaining.length;
    this.#tail.placeholder = count ? `Enter sends · ${count} optional` : "Enter sends";
  }

  #offerOptions(isEager) {
    const wanted = this.#tail.value.trim().toLowerCase();
    const items = this.#remaining
      .filter(({ name }) => name.includes(wanted))
      .map((option) => ({ label: option.name, description: option.description, option }));
    this.#suggestions.show(this.#tail, items, {
      title: "Options you may add",
      isEager: isEager && wanted !== "",
      onTake: ({ option }) => this.#take(option),
    });
  }

  #take(option) {
    this.#tail.value = "";
    this.#add(option).input.focus();
  }

  #key(event) {
    if (event.isComposing) return;
    this.#problem.textContent = "";
    const field = this.#fields.find(({ input }) => input === event.target);
    const isTabOn = event.key === "Tab" && (event.shiftKey || event.target.value === "");
    if (isTabOn) return this.#suggestions.hide(); // Nothing was typed: Tab means the next field.
    if (this.#suggestions.key(event)) return;
    if (event.key === "Enter") {
      event.preventDefault();
      this.send();
    } else if (event.key === "Escape") this.#leave();
    else if (event.key === "Backspace" && event.target.value === "") this.#backspace(event, field);
  }

  #backspace(event, field) {
    event.preventDefault();
    const at = field ? this.#fields.indexOf(field) : this.#fields.length;
    if (field && !field.option.required) this.#remove(field);
    if (at > 0) this.#fields[at - 1].input.focus();
    else if (!field || field.option.required) this.#leave();
    else this.#tail.focus();
  }

  #remove(field) {
    this.#fields = this.#fields.filter((each) => each !== field);
    field.element.remove();
    this.#paintTail();
  }

  #leave() {
    this.#suggestions.hide();
    this.#onLeave({ text: `/${this.#command.path}` });
  }
}
