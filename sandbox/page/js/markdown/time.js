/** Discord's timestamps, and the one clock that keeps the relative ones right. */

import { h } from "../elements/dom.js";

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};

const UNITS = [
  ["year", 31536000],
  ["month", 2592000],
  ["week", 604800],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });

/** A moment in one of Discord's styles; `seconds` since 1970. */
export function formatTime(seconds, style) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return "Invalid date";
  return style === "R" ? fromNow(seconds) : date.toLocaleString(undefined, STYLES[style]);
}

function fromNow(seconds) {
  const distance = Math.round(seconds - Date.now() / 1000);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(distance) >= length) ?? UNITS.at(-1);
  return relative.format(Math.round(distance / size), unit);
}

/** The element for `<t:seconds:style>`. */
export function timestamp(seconds, style) {
  const text = formatTime(seconds, style);
  if (text === "Invalid date") return h("span.timestamp", text);
  return h(
    "time.timestamp",
    {
      datetime: new Date(seconds * 1000).toISOString(),
      title: formatTime(seconds, "F"),
      data: style === "R" ? { relative: String(seconds) } : {},
    },
    text,
  );
}

/** Keep every relative timestamp on the page up to date. */
export function startClock() {
  setInterval(() => {
    for (const element of document.querySelectorAll("time[data-relative]")) {
      const text = fromNow(Number(element.dataset.relative));
      if (element.textContent !== text) element.textContent = text;
    }
  }, 1000);
}
