/** What can be filled in on a form: texts, select menus, radio buttons and check boxes. */

import { ComponentType, isSelect } from "../../discord.js";
import { h } from "../../elements/dom.js";
import { choicesFor } from "../choices.js";
import { selectButton } from "../components/select.js";
import { openPicker } from "../picker.js";

const PARAGRAPH = 2;

/**
 * The input of a component: `{element, focusable, problem(), data()}`. `problem` is a sentence or
 * null; `data` the part of the submitted component that holds the answer.
 */
export function inputFor(component, context) {
  if (isSelect(component.type)) return selectInput(component, context);
  return (INPUTS[component.type] ?? unsupported)(component, context);
}

function textInput(component, { ids }) {
  const isLong = component.style === PARAGRAPH;
  const field = h(isLong ? "textarea" : "input", {
    type: isLong ? null : "text",
    rows: isLong ? "4" : null,
    id: ids.input,
    maxlength: component.max_length,
    placeholder: component.placeholder,
    autocomplete: "off",
    "aria-describedby": `${ids.description} ${ids.problem}`,
    value: component.value ?? "",
  });
  return {
    element: field,
    focusable: field,
    problem: () => textProblem(component, field.value),
    data: () => ({ value: field.value }),
  };
}

function textProblem({ required, min_length, max_length }, text) {
  const min = min_length ?? 0;
  const max = max_length ?? 4000;
  if (!text) return (required ?? true) ? "This is required." : null;
  if (text.length < min) return `At least ${min} characters, please: there are ${text.length}.`;
  return text.length > max ? `At most ${max} characters, please: there are ${text.length}.` : null;
}

function selectInput(component, { ids, modal, session }) {
  const { store } = session;
  const { options, chosen } = choicesFor(component, store, store.channels.get(modal.channel_id));
  const isRequired = component.required ?? true;
  const min = isRequired ? Math.max(1, component.min_values ?? 1) : 0;
  const max = component.max_values ?? 1;
  let values = chosen;
  const box = h("div.form-select");
  const paint = () =>
    box.replaceChildren(
      selectButton({
        data: component,
        options,
        chosen: values,
        focus: ids.input,
        labelledby: ids.label,
        onclick: open,
      }),
    );
  const open = (event) =>
    openPicker(event.currentTarget, {
      label: component.placeholder ?? "Make a selection",
      options,
      chosen: values,
      min,
      max,
      onDone: (picked) => {
        values = picked;
        paint();
        box.firstChild.focus();
      },
    });
  paint();
  return {
    element: box,
    get focusable() {
      return box.firstChild;
    },
    problem: () => countProblem({ min, max, isRequired }, values.length, component.min_values ?? 1),
    data: () => ({ values }),
  };
}

function countProblem({ min, max, isRequired }, count, least) {
  if (count === 0) return isRequired && min > 0 ? "Choose something here." : null;
  if (count < least) return `Choose at least ${least}.`;
  return count > max ? `Choose at most ${max}.` : null;
}

/** Radio buttons (`isSingle`) or check boxes, one for each option. */
function group({ isSingle }) {
  return (component, { ids }) => {
    const boxes = component.options.map((option) =>
      h("input", {
        type: isSingle ? "radio" : "checkbox",
        name: ids.input,
        value: option.value,
        checked: option.default,
      }),
    );
    const rows = component.options.map(({ label, description }, i) =>
      h("label.check", boxes[i], h("span", label, description && h("small", description))),
    );
    const picked = () => boxes.filter(({ checked }) => checked).map(({ value }) => value);
    const isRequired = component.required ?? true;
    const least = component.min_values ?? (isRequired ? 1 : 0);
    const range = { min: least, max: component.max_values ?? boxes.length, isRequired };
    return {
      element: h(
        "div.checks",
        { role: isSingle ? "radiogroup" : "group", "aria-labelledby": ids.label },
        rows,
      ),
      focusable: boxes[0],
      problem: () => countProblem(range, picked().length, least),
      data: () => (isSingle ? { value: picked()[0] ?? null } : { values: picked() }),
    };
  };
}

function checkbox(component, { ids }) {
  const box = h("input", { type: "checkbox", id: ids.input, checked: component.default });
  return {
    element: h("div.checks", box),
    focusable: box,
    problem: () => null,
    data: () => ({ value: box.checked }),
  };
}

function unsupported({ type, required = true }) {
  const text =
    type === ComponentType.FILE_UPLOAD
      ? "Files cannot be sent from this page."
      : `An input of type ${type} that this page does not know.`;
  const element = h("p.description", { tabindex: "-1" }, text);
  return {
    element,
    focusable: element,
    problem: () => (required ? text : null),
    data: () => ({ values: [] }),
  };
}

const INPUTS = {
  [ComponentType.TEXT_INPUT]: textInput,
  [ComponentType.RADIO_GROUP]: group({ isSingle: true }),
  [ComponentType.CHECKBOX_GROUP]: group({ isSingle: false }),
  [ComponentType.CHECKBOX]: checkbox,
};
