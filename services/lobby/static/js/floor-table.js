// The chosen table: what waits for a ruling there, what happened, and what the floor does about it.

import { get } from "./api.js";
import { h, show } from "./dom.js";
import { FORMS, reports } from "./floor-reports.js";
import { inWords, nameOf, teller } from "./saying.js";
import { hasRole } from "./session.js";
import { follow } from "./stream.js";
import { has, number, t, titleOf } from "./words.js";

// How far back in the house's events one looks for what a hand waits for; a table that waits adds none of its own.
const BACK = 500;
const AGAIN_MS = 2000;

// What the floor hears besides what a table is told.
const MORE = ["irregularity", "fault_remedied"];

// Shows a table in `place`; what is returned ends it.
export function openTable(place, table, { told, onChange }) {
  let view = null;
  let doubt = null;
  let desk = null;
  let stop = () => {};
  let ended = false;

  const name = h("h2", { id: "table-name", tabindex: "-1" }, table);
  const about = h("p", { class: "soft" });
  const link = h("p", { class: "link", role: "status" });
  const waiting = h("div", { class: "doubt", role: "status" });
  const log = h("div", { class: "log", role: "log", "aria-live": "off", "aria-labelledby": "log-title", tabindex: "0" });
  const tell = teller(log);
  place.replaceChildren(
    h("div", { class: "top" }, name, link),
    about,
    h("p", {}, h("a", { href: `/tables/${encodeURIComponent(table)}` }, t("floor.watch"))),
    waiting,
    h("section", { class: "told", "aria-labelledby": "log-title" }, h("h3", { id: "log-title" }, t("told")), log),
  );
  begin();

  async function begin() {
    const found = await get(`/api/tables/${encodeURIComponent(table)}`).catch((refused) => refused);
    if (ended) return;
    if (found instanceof Error) {
      told.say("table", found.status ? found.message : t("link.lost"), { kind: "trouble" });
      setTimeout(() => ended || begin(), AGAIN_MS);
      return;
    }
    told.withdraw("table");
    view = found;
    desk = reports({ view, mayRule: hasRole("floor"), told, onChange });
    place.append(desk.element);
    draw();
    // What was said before is asked for too: the doubt itself is told by its event alone.
    stop = follow(table, { onView, onEvent, onLink }, { after: String(Math.max(0, found.last_event - BACK)), more: MORE });
  }

  function onView(seen) {
    view = seen;
    draw();
    // What lies behind is not read out; what comes from now on is.
    log.setAttribute("aria-live", "polite");
  }

  function onEvent(event, body) {
    if (event === "referred_to_floor") doubt = body;
    if (event === "ruled" && doubt?.hand === body.hand) doubt = null;
    tell(line(event, body));
    draw();
  }

  function line(event, body) {
    const who = body.seat ? nameOf(view, body.seat) : t("floor.nobody");
    if (event === "irregularity") return t("floor.told.irregularity", { name: who, clause: body.clause });
    if (event === "fault_remedied") return t("floor.told.remedied", { fault: faultName(body.fault), name: who, clause: body.clause });
    return inWords(event, body, view, 0);
  }

  function onLink(up) {
    link.textContent = t(up ? "link.live" : "link.lost");
    link.classList.toggle("lost", !up);
  }

  function draw() {
    const { hand, stage } = view;
    name.textContent = view.name;
    const said = [titleOf(view.rules.title), hand.number ? t("told.hand", { number: number(hand.number) }) : "", view.open ? "" : t("table.closed"), t(`stage.${stage}`)];
    about.textContent = said.filter(Boolean).join(" · ");
    const open = stage === "floor" ? waitsFor(hand, doubt) : null;
    show(waiting, [open, open && nameOf(view, open.seat)], () => (open ? whatWaits(open) : h("p", { class: "soft" }, t("floor.nothing_waits"))));
    waiting.classList.toggle("alarm", Boolean(open));
    desk.update(view, open);
  }

  function whatWaits({ clause, seat, what }) {
    const line = (term, said) => h("div", {}, h("dt", {}, term), h("dd", {}, said));
    return [
      h("h3", {}, t("floor.waits")),
      h("dl", {}, line(t("floor.clause"), clause || t("floor.no_clause")), line(t("floor.seat"), seat ? t("seat.of", { seat, name: nameOf(view, seat) }) : t("floor.nobody")), what ? line(t("floor.what"), faultName(what)) : null),
    ];
  }

  return () => {
    ended = true;
    stop();
    for (const about of ["table", ...FORMS]) told.withdraw(about);
  };
}

// What a hand waits for: told by its event, and while that is missing by the last mark in the hand's view.
function waitsFor(hand, doubt) {
  if (doubt?.hand === hand.hand) return doubt;
  const [clause = "", seat = "0"] = hand.irregularities.at(-1)?.split(":") ?? [];
  return { clause, seat: Number(seat), what: "" };
}

const faultName = (fault) => (has(`fault.${fault}`) ? t(`fault.${fault}`) : fault);
