/**
 * Discord's markdown, as descriptions of elements. Whatever it doesn't understand stays text.
 *
 * @typedef {import("./dom.js").Child} Child
 * @typedef {import("./dom.js").VNode} VNode
 * @typedef {object} Around what a text may refer to
 * @property {(id: string) => string} user
 * @property {(id: string) => {name: string, href: string} | null} channel
 * @property {(url: string) => {label: string, href: string} | null} place a link that leads into this page
 * @property {string} me
 * @property {string} [guild]
 */

import { h, safeUrl } from "./dom.js";
import { stamp } from "./times.js";

const FENCE = /```(?:([a-z0-9_+#.-]+)\n)?\n*([\s\S]*?)\n*```/gi;
const LIST_ITEM = /^( *)(?:([-*])|(\d{1,9})\.) +(.*)$/;
const EMOJI_ONLY = /^(?:\s|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\u200d\ufe0f\u20e3])+$/u;

/**
 * @param {string} text
 * @param {Around} around
 * @returns {VNode}
 */
export function markdown(text, around) {
  const size = EMOJI_ONLY.test(text) && [...text].length <= 30 ? " is-jumbo" : "";
  return h("div", { class: `markdown${size}`, dir: "auto" }, blocks(text, around));
}

/** One line of it, without blocks and links: for previews. @param {string} text @param {Around} around @returns {Child[]} */
export function markdownLine(text, around) {
  const bare = text.replace(/^\s*(?:#{1,3}|-#|>+|[-*]) +/gm, "");
  // Where a line ends without punctuation, the next one mustn't read as part of it.
  return inline(bare.replace(/([^.,:;!?…\s])[ \t]*\n+/g, "$1 · ").replace(/\s+/g, " "), around, true);
}

// Blocks -----------------------------------------------------------------------------------------------------------------

/** @param {string} text @param {Around} around @returns {Child[]} */
function blocks(text, around) {
  /** @type {Child[]} */
  const made = [];
  let from = 0;
  for (const match of text.matchAll(FENCE)) {
    if (!match[2]) continue;
    made.push(lines(text.slice(from, match.index).replace(/\n$/, ""), around));
    made.push(h("pre", { class: "code-block", tabindex: 0 }, h("code", null, match[2])));
    from = match.index + match[0].length;
    if (text[from] === "\n") from++;
  }
  made.push(lines(text.slice(from), around));
  return made;
}

/** @param {string} text @param {Around} around @returns {Child[]} */
function lines(text, around) {
  if (!text) return [];
  const rows = text.split("\n");
  /** @type {Child[]} */
  const made = [];
  /** @type {string[]} */
  let plain = [];
  const flush = () => {
    // Headings and lists have their own spacing: an empty line beside one would double it.
    const body = plain.join("\n").replace(made.length ? /^\n/ : /^$/, "");
    if (plain.length && body.trim()) made.push(h("div", { class: "lines" }, inline(body, around)));
    else if (plain.length > 1 || (plain.length && made.length)) made.push(h("div", { class: "gap" }));
    plain = [];
  };
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at];
    const heading = /^(#{1,3}) +(\S.*)$/.exec(row);
    const small = /^-# +(\S.*)$/.exec(row);
    const quote = /^>(>>)? (.*)$/.exec(row);
    if (heading) {
      flush();
      made.push(
        h(
          "div",
          { class: `heading heading-${heading[1].length}`, role: "heading", "aria-level": heading[1].length + 2 },
          inline(heading[2].trim(), around),
        ),
      );
    } else if (small) {
      flush();
      made.push(h("div", { class: "subtext" }, inline(small[1], around)));
    } else if (quote) {
      flush();
      const quoted = [quote[2]];
      if (quote[1]) quoted.push(...rows.slice(at + 1));
      else while (/^> /.test(rows[at + quoted.length] ?? "")) quoted.push(rows[at + quoted.length].slice(2));
      at += quoted.length - 1;
      made.push(h("blockquote", null, lines(quoted.join("\n"), around)));
    } else if (LIST_ITEM.test(row)) {
      flush();
      let end = at + 1;
      while (end < rows.length && (LIST_ITEM.test(rows[end]) || /^ +\S/.test(rows[end]))) end++;
      made.push(lists(rows.slice(at, end), around));
      at = end - 1;
    } else {
      plain.push(row);
    }
  }
  flush();
  return made;
}

/** @param {string[]} rows the first one is an item @param {Around} around @returns {VNode[]} */
function lists(rows, around) {
  const indent = rows[0].search(/\S/);
  /** @type {{start: string | undefined, items: {text: string[], inner: string[]}[]}[]} */
  const made = [];
  for (const row of rows) {
    const item = LIST_ITEM.exec(row);
    const current = made[made.length - 1];
    const last = current?.items[current.items.length - 1];
    if (item && (!last || item[1].length <= indent)) {
      const started = { text: [item[4]], inner: [] };
      if (current && (current.start === undefined) === (item[3] === undefined)) current.items.push(started);
      else made.push({ start: item[3], items: [started] });
    } else if (last) {
      if (item || last.inner.length) last.inner.push(row);
      else last.text.push(row.trim());
    }
  }
  return made.map(({ start, items }) => {
    const rendered = items.map(({ text, inner }) =>
      h("li", null, inline(text.join("\n"), around), inner.length ? lists(inner, around) : null),
    );
    return start === undefined ? h("ul", null, rendered) : h("ol", { start }, rendered);
  });
}

// Within a line ------------------------------------------------------------------------------------------------------------

/**
 * @typedef {object} Rule
 * @property {RegExp} at matched at the current position
 * @property {(match: RegExpExecArray, around: Around, plain: boolean) => Child | undefined} make undefined: it is just text
 */

/** @param {string} tag @param {RegExp} at @param {string} [name] @returns {Rule} */
function style(tag, at, name) {
  return { at, make: (match, around, plain) => h(tag, { class: name }, inline(match[1], around, plain)) };
}

/** @type {Rule[]} */
const RULES = [
  { at: /\\([^\sA-Za-z0-9])/y, make: (match) => match[1] },
  { at: /(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/y, make: (match) => h("code", null, match[2].replace(/^ (.*) $/, "$1")) },
  { at: /<(https?:\/\/[^\s<>]+)>/y, make: (match, around, plain) => link(match[1], null, around, plain) },
  { at: /<@!?(\d+)>/y, make: (match, around) => mention(`@${around.user(match[1])}`, match[1] === around.me) },
  { at: /<@&(\d+)>/y, make: (match, around) => mention(match[1] === around.guild ? "@everyone" : "@role", false) },
  { at: /<#(\d+)>/y, make: channelMention },
  { at: /<\/([-_ \p{L}\p{N}]{1,100}):(\d+)>/uy, make: commandMention },
  { at: /<t:(-?\d{1,14})(?::([tTdDfFR]))?>/y, make: (match) => stamp(Number(match[1]), match[2] ?? "f") },
  { at: /<a?:(\w{2,32}):\d+>/y, make: (match) => h("span", { class: "emoji-name" }, `:${match[1]}:`) },
  { at: /@(?:everyone|here)\b/y, make: (match) => mention(match[0], true) },
  {
    at: /\[((?:\\.|[^\]\\\n]|\][^(])+?)\]\(\s*<?(https?:\/\/(?:[^\s()<>]|\([^\s()<>]*\))+)>?(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/y,
    make: (match, around, plain) => link(match[2], inline(match[1], around, true), around, plain),
  },
  {
    at: /https?:\/\/[^\s<]*[^\s<.,:;"'!?)\]*_~|]/y,
    make: (match, around, plain) => link(match[0], null, around, plain),
  },
  style("strong", /\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/y),
  style("u", /__((?:\\[\s\S]|[^\\])+?)__(?!_)/y),
  style("em", /\*(?=\S)((?:\\[\s\S]|\*\*(?:[^*]|\*(?!\*))+\*\*|[^\\*])+?)\*(?!\*)/y),
  style("em", /\b_((?:\\[\s\S]|__|[^\\_])+?)_(?![A-Za-z0-9_])/y),
  style("s", /~~((?:\\[\s\S]|[^\\])+?)~~(?!~)/y),
  { at: /\|\|((?:\\[\s\S]|[^\\])+?)\|\|/y, make: (match, around, plain) => spoiler(inline(match[1], around, plain)) },
];
const NEXT = /[\\`<@[*_~|]|https?:/g;

/** @param {string} text @param {Around} around @param {boolean} [plain] without links @returns {Child[]} */
function inline(text, around, plain = false) {
  /** @type {Child[]} */
  const made = [];
  let from = 0;
  let at = next(text, 0);
  while (at < text.length) {
    const found = apply(text, at, around, plain);
    if (found) {
      made.push(text.slice(from, at), found.child);
      from = found.end;
    }
    at = next(text, found ? found.end : at + 1);
  }
  made.push(text.slice(from));
  return made.filter((one) => one !== "");
}

/** @param {string} text @param {number} from */
function next(text, from) {
  NEXT.lastIndex = from;
  return NEXT.exec(text)?.index ?? text.length;
}

/** @param {string} text @param {number} at @param {Around} around @param {boolean} plain */
function apply(text, at, around, plain) {
  for (const rule of RULES) {
    rule.at.lastIndex = at;
    const match = rule.at.exec(text);
    const child = match ? rule.make(match, around, plain) : undefined;
    if (match && child !== undefined) return { child, end: at + match[0].length };
  }
  return null;
}

/** @param {string} label @param {boolean} me */
function mention(label, me) {
  return h("span", { class: me ? "mention is-me" : "mention" }, label);
}

/** @param {RegExpExecArray} match @param {Around} around @param {boolean} plain */
function channelMention(match, around, plain) {
  const found = around.channel(match[1]);
  if (!found) return h("span", { class: "mention" }, "# no access");
  const label = `#${found.name}`;
  return plain ? h("span", { class: "mention" }, label) : h("a", { class: "mention", href: found.href, "data-jump": true }, label);
}

/** @param {RegExpExecArray} match @param {Around} _around @param {boolean} plain */
function commandMention(match, _around, plain) {
  if (plain) return h("span", { class: "mention" }, `/${match[1]}`);
  return h("button", { class: "mention", type: "button", "data-command": match[1] }, `/${match[1]}`);
}

/** @param {string} url @param {Child[] | null} label @param {Around} around @param {boolean} plain */
export function link(url, label, around, plain = false) {
  const place = around.place(url);
  if (plain) return h("span", null, label ?? place?.label ?? url);
  if (place && !label) return h("a", { class: "mention", href: place.href, "data-jump": true }, `#${place.label}`);
  if (place) return h("a", { href: place.href, "data-jump": true }, label);
  if (!safeUrl(url)) return undefined;
  return h("a", { href: url, target: "_blank", rel: "noopener noreferrer", title: label ? url : null }, label ?? url);
}

/**
 * Hidden until pressed. Once shown, it stays so, even when the message around it is edited.
 *
 * @param {Child} content
 */
export function spoiler(content) {
  const show = (/** @type {Event} */ event) => {
    const el = /** @type {HTMLElement} */ (event.currentTarget);
    if (el.dataset.shown) return;
    if (event instanceof KeyboardEvent && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    el.dataset.shown = "yes";
    el.removeAttribute("aria-label");
    el.querySelector(":scope > *")?.removeAttribute("inert");
  };
  const props = {
    class: "spoiler",
    role: "button",
    tabindex: 0,
    "aria-label": "Spoiler, press to show",
    onClick: show,
    onKeydown: show,
  };
  return h(
    "span",
    props,
    h("span", { class: "spoiler-inside", ref: (/** @type {HTMLElement} */ el) => el.setAttribute("inert", "") }, content),
  );
}
