// Checks in the reader's own browser that the cards shown lie in the deck that was committed to before the deal.

import { get } from "./api.js";

// The browser lends its hash function only on a secure origin.
export const canCheck = () => Boolean(globalThis.crypto?.subtle);

export async function check(link, commitment) {
  const { proofs } = await get(link);
  const roots = await Promise.all(proofs.map(rootOf));
  return { good: roots.every((root) => root === commitment), count: proofs.length };
}

async function rootOf(proof) {
  const at = [proof.position >> 8, proof.position & 255];
  let node = await hash([...ascii("crupier/leaf/1"), ...at, ...ascii(proof.card), ...bytes(proof.salt)]);
  for (const step of proof.path) {
    const beside = bytes(step.slice(1));
    node = await hash([...ascii("crupier/node/1"), ...(step[0] === ">" ? [...node, ...beside] : [...beside, ...node])]);
  }
  return [...node].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const hash = async (data) => new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(data)));
const ascii = (text) => [...text].map((character) => character.charCodeAt(0));
const bytes = (hex) => (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
