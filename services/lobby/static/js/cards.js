// Cards drawn as inline SVG: a large corner index and one large suit, readable at the size of a thumb.

import { h } from "./dom.js";
import { cardName } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

const SUITS = {
  s: "M0-10C4-5 9-2 9 3a4.6 4.6 0 0 1-7.4 3.6C1.800 9 2.600 10.200 4 11h-8c1.400-.8 2.200-2 2.400-4.400A4.600 4.600 0 0 1-9 3C-9-2-4-5 0-10Z",
  h: "M0 10C-5 5-9 2-9-3.500A4.700 4.700 0 0 1 0-6 4.700 4.700 0 0 1 9-3.500C9 2 5 5 0 10Z",
  d: "M0-11 8 0 0 11-8 0Z",
  c: "M0-10a4.700 4.700 0 0 1 3.900 7.300A4.700 4.700 0 1 1 1.400 5.500C1.600 8.500 2.600 10 4 11h-8c1.400-1 2.400-2.500 2.600-5.500A4.700 4.700 0 1 1-3.900-2.700 4.700 4.700 0 0 1 0-10Z",
};

function part(tag, attributes, text) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text) element.textContent = text;
  return element;
}

export function drawn(card) {
  const svg = part("svg", { class: "card", viewBox: "0 0 60 84", role: "img", "aria-label": cardName(card) });
  if (card === "??") svg.append(...back());
  else svg.append(...face(card));
  return svg;
}

function face(card) {
  const rank = card[0] === "T" ? "10" : card[0];
  const suit = card[1];
  return [
    part("rect", { class: "face", x: 0.5, y: 0.5, width: 59, height: 83, rx: 6 }),
    part("text", { class: suit, x: rank === "10" ? 4 : 6, y: 26, ...(rank === "10" ? { textLength: 25, lengthAdjust: "spacingAndGlyphs" } : {}) }, rank),
    part("path", { class: suit, d: SUITS[suit], transform: "translate(14 40) scale(.72)" }),
    part("path", { class: suit, d: SUITS[suit], transform: "translate(39 60) scale(1.55)" }),
  ];
}

function back() {
  const weave = [];
  for (let at = -60; at < 84; at += 9) weave.push(`M6 ${at}L54 ${at + 48}M54 ${at}L6 ${at + 48}`);
  const clip = `clip-${++count}`;
  const clipping = part("clipPath", { id: clip });
  clipping.append(part("rect", { x: 5, y: 5, width: 50, height: 74, rx: 4 }));
  return [
    clipping,
    part("rect", { class: "back", x: 0.5, y: 0.5, width: 59, height: 83, rx: 6, "stroke-width": 3 }),
    part("path", { class: "weave", d: weave.join(""), "clip-path": `url(#${clip})` }),
    part("path", { class: "mark", d: SUITS.s, transform: "translate(30 42) scale(1.1)" }),
  ];
}
let count = 0;

// A row of cards, up and down as they lie. `fresh` are places to come in with a movement.
export function row(cards, { size = "", dim = false, fresh = new Set(), label = "" } = {}) {
  return h(
    "ul",
    { class: `cards ${size} ${dim ? "dim" : ""}`.trim(), "aria-label": label || null, role: "list" },
    cards.map((card, place) => h("li", { class: fresh.has(place) ? "fresh" : null }, drawn(card))),
  );
}

// The reader's own cards: each one a switch while cards may be changed.
export function choosable(cards, picked, toggle, label) {
  return h(
    "ul",
    { class: "cards large", role: "list", "aria-label": label },
    cards.map((card, place) =>
      h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            class: "pick",
            "aria-pressed": picked.has(place) ? "true" : "false",
            "data-key": `pick${place}`,
            onclick: () => toggle(place),
          },
          drawn(card),
        ),
      ),
    ),
  );
}
