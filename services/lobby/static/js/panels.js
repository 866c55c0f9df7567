// Beside the felt: the Jack Pot with its awards, the pay table, the last hands, and how to check the shuffle.

import { row } from "./cards.js";
import { h, show } from "./dom.js";
import { canCheck, check } from "./proof.js";
import { money, percent, signed, t, time } from "./words.js";

const PAST_SHOWN = 6;

export function drawPanels(place, view) {
  show(place, view.id, () => ["jackpot", "pays", "past", "fair"].map((name) => h("section", { class: "panel", "data-panel": name })));
  const panel = (name) => place.querySelector(`[data-panel="${name}"]`);
  const { awards, paytable } = view.rules;
  panel("jackpot").hidden = !awards;
  panel("pays").hidden = !paytable;
  if (awards) show(panel("jackpot"), [view.meter, awards], () => jackpot(view));
  if (paytable) show(panel("pays"), view.rules, () => pays(view.rules));
  show(panel("past"), view.recent, () => past(view.recent.slice(0, PAST_SHOWN)));
  show(panel("fair"), [view.hand.hand, view.hand.commitment, view.hand.stage === "closed"], () => fair(view));
}

function jackpot(view) {
  const rows = view.rules.awards.map((award) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, t(`award.${award.award}`), award.shared ? h("small", { class: "soft" }, ` ${t("award.shared")}`) : null),
      h("td", { class: "num" }, percent(award.ppm)),
      h("td", { class: "num" }, money(Math.floor((view.meter * award.ppm) / 1_000_000))),
    ),
  );
  return [
    h("h2", {}, t("meter")),
    h("p", { class: "meter num", "data-meter": view.meter }, money(view.meter)),
    h("p", { class: "soft" }, t("meter.stake", { amount: money(view.rules.side_bet) })),
    list(t("meter.awards"), [t("award"), t("award.share"), t("award.now")], rows),
    h("p", { class: "soft" }, t("meter.order")),
  ];
}

function pays(rules) {
  const rows = rules.paytable.map((line) => h("tr", {}, h("th", { scope: "row" }, t(`ranking.${line.ranking}`)), h("td", { class: "num" }, `${line.odds} : 1`)));
  return [
    h("h2", {}, t("pays")),
    h("p", { class: "soft" }, t("pays.rule", { factor: rules.second_bet_factor, rank: t(`rank.${rules.qualifies_with_pair_of}`) })),
    list(t("pays"), [t("pays.ranking"), t("pays.odds")], rows),
    h("p", { class: "soft" }, t("pays.limits", { least: money(rules.stake.min), most: money(rules.stake.max), seconds: rules.decision_seconds })),
  ];
}

function list(caption, heads, rows) {
  return h(
    "table",
    { class: "list" },
    h("caption", { class: "unseen" }, caption),
    h("thead", {}, h("tr", {}, heads.map((head, at) => h("th", { scope: "col", class: at ? "num" : null }, head)))),
    h("tbody", {}, rows),
  );
}

function past(hands) {
  const lines = hands.map((hand) =>
    h(
      "li",
      {},
      h("div", { class: "row" }, h("strong", {}, `#${hand.number}`), h("span", { class: "soft" }, `${time(hand.ended)} · ${t(`says.${hand.outcome || "closed"}`)}`)),
      hand.croupier.cards.length ? h("div", { class: "row" }, row(hand.croupier.cards, { label: t("croupier.cards") }), h("span", { class: "soft" }, hand.croupier.ranking ? t(`ranking.${hand.croupier.ranking}`) : "")) : null,
      h("p", { class: "nets" }, hand.players.filter((part) => part.outcome).map((part) => h("span", {}, `${part.name} `, h("span", { class: part.net > 0 ? "good num" : part.net < 0 ? "bad num" : "num" }, signed(part.net))))),
    ),
  );
  return [h("h2", {}, t("past")), lines.length ? h("ul", { class: "past", role: "list" }, lines) : h("p", { class: "soft" }, t("past.none"))];
}

function fair(view) {
  const hand = view.hand;
  if (!hand.commitment) return [h("h2", {}, t("fair")), h("p", { class: "soft" }, t("fair.explained"))];
  const found = h("p", { role: "status" });
  const link = `/dealer/hands/${encodeURIComponent(hand.hand)}/proof`;
  return [
    h("h2", {}, t("fair")),
    h("p", { class: "soft" }, t("fair.explained")),
    h("p", {}, h("strong", {}, t("fair.commitment", { number: hand.number }))),
    h("p", { class: "hash" }, hand.commitment),
    h(
      "div",
      { class: "row" },
      canCheck() ? h("button", { type: "button", "data-key": "check", onclick: async () => (found.textContent = await verdict(link, hand.commitment)) }, t("fair.check")) : null,
      h("a", { href: link }, t("fair.proofs")),
    ),
    found,
  ];
}

async function verdict(link, commitment) {
  try {
    const { good, count } = await check(link, commitment);
    return good ? t("fair.good", { count }) : t("fair.bad");
  } catch {
    return t("link.lost");
  }
}
