/**
 * Discord's markdown by lines: a text becomes a list of blocks `{kind, …}`: `fence`, `quote`,
 * `heading`, `subtext`, `lists`, `text`. Nothing here touches the page.
 */

const FENCE = /```(?:([\w+#.-]+)\n)?\n?([\s\S]*?)\n?```/g;
const HEADING = /^(#{1,3})\s+(.+)$/;
const SUBTEXT = /^-#\s+(.+)$/;
const ITEM = /^(\s*)(?:([-*])|(\d{1,9})\.)\s+(.*)$/;
const QUOTE = /^> ?(.*)$/;

/** Parse a whole message. */
export function parseBlocks(text) {
  const long = text.search(/(?:^|\n)>>> /);
  if (long >= 0 && !isInFence(text, long)) {
    const start = text.indexOf(">>> ", long);
    return [
      ...parseBlocks(text.slice(0, start).replace(/\n$/, "")),
      { kind: "quote", blocks: parseBlocks(text.slice(start + 4)) },
    ];
  }
  const blocks = [];
  let from = 0;
  for (const hit of text.matchAll(FENCE)) {
    blocks.push(...parseLines(text.slice(from, hit.index).replace(/\n$/, "")));
    blocks.push({ kind: "fence", language: hit[1] ?? "", text: hit[2] });
    from = hit.index + hit[0].length;
  }
  return [...blocks, ...parseLines(text.slice(from).replace(from ? /^\n/ : /^$/, ""))];
}

function isInFence(text, at) {
  return (text.slice(0, at).match(/```/g) ?? []).length % 2 === 1;
}

function parseLines(text) {
  if (!text) return [];
  const lines = text.split("\n");
  const blocks = [];
  while (lines.length) blocks.push(quote(lines) ?? list(lines) ?? single(lines) ?? paragraph(lines));
  return blocks;
}

function takeWhile(lines, regex) {
  const hits = [];
  while (lines.length && regex.test(lines[0])) hits.push(lines.shift().match(regex));
  return hits;
}

function quote(lines) {
  const hits = takeWhile(lines, QUOTE);
  return hits.length ? { kind: "quote", blocks: parseLines(hits.map((hit) => hit[1]).join("\n")) } : null;
}

function list(lines) {
  const hits = takeWhile(lines, ITEM);
  if (!hits.length) return null;
  const items = hits.map(([, indent, , number, text]) => ({
    indent: indent.length,
    number: number ? Number(number) : null,
    text,
  }));
  return { kind: "lists", lists: nest(items, items[0].indent) };
}

/** Items of one depth and kind make a list; deeper ones that follow an item make lists inside it. */
function nest(items, indent) {
  const lists = [];
  while (items.length && items[0].indent >= indent) {
    const last = lists.at(-1);
    const { number, text, indent: depth } = items[0];
    if (depth > indent && last) {
      last.items.at(-1).lists = nest(items, depth);
      continue;
    }
    items.shift();
    if (last && (last.start === null) === (number === null)) last.items.push({ text, lists: [] });
    else lists.push({ start: number, items: [{ text, lists: [] }] });
  }
  return lists;
}

function single(lines) {
  const heading = lines[0].match(HEADING);
  const subtext = lines[0].match(SUBTEXT);
  if (!heading && !subtext) return null;
  lines.shift();
  return heading
    ? { kind: "heading", level: heading[1].length, text: heading[2] }
    : { kind: "subtext", text: subtext[1] };
}

function paragraph(lines) {
  const isOther = (line) => [QUOTE, ITEM, HEADING, SUBTEXT].some((regex) => regex.test(line));
  const taken = [lines.shift()];
  while (lines.length && !isOther(lines[0])) taken.push(lines.shift());
  return { kind: "text", text: taken.join("\n") };
}
