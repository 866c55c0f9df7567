// Forms that stay on the page: fields with their labels, one button, and what the house answered as a notice.

import { h } from "./dom.js";
import { has, t } from "./words.js";

// `carryOut` is given the form's data and returns what to tell when it is done.
export function form({ key, title, action, fields, told, carryOut, after = () => {} }) {
  let busy = false;
  const made = h(
    "form",
    { novalidate: true, class: "panel", "data-form": key, "aria-labelledby": `${key}-title` },
    h("h3", { id: `${key}-title` }, title),
    fields,
    h("div", { class: "row end" }, h("button", { type: "submit" }, action)),
  );
  made.addEventListener("submit", async (event) => {
    event.preventDefault();
    // The button is not disabled meanwhile: it would lose the focus.
    if (busy) return;
    busy = true;
    made.setAttribute("aria-busy", "true");
    told.withdraw(key);
    unmark(made);
    try {
      const said = await carryOut(new FormData(made));
      told.say(key, said);
      made.reset();
      made.dispatchEvent(new Event("done"));
    } catch (refused) {
      told.say(key, `${title}: ${why(refused, made)}`, { kind: "trouble" });
    }
    made.removeAttribute("aria-busy");
    busy = false;
    after();
  });
  return made;
}

// In these the house's own words name what the sentence cannot.
const NAMED = new Set(["UNKNOWN_GAME", "TERMS_REFUSED", "TERMS_MISSING", "TERMS_LINE", "UNKNOWN_CLAUSE"]);

// Why something was refused. At the floor some refusals are about others and not about the reader.
export function why(refused, place = null) {
  if (!refused.status) return t("link.lost");
  const code = refused.code.toUpperCase();
  const said = has(`floor.refused.${code}`) ? t(`floor.refused.${code}`) : refused.message;
  const field = place && mark(place, refused.field);
  return [field ? `${field}: ` : "", said, NAMED.has(code) && refused.detail ? ` (${refused.detail})` : ""].join("");
}

// Marks the field at fault and goes there; returns what it is called.
function mark(place, name) {
  const input = name && place.querySelector(`[name="${CSS.escape(name.split(".")[0])}"]`);
  if (!input) return "";
  input.setAttribute("aria-invalid", "true");
  input.focus();
  return (input.closest("fieldset")?.querySelector("legend") ?? place.querySelector(`label[for="${input.id}"]`))?.textContent ?? "";
}

function unmark(place) {
  for (const input of place.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
}

export function text(id, label, { name = id.split("-").pop(), hint = "", ...more } = {}) {
  const said = hint ? h("small", { id: `${id}-hint` }, hint) : null;
  return h("div", { class: "field" }, h("label", { for: id }, label), h("input", { id, name, type: "text", autocomplete: "off", "aria-describedby": hint ? `${id}-hint` : null, ...more }), said);
}

// Several lines of text.
export function lines(id, label, { hint }) {
  return h("div", { class: "field" }, h("label", { for: id }, label), h("textarea", { id, name: id.split("-").pop(), rows: 4, spellcheck: "false", "aria-describedby": `${id}-hint` }), h("small", { id: `${id}-hint` }, hint));
}

export function choice(id, label, options, { name = id.split("-").pop() } = {}) {
  return h("div", { class: "field" }, h("label", { for: id }, label), h("select", { id, name }, options.map(option)));
}

const option = ([value, said]) => h("option", { value }, said);

// Other things to choose from; what was chosen stays where it still can be.
export function choose(select, options) {
  const before = select.value;
  select.replaceChildren(...options.map(option));
  if (options.some(([value]) => value === before)) select.value = before;
}

export function tick(id, label, { name = id.split("-").pop(), value = "yes" } = {}) {
  return h("label", { class: "switch", for: id }, h("input", { id, name, type: "checkbox", value }), h("span", {}, label));
}

export function oneOf(id, legend, options, { name = id.split("-").pop() } = {}) {
  return h(
    "fieldset",
    { class: "answers" },
    h("legend", {}, legend),
    options.map(([value, said]) => h("label", { class: "switch" }, h("input", { type: "radio", name, value, "data-key": `${id}-${value}` }), said)),
  );
}

export const clause = (form) => form.get("clause").trim().toUpperCase();
export const words = (form, name) => form.get(name).trim();
export const whole = (form, name) => Number(form.get(name));
// Amounts are written as money and sent as whole minor units.
export const cents = (form) => Math.round(Number(form.get("amount")) * 100);
