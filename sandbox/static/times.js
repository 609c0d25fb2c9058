/** Times in people's words, in their own language's order and clock. */

import { h } from "./dom.js";

/** @type {Record<string, Intl.DateTimeFormatOptions>} Discord's styles of <t:…> */
const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["year", 31557600],
  ["month", 2629800],
  ["week", 604800],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

const formats = new Map(Object.entries(STYLES).map(([style, options]) => [style, new Intl.DateTimeFormat(undefined, options)]));
const relativeFormat = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });

/** @param {Date} date @param {string} style */
function format(date, style) {
  return /** @type {Intl.DateTimeFormat} */ (formats.get(style) ?? formats.get("f")).format(date);
}

/** @param {Date} date */
function relative(date) {
  const seconds = Math.round((date.getTime() - Date.now()) / 1000);
  const [unit, size] = UNITS.find(([, least]) => Math.abs(seconds) >= least) ?? UNITS[UNITS.length - 1];
  return relativeFormat.format(Math.trunc(seconds / size), unit);
}

/** Relative times grow old while one looks at them. */
function age() {
  for (const el of document.querySelectorAll("time.is-relative")) {
    const text = /** @type {Text} */ (el.firstChild);
    const now = relative(new Date(/** @type {HTMLTimeElement} */ (el).dateTime));
    if (text.data !== now) text.data = now;
  }
}
setInterval(age, 5000);

/**
 * A timestamp in a text: `<t:1700000000:R>`.
 *
 * @param {number} unix seconds
 * @param {string} style
 */
export function stamp(unix, style) {
  const date = new Date(unix * 1000);
  if (Number.isNaN(date.getTime())) return h("span", null, "an invalid time");
  const props = { datetime: date.toISOString(), title: format(date, "F") };
  if (style === "R") return h("time", { ...props, class: "stamp is-relative" }, relative(date));
  return h("time", { ...props, class: "stamp" }, format(date, style));
}

/** @param {string} iso */
export function clock(iso) {
  return format(new Date(iso), "t");
}

/** @param {string} iso when a message was sent, as its header says it */
export function when(iso) {
  const date = new Date(iso);
  const days = daysAgo(date);
  if (days === 0) return clock(iso);
  if (days === 1) return `Yesterday at ${clock(iso)}`;
  return `${format(date, "d")}, ${clock(iso)}`;
}

/** @param {string} iso */
export function full(iso) {
  return format(new Date(iso), "F");
}

/** @param {string} iso */
export function day(iso) {
  return format(new Date(iso), "D");
}

/** @param {string} a @param {string} b */
export function sameDay(a, b) {
  return new Date(a).toDateString() === new Date(b).toDateString();
}

/** @param {Date} date */
function daysAgo(date) {
  const midnight = (/** @type {Date} */ one) => new Date(one.getFullYear(), one.getMonth(), one.getDate()).getTime();
  return Math.round((midnight(new Date()) - midnight(date)) / 86400000);
}
