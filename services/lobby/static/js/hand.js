// The reader's own place: his cards, what came of them, and what he may do.

import { actionBar } from "./actions.js";
import { showOptions } from "./acts.js";
import { choosable, row } from "./cards.js";
import { h, show } from "./dom.js";
import { inGame, money, signed, t } from "./words.js";

export function drawHand(place, { view, mine, mySeat, draft, busy, signedIn, player, on }) {
  place.hidden = false;
  const cards = ownCards(view, mine, mySeat);
  const asked = mine.hand === view.hand.hand ? mine.may : [];
  const may = asked.length || !mySeat ? asked : showOptions(view, mySeat);
  const part = view.hand.players.find((each) => each.seat === mySeat);
  const chosen = { ...draft, picked: [...draft.picked] };
  show(place, [mySeat, cards, may, part, chosen, busy, signedIn, player, view.stage, view.open], () =>
    mySeat ? seated({ view, cards, may, part, draft, busy, on }) : standing({ view, signedIn, player, on }),
  );
}

// As the reader alone may see them, or as they were shown to all.
export function ownCards(view, mine, mySeat) {
  if (mine.hand === view.hand.hand && mine.seat === mySeat && mine.cards.length) return mine.cards;
  const shown = view.hand.players.find((part) => part.seat === mySeat)?.cards ?? [];
  return shown.includes("??") ? [] : shown;
}

function standing({ view, signedIn, player, on }) {
  if (!view.open) return h("p", { class: "hint" }, t("table.is_closed"));
  if (!signedIn) {
    return [h("p", { class: "hint" }, t("hand.watching")), h("div", { class: "acts" }, h("button", { type: "button", class: "first", "data-key": "sign", onclick: on.signIn }, t("bar.sign_in")))];
  }
  return h("p", { class: "hint" }, t(player ? "hand.choose_seat" : "hand.staff"));
}

function seated({ view, cards, may, part, draft, busy, on }) {
  const most = Math.max(0, ...may.map((option) => option.discards_max));
  return [
    h(
      "div",
      { class: "head" },
      h("h2", {}, t("your_hand")),
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", class: "quiet", "data-key": "chips", onclick: on.addChips }, t("hand.add_chips")),
        h("button", { type: "button", class: "quiet", "data-key": "leave", onclick: on.leave }, t("hand.leave")),
      ),
    ),
    cards.length ? (most > 0 ? choosable(cards, draft.picked, (at) => on.pick(at, most), t("your_cards")) : row(cards, { size: "large", dim: part?.folded, label: t("your_cards") })) : null,
    h("p", { class: "hint" }, hint({ view, may, most, part })),
    result(part, view.rules),
    may.length ? actionBar({ rules: view.rules, may, draft, busy, onDraft: on.draft, onAct: on.act }) : null,
  ];
}

function hint({ view, may, most, part }) {
  if (most > 0) return inGame(view.rules, "hand.tap", { count: most });
  if (may.some((option) => option.verb === "stake")) return t("hand.stake");
  if (may.some((option) => option.verb === "concede")) return t("hand.show");
  if (may.some((option) => option.verb === "show")) return t("hand.show_last");
  if (may.some((option) => option.verb === "demand")) return t("hand.demand");
  if (may.length) return t("hand.your_turn");
  if (!part) return t("hand.next");
  if (part.sat_out && !part.ante) return t("hand.sat_out");
  if (part.verb === "concede" && !part.outcome) return t("hand.conceded");
  if (part.outcome) return part.ranking && !part.folded ? t(`ranking.${part.ranking}`) : "";
  if (part.folded) return inGame(view.rules, "hand.folded");
  return t(view.stage === "stakes" ? "hand.staked" : "hand.wait");
}

function result(part, rules) {
  if (!part?.outcome) return null;
  const awards = part.awards.map((won) => h("p", { class: "result good" }, t("result.award", { award: t(`award.${won.award}`), amount: money(won.amount) })));
  return [h("p", { class: `result ${part.net > 0 ? "good" : part.net < 0 ? "bad" : ""}` }, `${inGame(rules, `outcome.${part.outcome}`)} ${signed(part.net)}`), ...awards];
}
