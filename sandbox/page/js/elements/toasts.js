/** Short notices in the corner. */

import { h } from "./dom.js";
import { icon } from "./icons.js";

const STAY = 7000;

/** Show an error (or a sentence) for a while. */
export function toast(error) {
  const text = typeof error === "string" ? error : error.message;
  const close = h("button.ghost", { "aria-label": "Dismiss", onclick: () => note.remove() }, icon("close"));
  const note = h("div.toast", icon("warning"), h("p", text), close);
  document.getElementById("toasts").append(note);
  setTimeout(() => note.remove(), STAY);
}
