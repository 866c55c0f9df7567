// A table's page. The house's view of the table is drawn as it comes; what is the reader's own is asked for beside it.

import { request } from "./acts.js";
import { post, remove, session } from "./api.js";
import { setHouseTime } from "./clock.js";
import { $ } from "./dom.js";
import { drawHand } from "./hand.js";
import { NOTHING, asker } from "./mine.js";
import { drawPanels } from "./panels.js";
import { askForChips, askForSeat } from "./chips.js";
import { drawSays, inWords, teller } from "./saying.js";
import { drawCroupier, drawPot, drawSeats } from "./seats.js";
import { isPlayer, openBar, openSignIn, showWallet } from "./session.js";
import { follow } from "./stream.js";
import { sayPage, t, titleOf } from "./words.js";

const table = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const tell = teller($("log"));

let view = null;
let mine = NOTHING;
let busy = false;
let trouble = "";
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
  view = told;
  setHouseTime(houseNow);
  if (newHand) trouble = "";
  draw();
  if (mySeat()) lookAtMine();
}

function onEvent(name, body) {
  if (!view) return;
  tell(inWords(name, body, view, mySeat()));
  if (name === "seat_freed" && body.seat === mySeat() && body.reason !== "left") {
    $("trouble").textContent = t(`freed.${body.reason}`);
    $("trouble").hidden = false;
  }
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
  drawSeats($("seats"), { view, mine, mySeat: seat, maySit: isPlayer() && !seat && view.open, onSit });
  drawHand($("hand"), { view, mine, mySeat: seat, draft, busy, trouble, signedIn: Boolean(session()), player: isPlayer(), on });
  drawPanels($("panels"), view);
}

function onSit(seat) {
  $("trouble").hidden = true;
  askForSeat({ table, seat, limits: view.rules.buy_in });
}

const on = {
  signIn: () => openSignIn(),
  addChips: () => askForChips({ table, seat: mySeat() }),
  leave: () => attempt(async () => {
    await remove(`/dealer/tables/${encodeURIComponent(table)}/seats/${mySeat()}`);
    tell(t("told.leaving"));
    setTimeout(showWallet, 1500);
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
  // An act is meant for the turn that was seen; while all seats stake at once there is no such turn.
  act: (act) => attempt(async () => {
    const turns = mine.turn === mySeat() ? mine.turns : null;
    await post(...request(act, { hand: mine.hand, seat: mySeat(), turns }));
    mine = { ...mine, may: [] };
    draft = { ...draft, picked: new Set() };
  }),
};

async function attempt(wish) {
  busy = true;
  trouble = "";
  draw();
  try {
    await wish();
  } catch (refused) {
    trouble = refused.status ? refused.message : t("link.lost");
  }
  busy = false;
  draw();
  lookAtMine();
}
