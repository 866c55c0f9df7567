// Seats around the felt, as one sits at a table: from the croupier's left, clockwise, down the right side first.

import { mayAskCount } from "./acts.js";
import { row } from "./cards.js";
import { timebar } from "./clock.js";
import { h, show } from "./dom.js";
import { ownCards } from "./hand.js";
import { inGame, money, signed, t } from "./words.js";

const HALF = 2;

export function drawSeats(place, { view, mine, mySeat, maySit, onSit, onAsk }) {
  const count = view.rules.seats_max ?? view.seats.length;
  const seats = Array.from({ length: count }, (_, at) => at + 1);
  show(place, [view.id, count], () => seats.map((seat) => h("li", { "data-seat": seat })));
  const sitting = new Map(view.seats.map((seat) => [seat.seat, seat]));
  const playing = new Map((view.hand.players ?? []).map((part) => [part.seat, part]));
  for (const seat of seats) {
    const item = place.querySelector(`[data-seat="${seat}"]`);
    const sits = sitting.get(seat);
    const part = playing.get(seat);
    const its = part && sits && part.person === sits.person ? part : null;
    const turn = view.hand.turn?.seat === seat ? view.hand.turn : null;
    const own = seat === mySeat;
    item.className = ["seat", side(seat, count), sits ? "" : "empty", own ? "me" : "", turn ? "turn" : ""].join(" ");
    const known = own && its?.cards.length ? ownCards(view, mine, mySeat) : [];
    const cards = known.length ? known : its?.cards;
    const ask = its && mySeat && mayAskCount(view, its, mySeat) ? () => onAsk(seat) : null;
    show(item, [sits, its, turn, own, maySit, cards, view.stage, Boolean(ask), view.hand.counts_told], () =>
      sits ? taken({ sits, part: its, turn, own, cards, view, ask }) : free(seat, maySit && onSit),
    );
  }
}

function side(seat, count) {
  const right = Math.ceil(count / HALF);
  return seat <= right ? `right row${seat}` : `left row${count - seat + 1}`;
}

function free(seat, sit) {
  return [
    h("span", { class: "number" }, t("seat.number", { seat })),
    sit
      ? h("button", { type: "button", "data-key": `sit${seat}`, onclick: () => sit(seat), "aria-label": t("seat.sit_at", { seat }) }, t("seat.sit"))
      : h("span", {}, t("seat.empty")),
  ];
}

function taken({ sits, part, turn, own, cards, view, ask }) {
  return [
    h(
      "div",
      { class: "top" },
      h("span", { class: "name" }, own ? t("seat.you", { name: sits.name }) : sits.name),
      h("span", { class: "stack" }, money(sits.chips)),
    ),
    h("span", { class: "unseen" }, t("seat.number", { seat: sits.seat })),
    cards?.length ? row(cards, { size: "small", dim: part.folded, label: t("seat.cards", { name: sits.name }) }) : null,
    h("p", { class: "bets" }, bets(part, view.rules)),
    h("div", { class: "state" }, states(part, view, cards, own)),
    ask ? h("button", { type: "button", class: "quiet small", "data-key": "ask", "aria-label": t("act.ask_count_of", { name: sits.name }), onclick: ask }, t("act.ask_count")) : null,
    turn ? timebar(turn) : null,
  ];
}

function bets(part, rules) {
  if (!part) return [];
  if (rules.kind === "pot") return part.bet && !part.outcome ? [h("span", { class: "bet" }, t("bet.first", { amount: money(part.bet) }))] : [];
  return [
    part.ante ? h("span", { class: "bet" }, t("bet.first", { amount: money(part.ante) })) : null,
    part.put_in ? h("span", { class: "bet" }, t("bet.second", { amount: money(part.put_in) })) : null,
    part.side_bet ? h("span", { class: "bet side" }, t("bet.side")) : null,
  ];
}

// What the seat did, and then what came of it.
function states(part, view, cards, own) {
  if (!part) return [h("span", { class: "soft" }, view.stage === "stakes" || view.stage === "idle" ? "" : t("seat.waits"))];
  const said = [];
  if (part.sat_out && !part.ante) said.push(h("span", { class: "soft" }, t("did.sit_out")));
  else if (part.verb && part.verb !== "stake") said.push(h("span", { class: `tag ${part.folded || part.verb === "concede" ? "fold" : "play"}` }, inGame(view.rules, `did.${part.verb}`)));
  if (part.changes > 0 && countShows(part, view, own)) said.push(h("span", { class: "soft" }, t("did.changes", { count: part.changes })));
  if (part.by_clock) said.push(h("span", { class: "soft" }, t("did.by_clock")));
  if (part.ranking && cards?.length && !part.folded) said.push(h("span", {}, t(`ranking.${part.ranking}`)));
  if (part.outcome) said.push(h("strong", { class: part.net > 0 ? "good" : part.net < 0 ? "bad" : "" }, signed(part.net)));
  return said;
}

// In a hand for the pot all see how many cards a seat draws, and then hear it from who asks, until the betting begins.
const countShows = (part, view, own) => own || view.rules.kind !== "pot" || view.stage === "draw" || (part.asked && view.hand.counts_told);

// What a hand for the pot is about, the cards that belong to all, and what the croupier said last.
export function drawPot(place, view) {
  place.hidden = view.rules.kind !== "pot";
  const { pot, common, said } = view.hand;
  show(place, [pot, common, said], () => [
    h("p", { class: "sum num" }, h("small", {}, t("pot")), money(pot)),
    common.length ? row(common, { label: t("pot.common") }) : null,
    said ? h("p", { class: "soft", lang: view.rules.language }, `«${said}»`) : null,
  ]);
}

export function drawCroupier(place, view) {
  place.hidden = !view.rules.croupier;
  const croupier = view.hand.croupier;
  show(place, [croupier, view.hand.qualified, view.stage], () => [
    h("h2", {}, t("croupier")),
    croupier.cards.length ? row(croupier.cards, { label: t("croupier.cards") }) : h("span", { class: "soft" }, "—"),
    h("p", { class: "rank" }, croupierSays(croupier, view.hand.qualified)),
  ]);
}

function croupierSays(croupier, qualified) {
  if (!croupier.ranking) return "";
  const ranking = t(`ranking.${croupier.ranking}`);
  return `${ranking} · ${t(qualified === "yes" ? "croupier.plays" : "croupier.does_not_play")}`;
}
