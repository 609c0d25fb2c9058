/** The page's own drawings, in strokes of the current colour. */

import { h } from "./dom.js";

/** @type {Record<string, string>} */
const PATHS = {
  hash: "M5 9h15M4 15h15M10 4 8 20M16 4l-2 16",
  thread: "M6 4v8a4 4 0 0 0 4 4h10M16 12l4 4-4 4",
  at: "M16 8v5a2.5 2.5 0 0 0 5 0v-1a9 9 0 1 0-3.5 7.1M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0z",
  menu: "M4 7h16M4 12h16M4 17h16",
  send: "M5 12 4 4l17 8-17 8 1-8zm0 0h8",
  slash: "M7 20 17 4",
  close: "M6 6l12 12M18 6 6 18",
  down: "M6 9l6 6 6-6",
  right: "M9 6l6 6-6 6",
  check: "M5 12.5l4.5 4.5L19 7",
  eye: "M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12zM15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0z",
  link: "M14 4h6v6M20 4l-9 9M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5",
  file: "M6 3h8l5 5v12a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM14 3v5h5",
  mail: "M4 6h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1zM3.5 7l8.5 6 8.5-6",
  mailoff: "M4 6h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1zM3.5 7l8.5 6 8.5-6M3 21 21 3",
  reply: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6v1",
  alert: "M12 8v5M12 16.5v.5M10.4 4 2.6 18a1.8 1.8 0 0 0 1.6 2.7h15.6a1.8 1.8 0 0 0 1.6-2.7L13.6 4a1.8 1.8 0 0 0-3.2 0z",
  clock: "M12 7v5l3.5 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z",
  tabs: "M4 8h12v12H4zM8 8V4h12v12h-4",
};

/**
 * @param {keyof typeof PATHS & string} name
 * @param {string} [label] what it says to those who don't see it; without, it is decoration
 */
export function icon(name, label) {
  const spoken = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return h("svg", { class: `icon icon-${name}`, viewBox: "0 0 24 24", ...spoken }, h("path", { d: PATHS[name] }));
}

/** Something is under way. */
export function dots() {
  return h("span", { class: "dots", role: "img", "aria-label": "waiting" }, h("i"), h("i"), h("i"));
}

const COLOURS = 7;

/**
 * A person's disc: their first letter, on a colour of their own.
 *
 * @param {any} user
 * @param {string} [size]
 */
export function face(user, size = "") {
  const name = user?.global_name ?? user?.username ?? "?";
  const colour = user?.bot
    ? "bot"
    : String([...String(user?.username ?? "")].reduce((sum, one) => (sum * 33 + (one.codePointAt(0) ?? 0)) % 997, 0) % COLOURS);
  const inside = user?.bot
    ? h("svg", { viewBox: "0 0 24 24" }, h("path", { d: "M4 18h16M5 15 4 7l5 3.5L12 5l3 5.5L20 7l-1 8z" }))
    : [...name][0]?.toUpperCase();
  return h("span", { class: `face face-${colour} ${size}`, "aria-hidden": "true" }, inside);
}
