/** Forms that the bot opens. */

import { freshId, h } from "../../elements/dom.js";
import { icon } from "../../elements/icons.js";
import { part } from "./parts.js";

/** Show a form and send it when it is complete; it stays open, filled in, if sending fails. */
export function openModal(modal, session) {
  const parts = modal.components.map((data) => part(data, modal, session));
  const status = h("p.problem", { role: "alert" });
  const submit = h("button.button.is-primary", { type: "submit" }, "Submit");
  const dialog = frame(modal.title, [...parts.map(({ element }) => element), status], submit);
  dialog.querySelector("form").addEventListener("submit", async (event) => {
    event.preventDefault();
    status.textContent = "";
    const checks = parts.map(({ check }) => check());
    if (!checks.every(Boolean)) return void dialog.querySelector("[aria-invalid=true]")?.focus();
    busy(submit, true);
    const answers = parts.map(({ data }) => data());
    const isTaken = await session.interactions.submit(modal, answers);
    busy(submit, false);
    if (isTaken) dialog.close();
    else status.textContent = "Something went wrong. Try again.";
  });
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector(".modal-body :is(input, textarea, button)")?.focus();
}

function frame(title, body, submit) {
  const heading = h("h2", { id: freshId("title") }, title);
  const close = () => dialog.close();
  const dialog = h(
    "dialog.modal",
    { "aria-labelledby": heading.id, onclose: () => dialog.remove() },
    h(
      "form",
      { novalidate: true },
      h("header", heading, h("button.ghost", { "aria-label": "Close", onclick: close }, icon("close"))),
      h("div.modal-body", body),
      h("footer", h("button.button.is-secondary", { onclick: close }, "Cancel"), submit),
    ),
  );
  return dialog;
}

function busy(button, isBusy) {
  button.disabled = isBusy;
  button.classList.toggle("is-pending", isBusy);
}
