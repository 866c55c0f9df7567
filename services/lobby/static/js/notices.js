// What a person has to be told: each notice stays until it is put away, replaced, or no longer true.

import { h } from "./dom.js";
import { t } from "./words.js";

// `kind` is "trouble" for what was refused, and nothing for other news.
export function notices(place) {
  const shown = new Map();
  const withdraw = (key) => {
    shown.get(key)?.element.remove();
    shown.delete(key);
  };
  const say = (key, text, { kind = "", onClose } = {}) => {
    if (shown.get(key)?.text === text) return;
    withdraw(key);
    const close = () => {
      withdraw(key);
      onClose?.();
    };
    const element = h(
      "div",
      { class: `notice ${kind}` },
      // An alert is read out when its words come into it, and not when it comes with them.
      h("p", { role: kind === "trouble" ? "alert" : "status" }),
      h("button", { type: "button", class: "quiet", onclick: close }, t("notice.close")),
    );
    place.append(element);
    element.firstElementChild.textContent = text;
    shown.set(key, { text, element });
  };
  return { say, withdraw };
}

const KEPT = "crupier.told";

// What the reader has put away at a table is not told him again when the house still has it.
export const wasTold = (table, at) => kept()[table] === at;
export const keepTold = (table, at) => localStorage.setItem(KEPT, JSON.stringify({ ...kept(), [table]: at }));

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}
