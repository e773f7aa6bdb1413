/** The list above the composer: commands, choices and names that fit what is being typed. */

import { fill, freshId, h } from "../../elements/dom.js";

export class Suggestions {
  element;
  #items = [];
  #active = -1;
  #input = null;
  #onTake = null;

  constructor() {
    this.element = h("div.suggestions", {
      id: freshId("suggestions"),
      role: "listbox",
      hidden: true,
      "aria-label": "Suggestions",
    });
    this.element.addEventListener("pointerdown", (event) => event.preventDefault()); // The field keeps the focus.
  }

  /**
   * Offer `items` (`{label, description?, detail?}`) for what is typed into `input`; `onTake(item)`
   * gets the one that was taken. `isEager` marks the first one, so that Enter takes it.
   */
  show(input, items, { title, onTake, isEager = true }) {
    this.#input = input;
    this.#items = items;
    this.#onTake = onTake;
    this.#active = isEager && items.length ? 0 : -1;
    this.element.hidden = items.length === 0;
    fill(
      this.element,
      h("p.suggestions-title", { role: "presentation" }, title),
      items.map((item, i) => this.#row(item, i)),
    );
    this.#mark();
  }

  hide() {
    this.element.hidden = true;
    this.#items = [];
    this.#active = -1;
    this.#mark();
  }

  get isOpen() {
    return !this.element.hidden;
  }

  /** Whether Enter would take something. */
  get hasActive() {
    return this.isOpen && this.#active >= 0;
  }

  /** Take a key; true when it was meant for the list. */
  key(event) {
    if (!this.isOpen) return false;
    if (event.key === "ArrowDown") this.#move(1);
    else if (event.key === "ArrowUp") this.#move(-1);
    else if (event.key === "Escape") this.hide();
    else if ((event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) && this.hasActive)
      this.#take(this.#active);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  #row({ label, description, detail }, i) {
    return h(
      "div.option",
      { role: "option", id: freshId("suggestion"), onclick: () => this.#take(i) },
      h(
        "span.option-text",
        h("span", label, detail && h("i", ` ${detail}`)),
        description && h("small", description),
      ),
    );
  }

  #move(step) {
    const count = this.#items.length;
    this.#active = (this.#active + step + count + (this.#active < 0 && step < 0 ? 1 : 0)) % count;
    this.#mark();
  }

  #mark() {
    const rows = this.element.querySelectorAll(".option");
    rows.forEach((row, i) => {
      row.classList.toggle("is-active", i === this.#active);
      row.setAttribute("aria-selected", String(i === this.#active));
    });
    rows[this.#active]?.scrollIntoView({ block: "nearest" });
    if (this.#input?.role === "combobox") this.#input.setAttribute("aria-expanded", String(this.isOpen));
    this.#input?.setAttribute("aria-controls", this.element.id);
    this.#input?.setAttribute("aria-activedescendant", this.isOpen ? (rows[this.#active]?.id ?? "") : "");
  }

  #take(i) {
    const item = this.#items[i];
    this.hide();
    this.#onTake(item);
  }
}
