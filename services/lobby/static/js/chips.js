// Bringing chips: with a seat, or to a seat that one has.

import { post } from "./api.js";
import { h } from "./dom.js";
import { ask, showWallet } from "./session.js";
import { money, t } from "./words.js";

export async function askForSeat({ table, seat, limits }) {
  const wallet = await showWallet();
  const most = Math.max(limits.min, Math.min(limits.max, wallet));
  ask({
    title: t("seat.sit_at", { seat }),
    action: t("seat.sit"),
    fields: [amountField({ least: limits.min, most, start: Math.min(most, limits.min * 4), wallet })],
    carryOut: async (form) => {
      await post(`/dealer/tables/${encodeURIComponent(table)}/seats/${seat}`, { buy_in: cents(form) });
    },
  });
}

export async function askForChips({ table, seat }) {
  const wallet = await showWallet();
  ask({
    title: t("hand.add_chips"),
    action: t("hand.add_chips"),
    fields: [amountField({ least: 100, most: Math.max(100, wallet), start: Math.min(10_000, Math.max(100, wallet)), wallet })],
    carryOut: async (form) => {
      await post(`/betting/tables/${encodeURIComponent(table)}/seats/${seat}/chips`, { amount: cents(form) });
      showWallet();
    },
  });
}

function amountField({ least, most, start, wallet }) {
  return h(
    "div",
    { class: "field" },
    h("label", { for: "ask-amount" }, t("amount.chips")),
    h("input", { id: "ask-amount", name: "amount", type: "number", min: least / 100, max: most / 100, step: 1, inputmode: "numeric", value: Math.floor(start / 100), "aria-describedby": "ask-hint" }),
    h("small", { id: "ask-hint" }, t("amount.hint", { least: money(least), most: money(most), wallet: money(wallet) })),
  );
}

const cents = (form) => Math.round(Number(form.get("amount")) * 100);
