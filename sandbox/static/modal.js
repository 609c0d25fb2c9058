/**
 * A bot's dialog.
 *
 * @typedef {import("./dom.js").VNode} VNode
 * @typedef {import("./session.js").Json} Json
 * @typedef {import("./main.js").App} App
 * @typedef {Record<string, any>} Values by custom id
 */

import { walk } from "./components.js";
import { h } from "./dom.js";
import { dots, face, icon } from "./icons.js";
import { markdown } from "./markdown.js";
import { selectControl } from "./menu.js";
import { nameOf } from "./session.js";

const TEXT_INPUT = 4;
const SELECTS = [3, 5, 6, 7, 8];
const UPLOAD = 19;
const RADIO = 21;
const CHECKBOXES = 22;
const CHECKBOX = 23;
const LABEL = 18;

/** @param {App} app */
export function modalView(app) {
  const { session } = app;
  const { modal } = session;
  if (!modal) return null;
  if (app.form?.id !== modal.id) app.form = { id: modal.id, values: valuesOf(modal.components), wrong: {} };
  const { values, wrong } = app.form;
  const busy = session.isSubmitting;
  const cancel = () => app.attempt(session.post("modal_cancel", { modal: modal.id }));
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (busy) return;
    app.form.wrong = Object.fromEntries(
      inputs(modal.components)
        .map((it) => [it.custom_id, problem(it, values[it.custom_id])])
        .filter(([, why]) => why),
    );
    const first = Object.keys(app.form.wrong)[0];
    if (first) app.focusOn(`.dialog [data-field="${CSS.escape(first)}"], .dialog [data-id="${CSS.escape(first)}"]`);
    else session.submit(values);
    app.update();
  };
  const onKeydown = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Escape" && !app.menu) cancel();
  };
  return h(
    "div",
    { class: "shade", key: `modal ${modal.id}`, onKeydown },
    h(
      "form",
      {
        class: "dialog",
        role: "dialog",
        "aria-modal": "true",
        "aria-labelledby": "dialog-title",
        onSubmit: submit,
        novalidate: true,
        ref: focusFirst,
      },
      h(
        "div",
        { class: "dialog-head" },
        face(session.bot, "is-small"),
        h(
          "div",
          null,
          h("h2", { id: "dialog-title" }, modal.title),
          h("div", { class: "faint" }, `from ${nameOf(session.bot)}`),
        ),
        h("button", { class: "icon-button", type: "button", "aria-label": "Close", onClick: cancel }, icon("close")),
      ),
      h(
        "div",
        { class: "dialog-body" },
        modal.components.map((/** @type {Json} */ it) => part(app, it, values, wrong)),
      ),
      session.modalError ? h("div", { class: "failure", role: "alert" }, icon("alert"), session.modalError) : null,
      h(
        "div",
        { class: "dialog-foot" },
        h(
          "button",
          { class: "button button-secondary", type: "button", onClick: cancel },
          h("span", { class: "button-inside" }, "Cancel"),
        ),
        h(
          "button",
          { class: busy ? "button button-primary is-busy" : "button button-primary", type: "submit", "aria-busy": busy || null },
          h("span", { class: "button-inside" }, "Submit"),
          busy ? dots() : null,
        ),
      ),
    ),
  );
}

/** @param {HTMLElement} el */
function focusFirst(el) {
  const before = document.activeElement;
  const first = el.querySelector(".dialog-body input, .dialog-body textarea, .dialog-body button, .dialog-foot [type=submit]");
  if (first instanceof HTMLElement) first.focus();
  return () => {
    // The page behind it is usable again only once this render is done.
    if (before instanceof HTMLElement) requestAnimationFrame(() => before.isConnected && before.focus({ preventScroll: true }));
  };
}

// Values -------------------------------------------------------------------------------------------------------------------

/** @param {Json[]} components @returns {Json[]} */
function inputs(components) {
  return walk(components).filter((it) => it.custom_id);
}

/** @param {Json[]} components @returns {Values} */
function valuesOf(components) {
  return Object.fromEntries(inputs(components).map((it) => [it.custom_id, initial(it)]));
}

/** @param {Json} it */
function initial(it) {
  const chosen = (it.options ?? []).filter((/** @type {Json} */ one) => one.default).map((/** @type {Json} */ one) => one.value);
  if (it.type === TEXT_INPUT) return it.value ?? "";
  if (it.type === CHECKBOX) return Boolean(it.default);
  if (it.type === RADIO) return chosen[0] ?? "";
  return it.default_values ? it.default_values.map((/** @type {Json} */ one) => one.id) : chosen;
}

/** Why a value can't be sent. @param {Json} it @param {any} value @returns {string} */
function problem(it, value) {
  const required = it.required !== false;
  if (it.type === TEXT_INPUT) {
    if (!value) return required ? "Write something here." : "";
    if (value.length < (it.min_length ?? 0)) return `Write at least ${it.min_length} characters.`;
    return value.length > (it.max_length ?? 4000) ? `Write at most ${it.max_length} characters.` : "";
  }
  if (it.type === RADIO) return required && !value ? "Choose one." : "";
  if (SELECTS.includes(it.type) || it.type === CHECKBOXES) {
    const least = required ? Math.max(1, it.min_values ?? 1) : (it.min_values ?? 0);
    if (!value.length && !required) return "";
    if (value.length < least) return least === 1 ? "Choose at least one." : `Choose at least ${least}.`;
    return value.length > (it.max_values ?? 1) ? `Choose at most ${it.max_values}.` : "";
  }
  return "";
}

// Parts --------------------------------------------------------------------------------------------------------------------

/** @param {App} app @param {Json} it @param {Values} values @param {Values} wrong @returns {VNode | null} */
function part(app, it, values, wrong) {
  if (it.type === 10) return markdown(it.content, app.around);
  if (it.type === 1)
    return h(
      "div",
      null,
      it.components.map((/** @type {Json} */ one) => labelled(app, one.label ?? "", "", one, values, wrong)),
    );
  return it.type === LABEL ? labelled(app, it.label, it.description ?? "", it.component, values, wrong) : null;
}

/** @param {App} app @param {string} label @param {string} description @param {Json} it @param {Values} values @param {Values} wrong */
function labelled(app, label, description, it, values, wrong) {
  const id = `field-${it.id}`;
  const optional = it.required === false && it.type !== CHECKBOX;
  return h(
    "div",
    { class: wrong[it.custom_id] ? "field is-wrong" : "field", key: it.custom_id },
    h(
      "label",
      { class: "field-label", id: `${id}-label`, for: id },
      label,
      optional ? h("span", { class: "faint" }, " (optional)") : null,
    ),
    description ? h("div", { class: "faint", id: `${id}-more` }, description) : null,
    control(app, it, id, description ? `${id}-more` : null, values),
    wrong[it.custom_id] ? h("div", { class: "failure", role: "alert" }, icon("alert"), wrong[it.custom_id]) : null,
  );
}

/** @param {App} app @param {Json} it @param {string} id @param {string | null} more @param {Values} values @returns {VNode} */
function control(app, it, id, more, values) {
  const set = (/** @type {any} */ value) => {
    values[it.custom_id] = value;
    delete app.form.wrong[it.custom_id];
    app.update();
  };
  if (it.type === TEXT_INPUT) return textInput(it, id, more, values[it.custom_id], set);
  if (SELECTS.includes(it.type))
    return selectControl(app, {
      component: it,
      key: `modal ${it.custom_id}`,
      values: values[it.custom_id],
      busy: false,
      pick: set,
      labelledBy: `${id}-label`,
    });
  if (it.type === UPLOAD) return h("div", { class: "faint" }, "Uploading files isn't possible in the sandbox.");
  if (it.type === CHECKBOX)
    return choice({
      id,
      kind: "checkbox",
      label: "Yes",
      field: it.custom_id,
      checked: values[it.custom_id],
      set: (on) => set(on),
      labelledBy: `${id}-label`,
    });
  const isRadio = it.type === RADIO;
  /** @type {string[]} */
  const chosen = isRadio ? [values[it.custom_id]] : values[it.custom_id];
  const toggle = (/** @type {string} */ value, /** @type {boolean} */ on) => {
    if (isRadio) set(value);
    else
      set(
        it.options
          .map((/** @type {Json} */ one) => one.value)
          .filter((/** @type {string} */ one) => (one === value ? on : chosen.includes(one))),
      );
  };
  return h(
    "div",
    { class: "choices", role: isRadio ? "radiogroup" : "group", "aria-labelledby": `${id}-label`, "aria-describedby": more },
    it.options.map((/** @type {Json} */ one, /** @type {number} */ at) =>
      choice({
        id: at === 0 ? id : `${id}-${at}`,
        kind: isRadio ? "radio" : "checkbox",
        label: one.label,
        description: one.description,
        field: it.custom_id,
        checked: chosen.includes(one.value),
        disabled: !isRadio && !chosen.includes(one.value) && chosen.length >= (it.max_values ?? it.options.length),
        set: (on) => toggle(one.value, on),
      }),
    ),
  );
}

/** @param {Json} it @param {string} id @param {string | null} more @param {string} value @param {(value: string) => void} set */
function textInput(it, id, more, value, set) {
  const props = {
    id,
    class: "text-input",
    placeholder: it.placeholder,
    maxlength: it.max_length,
    "aria-required": it.required !== false ? "true" : null,
    "aria-describedby": more,
    "data-field": it.custom_id,
    autocomplete: "off",
    value,
    onInput: (/** @type {Event} */ event) => set(/** @type {HTMLInputElement} */ (event.target).value),
  };
  return it.style === 2 ? h("textarea", { ...props, rows: 4 }) : h("input", { ...props, type: "text" });
}

/** @param {{id: string, kind: string, label: string, description?: string, field: string, checked: boolean, disabled?: boolean, set: (on: boolean) => void, labelledBy?: string}} it */
function choice(it) {
  return h(
    "label",
    { class: `choice${it.checked ? " is-checked" : ""}` },
    h("input", {
      id: it.id,
      type: it.kind,
      name: it.field,
      checked: it.checked,
      disabled: it.disabled,
      "data-field": it.field,
      "aria-labelledby": it.labelledBy,
      onChange: (/** @type {Event} */ event) => it.set(/** @type {HTMLInputElement} */ (event.target).checked),
    }),
    h(
      "span",
      { class: "option-words" },
      h("span", null, it.label),
      it.description ? h("span", { class: "faint" }, it.description) : null,
    ),
  );
}
