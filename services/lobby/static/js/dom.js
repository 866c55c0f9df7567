// Builds elements: h("button", {class: "first", onclick: act}, "Bet"). Text is only ever put in as text.

export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in PROPERTIES) element[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const PROPERTIES = { value: 1, checked: 1, disabled: 1 };

export const $ = (id) => document.getElementById(id);

// Puts new children in, unless what they are made of is what it was: then nothing moves and the focus stays.
const made = new WeakMap();
export function show(place, key, build) {
  const now = JSON.stringify(key);
  if (made.get(place) === now) return false;
  made.set(place, now);
  const focused = place.contains(document.activeElement) ? document.activeElement.dataset.key : "";
  place.replaceChildren(...[build()].flat(Infinity).filter(Boolean));
  if (focused) place.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  return true;
}

export const forget = (place) => made.delete(place);
