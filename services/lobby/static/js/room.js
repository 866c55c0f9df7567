// The room: every table with its stage, its count of hands, who sits there and what its meter shows.

import { get } from "./api.js";
import { $, h, show } from "./dom.js";
import { mayUseFloor, openBar } from "./session.js";
import { money, number, sayPage, t, titleOf } from "./words.js";

const EACH_MS = 2000;

sayPage();
document.title = `Crupier · ${t("room.title")}`;
openBar();
$("floor").hidden = !mayUseFloor();
await look();
setInterval(() => document.hidden || look(), EACH_MS);

async function look() {
  const said = await get("/api/room").catch(() => null);
  $("trouble").hidden = Boolean(said);
  if (said) draw(said.tables);
  else $("trouble").textContent = t("link.lost");
}

function draw(tables) {
  const place = $("tables");
  place.removeAttribute("aria-busy");
  show(place, tables.map((table) => table.id), () => (tables.length ? tables.map((table) => h("li", { "data-table": table.id })) : h("li", {}, t("room.empty"))));
  const open = tables.filter((table) => table.open);
  const counts = { tables: open.length, taken: sum(open, (table) => table.seats.length), seats: sum(open, (table) => table.seats_max) };
  const waiting = open.filter((table) => table.stage === "floor").length;
  show($("summary"), [counts, waiting], () => [t("room.summary", counts), waiting ? ` · ${t("room.waiting", { count: waiting })}` : ""].join(""));
  for (const table of tables) {
    const item = place.querySelector(`[data-table="${CSS.escape(table.id)}"]`);
    show(item, table, () => line(table));
  }
}

function sum(all, of) {
  return all.reduce((whole, each) => whole + of(each), 0);
}

function line(table) {
  const on = !table.open || ["idle", "closed"].includes(table.stage) ? "" : table.stage === "floor" ? "alarm" : "on";
  return [
    h(
      "div",
      { class: "top" },
      h("h2", {}, h("a", { href: `/tables/${encodeURIComponent(table.id)}`, "data-key": "go" }, table.name)),
      h("span", { class: `stage ${on}` }, table.open ? t(`stage.${table.stage}`) : t("table.closed")),
    ),
    h("p", { class: "soft" }, titleOf(table.title)),
    table.pool ? h("p", { class: "meter num" }, h("small", {}, t("meter")), money(table.meter)) : null,
    h(
      "p",
      { class: "facts" },
      h("span", {}, h("b", {}, number(table.hands)), ` ${t("room.hands")}`),
      h("span", {}, h("b", {}, `${table.seats.length}/${table.seats_max}`), ` ${t("room.players")}`),
      table.stake_min ? h("span", {}, t("room.from", { amount: money(table.stake_min) })) : null,
    ),
    places(table),
  ];
}

function places(table) {
  const taken = new Map(table.seats.map((seat) => [seat.seat, seat]));
  const all = Array.from({ length: table.seats_max }, (_, place) => place + 1);
  return h(
    "ul",
    { class: "places", "aria-label": t("seats"), role: "list" },
    all.map((seat) => {
      const by = taken.get(seat);
      const said = by ? t("seat.of", { seat, name: by.name }) : t("seat.free", { seat });
      return h("li", { class: by ? "taken" : "", title: said }, h("span", { class: "unseen" }, said), h("span", { "aria-hidden": "true" }, by ? [...by.name][0].toUpperCase() : seat));
    }),
  );
}
