// What the floor does at a table: rules, reports an error or what somebody did, closes the table and opens it again.

import { post } from "./api.js";
import { h } from "./dom.js";
import { choice, choose, clause, form, oneOf, text, tick, whole, words } from "./floor-form.js";
import { number, t } from "./words.js";

export const FORMS = ["ruling", "fault", "conduct", "close", "reopen"];
const FAULTS = ["doubt", "skip", "face_up", "deal_early", "extra_card", "missing_card", "wrong_count", "deck_removed"];
// What has to be said of each besides its seat; what `seen` is about depends on the error.
const SAID = { doubt: ["clause"], skip: ["seen"], face_up: ["card"], missing_card: ["card"], wrong_count: ["seen"], deck_removed: ["seen"] };
const says = (kind, what) => SAID[kind]?.includes(what) ?? false;
const DECISIONS = ["resume", "void", "openers_proved", "openers_not_proved"];
const ofOpeners = (decision) => decision.startsWith("openers");
const WORDS_MAX = 200;

export function reports({ view: first, mayRule, told, onChange }) {
  const place = encodeURIComponent(first.id);
  const letters = first.rules.clauses;
  const hasOpeners = (first.rules.limits?.openers ?? []).length > 0;
  const decisions = DECISIONS.filter((decision) => hasOpeners || !ofOpeners(decision));
  let view = first;

  // Whoever has begun to write about a hand means that one, even if the next has begun meanwhile.
  const ofHand = (options) => {
    let meant = null;
    const line = h("p", { class: "soft" });
    const made = form({
      ...options,
      fields: [line, ...options.fields],
      told,
      after: onChange,
      carryOut: async (given) => {
        const about = meant ?? view.hand;
        try {
          return await options.carryOut(given, `/dealer/hands/${encodeURIComponent(about.hand)}`);
        } catch (refused) {
          if (refused.code === "HAND_CLOSED") release();
          throw refused;
        }
      },
    });
    const release = () => {
      meant = null;
      update();
    };
    made.addEventListener("input", () => (meant ??= view.hand));
    made.addEventListener("done", release);
    const update = () => {
      const about = meant ?? view.hand;
      line.textContent = t("floor.about", { number: number(about.number) });
      const seat = made.elements.seat;
      const seats = about.players.map((part) => [String(part.seat), t("seat.of", { seat: part.seat, name: part.name })]);
      const key = JSON.stringify(seats);
      if (seat.dataset.seats === key) return;
      seat.dataset.seats = key;
      choose(seat, [["0", t("floor.nobody")], ...seats]);
    };
    return { made, update, release, about: () => meant };
  };

  const ruling = ofHand({
    key: "ruling",
    title: t("floor.ruling"),
    action: t("floor.rule"),
    fields: [
      oneOf("ruling-decision", t("floor.decision"), decisions.map((decision) => [decision, t(`floor.decision.${decision}`)])),
      choice("ruling-seat", t("floor.seat"), []),
      text("ruling-reason", t("floor.reason"), { maxlength: WORDS_MAX }),
    ],
    carryOut: async (given, hand) => {
      const decision = given.get("decision") ?? "";
      await post(`${hand}/rulings`, { decision, seat: ofOpeners(decision) ? whole(given, "seat") : 0, reason: words(given, "reason") });
      return t(`told.ruled.${decision}`);
    },
  });
  const fault = ofHand({
    key: "fault",
    title: t("floor.fault"),
    action: t("floor.report"),
    fields: [
      choice("fault-kind", t("floor.kind"), FAULTS.map((kind) => [kind, t(`fault.${kind}`)]), { name: "fault" }),
      choice("fault-seat", t("floor.seat"), []),
      text("fault-card", t("floor.card"), { type: "number", min: 1, max: 10, hint: t("floor.card_hint") }),
      tick("fault-seen", t("floor.seen.skip")),
      text("fault-clause", t("floor.clause_if"), { maxlength: 6, hint: t("floor.clause_hint", { letters }) }),
    ],
    carryOut: async (given, hand) => {
      const kind = given.get("fault");
      const { stage } = await post(`${hand}/faults`, {
        fault: kind,
        seat: whole(given, "seat"),
        card: says(kind, "card") ? whole(given, "card") : 1,
        seen: says(kind, "seen") && given.has("seen"),
        clause: says(kind, "clause") ? clause(given) : "",
      });
      return t(stage === "awaiting_ruling" ? "floor.done.waits" : "floor.done.fault");
    },
  });
  const conduct = ofHand({
    key: "conduct",
    title: t("floor.conduct"),
    action: t("floor.record"),
    fields: [
      text("conduct-clause", t("floor.clause"), { maxlength: 6, hint: t("floor.clause_hint", { letters }) }),
      choice("conduct-seat", t("floor.seat"), []),
      text("conduct-what", t("floor.did"), { maxlength: WORDS_MAX }),
    ],
    carryOut: async (given, hand) => {
      await post(`${hand}/irregularities`, { clause: clause(given), seat: whole(given, "seat"), what: words(given, "what") });
      return t("floor.done.conduct");
    },
  });
  const closing = form({
    key: "close",
    title: t("floor.close"),
    action: t("floor.close"),
    fields: [h("p", { class: "soft" }, t("floor.close_hint")), text("close-reason", t("floor.reason"), { maxlength: WORDS_MAX })],
    told,
    after: onChange,
    carryOut: async (given) => {
      const { name } = await post(`/dealer/tables/${place}/close`, { reason: words(given, "reason") });
      return t("floor.done.closed", { name });
    },
  });
  const opening = form({
    key: "reopen",
    title: t("floor.reopen"),
    action: t("floor.reopen"),
    fields: [h("p", { class: "soft" }, t("table.is_closed"))],
    told,
    after: onChange,
    carryOut: async () => {
      const { name } = await post(`/dealer/tables/${place}/reopen`);
      return t("floor.done.reopened", { name });
    },
  });

  // What a form begins with, and goes back to.
  fault.made.elements.card.defaultValue = "1";
  const showSaid = () => {
    const kind = fault.made.elements.fault.value;
    for (const what of ["card", "seen", "clause"]) fault.made.elements[what].closest(".field, .switch").hidden = !says(kind, what);
    if (says(kind, "seen")) fault.made.elements.seen.nextElementSibling.textContent = t(`floor.seen.${kind}`);
  };
  fault.made.addEventListener("change", showSaid);
  fault.made.addEventListener("done", showSaid);
  showSaid();

  const ofHands = mayRule ? [ruling, fault, conduct] : [];
  const desk = h("div", { class: "desk" }, ofHands.map((each) => each.made), closing, opening);

  // One rules on an opener's seat, and on no seat where the whole hand goes on or is void.
  const showSeat = () => {
    const about = new FormData(ruling.made).get("decision") ?? "";
    ruling.made.elements.seat.closest(".field").hidden = !ofOpeners(about);
  };
  ruling.made.addEventListener("change", showSeat);
  ruling.made.addEventListener("done", showSeat);

  return {
    element: desk,
    update(seen, waits) {
      view = seen;
      toggle(closing, opening, view.open);
      for (const each of ofHands) {
        each.made.hidden = !view.hand.hand;
        each.update();
      }
      if (!mayRule) return;
      // A hand that waits is the one to rule on, whatever was begun about one before it.
      if (waits && ruling.about() && ruling.about().hand !== view.hand.hand) ruling.release();
      ruling.made.querySelector('[value="resume"]').disabled = !waits;
      ruling.made.classList.toggle("alarm", Boolean(waits));
      showSeat();
      // Of whom the doubt is, the ruling most often is too.
      const seat = ruling.made.elements.seat;
      if (waits?.seat && seat.value === "0") seat.value = String(waits.seat);
    },
  };
}

// Of two forms shows one; who has just sent the other finds himself in it.
function toggle(closing, opening, open) {
  const [shown, gone] = open ? [closing, opening] : [opening, closing];
  const here = gone.contains(document.activeElement);
  shown.hidden = false;
  gone.hidden = true;
  if (here) shown.querySelector("input, button").focus();
}
