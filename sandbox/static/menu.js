/**
 * Select menus: the control in a message or dialog, and the list that opens from it. The list lives in a layer of its own
 * and names its control by a key, so that it stays open whatever happens to the messages around it.
 *
 * @typedef {import("./session.js").Json} Json
 * @typedef {import("./main.js").App} App
 * @typedef {{value: string, label: string, description?: string, emoji?: Json}} Option
 * @typedef {object} Control
 * @property {Json} component
 * @property {string} key which one it is on this page
 * @property {string[]} [values] what is chosen, if not the component's defaults
 * @property {boolean} busy
 * @property {(values: string[]) => void} pick
 * @property {string} [labelledBy]
 */

import { h, isNarrow } from "./dom.js";
import { dots, icon } from "./icons.js";
import { isThread, nameOf } from "./session.js";

const PLACEHOLDERS = {
  3: "Make a selection",
  5: "Select a user",
  6: "Select a role",
  7: "Select a user or role",
  8: "Select a channel",
};

/** @param {App} app @param {Json} component @returns {Option[]} */
function optionsOf(app, component) {
  const { session } = app;
  const users = () =>
    [...session.users.values(), session.bot].map((one) => ({ value: one.id, label: nameOf(one), description: one.username }));
  const channels = () =>
    [...session.channels.values()]
      .filter((one) => one.guild_id && (component.channel_types ?? [one.type]).includes(one.type))
      .map((one) => ({ value: one.id, label: `#${one.name}`, description: isThread(one) ? "thread" : undefined }));
  const everyone = session.guild ? [{ value: session.guild.id, label: "@everyone" }] : [];
  if (component.type === 3) return component.options;
  if (component.type === 5) return users();
  if (component.type === 6) return everyone;
  if (component.type === 7) return [...users(), ...everyone];
  return channels();
}

/** @param {Json} component @returns {string[]} */
function defaultsOf(component) {
  if (component.default_values) return component.default_values.map((/** @type {Json} */ one) => one.id);
  return (component.options ?? []).filter((/** @type {Json} */ one) => one.default).map((/** @type {Json} */ one) => one.value);
}

/** @param {App} app @param {Control} control */
export function selectControl(app, control) {
  const { component, key } = control;
  const values = control.values ?? defaultsOf(component);
  const chosen = optionsOf(app, component).filter((one) => values.includes(one.value));
  const isOpen = app.menu?.key === key;
  if (isOpen) app.menu.control = control;
  const open = (/** @type {Event} */ event) => {
    if (control.busy) return;
    app.openMenu(
      isOpen
        ? null
        : {
            key,
            control,
            anchor: /** @type {HTMLElement} */ (event.currentTarget),
            values,
            before: values,
            active: -1,
            search: "",
          },
    );
  };
  const onKeydown = (/** @type {KeyboardEvent} */ event) => {
    if (!isOpen && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      open(event);
    }
  };
  const placeholder = component.placeholder || PLACEHOLDERS[/** @type {3} */ (component.type)];
  const words = chosen.length
    ? chosen.map((one) =>
        h(
          "span",
          { class: "select-value" },
          one.emoji ? h("span", { class: "emoji" }, one.emoji.name) : null,
          h("span", null, one.label),
        ),
      )
    : h("span", { class: "select-placeholder" }, placeholder);
  return h(
    "button",
    {
      class: `select${isOpen ? " is-open" : ""}${component.max_values > 1 ? " is-multiple" : ""}`,
      type: "button",
      disabled: component.disabled,
      "aria-haspopup": "listbox",
      "aria-expanded": isOpen ? "true" : "false",
      "aria-label": control.labelledBy ? null : [placeholder, ...chosen.map((one) => one.label)].join(", "),
      "aria-labelledby": control.labelledBy,
      "aria-busy": control.busy || null,
      "data-id": component.custom_id,
      "data-menu": key,
      onClick: open,
      onKeydown,
    },
    h("span", { class: "select-values" }, words),
    control.busy ? dots() : icon("down"),
  );
}

// The open list ------------------------------------------------------------------------------------------------------------

/** @param {App} app */
export function menuView(app) {
  const { menu } = app;
  if (!menu) return null;
  const { component } = menu.control;
  const all = optionsOf(app, component);
  const needle = menu.search.trim().toLowerCase();
  const shown = needle ? all.filter((one) => `${one.label} ${one.description ?? ""}`.toLowerCase().includes(needle)) : all;
  const least = component.required === false ? 0 : (component.min_values ?? 1);
  const most = component.max_values ?? 1;
  const multiple = most > 1;
  const searchable = all.length > 10;
  const fits = menu.values.length >= least && menu.values.length <= most;

  const done = () => {
    const changed = String(menu.values) !== String(menu.before);
    close(app);
    if (changed && fits) menu.control.pick(menu.values);
  };
  const choose = (/** @type {Option} */ option) => {
    const has = menu.values.includes(option.value);
    if (!multiple) {
      // A menu that can be left empty is emptied by choosing the same again.
      menu.values = has && least === 0 ? [] : [option.value];
      close(app);
      menu.control.pick(menu.values);
    } else if (has || menu.values.length < most) {
      const picked = has ? menu.values.filter((/** @type {string} */ one) => one !== option.value) : [...menu.values, option.value];
      menu.values = all.map((one) => one.value).filter((one) => picked.includes(one));
      app.update();
    }
  };
  const onKeydown = (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const inSearch = event.target instanceof HTMLInputElement;
    const onButton = event.target instanceof HTMLButtonElement;
    if (step && shown.length) menu.active = (menu.active + step + shown.length) % shown.length;
    else if (event.key === "Home" && !inSearch) menu.active = 0;
    else if (event.key === "End" && !inSearch) menu.active = shown.length - 1;
    else if ((event.key === "Enter" || (event.key === " " && !inSearch)) && !onButton && shown[menu.active])
      choose(shown[menu.active]);
    else if (event.key === "Escape") close(app);
    else if (event.key === "Tab" && !multiple) done();
    else return;
    event.preventDefault();
    event.stopPropagation();
    app.update();
    document.getElementById(`option-${menu.active}`)?.scrollIntoView({ block: "nearest" });
  };
  const rows = shown.map((option, at) => {
    const has = menu.values.includes(option.value);
    const full = multiple && !has && menu.values.length >= most;
    return h(
      "div",
      {
        id: `option-${at}`,
        class: `option${at === menu.active ? " is-active" : ""}${full ? " is-full" : ""}`,
        role: "option",
        "aria-selected": has ? "true" : "false",
        "aria-disabled": full || null,
        onClick: () => choose(option),
      },
      option.emoji ? h("span", { class: "emoji" }, option.emoji.name) : null,
      h(
        "span",
        { class: "option-words" },
        h("span", { class: "option-label" }, option.label),
        option.description ? h("span", { class: "option-description" }, option.description) : null,
      ),
      multiple ? h("span", { class: "tick-box" }, has ? icon("check") : null) : has ? icon("check", "chosen") : null,
    );
  });
  const range = least === most ? `Choose ${most}` : least === 0 ? `Choose up to ${most}` : `Choose ${least} to ${most}`;
  return h(
    "div",
    { class: "menu-layer", onPointerdown: (/** @type {Event} */ event) => event.target === event.currentTarget && done() },
    h(
      "div",
      { class: "menu", onKeydown, ref: (/** @type {HTMLElement} */ el) => place(el, app) },
      searchable
        ? h("input", {
            class: "menu-search",
            type: "text",
            placeholder: "Search",
            "aria-label": "Search options",
            autocomplete: "off",
            value: menu.search,
            onInput: (/** @type {Event} */ event) => {
              menu.search = /** @type {HTMLInputElement} */ (event.target).value;
              menu.active = menu.search ? 0 : -1;
              app.update();
            },
          })
        : null,
      h(
        "div",
        {
          class: "options",
          role: "listbox",
          tabindex: 0,
          "aria-multiselectable": multiple || null,
          "aria-label": component.placeholder || "Options",
          "aria-activedescendant": menu.active >= 0 ? `option-${menu.active}` : null,
        },
        rows.length ? rows : h("div", { class: "option-none" }, "Nothing matches."),
      ),
      multiple
        ? h(
            "div",
            { class: "menu-foot" },
            h("span", { class: "faint", "aria-live": "polite" }, `${range} · ${menu.values.length} chosen`),
            h(
              "button",
              { class: "button button-primary", type: "button", disabled: !fits, onClick: done },
              h("span", { class: "button-inside" }, "Done"),
            ),
          )
        : null,
    ),
  );
}

/** @param {App} app */
function close(app) {
  const { anchor, key } = app.menu;
  app.openMenu(null);
  // The control might have been redrawn in the meantime.
  const control = anchor.isConnected ? anchor : document.querySelector(`[data-menu="${CSS.escape(key)}"]`);
  if (control instanceof HTMLElement) control.focus({ preventScroll: true });
}

/** Keeps the list at its control (a narrow screen shows it as a sheet instead). @param {HTMLElement} el @param {App} app */
function place(el, app) {
  const { menu } = app;
  let frame = 0;
  const follow = () => {
    frame = requestAnimationFrame(follow);
    const anchor = menu.anchor.isConnected ? menu.anchor : document.querySelector(`[data-menu="${CSS.escape(menu.key)}"]`);
    if (!(anchor instanceof HTMLButtonElement) || anchor.disabled) {
      app.openMenu(null);
      return;
    }
    menu.anchor = anchor;
    if (isNarrow()) {
      el.removeAttribute("style");
      return;
    }
    const at = anchor.getBoundingClientRect();
    const below = innerHeight - at.bottom - 12;
    const above = at.top - 12;
    const isBelow = below >= Math.min(el.scrollHeight, 320) || below >= above;
    el.style.width = `${at.width}px`;
    el.style.left = `${at.left}px`;
    el.style.maxHeight = `${Math.min(380, isBelow ? below : above)}px`;
    el.style.top = isBelow ? `${at.bottom + 4}px` : "auto";
    el.style.bottom = isBelow ? "auto" : `${innerHeight - at.top + 4}px`;
  };
  follow();
  const first = el.querySelector(isNarrow() ? ".options" : ".menu-search, .options");
  if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  return () => cancelAnimationFrame(frame);
}
