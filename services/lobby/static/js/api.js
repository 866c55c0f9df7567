// Speaks to the house: JSON in and out, the token of whoever is signed in, and one key for each wish.

import { has, money, t } from "./words.js";

const KEPT = "crupier.session";

export class Refused extends Error {
  constructor(status, problem) {
    super(sentence(status, problem));
    this.status = status;
    this.code = problem.code ?? "";
    this.detail = problem.detail ?? "";
    // The field of a form that is at fault, if one is.
    this.field = problem.errors?.[0]?.field ?? problem.field ?? "";
  }
}

export function session() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT));
    return kept && kept.ends > Date.now() ? kept : null;
  } catch {
    return null;
  }
}

export function keepSession(said) {
  const { person, name, roles, token } = said;
  localStorage.setItem(KEPT, JSON.stringify({ person, name, roles, token, ends: Date.now() + said.seconds * 1000 }));
}

export const forgetSession = () => localStorage.removeItem(KEPT);

export const get = (path) => ask("GET", path);
export const post = (path, body) => insist("POST", path, body);
export const remove = (path) => insist("DELETE", path);

// The same wish under the same key may be said again: the house carries it out once.
async function insist(method, path, body) {
  const key = newKey();
  try {
    return await ask(method, path, body, key);
  } catch (failure) {
    if (failure instanceof Refused && failure.status !== 503) throw failure;
    await new Promise((later) => setTimeout(later, 700));
    return ask(method, path, body, key);
  }
}

async function ask(method, path, body, key) {
  const headers = { Accept: "application/json" };
  const known = session();
  if (known) headers.Authorization = `Bearer ${known.token}`;
  if (key) headers["Idempotency-Key"] = key;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const answer = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  const said = await answer.json().catch(() => ({}));
  if (answer.ok) return said;
  if (answer.status === 401 && known && said.code === "unauthenticated") {
    forgetSession();
    dispatchEvent(new CustomEvent("signed-out"));
  }
  throw new Refused(answer.status, said);
}

function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// A refusal in the reader's language where we have a sentence for its code, else in the house's own words.
export function sentence(status, problem) {
  const key = `refused.${(problem.code ?? "").toUpperCase()}`;
  if (has(key)) return t(key, { expected: shown(problem.expected), found: shown(problem.found) });
  return problem.detail ?? t("refused.OTHER", { status });
}

const shown = (value) => (Number.isInteger(value) ? money(value) : String(value ?? ""));
