// What is said at the table: the one line under the croupier, and the log of what happened.

import { showOptions } from "./acts.js";
import { seconds, timebar } from "./clock.js";
import { show } from "./dom.js";
import { cardName, inGame, money, signed, t } from "./words.js";

export function drawSays(place, view, mySeat) {
  const hand = view.hand;
  const clock = view.stage === "stakes" ? hand.boxes : hand.turn?.seat ? hand.turn : view.stage === "showdown" ? hand.show : null;
  const said = line(view, mySeat);
  show(place, [said, clock], () => {
    return clock?.at ? [said, seconds(clock), timebar(clock)] : [said];
  });
}

function line(view, mySeat) {
  const turn = view.hand.turn?.seat;
  if (turn) return turn === mySeat ? inGame(view.rules, "says.you") : t("says.turn", { name: nameOf(view, turn) });
  if (["settled", "closed"].includes(view.stage)) return won(view.hand) || t(`says.${view.hand.outcome}`);
  if (view.stage === "showdown" && showOptions(view, mySeat).some((option) => option.verb === "show")) return t("says.you_show");
  if (!view.open) return t("table.is_closed");
  if (view.stage === "idle" && !view.seats.length) return t("says.nobody");
  return inGame(view.rules, `says.${view.stage}`);
}

// Who has the pot of a hand, if it went to anybody.
export function won(hand) {
  const winners = hand.players.filter((part) => part.outcome === "won");
  if (!["showdown", "uncontested"].includes(hand.outcome) || !winners.length) return "";
  const names = winners.map((part) => part.name).join(", ");
  return winners.length === 1 ? t("says.won", { name: names, amount: money(winners[0].net) }) : t("says.shared", { names });
}

export const nameOf = (view, seat) => view.seats.find((each) => each.seat === seat)?.name ?? t("seat.number", { seat });

const LINES_MAX = 60;

export function teller(log) {
  return function tell(text) {
    if (!text) return;
    const line = document.createElement("p");
    line.textContent = text;
    const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
    log.append(line);
    while (log.childElementCount > LINES_MAX) log.firstElementChild.remove();
    // Who reads further up is left there.
    if (atEnd) log.scrollTop = log.scrollHeight;
  };
}

// An event in words, for the log; screen readers read it out.
export function inWords(name, body, view, mySeat) {
  // Seat 0 is the croupier's; who only watches has none.
  const who = (seat) => (!seat ? t("croupier") : seat === mySeat ? t("told.you") : nameOf(view, seat));
  switch (name) {
    case "boxes_opened":
      return t("says.stakes");
    case "turn":
      return body.seat === mySeat ? t("told.your_turn", { seconds: body.seconds }) : "";
    case "acted":
      return `${who(body.seat)}: ${inGame(view.rules, `did.${body.verb}`)}${body.put_in ? ` ${money(body.put_in)}` : ""}${body.by_clock ? ` ${t("did.by_clock")}` : ""}`;
    case "draw_opened":
      return t("says.draw");
    case "cards_changed":
      return `${who(body.seat)}: ${t("did.changes", { count: body.count })}`;
    case "stood_pat":
      return `${who(body.seat)}: ${t("did.stand_pat")}${body.by_clock ? ` ${t("did.by_clock")}` : ""}`;
    case "count_told":
      return t("told.count", { asker: who(body.seat), name: who(body.of), count: body.count });
    case "announced":
      return `${t("croupier")}: «${body.words}»`;
    case "holding_tabled":
      return `${who(body.seat)}: ${body.cards.map(cardName).join(", ")}`;
    case "holding_conceded":
      return `${who(body.seat)}: ${t("did.concede")}`;
    case "holding_demanded":
      return t("told.demanded", { asker: who(body.by), name: who(body.seat), cards: body.cards.map(cardName).join(", ") });
    case "misdeal":
      return t("told.misdeal", { clause: body.clause });
    case "referred_to_floor":
      return t("told.floor", { clause: body.clause });
    case "ruled":
      return t(`told.ruled.${body.decision}`);
    case "hand_voided":
      return t("says.voided");
    case "croupier_turned":
      return t("told.croupier", { cards: body.cards.map(cardName).join(", ") });
    case "awards_decided":
      return body.awards.map((won) => t("told.award", { name: who(won.seat), award: t(`award.${won.award}`), amount: money(won.amount) })).join(" ");
    case "hand_settled":
      return body.nets.map((net) => `${who(net.seat)}: ${signed(net.amount)}`).join("; ");
    case "hand_abandoned":
      return t("says.abandoned");
    default:
      return "";
  }
}
