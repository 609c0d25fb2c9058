/**
 * Components as Discord lays them out: Components V2 and classic rows.
 *
 * @typedef {import("./dom.js").VNode} VNode
 * @typedef {import("./session.js").Json} Json
 * @typedef {import("./main.js").App} App
 * @typedef {{app: App, session: import("./session.js").Session, message: Json, around: import("./markdown.js").Around}} Scene
 */

import { h, isOurs, safeUrl } from "./dom.js";
import { dots, icon } from "./icons.js";
import { markdown, spoiler } from "./markdown.js";
import { selectControl } from "./menu.js";

const BUTTON = 2;
const BUTTON_STYLES = ["", "primary", "secondary", "success", "danger", "link"];

/** @type {Record<number, (it: Json, scene: Scene) => VNode | null>} */
const VIEWS = {
  1: row,
  2: button,
  3: select,
  5: select,
  6: select,
  7: select,
  8: select,
  9: section,
  10: (it, scene) => markdown(it.content, scene.around),
  11: thumbnail,
  12: gallery,
  13: (it) => hidden(it, fileCard(it.name, it.size, it.file.url)),
  14: separator,
  17: container,
};

/** @param {Json[]} components @param {Scene} scene */
export function componentList(components, scene) {
  return components.map((it) => VIEWS[it.type]?.(it, scene));
}

/** @param {Json} it @param {Scene} scene */
function container(it, scene) {
  const accent = it.accent_color;
  const style = accent === null || accent === undefined ? {} : { "--accent-bar": colour(accent) };
  const box = h(
    "div",
    { class: accent == null ? "container" : "container has-accent", style },
    componentList(it.components, scene),
  );
  return it.spoiler ? h("div", { class: "is-block-spoiler" }, spoiler(box)) : box;
}

/** @param {Json} it @param {Scene} scene */
function section(it, scene) {
  return h(
    "div",
    { class: "section" },
    h("div", { class: "section-text" }, componentList(it.components, scene)),
    h("div", { class: "section-accessory" }, componentList([it.accessory], scene)),
  );
}

/** @param {Json} it */
function separator(it) {
  return h("div", {
    class: `separator spacing-${it.spacing}${it.divider ? " has-line" : ""}`,
    role: it.divider ? "separator" : null,
  });
}

/** @param {Json} it @param {Scene} scene */
function row(it, scene) {
  return h("div", { class: "row" }, componentList(it.components, scene));
}

// Buttons and menus --------------------------------------------------------------------------------------------------------

/** @param {Json} it @param {Scene} scene */
function button(it, { app, session, message }) {
  const look = `button button-${BUTTON_STYLES[it.style]}`;
  const label = [
    it.emoji ? h("span", { class: "emoji" }, it.emoji.name) : null,
    it.label ? h("span", { class: "button-label" }, it.label) : null,
  ];
  if (it.style === 5) {
    const place = app.place(it.url);
    const href = place?.href ?? safeUrl(it.url);
    if (it.disabled || !href) return h("button", { class: look, type: "button", disabled: true }, label, icon("link"));
    const target = place ? { "data-jump": true } : { target: "_blank", rel: "noopener noreferrer" };
    return h("a", { class: look, href, ...target }, label, icon(place ? "right" : "link"));
  }
  const busy = session.isBusy(message, it);
  const onClick = () => {
    if (!busy) session.click(message, it);
  };
  return h(
    "button",
    {
      class: busy ? `${look} is-busy` : look,
      type: "button",
      disabled: it.disabled,
      "aria-busy": busy || null,
      "data-id": it.custom_id,
      onClick,
    },
    h("span", { class: "button-inside" }, label),
    busy ? dots() : null,
  );
}

/** @param {Json} it @param {Scene} scene */
function select(it, { app, session, message }) {
  return selectControl(app, {
    component: it,
    key: `${message.id} ${it.custom_id}`,
    values: session.picks.get(`${message.id} ${it.custom_id}`),
    busy: session.isBusy(message, it),
    pick: (values) => session.select(message, it, values),
  });
}

// Pictures and files -------------------------------------------------------------------------------------------------------

/** @param {Json} it @param {Scene} scene */
function thumbnail(it, scene) {
  return hidden(it, picture(it.media, it.description, scene.app, "thumbnail"));
}

/** @param {Json} it @param {Scene} scene */
function gallery(it, scene) {
  const items = it.items.map((/** @type {Json} */ one) =>
    hidden(one, picture(one.media, one.description, scene.app, "gallery-item")),
  );
  return h("div", { class: `gallery gallery-${items.length}` }, items);
}

/** @param {Json} it @param {VNode} content */
function hidden(it, content) {
  return it.spoiler ? h("div", { class: "is-block-spoiler" }, spoiler(content)) : content;
}

/**
 * A picture that opens large when pressed.
 *
 * @param {Json} media with `url`, and `width` and `height` if they are known
 * @param {string | null | undefined} description
 * @param {App} app
 * @param {string} name
 * @returns {VNode}
 */
export function picture(media, description, app, name) {
  if (!isOurs(media.url)) {
    // Pictures from other hosts aren't fetched: the sandbox works without a network, and tells no one that it is in use.
    return h(
      "a",
      { class: `${name} is-elsewhere`, href: media.url, target: "_blank", rel: "noopener noreferrer" },
      icon("link"),
      description ?? media.url,
    );
  }
  const size = media.width && media.height ? { width: media.width, height: media.height } : {};
  const open = () => app.openPicture({ url: media.url, alt: description ?? "" });
  const label = description ? `Enlarge: ${description}` : "Enlarge picture";
  return h(
    "button",
    { class: name, type: "button", "aria-label": label, onClick: open },
    h("img", { src: media.url, alt: description ?? "", title: description, decoding: "async", ...size }),
  );
}

/** @param {string} name @param {number | null | undefined} size @param {string} url */
export function fileCard(name, size, url) {
  return h(
    "div",
    { class: "file" },
    icon("file"),
    h(
      "div",
      { class: "file-words" },
      h("a", { href: url, download: name, target: "_blank", rel: "noopener noreferrer" }, name),
      size ? h("div", { class: "faint" }, bytes(size)) : null,
    ),
  );
}

/** @param {number} size */
function bytes(size) {
  if (size < 1024) return `${size} bytes`;
  return size < 1024 * 1024 ? `${(size / 1024).toFixed(1)} KB` : `${(size / 1024 / 1024).toFixed(1)} MB`;
}

/** @param {number} value */
export function colour(value) {
  return `#${value.toString(16).padStart(6, "0")}`;
}

/** @param {Json[]} components @returns {Json[]} all of them, outer ones first */
export function walk(components) {
  return components.flatMap((it) => [it, ...walk(it.components ?? []), ...walk([it.accessory, it.component].filter(Boolean))]);
}

/** What a message says without its layout. @param {Json} message @returns {string} */
export function plainText(message) {
  const texts = walk(message.components)
    .filter((it) => it.type === 10)
    .map((it) => it.content);
  const embeds = message.embeds.flatMap((/** @type {Json} */ it) => [it.title, it.description]);
  const said = [message.content, ...texts, ...embeds].filter(Boolean).join("\n");
  if (said) return said;
  const first = walk(message.components).find((it) => it.type === BUTTON && it.label);
  return first ? first.label : message.attachments.length ? "a file" : "";
}
