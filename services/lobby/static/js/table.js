// A table's page. The house's view of the table is drawn as it comes; what is the reader's own is asked for beside it.

import { request } from "./acts.js";
import { get, post, remove, session } from "./api.js";
import { setHouseTime } from "./clock.js";
import { $ } from "./dom.js";
import { drawHand } from "./hand.js";
import { NOTHING, asker } from "./mine.js";
import { keepTold, notices, wasTold } from "./notices.js";
import { drawPanels } from "./panels.js";
import { askForChips, askForSeat } from "./chips.js";
import { drawSays, inWords, teller } from "./saying.js";
import { drawCroupier, drawPot, drawSeats } from "./seats.js";
import { isPlayer, openBar, openSignIn, showWallet } from "./session.js";
import { follow } from "./stream.js";
import { sayPage, t, titleOf } from "./words.js";

const table = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const tell = teller($("log"));
const { say, withdraw } = notices($("notices"));

let view = null;
let mine = NOTHING;
let busy = false;
let draft = { hand: "", picked: new Set(), amounts: {}, side: true };

sayPage();
openBar({ cards: true });
const drawing = () => ({ hand: view?.stage === "draw" ? view.hand.hand : "", most: view?.rules.draw_max ?? 0 });
const lookAtMine = asker(table, drawing, (found) => {
  // Once a hand is over the house may speak of the next before the page does: the cards stay until it does.
  const stays = view && found.hand !== view.hand.hand && mine.hand === view.hand.hand;
  mine = stays ? { ...mine, may: [] } : found;
  if (draft.hand !== found.hand) draft = { ...draft, hand: found.hand, picked: new Set() };
  draw();
});
follow(table, { onView, onEvent, onLink });

function onView(told, houseNow) {
  const newHand = view?.hand.hand !== told.hand.hand;
  const sat = mySeat();
  view = told;
  setHouseTime(houseNow);
  if (newHand && view.hand.number) tell(t("told.hand", { number: view.hand.number }));
  tellOfSeat(sat);
  draw();
  if (mySeat()) lookAtMine();
}

// What became of the reader's seat stands in the view: it is told even if the event came while nobody looked.
function tellOfSeat(sat) {
  const known = session();
  const refused = known && view.refused.find((each) => each.person === known.person);
  if (refused && !wasTold(table, refused.at)) {
    say("refused", t(`freed.${refused.reason}`), { kind: "trouble", onClose: () => keepTold(table, refused.at) });
  } else withdraw("refused");
  if (!mySeat()) withdraw("leaving");
  else if (!sat) sayIfLeaving();
  if (Boolean(sat) !== Boolean(mySeat())) showWallet();
}

async function sayIfLeaving() {
  const { seats } = await get(`/dealer/tables/${encodeURIComponent(table)}`).catch(() => ({ seats: [] }));
  if (seats.some((each) => each.seat === mySeat() && each.person === session()?.person && each.leaving)) say("leaving", t("told.leaving"));
}

function onEvent(name, body) {
  if (view) tell(inWords(name, body, view, mySeat()));
}

function onLink(up) {
  $("link").textContent = t(up ? "link.live" : "link.lost");
  $("link").classList.toggle("lost", !up);
}

function mySeat() {
  const known = session();
  return (known && view?.seats.find((seat) => seat.person === known.person)?.seat) || 0;
}

function draw() {
  if (!view) return;
  const seat = mySeat();
  $("table-name").textContent = view.name;
  $("about").textContent = titleOf(view.rules.title);
  document.title = `${view.name} · Crupier`;
  drawCroupier($("croupier"), view);
  drawPot($("pot"), view);
  drawSays($("says"), view, seat);
  drawSeats($("seats"), { view, mine, mySeat: seat, maySit: isPlayer() && !seat && view.open, onSit, onAsk: on.askCount });
  drawHand($("hand"), { view, mine, mySeat: seat, draft, busy, signedIn: Boolean(session()), player: isPlayer(), on });
  drawPanels($("panels"), view);
}

function onSit(seat) {
  askForSeat({ table, seat, limits: view.rules.buy_in });
}

const on = {
  signIn: () => openSignIn(),
  addChips: () => askForChips({ table, seat: mySeat() }),
  leave: () => attempt(async () => {
    const { stage } = await remove(`/dealer/tables/${encodeURIComponent(table)}/seats/${mySeat()}`);
    if (stage === "leaves_after_hand") say("leaving", t("told.leaving"));
  }),
  draft: (change) => {
    draft = { ...draft, ...change };
    draw();
  },
  pick: (place, most) => {
    const picked = new Set(draft.picked);
    if (!picked.delete(place) && picked.size < most) picked.add(place);
    else if (picked.size === draft.picked.size) tell(t("told.too_many", { count: most }));
    on.draft({ picked });
  },
  askCount: (of) => attempt(() => post(`/dealer/hands/${encodeURIComponent(view.hand.hand)}/counts`, { of })),
  // An act is meant for the turn that was seen; while all seats stake at once there is no such turn.
  act: (act) => attempt(async () => {
    const turns = mine.turn === mySeat() ? mine.turns : null;
    await post(...request(act, { hand: view.hand.hand, seat: mySeat(), turns }));
    mine = { ...mine, may: [] };
    draft = { ...draft, picked: new Set() };
  }),
};

async function attempt(wish) {
  busy = true;
  withdraw("act");
  draw();
  try {
    await wish();
  } catch (refused) {
    say("act", refused.status ? refused.message : t("link.lost"), { kind: "trouble" });
  }
  busy = false;
  draw();
  lookAtMine();
}
