// All tables at a glance: whoever waits for the floor stands first.

import { h, show } from "./dom.js";
import { number, t, titleOf } from "./words.js";

export const waits = (table) => table.stage === "floor";

const PLAYED = new Set(["idle", "closed"]);

// The number of the hand in play, or of the last one.
export const handNumber = (table) => (table.hand ? table.hands + (table.stage === "closed" ? 0 : 1) : 0);

export function drawTables(place, tables, { chosen, address, onChoose }) {
  place.removeAttribute("aria-busy");
  const ordered = [...tables.filter(waits), ...tables.filter((table) => !waits(table))];
  show(place, ordered.map((table) => table.id), () => (ordered.length ? ordered.map((table) => h("li", { "data-table": table.id }, line(table, { chosen, address, onChoose }))) : h("li", {}, t("room.empty"))));
  for (const table of ordered) {
    const item = place.querySelector(`[data-table="${CSS.escape(table.id)}"]`);
    item.className = waits(table) ? "waits" : "";
    show(item, [seen(table), table.id === chosen], () => line(table, { chosen, address, onChoose }));
  }
}

// What of a table is told here: a meter that moves draws nothing anew.
const seen = ({ id, name, title, stage, open, hand, hands, seats, seats_max }) => [id, name, title, stage, open, hand, hands, seats.map((seat) => [seat.seat, seat.name]), seats_max];

function line(table, { chosen, address, onChoose }) {
  const here = table.id === chosen;
  const at = handNumber(table);
  const on = waits(table) ? "alarm" : !table.open || PLAYED.has(table.stage) ? "" : "on";
  const go = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onChoose(table.id);
  };
  return [
    h(
      "div",
      { class: "top" },
      h("h3", {}, h("a", { href: address(table.id), "aria-current": here ? "true" : null, "data-key": `go-${table.id}`, onclick: go }, table.name)),
      h("span", { class: "row" }, table.open ? null : h("span", { class: "stage" }, t("table.closed")), table.open || !PLAYED.has(table.stage) ? h("span", { class: `stage ${on}` }, t(`stage.${table.stage}`)) : null),
    ),
    h("p", { class: "soft" }, titleOf(table.title)),
    h("p", { class: "facts" }, at ? h("span", {}, t("told.hand", { number: number(at) })) : null, h("span", {}, h("b", {}, `${table.seats.length}/${table.seats_max}`), ` ${t("room.players")}`)),
    table.seats.length ? h("p", { class: "who-sits" }, table.seats.map((seat) => `${seat.seat} ${seat.name}`).join(" · ")) : null,
  ];
}
