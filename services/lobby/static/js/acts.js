// Where an act goes: bets and decisions to betting, what one does with one's cards to the dealer.

export function request(act, { hand, seat, turns }) {
  const place = encodeURIComponent(hand);
  const turn = turns === null ? {} : { turn: turns };
  if (act.verb === "draw") return [`/dealer/hands/${place}/discards`, { discards: act.discards, ...turn }];
  if (act.verb === "stand_pat") return [`/dealer/hands/${place}/stand`, turn];
  if (act.verb in SHOWING) return [`/dealer/hands/${place}/cards`, { manner: act.verb, other: act.other ?? 0 }];
  return [`/betting/hands/${place}/acts`, { seat, ...act, ...turn }];
}

const SHOWING = { show: 1, concede: 1, demand: 1 };
const NO_AMOUNT = { least: 0, most: 0, step: 0, side_bet: 0, discards_max: 0 };

// What a seat may do in a draw; the dealer says only whose turn it is.
export const drawOptions = (most) => [
  { verb: "draw", ...NO_AMOUNT, discards_max: most, discards_min: 1 },
  { verb: "stand_pat", ...NO_AMOUNT },
];

// What a seat may do while hands are shown: who has said nothing yet shows or concedes, and where the law has it,
// whoever was in to the end may ask to see what another one conceded. The last one cannot concede: the pot is his.
export function showOptions(view, seat) {
  const hand = view.hand;
  if (view.stage !== "showdown" || !hand.show.at) return [];
  const left = hand.players.filter((part) => !part.sat_out && !part.folded);
  const own = left.find((part) => part.seat === seat);
  if (!own) return [];
  const conceded = left.filter((part) => part.verb === "concede");
  const options = [];
  if (own.verb !== "concede" && own.cards.includes("??")) {
    options.push({ verb: "show", ...NO_AMOUNT });
    if (conceded.length + 1 < left.length) options.push({ verb: "concede", ...NO_AMOUNT });
  }
  if (view.rules.limits.right_to_see) {
    const unseen = conceded.filter((part) => part.seat !== seat && part.cards.includes("??"));
    options.push(...unseen.map((part) => ({ verb: "demand", ...NO_AMOUNT, other: part.seat, name: part.name })));
  }
  return options;
}

// Whether the reader may ask how many cards this opponent drew: from the draw until the betting begins again.
export const mayAskCount = (view, part, seat) =>
  view.hand.counts_told && view.stage !== "draw" && part.changes !== null && !part.asked && part.seat !== seat && view.hand.players.some((own) => own.seat === seat && !own.folded && !own.sat_out);
