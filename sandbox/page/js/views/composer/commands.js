/** Slash commands as one types them: groups and sub-commands laid out flat. Nothing here touches the page. */

import { OptionType } from "../../discord.js";

/**
 * Every command that can be used, by its whole name: `{path, description, command, steps, options}`,
 * where `steps` are the group and sub-command options that lead to it.
 */
export function flatten(commands) {
  return commands
    .filter((command) => (command.type ?? 1) === 1)
    .flatMap((command) => leaves(command, command, []))
    .sort((a, b) => a.path.localeCompare(b.path));
}

function leaves(command, node, steps) {
  const options = node.options ?? [];
  const inner = options.filter(
    ({ type }) => type === OptionType.SUB_COMMAND || type === OptionType.SUB_COMMAND_GROUP,
  );
  if (inner.length) return inner.flatMap((option) => leaves(command, option, [...steps, option]));
  const path = [command.name, ...steps.map(({ name }) => name)].join(" ");
  return [{ path, description: node.description, command, steps, options }];
}

/** The commands that match what was typed, those that begin with it first. */
export function matching(flat, typed) {
  const wanted = typed.trim().toLowerCase();
  const words = wanted.split(/\s+/);
  const isHit = ({ path, description }) =>
    words.every((word) => `${path} ${description}`.toLowerCase().includes(word));
  const rank = ({ path }) => (path.startsWith(wanted) ? 0 : 1);
  return flat.filter(isHit).sort((a, b) => rank(a) - rank(b));
}

/**
 * Discord's command data for the interaction. `values` is option name → value; `focused` names the
 * option being typed, for autocompletion.
 */
export function commandData({ command, steps, options }, values, focused = null) {
  const given = options
    .filter(({ name }) => name in values)
    .map(({ type, name }) => ({
      type,
      name,
      value: values[name],
      ...(name === focused && { focused: true }),
    }));
  const nested = steps.reduceRight((inner, { type, name }) => [{ type, name, options: inner }], given);
  return {
    id: command.id,
    name: command.name,
    type: 1,
    version: command.version,
    options: nested,
    ...(command.guild_id && { guild_id: command.guild_id }),
  };
}

/** Read a typed value: `{value}`, or `{problem}` with a sentence that says what is wanted. */
export function readValue(option, typed) {
  const text = typed.trim();
  if (option.type === OptionType.STRING) return readText(option, text);
  if (option.type === OptionType.INTEGER || option.type === OptionType.NUMBER)
    return readNumber(option, text);
  return { problem: `Choose ${option.name} from the list.` };
}

function readText({ name, choices, min_length, max_length }, text) {
  const min = min_length ?? 0;
  const max = max_length ?? 6000;
  if (choices?.length) return { problem: `Choose ${name} from the list.` };
  if (text.length < min || text.length > max)
    return { problem: `${name} takes ${min} to ${max} characters.` };
  return { value: text };
}

function readNumber({ name, type, choices, autocomplete, min_value, max_value }, text) {
  const min = min_value ?? -Infinity;
  const max = max_value ?? Infinity;
  if (choices?.length) return { problem: `Choose ${name} from the list.` };
  const value = Number(text);
  const isRight =
    text !== "" && Number.isFinite(value) && (type === OptionType.NUMBER || Number.isInteger(value));
  if (!isRight)
    return {
      problem: `${name} takes a ${type === OptionType.INTEGER ? "whole " : ""}number${autocomplete ? " or one from the list" : ""}.`,
    };
  if (value < min || value > max) return { problem: `${name} takes a number ${rangeText(min, max)}.` };
  return { value };
}

function rangeText(min, max) {
  if (max === Infinity) return `from ${min} up`;
  return min === -Infinity ? `up to ${max}` : `from ${min} to ${max}`;
}
