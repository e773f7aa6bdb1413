/**
 * Discord's markdown within a line: a text becomes a list of nodes, each a string or
 * `{kind, …, children?}`. Nothing here touches the page.
 */

/** Parse inline markdown. */
export function parseInline(text) {
  const nodes = [];
  let plain = "";
  let at = 0;
  const flush = () => {
    if (plain) nodes.push(plain);
    plain = "";
  };
  while (at < text.length) {
    const found = match(text, at);
    if (!found) {
      plain += text[at];
      at += 1;
    } else if (typeof found.node === "string") {
      plain += found.node;
      at = found.end;
    } else {
      flush();
      nodes.push(found.node);
      at = found.end;
    }
  }
  flush();
  return nodes;
}

function match(text, at) {
  for (const rule of RULES[text[at]] ?? []) {
    const found = rule(text, at);
    if (found) return found;
  }
  return null;
}

/** A rule for a sticky pattern; `make(groups)` gives the node. */
const pattern = (regex, make) => (text, at) => {
  regex.lastIndex = at;
  const hit = regex.exec(text);
  return hit && { node: make(...hit.slice(1)), end: regex.lastIndex };
};

/** A rule for text between two equal delimiters; `isOpen` and `isClose` may refuse a place. */
const between =
  (delimiter, kind, { isOpen = () => true, isClose = () => true } = {}) =>
  (text, at) => {
    if (!text.startsWith(delimiter, at) || !isOpen(text, at)) return null;
    const start = at + delimiter.length;
    const end = findClose(text, start, delimiter, isClose);
    if (end <= start) return null;
    return { node: { kind, children: parseInline(text.slice(start, end)) }, end: end + delimiter.length };
  };

/** Where the closing delimiter stands, past escapes, code and longer runs of the same mark; -1 if nowhere. */
function findClose(text, from, delimiter, isClose) {
  const mark = delimiter[0];
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === "`") at = Math.max(at, text.indexOf("`", at + 1));
    else if (text[at] === mark) {
      const length = runLength(text, at, mark);
      const end = closingIn(at, length, delimiter.length);
      if (end >= from && isClose(text, end)) return end;
      at += length - 1;
    }
  }
  return -1;
}

function runLength(text, at, mark) {
  let end = at;
  while (text[end] === mark) end += 1;
  return end - at;
}

/** In a run of marks, a single one closes only an odd run (at its end), a double one any run of two or more. */
function closingIn(at, length, size) {
  if (length < size || (size === 1 && length % 2 === 0)) return -1;
  return at + length - size;
}

const isWord = (char) => char !== undefined && /[\p{L}\p{N}_]/u.test(char);
const isSpace = (char) => char === undefined || /\s/.test(char);

const star = between("*", "em", {
  isOpen: (text, at) => !isSpace(text[at + 1]),
  isClose: (text, end) => !isSpace(text[end - 1]),
});
const underscore = between("_", "em", {
  isOpen: (text, at) => !isWord(text[at - 1]),
  isClose: (text, end) => !isWord(text[end + 1]),
});

const code = pattern(/(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/y, (_, text) => ({
  kind: "code",
  text: text.replace(/^ (.+) $/s, "$1"),
}));
const escape = pattern(/\\([^\p{L}\p{N}\s])/uy, (char) => char);
const bareLink = pattern(/(https?:\/\/[^\s<]+[^\s<.,:;"')\]|*_~])/y, (url) => ({
  kind: "link",
  url,
  children: [url],
}));
const quietLink = pattern(/<(https?:\/\/[^\s>]+)>/y, (url) => ({ kind: "link", url, children: [url] }));
const maskedLink = pattern(
  /\[((?:\\.|[^\]\\])+)\]\(<?(https?:\/\/[^\s)>]+)>?(?:\s+"([^"]*)")?\)/y,
  (label, url, title) => ({ kind: "link", url, title, children: parseInline(label) }),
);

const RULES = {
  "\\": [escape],
  "`": [code],
  "*": [between("**", "strong"), star],
  _: [between("__", "underline"), underscore],
  "~": [between("~~", "strike")],
  "|": [between("||", "spoiler")],
  "[": [maskedLink],
  h: [bareLink],
  "@": [pattern(/@(everyone|here)\b/y, (name) => ({ kind: "everyone", name }))],
  "<": [
    quietLink,
    pattern(/<@!?(\d+)>/y, (id) => ({ kind: "user", id })),
    pattern(/<@&(\d+)>/y, (id) => ({ kind: "role", id })),
    pattern(/<#(\d+)>/y, (id) => ({ kind: "channel", id })),
    pattern(/<\/([^:>\n]{1,100}):(\d+)>/y, (name, id) => ({ kind: "command", name, id })),
    pattern(/<a?:(\w{2,32}):(\d+)>/y, (name, id) => ({ kind: "emoji", name, id })),
    pattern(/<t:(-?\d{1,13})(?::([tTdDfFsSR]))?>/y, (seconds, style) => ({
      kind: "time",
      seconds: Number(seconds),
      style: style ?? "f",
    })),
  ],
};
