/** The parts of a form: texts, inputs with their labels, rows of the older kind. */

import { ComponentType } from "../../discord.js";
import { freshId, h } from "../../elements/dom.js";
import { markdown } from "../../markdown/render.js";
import { inputFor } from "./inputs.js";

/** A part of the form: `{element, check(), data()}`; `data` is what Discord's client sends for it. */
export function part(data, modal, session) {
  if (data.type === ComponentType.TEXT_DISPLAY) return shown(data, session);
  if (data.type === ComponentType.ACTION_ROW) return classicRow(data, modal, session);
  if (data.type === ComponentType.LABEL) return labelled(data, modal, session);
  return shown(
    { ...data, content: `-# A component of type ${data.type} that this page does not know.` },
    session,
  );
}

function shown({ type, id, content }, session) {
  return {
    element: h("div.markup", markdown(content, session)),
    check: () => true,
    data: () => ({ type, id }),
  };
}

function classicRow(data, modal, session) {
  const inner = data.components.map((each) =>
    fieldset({ label: each.label ?? each.placeholder ?? "", component: each }, modal, session),
  );
  return {
    element: h(
      "div",
      inner.map(({ element }) => element),
    ),
    check: () => inner.map(({ check }) => check()).every(Boolean),
    data: () => ({ type: data.type, id: data.id, components: inner.map((each) => each.data()) }),
  };
}

function labelled(data, modal, session) {
  const inner = fieldset(data, modal, session);
  return { ...inner, data: () => ({ type: data.type, id: data.id, component: inner.data() }) };
}

/** An input with its label, description and complaint. */
function fieldset({ label, description, component }, modal, session) {
  const ids = {
    label: freshId("label"),
    input: freshId("input"),
    problem: freshId("problem"),
    description: freshId("description"),
  };
  const input = inputFor(component, { ids, modal, session });
  const problem = h("p.problem", { id: ids.problem });
  const isRequired = component.type === ComponentType.CHECKBOX ? false : (component.required ?? true);
  const check = () => {
    problem.textContent = input.problem() ?? "";
    input.focusable.setAttribute("aria-invalid", String(problem.textContent !== ""));
    return problem.textContent === "";
  };
  const element = h(
    "div.form-field",
    h(
      "label",
      { id: ids.label, for: ids.input },
      label,
      isRequired && h("span.star", { title: "Required" }, " *"),
    ),
    description && h("p.description", { id: ids.description }, description),
    input.element,
    problem,
  );
  return {
    element,
    check,
    data: () => ({ type: component.type, id: component.id, custom_id: component.custom_id, ...input.data() }),
  };
}
