// The floor's page: all tables with those that wait for a ruling first, the chosen one, and for the operator the house.

import { get } from "./api.js";
import { $, h, show } from "./dom.js";
import { houseDesk } from "./floor-house.js";
import { drawTables, waits } from "./floor-tables.js";
import { openTable } from "./floor-table.js";
import { notices } from "./notices.js";
import { hasRole, mayUseFloor, openBar, openSignIn } from "./session.js";
import { sayPage, t } from "./words.js";

const EACH_MS = 2000;
const HERE = "/floor";

const asked = () => new URLSearchParams(location.search).get("table") ?? "";
const address = (table) => `${HERE}?table=${encodeURIComponent(table)}`;

const told = notices($("notices"));
let close = () => {};
let chosen = "";
let tables = null;

sayPage();
document.title = `${t("floor.title")} · Crupier`;
openBar();
if (mayUseFloor()) openDesk();
else turnAway();

// Who has no business here is told so, and may sign in as somebody else.
function turnAway() {
  $("door").hidden = false;
  $("door").append(h("p", {}, t("floor.not_yours")), h("p", {}, h("button", { type: "button", class: "first", onclick: () => openSignIn() }, t("sign.in"))));
}

async function openDesk() {
  $("desk").hidden = false;
  if (hasRole("operator")) {
    $("house").hidden = false;
    $("house").append(...houseDesk({ told, onChange: look }));
  }
  addEventListener("popstate", () => choose(asked()));
  choose(asked());
  await look();
  setInterval(() => document.hidden || look(), EACH_MS);
}

async function look() {
  const said = await get("/api/room").catch(() => null);
  $("trouble").hidden = Boolean(said);
  if (!said) $("trouble").textContent = t("link.lost");
  else tables = said.tables;
  draw();
}

function draw() {
  if (!tables) return;
  const calling = tables.filter(waits).map((table) => table.name);
  show($("calls"), calling, () => (calling.length ? t("floor.calls", { names: calling.join(", ") }) : t("floor.no_calls")));
  $("calls").classList.toggle("alarm", calling.length > 0);
  document.title = `${calling.length ? `(${calling.length}) ` : ""}${t("floor.title")} · Crupier`;
  drawTables($("tables"), tables, { chosen, address, onChoose });
}

function onChoose(table) {
  if (table !== asked()) history.pushState(null, "", address(table));
  choose(table);
  $("table-name").focus({ preventScroll: true });
  // On a phone the table stands below all the others.
  if ($("table").getBoundingClientRect().top > innerHeight / 2) $("table").scrollIntoView();
}

function choose(table) {
  if (table === chosen) return;
  close();
  chosen = table;
  $("table").hidden = !table;
  close = table ? openTable($("table"), table, { told, onChange: look }) : () => {};
  draw();
}
