// The bar on top: the house's mark, the language, who is signed in; and the window to sign in or up.

import { forgetSession, get, keepSession, post, remove, session } from "./api.js";
import { $, h } from "./dom.js";
import { LANGUAGES, choose, house, language, money, t } from "./words.js";

const COLOURS = "crupier.four-colours";

export function openBar({ cards = false } = {}) {
  document.body.classList.toggle("four-colours", localStorage.getItem(COLOURS) === "yes");
  drawBar(cards);
  addEventListener("signed-out", () => location.reload());
}

export const isPlayer = () => hasRole("player");
export const hasRole = (role) => session()?.roles.includes(role) ?? false;
export const mayUseFloor = () => hasRole("floor") || hasRole("operator");

function drawBar(cards) {
  const known = session();
  $("bar").replaceChildren(...[
    h("a", { class: "brand", href: "/" }, h("img", { src: "/static/mark.svg", alt: "" }), "Crupier"),
    h("span", { class: "push" }),
    cards && h(
      "button",
      { type: "button", class: "quiet", "aria-pressed": String(document.body.classList.contains("four-colours")), "aria-label": t("bar.four_colours"), title: t("bar.four_colours"), onclick: fourColours },
      "♠♥♦♣",
    ),
    h(
      "label",
      {},
      h("span", { class: "unseen" }, t("bar.language")),
      h(
        "select",
        { onchange: (event) => choose(event.target.value) },
        Object.entries(LANGUAGES).map(([code, name]) => h("option", { value: code, lang: code, selected: code === language }, name)),
      ),
    ),
    known ? whoIsHere(known) : h("button", { type: "button", class: "first", onclick: () => openSignIn() }, t("bar.sign_in")),
  ].filter(Boolean));
  if (known?.roles.includes("player")) showWallet();
}

function fourColours(event) {
  const on = document.body.classList.toggle("four-colours");
  localStorage.setItem(COLOURS, on ? "yes" : "no");
  event.currentTarget.setAttribute("aria-pressed", String(on));
}

function whoIsHere(known) {
  return h(
    "span",
    { class: "who" },
    h("strong", {}, known.name),
    known.roles.includes("player") ? h("span", { class: "soft num", id: "wallet" }) : h("span", { class: "soft" }, known.roles.map((role) => t(`role.${role}`)).join(", ")),
    h("button", { type: "button", class: "quiet", onclick: signOut }, t("bar.sign_out")),
  );
}

export async function showWallet() {
  const place = $("wallet");
  if (!place) return 0;
  const wallet = await get("/betting/wallet").catch(() => null);
  if (wallet) place.textContent = t("bar.wallet", { amount: money(wallet.balance) });
  return wallet?.balance ?? 0;
}

async function signOut() {
  await remove("/api/sessions").catch(() => null);
  forgetSession();
  location.reload();
}

// A window with a form: fields, one button that carries on, and a place for what was refused.
export function ask({ title, fields, action, extra = [], carryOut }) {
  const trouble = h("p", { class: "trouble", role: "alert", hidden: true });
  const go = h("button", { type: "submit", class: "first" }, action);
  const form = h(
    "form",
    { novalidate: true },
    fields,
    trouble,
    h("div", { class: "row end" }, h("button", { type: "button", class: "quiet", onclick: () => window_.close() }, t("cancel")), go),
    extra,
  );
  const heading = h("h2", { id: "ask-title" }, title);
  const window_ = h("dialog", { "aria-labelledby": "ask-title", onclose: () => window_.remove() }, heading, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    go.disabled = true;
    trouble.hidden = true;
    try {
      await carryOut(new FormData(form));
      window_.close();
    } catch (refused) {
      trouble.textContent = refused.status ? refused.message : t("link.lost");
      trouble.hidden = false;
    }
    go.disabled = false;
  });
  document.body.append(window_);
  window_.showModal();
  form.querySelector("input, select")?.focus();
  return window_;
}

export function openSignIn(isNew = false) {
  const fields = [
    h("div", { class: "field" }, h("label", { for: "ask-name" }, t("sign.name")), h("input", { id: "ask-name", name: "name", type: "text", autocomplete: "username", maxlength: 32, required: true })),
    h(
      "div",
      { class: "field" },
      h("label", { for: "ask-password" }, t("sign.password")),
      h("input", { id: "ask-password", name: "password", type: "password", autocomplete: isNew ? "new-password" : "current-password", maxlength: 128, required: true, "aria-describedby": isNew ? "ask-hint" : null }),
      isNew ? h("small", { id: "ask-hint" }, t("sign.password_hint")) : null,
    ),
  ];
  const other = house.sign_up
    ? [h("p", { class: "row" }, h("button", { type: "button", class: "linkish", onclick: (event) => { event.currentTarget.closest("dialog").close(); openSignIn(!isNew); } }, t(isNew ? "sign.have_name" : "sign.no_name")))]
    : [];
  ask({
    title: t(isNew ? "sign.up" : "sign.in"),
    action: t(isNew ? "sign.up" : "sign.in"),
    fields,
    extra: other,
    carryOut: async (form) => {
      keepSession(await post(isNew ? "/api/people" : "/api/sessions", { name: form.get("name"), password: form.get("password") }));
      location.reload();
    },
  });
}
