/** The list that a select menu opens: over the page beside its button, at the foot of a small screen. */

import { fill, freshId, h } from "../elements/dom.js";
import { icon } from "../elements/icons.js";
import { emoji } from "./components/button.js";

/** Lists longer than this get a field to search them. */
const SEARCHED = 10;

/**
 * Let a person choose between `min` and `max` of `options` (`{value, label, description?, emoji?}`),
 * `chosen` being picked already. `onDone(values)` is called once if the choice changed or was
 * confirmed; leaving with Escape changes nothing.
 */
export function openPicker(anchor, settings) {
  new Picker(anchor, settings).open();
}

class Picker {
  #anchor;
  #settings;
  #chosen;
  #active = 0;
  #isCancelled = false;
  #isConfirmed = false;
  #box;
  #list;
  #search = null;
  #confirm = null;
  #status = null;

  constructor(anchor, settings) {
    this.#anchor = anchor;
    this.#settings = settings;
    this.#chosen = new Set(settings.chosen);
    this.#list = h("div.picker-list", {
      role: "listbox",
      tabindex: "0",
      id: freshId("list"),
      "aria-label": settings.label,
      "aria-multiselectable": this.#isMultiple ? "true" : null,
    });
    if (settings.options.length > SEARCHED) this.#search = this.#makeSearch();
    this.#box = h(
      "div.picker",
      {
        popover: "auto",
        role: "dialog",
        "aria-label": settings.label,
        onkeydown: (event) => this.#key(event),
        ontoggle: (event) => this.#toggled(event),
      },
      this.#search,
      this.#list,
      this.#isMultiple && this.#makeFoot(),
    );
    const first = settings.options.findIndex(({ value }) => this.#chosen.has(value));
    this.#active = Math.max(0, first);
  }

  open() {
    (this.#anchor.closest("dialog") ?? document.body).append(this.#box);
    this.#paint();
    this.#box.showPopover();
    this.#place();
    (this.#search ?? this.#list).focus();
  }

  get #isMultiple() {
    return this.#settings.max > 1;
  }

  get #shown() {
    const wanted = (this.#search?.value ?? "").trim().toLowerCase();
    return this.#settings.options.filter(({ label, description }) =>
      `${label} ${description ?? ""}`.toLowerCase().includes(wanted),
    );
  }

  get #isEnough() {
    return this.#chosen.size >= this.#settings.min && this.#chosen.size <= this.#settings.max;
  }

  #makeSearch() {
    return h("input.picker-search", {
      type: "search",
      placeholder: "Search",
      autocomplete: "off",
      role: "combobox",
      "aria-label": `Search: ${this.#settings.label}`,
      "aria-expanded": "true",
      "aria-controls": this.#list.id,
      oninput: () => {
        this.#active = 0;
        this.#paint();
      },
    });
  }

  #makeFoot() {
    this.#status = h("span", { role: "status" });
    this.#confirm = h("button.button.is-primary", { onclick: () => this.#done() }, "Confirm");
    return h("div.picker-foot", this.#status, this.#confirm);
  }

  #paint() {
    const shown = this.#shown;
    this.#active = Math.min(this.#active, Math.max(0, shown.length - 1));
    fill(
      this.#list,
      shown.length
        ? shown.map((option, i) => this.#row(option, i))
        : h("p.picker-empty", "Nothing to choose here"),
    );
    const active = this.#list.querySelector(".is-active");
    (this.#search ?? this.#list).setAttribute("aria-activedescendant", active?.id ?? "");
    active?.scrollIntoView({ block: "nearest" });
    if (this.#isMultiple) this.#paintFoot();
  }

  #paintFoot() {
    const { min, max } = this.#settings;
    const range = min === max ? `${max}` : `${min} to ${max}`;
    this.#status.textContent = `${this.#chosen.size} chosen of ${range}`;
    this.#confirm.disabled = !this.#isEnough;
  }

  #row(option, i) {
    const isChosen = this.#chosen.has(option.value);
    const isFull = this.#isMultiple && !isChosen && this.#chosen.size >= this.#settings.max;
    return h(
      "div.option",
      {
        class: i === this.#active && "is-active",
        role: "option",
        id: freshId("option"),
        "aria-selected": String(isChosen),
        "aria-disabled": isFull ? "true" : null,
        onclick: () => this.#take(i),
        onpointermove: (event) => event.pointerType === "mouse" && this.#hover(i),
      },
      emoji(option.emoji),
      h("span.option-text", option.label, option.description && h("small", option.description)),
      this.#isMultiple
        ? h("span.box", { class: isChosen && "is-on" }, isChosen && icon("check"))
        : isChosen && icon("check"),
    );
  }

  #hover(i) {
    if (this.#active === i) return;
    this.#active = i;
    this.#list.querySelectorAll(".option").forEach((row, at) => row.classList.toggle("is-active", at === i));
  }

  #take(i) {
    const option = this.#shown[i];
    if (!option) return;
    this.#active = i;
    const { min, max } = this.#settings;
    if (this.#chosen.has(option.value)) {
      if (this.#isMultiple || min === 0) this.#chosen.delete(option.value);
    } else if (!this.#isMultiple) this.#chosen = new Set([option.value]);
    else if (this.#chosen.size < max) this.#chosen.add(option.value);
    if (this.#isMultiple) this.#paint();
    else this.#done();
  }

  #done() {
    this.#isConfirmed = true;
    this.#box.hidePopover();
  }

  #key(event) {
    const move = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (move) {
      event.preventDefault();
      this.#active = Math.max(0, Math.min(this.#shown.length - 1, this.#active + move));
      this.#paint();
    } else if (event.key === "Escape") {
      event.stopPropagation();
      this.#isCancelled = true;
    } else if (event.key === "Enter" || (event.key === " " && !this.#search)) {
      if (event.target.closest("button")) return;
      event.preventDefault();
      this.#take(this.#active);
    } else if (!this.#search && event.key.length === 1 && !event.ctrlKey && !event.metaKey)
      this.#jump(event.key);
  }

  /** Typing a letter goes to the next option that begins with it. */
  #jump(letter) {
    const shown = this.#shown;
    const turned = [...shown.keys()].map((i) => (this.#active + 1 + i) % shown.length);
    const found = turned.find((i) => shown[i].label.toLowerCase().startsWith(letter.toLowerCase()));
    if (found === undefined) return;
    this.#active = found;
    this.#paint();
  }

  /** Leaving the list confirms a complete choice that changed, as long as it was not left with Escape. */
  #toggled(event) {
    if (event.newState !== "closed") return;
    this.#box.remove();
    this.#returnFocus();
    const { options, chosen, onDone } = this.#settings;
    const values = options.map(({ value }) => value).filter((value) => this.#chosen.has(value));
    const isChanged = values.length !== chosen.length || values.some((value) => !chosen.includes(value));
    if (!this.#isCancelled && this.#isEnough && (isChanged || this.#isConfirmed)) onDone(values);
  }

  /** The button may have been painted anew while the list was open: its name finds it again. */
  #returnFocus() {
    const again = document.querySelector(`[data-focus="${CSS.escape(this.#anchor.dataset.focus ?? "")}"]`);
    (this.#anchor.isConnected ? this.#anchor : again)?.focus({ preventScroll: true });
  }

  #place() {
    const at = this.#anchor.getBoundingClientRect();
    const { style } = this.#box;
    const below = innerHeight - at.bottom - 12;
    const above = at.top - 12;
    const isBelow = below >= Math.min(400, this.#box.scrollHeight) || below >= above;
    style.setProperty("--room", `${isBelow ? below : above}px`);
    style.width = `${Math.max(at.width, 240)}px`;
    style.left = `${Math.max(8, Math.min(at.left, innerWidth - this.#box.offsetWidth - 8))}px`;
    if (isBelow) style.top = `${at.bottom + 4}px`;
    else style.bottom = `${innerHeight - at.top + 4}px`;
  }
}
