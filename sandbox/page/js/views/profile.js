/** Oneself: name, language, and whether strangers and bots may write. */

import { displayName } from "../discord.js";
import { avatar } from "../elements/avatar.js";
import { batched, fill, h } from "../elements/dom.js";
import { icon } from "../elements/icons.js";

const LANGUAGES = [
  "en-US",
  "en-GB",
  "de",
  "fr",
  "es-ES",
  "it",
  "nl",
  "pl",
  "pt-BR",
  "sv-SE",
  "tr",
  "uk",
  "ru",
  "ja",
  "ko",
  "zh-CN",
];

/** The card with one's name and the menu it opens; the menu stays open while its settings change. */
export function profile(session, { onLeave }) {
  const { store } = session;
  const card = h("button.me-card", { popovertarget: "profile", title: "Your settings" });
  const person = h("p.profile-name");
  const isOpen = h("input", {
    type: "checkbox",
    role: "switch",
    onchange: () => session.change({ dms_open: isOpen.checked }),
  });
  const meaning = h("small");
  const locale = h("select", { onchange: () => session.change({ locale: locale.value }) });
  const menu = h(
    "div.profile",
    { popover: "auto", id: "profile", "aria-label": "Your settings", role: "dialog" },
    person,
    h("label.switch", h("span", "Direct messages", meaning), isOpen),
    h("label.language", "Language", locale),
    h("button.button.is-secondary", { onclick: onLeave }, "Be someone else"),
  );
  store.on(
    "nav",
    batched(() => {
      const { me } = store;
      paintCard(card, me);
      fill(person, avatar(me), h("span", h("b", displayName(me)), h("small", `@${me.username}`)));
      isOpen.checked = me.dms_open ?? true;
      meaning.textContent = isOpen.checked ? "Open: bots may write to you" : "Closed: bots cannot write to you";
      fill(locale, languages(me.locale ?? "en-US"));
    }),
  );
  return h("div.me", card, menu);
}

function paintCard(card, me) {
  const state = me.dms_open === false ? "Direct messages closed" : `@${me.username}`;
  fill(card, avatar(me), h("span.name", displayName(me), h("small", state)), icon("gear"));
}

function languages(current) {
  const names = new Intl.DisplayNames(undefined, { type: "language" });
  const all = LANGUAGES.includes(current) ? LANGUAGES : [current, ...LANGUAGES];
  return all.map((code) => h("option", { value: code, selected: code === current }, names.of(code)));
}
