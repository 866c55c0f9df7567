// What only the reader may see: his own cards, his chips, and what he may do now.

import { drawOptions } from "./acts.js";
import { get, session } from "./api.js";

const AGAIN_MS = 1500;

export const NOTHING = { seat: 0, hand: "", cards: [], chips: 0, may: [], turn: 0, turns: 0 };

// Asks both services at once, never twice at the same time; whoever calls meanwhile gets one more round.
// `drawing` tells of the hand whose cards are being changed just now, and how many of them may be.
export function asker(table, drawing, onMine) {
  let asking = false;
  let again = false;
  return async function look() {
    if (!session()) return;
    if (asking) {
      again = true;
      return;
    }
    asking = true;
    try {
      const place = encodeURIComponent(table);
      const [bets, cards] = await Promise.all([get(`/betting/tables/${place}/view`), get(`/dealer/tables/${place}/view`)]);
      const { hand, most } = drawing();
      const draw = hand && hand === bets.hand ? await get(`/dealer/hands/${encodeURIComponent(hand)}/draw`) : null;
      onMine(joined(bets, cards, draw, most));
    } catch {
      // A table that waits for the reader shows no next view: ask again all the same.
      setTimeout(look, AGAIN_MS);
    }
    asking = false;
    if (again) {
      again = false;
      look();
    }
  };
}

function joined(bets, cards, draw, most) {
  const seat = bets.me.seat;
  const own = cards.hand === bets.hand ? cards.seats.find((each) => each.seat === seat) : null;
  const mine = { seat, hand: bets.hand, cards: own?.cards ?? [], chips: bets.me.chips, may: bets.me.may, turn: bets.turn, turns: bets.turns };
  if (!draw?.turn || mine.may.length) return mine;
  return { ...mine, turn: draw.turn, turns: draw.turns, may: draw.turn === seat ? drawOptions(most) : [] };
}
