// Choosing an amount: as chips where a few multiples do, with a stepper beside them for all the others.

import { h } from "./dom.js";
import { brief, money, t } from "./words.js";

const MULTIPLES = [1, 2, 3, 5, 10, 20];
const FINE = 40;

export function picker(option, chosen, onChoose) {
  // Where any amount will do, one goes by the least; the slider reaches all of them.
  const fine = (option.most - option.least) / (option.step || 1) > FINE;
  const step = fine ? option.least : option.step || 1;
  const amounts = [...new Set([...MULTIPLES.map((times) => option.least + (times - 1) * step), ...(fine ? [option.most] : [])])].filter((amount) => amount <= option.most);
  const at = within(option, chosen);
  return h(
    "fieldset",
    { class: "amounts" },
    h("legend", {}, t("amount.legend", { least: money(option.least), most: money(option.most) })),
    h(
      "div",
      { class: "chips" },
      amounts.map((amount) =>
        h(
          "label",
          { class: "chip" },
          h("input", { type: "radio", name: `amount-${option.verb}`, value: amount, checked: amount === at, "data-key": `chip${amount}`, onchange: () => onChoose(amount) }),
          h("span", {}, brief(amount)),
        ),
      ),
    ),
    h(
      "div",
      { class: "stepper" },
      h("button", { type: "button", "data-key": "less", "aria-label": t("amount.less"), disabled: at <= option.least, onclick: () => onChoose(Math.max(option.least, at - step)) }, "−"),
      h("output", { "aria-live": "polite" }, money(at)),
      h("button", { type: "button", "data-key": "more", "aria-label": t("amount.more"), disabled: at >= option.most, onclick: () => onChoose(Math.min(option.most, at + step)) }, "+"),
    ),
    fine ? h("input", { type: "range", min: option.least, max: option.most, step: option.step || 1, value: at, "aria-label": t("amount"), "aria-valuetext": money(at), "data-key": "slider", onchange: (event) => onChoose(Number(event.target.value)) }) : null,
  );
}

// The nearest amount that the option allows.
export function within(option, chosen) {
  const step = option.step || 1;
  const bounded = Math.min(Math.max(chosen || option.least, option.least), option.most);
  return bounded - ((bounded - option.least) % step);
}
