// What is said at the table: the one line under the croupier, and words for those who listen to the page.

import { seconds, timebar } from "./clock.js";
import { show } from "./dom.js";
import { cardName, inGame, money, signed, t } from "./words.js";

export function drawSays(place, view, mySeat) {
  const hand = view.hand;
  const clock = view.stage === "stakes" ? hand.boxes : hand.turn?.seat ? hand.turn : view.stage === "showdown" ? hand.show : null;
  show(place, [view.stage, view.open, hand.hand, hand.outcome, clock, mySeat, view.seats.length], () => {
    const said = line(view, mySeat);
    return clock?.at ? [said, seconds(clock), timebar(clock)] : [said];
  });
}

function line(view, mySeat) {
  const turn = view.hand.turn?.seat;
  if (turn) return turn === mySeat ? inGame(view.rules, "says.you") : t("says.turn", { name: nameOf(view, turn) });
  if (["settled", "closed"].includes(view.stage)) return t(`says.${view.hand.outcome}`);
  if (!view.open) return t("table.is_closed");
  if (view.stage === "idle" && !view.seats.length) return t("says.nobody");
  return inGame(view.rules, `says.${view.stage}`);
}

export const nameOf = (view, seat) => view.seats.find((each) => each.seat === seat)?.name ?? t("seat.number", { seat });

const LINES_MAX = 30;

export function teller(log) {
  return function tell(text) {
    if (!text) return;
    const line = document.createElement("p");
    line.textContent = text;
    log.append(line);
    while (log.childElementCount > LINES_MAX) log.firstElementChild.remove();
  };
}

// An event in words, for the log that screen readers read out.
export function inWords(name, body, view, mySeat) {
  switch (name) {
    case "boxes_opened":
      return t("says.stakes");
    case "turn":
      return body.seat === mySeat ? t("told.your_turn", { seconds: body.seconds }) : t("says.turn", { name: nameOf(view, body.seat) });
    case "acted":
      return body.seat === mySeat ? "" : `${nameOf(view, body.seat)}: ${inGame(view.rules, `did.${body.verb}`)}`;
    case "croupier_turned":
      return t("told.croupier", { cards: body.cards.map(cardName).join(", ") });
    case "awards_decided":
      return body.awards.map((won) => t("told.award", { name: nameOf(view, won.seat), award: t(`award.${won.award}`), amount: money(won.amount) })).join(" ");
    case "hand_settled":
      return body.nets.map((net) => `${net.seat === mySeat ? t("told.you") : nameOf(view, net.seat)}: ${signed(net.amount)}`).join("; ");
    case "hand_abandoned":
      return t("says.abandoned");
    default:
      return "";
  }
}
