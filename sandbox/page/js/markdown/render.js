/** Parsed markdown as elements of the page. */

import { fragment, h } from "../elements/dom.js";
import { link } from "../elements/links.js";
import { spoiler } from "../elements/spoiler.js";
import { channelMention, commandMention, roleMention, userMention } from "./mentions.js";
import { parseBlocks } from "./blocks.js";
import { parseInline } from "./inline.js";
import { timestamp } from "./time.js";

/** A message's text; `session` resolves mentions and takes clicks on them. */
export function markdown(text, session) {
  return fragment(parseBlocks(text).map((block) => BLOCKS[block.kind](block, session)));
}

/** One line of markdown, without headings, lists and quotes. */
export function inlineMarkdown(text, session) {
  return fragment(inline(parseInline(text), session));
}

const BLOCKS = {
  fence: ({ text, language }) =>
    h("pre", { tabindex: "0", "aria-label": language ? `Code: ${language}` : "Code" }, h("code", text)),
  quote: ({ blocks }, session) =>
    h(
      "blockquote",
      blocks.map((block) => BLOCKS[block.kind](block, session)),
    ),
  heading: ({ level, text }, session) => h(`h${level + 2}.md-h${level}`, inlineMarkdown(text, session)),
  subtext: ({ text }, session) => h("p.subtext", inlineMarkdown(text, session)),
  lists: ({ lists }, session) => lists.map((list) => listOf(list, session)),
  text: ({ text }, session) => h("p", inlineMarkdown(text, session)),
};

function listOf({ start, items }, session) {
  const item = ({ text, lists }) =>
    h(
      "li",
      inlineMarkdown(text, session),
      lists.map((list) => listOf(list, session)),
    );
  return h(start === null ? "ul" : "ol", { start }, items.map(item));
}

function inline(nodes, session) {
  return nodes.map((node) => (typeof node === "string" ? node : INLINE[node.kind](node, session)));
}

const wrap =
  (tag) =>
  ({ children }, session) =>
    h(tag, inline(children, session));

const INLINE = {
  strong: wrap("strong"),
  em: wrap("em"),
  underline: wrap("u"),
  strike: wrap("s"),
  code: ({ text }) => h("code", text),
  spoiler: ({ children }, session) => spoiler(h("span", inline(children, session))),
  link: ({ url, title, children }, session) => link(url, session, { title }, inline(children, session)),
  user: ({ id }, session) => userMention(id, session),
  role: ({ id }, session) => roleMention(id, session),
  channel: ({ id }, session) => channelMention(id, session),
  command: ({ name, id }, session) => commandMention(name, id, session),
  everyone: ({ name }) => h("span.mention", `@${name}`),
  emoji: ({ name }) => h("span.emoji-name", { title: `:${name}:` }, `:${name}:`),
  time: ({ seconds, style }) => timestamp(seconds, style),
};
