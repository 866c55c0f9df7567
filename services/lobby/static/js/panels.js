// Beside the felt: the Jack Pot with its awards, the pay table, the last hands, and how to check the shuffle.

import { row } from "./cards.js";
import { h, show } from "./dom.js";
import { canCheck, check } from "./proof.js";
import { won } from "./saying.js";
import { money, percent, signed, t, time } from "./words.js";

const PAST_SHOWN = 6;

export function drawPanels(place, view) {
  show(place, view.id, () => ["jackpot", "pays", "limits", "past", "fair"].map((name) => h("section", { class: "panel", "data-panel": name })));
  const panel = (name) => place.querySelector(`[data-panel="${name}"]`);
  const { awards, paytable, limits: betting } = view.rules;
  panel("jackpot").hidden = !awards;
  panel("pays").hidden = !paytable;
  panel("limits").hidden = !betting;
  if (betting) show(panel("limits"), view.rules, () => limits(view.rules));
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

// The amounts of a table for the pot: what is put in before cards come, and how much may be bet in each interval.
function limits({ limits: by, decision_seconds: seconds }) {
  const line = (head, said) => h("tr", {}, h("th", { scope: "row" }, head), h("td", { class: "num" }, said));
  const rows = [
    by.ante ? line(t("limits.ante"), money(by.ante)) : null,
    by.forced ? line(t("limits.forced"), money(by.forced)) : null,
    runs(by.intervals).map(({ first, last, of }) => line(first === last ? t("limits.interval", { first }) : t("limits.intervals", { first, last }), most(of, by))),
    line(t("limits.raises"), t(`limits.raises.${by.raises_of}`, { count: by.raises })),
  ];
  return [
    h("h2", {}, t("limits")),
    list(t("limits"), [t("limits.what"), t("limits.amount")], rows),
    by.open_pair ? h("p", { class: "soft" }, t(`limits.open_pair.${by.open_pair}`, { amount: most("high", by) })) : null,
    by.openers.length ? h("p", { class: "soft" }, t("limits.openers", { ranks: by.openers.map((rank) => t(`rank.${rank}`)).join(", ") })) : null,
    by.right_to_see ? h("p", { class: "soft" }, t("limits.right_to_see")) : null,
    h("p", { class: "soft" }, `${t(by.all_in ? "limits.all_in" : "limits.no_all_in")} ${t("limits.seconds", { seconds, show: by.show_seconds })}`),
  ];
}

// Intervals one after the other that have the same limit, taken together.
function runs(intervals) {
  const found = [];
  intervals.forEach((of, at) => {
    if (found.at(-1)?.of === of) found.at(-1).last = at + 1;
    else found.push({ first: at + 1, last: at + 1, of });
  });
  return found;
}

function most(of, by) {
  if (of !== "low" && of !== "high") return t(`limits.${of}`);
  return by.least ? t("limits.range", { least: money(by.least), most: money(by[of]) }) : money(by[of]);
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
      h("div", { class: "row" }, h("strong", {}, `#${hand.number}`), h("span", { class: "soft" }, `${time(hand.ended)} · ${won(hand) || t(`says.${hand.outcome || "closed"}`)}`)),
      hand.croupier.cards.length ? h("div", { class: "row" }, row(hand.croupier.cards, { label: t("croupier.cards") }), h("span", { class: "soft" }, hand.croupier.ranking ? t(`ranking.${hand.croupier.ranking}`) : "")) : null,
      hand.croupier.cards.length ? null : shownBy(hand).map((part) => h("div", { class: "row" }, row(part.cards, { label: t("seat.cards", { name: part.name }) }), h("span", { class: "soft" }, part.name))),
      h("p", { class: "nets" }, hand.players.filter((part) => part.outcome).map((part) => h("span", {}, `${part.name} `, h("span", { class: part.net > 0 ? "good num" : part.net < 0 ? "bad num" : "num" }, signed(part.net))))),
    ),
  );
  return [h("h2", {}, t("past")), lines.length ? h("ul", { class: "past", role: "list" }, lines) : h("p", { class: "soft" }, t("past.none"))];
}

// Winners of a hand for the pot, with what they showed for it.
const shownBy = (hand) => hand.players.filter((part) => part.outcome === "won" && part.cards.length && !part.cards.includes("??"));

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
