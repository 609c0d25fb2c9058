/**
 * Where people write: chat messages, and slash commands with a chip for each option.
 *
 * @typedef {import("./dom.js").VNode} VNode
 * @typedef {import("./session.js").Json} Json
 * @typedef {import("./main.js").App} App
 * @typedef {import("./commands.js").Argument} Argument
 * @typedef {{key: string, label: import("./dom.js").Child, detail?: string, pick: () => void}} Suggestion
 * @typedef {{title: string, detail: string, rows: Suggestion[], note: string, waits: boolean}} Popup
 *
 * @typedef {object} Draft
 * @property {string} text the chat message, or what was typed so far of a command's name
 * @property {import("./commands.js").Entry | null} entry the command, once it is chosen
 * @property {Argument[]} args
 * @property {string} tail what was typed after the arguments: another option's name
 * @property {number} focus the argument being written; args.length is the tail
 * @property {number} active the suggestion that Enter takes; -1 none
 * @property {boolean} quiet the suggestions were dismissed
 * @property {string} error
 * @property {{arg: Argument, text: string, choices: Json[], waits: boolean, error: string} | null} asked the bot's suggestions
 */

import {
  TYPE,
  argument,
  entries,
  fixedChoices,
  matching,
  matchingChoices,
  parse,
  parseArguments,
  partialValues,
  valueOf,
} from "./commands.js";
import { h, isNarrow } from "./dom.js";
import { dots, face, icon } from "./icons.js";
import { DM, nameOf } from "./session.js";

const MAX_MESSAGE = 2000;
const PAUSE_BEFORE_ASKING = 120;

/** @returns {Draft} */
function emptyDraft() {
  return { text: "", entry: null, args: [], tail: "", focus: 0, active: 0, quiet: false, error: "", asked: null };
}

/** @param {App} app @param {string} channel @returns {Draft} */
function draftOf(app, channel) {
  const { drafts } = app.session;
  if (!drafts.has(channel)) drafts.set(channel, emptyDraft());
  return drafts.get(channel);
}

/** @param {App} app @param {Json} channel */
export function entriesIn(app, channel) {
  return entries(app.session.commands, channel.type === DM);
}

/** @param {App} app @param {Json} channel */
export function composer(app, channel) {
  const draft = draftOf(app, channel.id);
  const desk = new Desk(app, channel, draft);
  if (!channel.can_send)
    return h("div", { class: "composer" }, h("div", { class: "composer-box is-shut" }, "You can't write in this channel."));
  const popup = desk.openPopup();
  if (popup?.rows.length) draft.active = Math.min(draft.active, popup.rows.length - 1);
  const focus = (/** @type {boolean} */ on) => {
    app.isWriting = on;
    app.update();
  };
  const props = {
    class: "composer",
    onFocusin: () => focus(true),
    onFocusout: () => focus(false),
    onKeydown: (/** @type {KeyboardEvent} */ event) => desk.key(event),
  };
  return h(
    "div",
    { ...props, key: `composer ${app.session.me} ${channel.id}` },
    popup ? popupView(popup, draft) : null,
    draft.error ? h("div", { class: "composer-error", role: "alert" }, icon("alert"), draft.error) : null,
    h(
      "div",
      { class: "composer-box" },
      draft.entry
        ? null
        : h(
            "button",
            {
              class: "icon-button slash",
              type: "button",
              "aria-label": "Commands",
              title: "Commands",
              onClick: () => desk.slash(),
            },
            icon("slash"),
          ),
      draft.entry ? desk.commandLine(popup) : desk.textLine(popup),
      draft.entry
        ? h(
            "button",
            {
              class: "icon-button discard",
              type: "button",
              "aria-label": "Discard command",
              title: "Discard command",
              onClick: () => desk.leave(""),
            },
            icon("close"),
          )
        : null,
      h(
        "button",
        {
          class: "icon-button send",
          type: "button",
          "aria-label": "Send",
          title: "Send",
          disabled: !draft.entry && !draft.text.trim(),
          onPointerdown: keepFocus,
          onClick: () => desk.send(),
        },
        icon("send"),
      ),
    ),
  );
}

/** Writes a command into the composer, as if it had been typed. @param {App} app @param {Json} channel @param {string} text */
export function fill(app, channel, text) {
  new Desk(app, channel, draftOf(app, channel.id)).write(`/${text}`, true);
}

/** Sends a command, unless it needs an option: then it is written into the composer. @param {App} app @param {Json} channel @param {string} text */
export function run(app, channel, text) {
  const desk = new Desk(app, channel, draftOf(app, channel.id));
  desk.write(`/${text}`, true);
  if (desk.draft.args.every((one) => one.text)) desk.send();
}

/** @param {Event} event */
function keepFocus(event) {
  event.preventDefault();
}

/** @param {Popup} popup @param {Draft} draft */
function popupView(popup, draft) {
  return h(
    "div",
    { class: "popup", onPointerdown: keepFocus },
    popup.title
      ? h(
          "div",
          { class: "popup-title" },
          h("strong", null, popup.title),
          popup.detail ? h("span", { class: "faint" }, popup.detail) : null,
          popup.waits ? dots() : null,
        )
      : null,
    h(
      "div",
      { class: "popup-rows", id: "suggestions", role: "listbox", "aria-label": popup.title || "Suggestions" },
      popup.rows.map((row, at) =>
        h(
          "div",
          {
            key: row.key,
            id: `suggestion-${at}`,
            class: at === draft.active ? "suggestion is-active" : "suggestion",
            role: "option",
            "aria-selected": at === draft.active ? "true" : "false",
            onClick: row.pick,
          },
          h("span", { class: "suggestion-label" }, row.label),
          row.detail ? h("span", { class: "suggestion-detail" }, row.detail) : null,
        ),
      ),
    ),
    popup.note ? h("div", { class: "popup-note" }, popup.note) : null,
  );
}

/** One channel's composer at work: what keys and presses do to its draft. */
class Desk {
  /** @param {App} app @param {Json} channel @param {Draft} draft */
  constructor(app, channel, draft) {
    this.app = app;
    this.session = app.session;
    this.channel = channel;
    this.draft = draft;
  }

  get entries() {
    return entriesIn(this.app, this.channel);
  }

  /** @param {Partial<Draft>} [change] */
  update(change = {}) {
    Object.assign(this.draft, change);
    this.app.update();
  }

  // Text ---------------------------------------------------------------------------------------------------------------

  /** @param {Popup | null} popup */
  textLine(popup) {
    const { draft, channel, session } = this;
    const title = channel.type === DM ? `@${session.titleOf(channel)}` : `#${session.titleOf(channel)}`;
    return h("textarea", {
      class: "composer-text",
      rows: 1,
      placeholder: isNarrow() ? `Message ${title}` : `Message ${title} or type / for commands`,
      "aria-label": `Message ${title}`,
      "data-composer": true,
      autocomplete: "off",
      maxlength: MAX_MESSAGE,
      value: draft.text,
      ...described(popup, draft),
      onInput: (/** @type {Event} */ event) => this.write(/** @type {HTMLTextAreaElement} */ (event.target).value, false),
      ref: grow,
    });
  }

  /** @param {string} text @param {boolean} whole whether it is a command written out, though no space follows its name */
  write(text, whole) {
    const found = text.startsWith("/") ? parse(this.entries, text) : null;
    const isUnique = found && !this.entries.some((one) => one !== found.entry && one.name.startsWith(`${found.entry.name} `));
    if (found && (whole || (text.length > found.entry.name.length + 1 && isUnique))) {
      this.choose(found.entry, found.rest);
      return;
    }
    this.update({ text, active: 0, quiet: false, error: "" });
    if (whole) this.app.focusOn("[data-composer]");
  }

  /** The button with the slash. */
  slash() {
    if (!this.draft.entry && !this.draft.text) this.update({ text: "/", quiet: false });
    this.app.focusOn("[data-composer]");
  }

  /** @param {import("./commands.js").Entry} entry @param {string} [rest] */
  choose(entry, rest = "") {
    this.update({ ...emptyDraft(), entry, args: parseArguments(entry, rest) });
    const first = this.draft.args.findIndex((one) => !one.text);
    this.focusOn(first < 0 ? this.draft.args.length : first);
  }

  /** Back from a command to text. @param {string} text */
  leave(text) {
    this.update({ ...emptyDraft(), text });
    this.app.focusOn("[data-composer]");
  }

  // Commands -----------------------------------------------------------------------------------------------------------

  /** @param {Popup | null} popup */
  commandLine(popup) {
    const { draft } = this;
    const isOnTail = draft.focus >= draft.args.length;
    const left = this.unused().length;
    return h(
      "div",
      { class: "command-line" },
      h("span", { class: "command-name" }, `/${draft.entry?.name}`),
      draft.args.map((arg, at) => this.chip(arg, at, popup)),
      h("input", {
        class: "tail",
        type: "text",
        autocomplete: "off",
        autocapitalize: "off",
        "data-composer": true,
        "data-at": "tail",
        "aria-label": "More options",
        placeholder: left && !draft.tail ? `+${left} optional` : null,
        value: draft.tail,
        ...(isOnTail ? described(popup, draft) : {}),
        onFocus: () => this.enter(draft.args.length),
        onInput: (/** @type {Event} */ event) => this.typeTail(/** @type {HTMLInputElement} */ (event.target).value),
      }),
    );
  }

  /** @param {Argument} arg @param {number} at @param {Popup | null} popup */
  chip(arg, at, popup) {
    const { option, text, error } = arg;
    const { draft } = this;
    const isNumber = option.type === TYPE.integer || option.type === TYPE.number;
    return h(
      "label",
      {
        class: `chip${error ? " is-wrong" : ""}${draft.focus === at && this.app.isWriting ? " is-focused" : ""}`,
        key: option.name,
      },
      h("span", { class: "chip-name" }, option.name),
      h("textarea", {
        rows: 1,
        inputmode: isNumber && !option.choices && !option.autocomplete ? "decimal" : null,
        autocomplete: "off",
        autocapitalize: "off",
        spellcheck: "false",
        cols: Math.max(2, Math.min(40, text.length + 1)),
        "data-composer": true,
        "data-at": at,
        "aria-label": `${option.name}: ${option.description}`,
        "aria-invalid": error ? "true" : null,
        "aria-required": option.required ? "true" : null,
        value: text,
        ...(draft.focus === at ? described(popup, draft) : {}),
        onFocus: () => this.enter(at),
        onInput: (/** @type {Event} */ event) =>
          this.type(arg, /** @type {HTMLTextAreaElement} */ (event.target).value.replace(/\s*\n\s*/g, " ")),
        ref: grow,
      }),
      option.required
        ? null
        : h(
            "button",
            {
              class: "chip-remove",
              type: "button",
              tabindex: -1,
              "aria-label": `Remove ${option.name}`,
              onClick: () => this.drop(at),
            },
            icon("close"),
          ),
    );
  }

  /** The options not yet among the arguments. */
  unused() {
    return this.draft.entry?.options.filter((one) => !this.draft.args.some((arg) => arg.option === one)) ?? [];
  }

  /** @param {number} at */
  focusOn(at) {
    this.app.focusOn(`[data-at="${at >= this.draft.args.length ? "tail" : at}"]`);
  }

  /** An input got the focus. @param {number} at */
  enter(at) {
    const { draft } = this;
    const arg = draft.args[at];
    if (draft.focus !== at || !draft.asked) this.update({ focus: at, active: arg ? 0 : -1, quiet: false });
    if (arg?.option.autocomplete && draft.asked?.arg !== arg) this.ask(arg);
  }

  /** @param {Argument} arg @param {string} text */
  type(arg, text) {
    Object.assign(arg, { text, picked: null, error: "" });
    this.update({ active: 0, quiet: false, error: "" });
    if (arg.option.autocomplete) this.ask(arg);
  }

  /** @param {string} tail */
  typeTail(tail) {
    const named = this.unused().find((one) => tail.trimStart() === `${one.name}:`);
    if (named) this.add(named);
    else this.update({ tail, active: tail.trim() ? 0 : -1, quiet: false, error: "" });
  }

  /** @param {Json} option */
  add(option) {
    this.draft.args.push(argument(option));
    this.update({ tail: "", active: 0 });
    this.focusOn(this.draft.args.length - 1);
  }

  /** @param {number} at */
  drop(at) {
    this.draft.args.splice(at, 1);
    this.update({ error: "", asked: null });
    this.focusOn(at);
  }

  /** Asks the bot what could stand here, when typing pauses. @param {Argument} arg */
  ask(arg) {
    const { draft, session, channel } = this;
    const before = draft.asked?.arg === arg ? draft.asked.choices : [];
    const asked = { arg, text: arg.text, choices: before, waits: true, error: "" };
    draft.asked = asked;
    const entry = /** @type {import("./commands.js").Entry} */ (draft.entry);
    setTimeout(async () => {
      if (draft.asked !== asked) return;
      const options = partialValues(draft.args, arg, session);
      const body = { channel: channel.id, command: entry.command.id, path: entry.path, options, focused: arg.option.name };
      try {
        asked.choices = (await session.post("autocomplete", body)).choices;
      } catch {
        asked.choices = [];
        asked.error = "Loading options failed.";
      }
      asked.waits = false;
      if (draft.asked === asked) this.update({});
    }, PAUSE_BEFORE_ASKING);
  }

  // Suggestions --------------------------------------------------------------------------------------------------------

  /** What is suggested now, unless it was sent away. @returns {Popup | null} */
  openPopup() {
    return this.app.isWriting && !this.draft.quiet ? this.popup() : null;
  }

  /** @returns {Popup | null} */
  popup() {
    const { draft } = this;
    if (!draft.entry) return draft.text.startsWith("/") ? this.commandPopup() : this.peoplePopup();
    const arg = draft.args[draft.focus];
    return arg ? this.argumentPopup(arg) : this.tailPopup();
  }

  /** @returns {Popup} */
  commandPopup() {
    const rows = matching(this.entries, this.draft.text.slice(1)).map((one) => ({
      key: one.name,
      label: [
        face(this.session.bot, "is-tiny"),
        `/${one.name}`,
        one.options.filter((option) => option.required).map((option) => h("span", { class: "option-name" }, option.name)),
      ],
      detail: one.description,
      pick: () => this.choose(one),
    }));
    const note = rows.length
      ? ""
      : this.entries.length
        ? "No command matches. Delete some letters to see more."
        : `${nameOf(this.session.bot)} has no commands here${this.session.bot.online ? "" : ": it is offline"}.`;
    return { title: "Commands", detail: "", rows, note, waits: false };
  }

  /** @returns {Popup | null} */
  peoplePopup() {
    const typed = /(?:^|\s)@(\S*)$/.exec(this.draft.text)?.[1];
    if (typed === undefined) return null;
    const people = [...this.session.users.values(), this.session.bot].filter((one) =>
      nameOf(one).toLowerCase().startsWith(typed.toLowerCase()),
    );
    const rows = people.map((one) => ({
      key: one.id,
      label: [face(one, "is-tiny"), nameOf(one)],
      pick: () => this.update({ text: this.draft.text.slice(0, this.draft.text.length - typed.length) + `${nameOf(one)} ` }),
    }));
    return rows.length ? { title: "People", detail: "", rows, note: "", waits: false } : null;
  }

  /** @param {Argument} arg @returns {Popup} */
  argumentPopup(arg) {
    const { draft, session } = this;
    const fixed = fixedChoices(arg.option, session);
    const asked = draft.asked?.arg === arg ? draft.asked : null;
    const typed = arg.picked ? "" : arg.text;
    const choices = fixed ? matchingChoices(fixed, typed) : (asked?.choices ?? []);
    const rows = choices.map((one) => ({ key: String(one.value), label: one.name, pick: () => this.take(arg, one) }));
    let note = asked?.error ?? "";
    if (!note && !rows.length && fixed) note = "Nothing in the list matches.";
    if (!note && !rows.length && asked && !asked.waits) note = "No suggestions match what you've typed.";
    return {
      title: arg.option.name,
      detail: `${arg.option.description}${arg.option.required ? "" : " (optional)"}`,
      rows,
      note,
      waits: Boolean(asked?.waits),
    };
  }

  /** @returns {Popup} */
  tailPopup() {
    const { draft } = this;
    const typed = draft.tail.trim().toLowerCase();
    const rows = this.unused()
      .filter((one) => one.name.includes(typed))
      .map((one) => ({
        key: one.name,
        label: h("span", { class: "option-name" }, one.name),
        detail: one.description,
        pick: () => this.add(one),
      }));
    return {
      title: `/${draft.entry?.name}`,
      detail: draft.entry?.description ?? "",
      rows,
      note: isNarrow() ? "Press the arrow to send." : "Press Enter to send.",
      waits: false,
    };
  }

  /** @param {Argument} arg @param {Json} choice */
  take(arg, choice) {
    Object.assign(arg, { picked: choice, text: choice.name, error: "" });
    this.update({ error: "" });
    this.onward();
  }

  /** Goes to the next argument that needs a value, or else after the last one. */
  onward() {
    const { args } = this.draft;
    const open = args.findIndex((one) => one.option.required && !one.text.trim());
    this.focusOn(open < 0 ? args.length : open);
  }

  // Keys ---------------------------------------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.isComposing || !(event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement)) return;
    const { draft } = this;
    // Not what was drawn last: a quick Enter must take what fits the letter typed just before it.
    const popup = this.openPopup();
    const rows = popup?.rows ?? [];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && rows.length) {
      const from = draft.active < 0 && step < 0 ? 0 : draft.active;
      this.update({ active: (from + step + rows.length) % rows.length });
      requestAnimationFrame(() => document.getElementById(`suggestion-${draft.active}`)?.scrollIntoView({ block: "nearest" }));
    } else if (event.key === "Tab" && !event.shiftKey && rows.length && !(draft.entry && draft.active < 0 && !draft.tail)) {
      rows[Math.max(0, draft.active)].pick();
    } else if (event.key === "Enter" && !event.shiftKey) {
      if (rows[draft.active]) rows[draft.active].pick();
      else this.send();
    } else if (event.key === "Escape") {
      if (popup) this.update({ quiet: true });
      else if (draft.entry) this.leave("");
      else return;
    } else if (!draft.entry || !this.moveInChips(event, event.target)) {
      return;
    }
    event.preventDefault();
  }

  /** Backspace and arrows across the borders of chips. @param {KeyboardEvent} event @param {HTMLInputElement | HTMLTextAreaElement} input */
  moveInChips(event, input) {
    const { draft } = this;
    const isAtStart = input.selectionStart === 0 && input.selectionEnd === 0;
    const isAtEnd = input.selectionStart === input.value.length;
    if (event.key === "Backspace" && isAtStart && !input.value) {
      const arg = draft.args[draft.focus];
      if (arg && !arg.option.required) draft.args.splice(draft.focus, 1);
      if (draft.focus > 0) {
        this.update({ error: "", asked: null });
        this.focusOn(draft.focus - 1);
      } else {
        this.leave(`/${draft.entry?.name}`);
      }
      return true;
    }
    if (event.key === "ArrowLeft" && isAtStart && draft.focus > 0) this.focusOn(draft.focus - 1);
    else if (event.key === "ArrowRight" && isAtEnd && draft.focus < draft.args.length) this.focusOn(draft.focus + 1);
    else return false;
    return true;
  }

  // Sending ------------------------------------------------------------------------------------------------------------

  send() {
    const { draft, session, channel } = this;
    if (draft.entry) {
      this.sendCommand(draft.entry);
      return;
    }
    const text = draft.text.trim();
    if (!text) return;
    if (text.startsWith("/")) {
      const found = parse(this.entries, text);
      if (found) this.choose(found.entry, found.rest);
      else this.update({ error: `There is no command ${text.split(/\s/)[0]} here. Type / to see the commands.` });
      return;
    }
    this.update(emptyDraft());
    this.app.attempt(session.post("say", { channel: channel.id, content: this.withMentions(text) }), () =>
      this.update({ text: this.draft.text || text }),
    );
  }

  /** @param {import("./commands.js").Entry} entry */
  sendCommand(entry) {
    const { draft, session, channel } = this;
    /** @type {Record<string, any>} */
    const options = {};
    for (const [at, arg] of draft.args.entries()) {
      const { value, error } = valueOf(arg, session);
      arg.error = error ?? "";
      if (error) {
        this.update({ error: `${arg.option.name}: ${error}` });
        this.focusOn(at);
        return;
      }
      if (value !== undefined) options[arg.option.name] = value;
    }
    if (draft.tail.trim()) {
      this.update({ error: `There is no option “${draft.tail.trim()}”.` });
      return;
    }
    this.update(emptyDraft());
    this.app.focusOn("[data-composer]");
    session.command(channel.id, entry.command, entry.path, options);
  }

  /** @param {string} text */
  withMentions(text) {
    const people = [...this.session.users.values(), this.session.bot].sort((a, b) => nameOf(b).length - nameOf(a).length);
    return people.reduce((made, one) => made.split(`@${nameOf(one)}`).join(`<@${one.id}>`), text);
  }
}

/** @param {Popup | null} popup @param {Draft} draft */
function described(popup, draft) {
  const isOpen = Boolean(popup?.rows.length);
  return {
    role: "combobox",
    "aria-expanded": isOpen ? "true" : "false",
    "aria-controls": isOpen ? "suggestions" : null,
    "aria-autocomplete": "list",
    "aria-activedescendant": isOpen && draft.active >= 0 ? `suggestion-${draft.active}` : null,
  };
}

/** A text field as high as its text, where the style sheet alone can't do it. @param {HTMLTextAreaElement} el */
function grow(el) {
  if (CSS.supports("field-sizing", "content")) return;
  const fit = () => {
    el.style.height = "auto";
    el.style.height = `${Math.min(el.scrollHeight, 200)}px`;
  };
  el.addEventListener("input", fit);
  el.addEventListener("keyup", fit);
  fit();
}
