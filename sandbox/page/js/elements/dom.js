/**
 * Building and patching the page's elements. Text only ever becomes text nodes, so nothing a person or
 * a bot writes can turn into markup.
 */

/**
 * Make an element: `h("button.ghost", { onclick: close, "aria-label": "Close" }, "×")`, the props being optional.
 *
 * A prop that is null, undefined or false is left out; `true` sets an empty attribute; `on…` adds a
 * listener; `class` adds names, or a list of names and falsy things, to those of the selector; `data` and `style` take objects (style through
 * the CSSOM, which a strict policy allows). A button submits nothing unless its `type` says so.
 */
export function h(selector, ...rest) {
  const [tag, ...classes] = selector.split(".");
  const element = document.createElement(tag);
  element.classList.add(...classes);
  if (tag === "button") element.type = "button";
  const props = isProps(rest[0]) ? rest.shift() : {};
  for (const [name, value] of Object.entries(props)) setProp(element, name, value);
  element.append(...nodes(rest));
  return element;
}

function isProps(value) {
  return value?.constructor === Object;
}

function setProp(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (name === "class") element.classList.add(...classNames(value));
  else if (name === "data") Object.assign(element.dataset, value);
  else if (name === "style") for (const [key, v] of Object.entries(value)) element.style.setProperty(key, v);
  else if (name === "value" && element instanceof HTMLTextAreaElement) element.value = value;
  else element.setAttribute(name, value === true ? "" : value);
}

function classNames(value) {
  return [value].flat().filter(Boolean).join(" ").split(" ").filter(Boolean);
}

function nodes(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
}

/** Make a fragment of nodes and strings. */
export function fragment(...children) {
  const made = document.createDocumentFragment();
  made.append(...nodes(children));
  return made;
}

/** Replace what `parent` holds. */
export function fill(parent, ...children) {
  parent.replaceChildren(...nodes(children));
  return parent;
}

const kept = new WeakMap();

/**
 * Bring `parent` to hold `rows` in order. A row is `{key, stamp, make}`; an element whose key is known
 * and whose stamp (a list compared item by item) is unchanged stays as it is, with its focus, open
 * spoilers and loaded pictures; any other is made anew.
 */
export function patchRows(parent, rows) {
  const before = kept.get(parent) ?? new Map();
  const after = new Map();
  const focus = focusWithin(parent);
  for (const row of rows) after.set(row.key, current(before.get(row.key), row));
  for (const [key, { element }] of before) if (after.get(key)?.element !== element) element.remove();
  let place = parent.firstChild;
  for (const { element } of after.values()) {
    if (element === place) place = place.nextSibling;
    else parent.insertBefore(element, place);
  }
  kept.set(parent, after);
  restoreFocus(parent, focus);
}

function current(old, row) {
  const same =
    old && old.stamp.length === row.stamp.length && old.stamp.every((part, i) => part === row.stamp[i]);
  return same ? old : { stamp: row.stamp, element: row.make() };
}

/** Where the focus is inside `parent`: the `data-focus` name of the element that has it, or null. */
export function focusWithin(parent) {
  const active = document.activeElement;
  return active && parent.contains(active) ? (active.dataset.focus ?? null) : null;
}

/** Give the focus back to the element of that name after its surroundings were made anew. */
export function restoreFocus(parent, name) {
  if (!name || focusWithin(parent) === name) return;
  parent.querySelector(`[data-focus="${CSS.escape(name)}"]`)?.focus({ preventScroll: true });
}

/** One frame, in milliseconds. */
const FRAME = 16;

/**
 * Run `paint` once for all calls within a frame: a burst of events is painted once. A timer rather than
 * an animation frame, because a tab in the background has no frames but a title to keep.
 */
export function batched(paint) {
  let timer = null;
  return () => {
    timer ??= setTimeout(() => {
      timer = null;
      paint();
    }, FRAME);
  };
}

let lastId = 0;

/** A fresh id for `aria-labelledby` and its like. */
export function freshId(prefix) {
  lastId += 1;
  return `${prefix}-${lastId}`;
}
