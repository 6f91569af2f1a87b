import { tidyTyped } from "@lotus/money";

/** 0 nothing typed, 1 weak … 4 very strong. */
export type Strength = 0 | 1 | 2 | 3 | 4;

/**
 * Rough estimate of how hard a password is to guess: length and kinds of characters, less for repetition, sequences and
 * the player's own name. Only guidance; the rules decide what is accepted.
 */
export function passwordStrength(password: string, username: string): Strength {
  if (password === "") return 0;
  const characters = Array.from(password.toLowerCase());
  if (characters.length < 8) return 1;
  const name = tidyTyped(username).toLowerCase();
  const holdsName = name.length >= 4 && password.toLowerCase().includes(name);
  const kinds = [/\p{L}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(password)).length;
  const bits =
    effectiveLength(characters) * (kinds === 1 ? 3 : kinds === 2 ? 3.8 : 4.4) - (holdsName ? 20 : 0);
  if (bits < 28) return 1;
  if (bits < 40) return 2;
  return bits < 62 ? 3 : 4;
}

/** Number of characters that do not follow from their neighbour: "aaaa" and "1234" count little. */
function effectiveLength(characters: readonly string[]): number {
  let length = 0;
  let stepBefore: number | undefined;
  for (const [index, character] of characters.entries()) {
    const step = index === 0 ? undefined : code(character) - code(characters[index - 1] ?? "");
    const foreseen = step !== undefined && Math.abs(step) <= 1 && step === stepBefore;
    length += foreseen ? 0.25 : step === 0 ? 0.5 : 1;
    stepBefore = step;
  }
  return length;
}

function code(character: string): number {
  return character.codePointAt(0) ?? 0;
}
