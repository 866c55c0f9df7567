// The bar of acts, made from what the house says the reader may do now; a new verb needs no new code here.

import { picker, within } from "./amounts.js";
import { h } from "./dom.js";
import { inGame, money, t } from "./words.js";

const QUIET = new Set(["sit_out", "check", "stand_pat", "concede", "demand"]);
const AWAY = new Set(["fold"]);
// The one chosen by Enter comes first; giving up comes last.
const ORDER = ["stake", "play", "raise", "complete", "bring_in", "bet", "open", "call", "all_in", "draw", "check", "stand_pat", "sit_out", "show", "demand", "concede", "fold"];

export function actionBar({ rules, may, draft, busy, onDraft, onAct }) {
  // A verb may come more than once, with one fixed amount each.
  const options = [...may].sort((one, other) => rank(one.verb) - rank(other.verb)).map((option, at, all) => ({
    ...option,
    first: at === 0,
    key: all.slice(0, at).filter((each) => each.verb === option.verb).length || "",
  }));
  return [
    options.filter(isRange).map((option) => picker(option, draft.amounts[option.verb], (amount) => onDraft({ amounts: { ...draft.amounts, [option.verb]: amount } }))),
    options.filter((option) => option.side_bet > 0).map((option) => sideBet(option, draft, onDraft)),
    h("div", { class: "acts" }, options.map((option) => button(option, { rules, draft, busy, onAct }))),
  ];
}

const isRange = (option) => option.most > option.least;
const rank = (verb) => (ORDER.includes(verb) ? ORDER.indexOf(verb) : ORDER.length);

function sideBet(option, draft, onDraft) {
  return h(
    "div",
    { class: "acts" },
    h(
      "label",
      { class: "switch" },
      h("input", { type: "checkbox", checked: draft.side, "data-key": "side", onchange: (event) => onDraft({ side: event.target.checked }) }),
      t("act.side_bet", { amount: money(option.side_bet) }),
    ),
  );
}

function button(option, { rules, draft, busy, onAct }) {
  const amount = isRange(option) ? within(option, draft.amounts[option.verb]) : option.least;
  const picked = [...draft.picked].sort((one, other) => one - other);
  const act = { verb: option.verb };
  if (option.other) act.other = option.other;
  if (amount > 0) act.amount = amount;
  if (option.side_bet > 0 && draft.side) act.side_bet = option.side_bet;
  if (option.discards_max > 0) act.discards = picked;
  const whole = amount + (act.side_bet ?? 0);
  const misfit = option.discards_max > 0 && (picked.length > option.discards_max || picked.length < (option.discards_min ?? 0));
  const kind = AWAY.has(option.verb) ? "quiet away" : QUIET.has(option.verb) ? "quiet" : option.first ? "first" : null;
  const label = inGame(rules, `act.${option.verb}`, { amount: money(amount), count: picked.length, name: option.name });
  return h(
    "button",
    { type: "button", class: kind, disabled: busy || misfit, "data-key": `act-${option.verb}${option.key}`, onclick: () => onAct(act) },
    label,
    detail(option, label.includes(money(whole)) ? 0 : whole, picked.length),
  );
}

function detail(option, whole, picked) {
  const said = [];
  if (whole > 0) said.push(money(whole));
  if (option.discards_max > 0 && !option.discards_min) said.push(picked ? t("act.changing", { count: picked }) : t("act.standing"));
  return said.length ? h("small", {}, said.join(" · ")) : null;
}
