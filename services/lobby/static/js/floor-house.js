// What the operator does for the house: opens tables, takes people in, blocks them and lets them in again.

import { get, post } from "./api.js";
import { h, show } from "./dom.js";
import { cents, form, lines, text, tick, why, words } from "./floor-form.js";
import { ask } from "./session.js";
import { money, t, titleOf } from "./words.js";

const ROLES = ["player", "croupier", "floor", "operator", "auditor"];
const FOUND_MAX = 20;

export function houseDesk({ told, onChange }) {
  return [
    h("h2", { id: "house-title" }, t("floor.house")),
    h("div", { class: "desk" }, newTable({ told, onChange }), newPerson({ told }), people({ told })),
  ];
}

function newTable({ told, onChange }) {
  const games = h("datalist", { id: "games" });
  const made = form({
    key: "new-table",
    title: t("floor.open_table"),
    action: t("floor.open_table"),
    fields: [
      text("new-table-game", t("floor.game"), { list: "games", maxlength: 40, hint: t("floor.game_hint") }),
      games,
      text("new-table-id", t("floor.id"), { maxlength: 32, hint: t("floor.id_hint") }),
      text("new-table-name", t("floor.table_name"), { maxlength: 200 }),
      lines("new-table-terms", t("floor.terms"), { hint: t("floor.terms_hint") }),
    ],
    told,
    after: onChange,
    carryOut: async (given) => {
      const wish = { id: words(given, "id"), game: words(given, "game"), name: words(given, "name"), terms: terms(given.get("terms")), practice: false };
      const { name } = await post("/dealer/tables", wish);
      return t("floor.done.opened", { name });
    },
  });
  // The games that the house plays already; others may be named all the same.
  made.elements.game.addEventListener("focus", async () => {
    const { tables } = await get("/api/room").catch(() => ({ tables: [] }));
    const known = new Map(tables.map((table) => [table.game, titleOf(table.title)]));
    show(games, [...known], () => [...known].map(([game, title]) => h("option", { value: game }, title)));
  });
  return made;
}

// One term a line, as `min_bet = 500`: values are written as the services write them, amounts in whole minor units.
function terms(written) {
  const named = written.split("\n").filter((line) => line.trim());
  return Object.fromEntries(named.map((line) => [line.split("=", 1)[0].trim(), valueIn(line)]));
}

function valueIn(line) {
  try {
    return JSON.parse(line.slice(line.indexOf("=") + 1));
  } catch {
    throw { status: 422, code: "TERMS_LINE", field: "terms", detail: line.trim() };
  }
}

function newPerson({ told }) {
  return form({
    key: "enrol",
    title: t("floor.enrol"),
    action: t("floor.enrol"),
    fields: [
      text("enrol-name", t("sign.name"), { maxlength: 32 }),
      text("enrol-password", t("sign.password"), { type: "password", autocomplete: "new-password", maxlength: 128, hint: t("sign.password_hint") }),
      h("fieldset", { class: "answers" }, h("legend", {}, t("floor.roles")), ROLES.map((role) => tick(`enrol-roles-${role}`, t(`role.${role}`), { name: "roles", value: role }))),
      text("enrol-table", t("floor.bound"), { maxlength: 100, hint: t("floor.bound_hint") }),
    ],
    told,
    carryOut: async (given) => {
      const wish = { name: words(given, "name"), password: given.get("password"), roles: given.getAll("roles"), table: words(given, "table") };
      const { name, roles } = await post("/api/enrolments", wish);
      return t("floor.done.enrolled", { name, roles: rolesOf(roles) });
    },
  });
}

const rolesOf = (roles) => roles.map((role) => t(`role.${role}`)).join(", ");

// People are found by how their name begins, and dealt with where they stand.
function people({ told }) {
  const found = h("ul", { class: "people", role: "list" });
  const count = h("p", { class: "soft", role: "status" });
  let listed = [];
  const draw = () => show(found, listed, () => listed.map(line));
  const search = h(
    "form",
    { novalidate: true, role: "search" },
    text("people-name", t("floor.who"), { maxlength: 32, hint: t("floor.who_hint") }),
    h("div", { class: "row end" }, h("button", { type: "submit" }, t("floor.find"))),
  );
  search.addEventListener("submit", async (event) => {
    event.preventDefault();
    told.withdraw("people");
    try {
      listed = await named(search.elements.name.value);
      count.textContent = t("floor.found", { count: listed.length });
      draw();
    } catch (refused) {
      told.say("people", `${t("floor.people")}: ${why(refused)}`, { kind: "trouble" });
    }
  });

  const line = (person) =>
    h(
      "li",
      { "data-person": person.person },
      h("p", {}, h("strong", {}, person.name), " ", h("span", { class: "soft" }, rolesOf(person.roles)), person.blocked ? h("span", { class: "stage alarm" }, t("floor.blocked")) : null),
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", class: person.blocked ? "small" : "small away", "data-key": `block-${person.person}`, "aria-label": t(person.blocked ? "floor.unblock_of" : "floor.block_of", { name: person.name }), onclick: () => block(person) }, t(person.blocked ? "floor.unblock" : "floor.block")),
        person.roles.includes("player") ? h("button", { type: "button", class: "small", "data-key": `deposit-${person.person}`, "aria-label": t("floor.deposit_of", { name: person.name }), onclick: () => takeIn(person, told) }, t("floor.deposit")) : null,
      ),
    );

  async function block(person) {
    told.withdraw("people");
    try {
      const now = await post(`/api/people/${encodeURIComponent(person.person)}/${person.blocked ? "unblock" : "block"}`);
      listed = listed.map((each) => (each.person === now.person ? now : each));
      told.say("people", t(now.blocked ? "floor.done.blocked" : "floor.done.unblocked", { name: now.name }));
      draw();
    } catch (refused) {
      told.say("people", `${person.name}: ${why(refused)}`, { kind: "trouble" });
    }
  }

  return h("section", { class: "panel", "aria-labelledby": "people-title" }, h("h3", { id: "people-title" }, t("floor.people")), search, count, found);
}

function takeIn({ person, name }, told) {
  ask({
    title: t("floor.deposit_of", { name }),
    action: t("floor.deposit"),
    fields: [text("ask-amount", t("amount"), { type: "number", min: 0.01, step: 0.01, inputmode: "decimal" })],
    carryOut: async (given) => {
      const amount = cents(given);
      const { balance } = await post(`/betting/wallets/${encodeURIComponent(person)}/deposits`, { amount });
      told.say("people", t("floor.done.deposit", { amount: money(amount), name, balance: money(balance) }));
    },
  });
}

// People stand in the order of their ids, which are made of their names: the first whose id begins so, and the next.
async function named(name) {
  const begins = idOf(name);
  const { people: page } = await get(`/api/people?limit=${FOUND_MAX}&after=${encodeURIComponent(before(begins))}`);
  return page.filter((each) => each.person.startsWith(begins));
}

const idOf = (name) =>
  name
    .toLowerCase()
    .replaceAll("ß", "ss")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");

// A text that stands before all that begin so, and behind all that would come earlier.
const before = (begins) => (begins ? `${begins.slice(0, -1)}${String.fromCharCode(begins.charCodeAt(begins.length - 1) - 1)}~` : "");
