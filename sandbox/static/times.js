/** Times in people's words, in their own language's order and clock; and what time it is in the sandbox. */

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

/** Milliseconds by which the sandbox is ahead of this machine. */
let ahead = 0;

/** Goes by the sandbox's clock. @param {number} unix its time, in seconds */
export function setNow(unix) {
  ahead = unix * 1000 - Date.now();
  age();
}

function now() {
  return new Date(Date.now() + ahead);
}

/** The sandbox's date and time, which moves on while you look at it. */
export function clockFace() {
  return h("time", { class: "clock-face" }, told());
}

const faceFormat = new Intl.DateTimeFormat(undefined, {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});

function told() {
  return faceFormat.format(now());
}

/** @param {Date} date @param {string} style */
function format(date, style) {
  return /** @type {Intl.DateTimeFormat} */ (formats.get(style) ?? formats.get("f")).format(date);
}

/** @param {Date} date */
function relative(date) {
  const seconds = Math.round((date.getTime() - now().getTime()) / 1000);
  const [unit, size] = UNITS.find(([, least]) => Math.abs(seconds) >= least) ?? UNITS[UNITS.length - 1];
  return relativeFormat.format(Math.trunc(seconds / size), unit);
}

/** The clock moves on, and relative times grow old, while you look at them. */
function age() {
  for (const el of document.querySelectorAll("time.clock-face")) {
    const text = /** @type {Text} */ (el.firstChild);
    if (text.data !== told()) text.data = told();
  }
  for (const el of document.querySelectorAll("time.is-relative")) {
    const text = /** @type {Text} */ (el.firstChild);
    const since = relative(new Date(/** @type {HTMLTimeElement} */ (el).dateTime));
    if (text.data !== since) text.data = since;
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
  return Math.round((midnight(now()) - midnight(date)) / 86400000);
}
