import type { Entropy } from "../deps.ts";

// Without letters and digits that look alike, so that a code can be read out.
const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const LENGTH = 8;

/** A fresh code of a player: 40 random bits, too many to guess at the pace the server allows. */
export function newInviteCode(entropy: Entropy): string {
  // 32 letters divide 256, so every letter is as likely as the others.
  return [...entropy.bytes(LENGTH)].map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join("");
}

/** Normalizes a typed or linked code to the spelling that is stored. */
export function tidyInviteCode(typed: string): string {
  return typed.toUpperCase();
}
