// Where an act goes: bets and decisions to betting, the changing of cards in a draw to the dealer.

export function request(act, { hand, seat, turns }) {
  const place = encodeURIComponent(hand);
  const turn = turns === null ? {} : { turn: turns };
  if (act.verb === "draw") return [`/dealer/hands/${place}/discards`, { discards: act.discards, ...turn }];
  if (act.verb === "stand_pat") return [`/dealer/hands/${place}/stand`, turn];
  return [`/betting/hands/${place}/acts`, { seat, ...act, ...turn }];
}

const NO_AMOUNT = { least: 0, most: 0, step: 0, side_bet: 0 };

// What a seat may do in a draw; the dealer says only whose turn it is.
export const drawOptions = (most) => [
  { verb: "draw", ...NO_AMOUNT, discards_max: most, discards_min: 1 },
  { verb: "stand_pat", ...NO_AMOUNT, discards_max: 0 },
];
