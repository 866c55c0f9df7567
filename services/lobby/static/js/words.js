// All that the pages say, from one dictionary, in the language of the reader.

export const LANGUAGES = { en: "English", es: "Español", ca: "Català" };
const KEPT = "crupier.language";

const AGAIN_MS = 1000;

// Without these a page has nothing to say: a house that does not answer is asked again.
async function read(path) {
  try {
    const answer = await fetch(path);
    if (answer.ok) return await answer.json();
  } catch {
    // It may come back.
  }
  await new Promise((later) => setTimeout(later, AGAIN_MS));
  return read(path);
}
const [words, said] = await Promise.all([read("/static/words.json"), read("/api/house")]);

// What the house says of itself: whether one may sign up, and in which money it counts.
export const house = { sign_up: false, currency: "EUR", ...said };

function chosen() {
  const kept = localStorage.getItem(KEPT);
  if (kept in LANGUAGES) return kept;
  const wanted = navigator.languages?.map((each) => each.slice(0, 2)) ?? [];
  return wanted.find((each) => each in LANGUAGES) ?? "en";
}

export const language = chosen();
document.documentElement.lang = language;

export function choose(next) {
  localStorage.setItem(KEPT, next);
  location.reload();
}

export const has = (key) => key in words;

export function t(key, given = {}) {
  const said = words[key]?.[language] ?? words[key]?.en ?? key;
  return said.replace(/\{(\w+)\}/g, (whole, name) => (name in given ? String(given[name]) : whole));
}

// Some words are other ones in some kinds of games: who folds against the bank says PASO.
export const inGame = (rules, key, given) => t(has(`${rules.kind}.${key}`) ? `${rules.kind}.${key}` : key, given);

const inMoney = { style: "currency", currency: house.currency };
const amounts = new Intl.NumberFormat(language, inMoney);
const round = new Intl.NumberFormat(language, { ...inMoney, maximumFractionDigits: 0 });
const whole = new Intl.NumberFormat(language);

export const money = (cents) => amounts.format(cents / 100);
export const brief = (cents) => (cents % 100 ? amounts : round).format(cents / 100);
export const signed = (cents) => (cents > 0 ? `+${money(cents)}` : money(cents));
export const number = (value) => whole.format(value);
export const percent = (ppm) => `${new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(ppm / 10000)} %`;
export const time = (iso) => (iso ? new Date(iso).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" }) : "");

export const titleOf = (titles) => titles?.[language] ?? titles?.en ?? "";

// "As" is read out as "ace of spades".
export function cardName(card) {
  if (card === "??") return t("card.hidden");
  return t("card.name", { rank: t(`rank.${card[0]}`), suit: t(`suit.${card[1]}`) });
}

export function sayPage() {
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = t(element.dataset.word);
  for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", t(element.dataset.label));
}
