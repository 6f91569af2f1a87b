import { LEAKED_PASSWORDS } from "@lotus/contract";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";

/**
 * Guesses a player's password must be worth, in powers of ten: what eight characters without any pattern are. Whoever
 * guesses at an account from a thousand networks at once has some 1,600 tries a day (docs/operations.md, "Logging in and registering").
 */
const MIN_PLAYER_PASSWORD = 8;
/** An operator's, and one that holds the name of its owner or of the site, is guessed at with more in mind. */
const MORE = 10;
/** Longer ones are judged by their beginning, which keeps the cost of judging to a few milliseconds. */
const JUDGED_CHARACTERS = 40;
const MAX_SUBSTITUTIONS = 16;

/** The most common passwords of eight characters and more, the commonest first, for what tries them out. */
export function commonPasswords(count: number): readonly string[] {
  return dictionary["passwords-common"].filter((password) => password.length >= 8).slice(0, count);
}

let made: ZxcvbnFactory | undefined;

/** Made with the first password that is judged: its words take some megabytes, and as many milliseconds to sort. */
function judge(): ZxcvbnFactory {
  made ??= new ZxcvbnFactory({
    dictionary: { ...dictionary, "passwords-leaked": [...LEAKED_PASSWORDS] },
    graphs: adjacencyGraphs,
    l33tMaxSubstitutions: MAX_SUBSTITUTIONS,
  });
  return made;
}

/**
 * Judges new passwords as those who guess do (zxcvbn): by the 49,000 most common ones, words, dates, keyboard runs and
 * repeats, each also with changed case, swapped letters and digits, and turned around.
 */
export class PasswordRules {
  readonly #siteWords: readonly string[];
  readonly #least: number;

  /** `title` is the name of the site. */
  constructor(title: string, whose: "players" | "operators") {
    this.#siteWords = wordsOf(title);
    this.#least = whose === "players" ? MIN_PLAYER_PASSWORD : MORE;
  }

  /** Whether a password is too easily guessed for an account whose owner goes by these names. */
  isGuessable(password: string, names: readonly string[]): boolean {
    const judged = Array.from(password.normalize("NFC")).slice(0, JUDGED_CHARACTERS).join("");
    const words = [...this.#siteWords, ...names.flatMap(wordsOf)];
    const { guessesLog10, sequence } = judge().check(judged, words);
    const holdsName = sequence.some((match) => match["dictionaryName"] === "userInputs");
    // Eight characters come to 10^8 but for a rounding on the way.
    return guessesLog10 < (holdsName ? MORE : this.#least) - 1e-6;
  }
}

/** A name, and the same without what is between its parts. */
function wordsOf(name: string): readonly string[] {
  const whole = name.toLowerCase();
  const parts = whole.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length >= 4);
  return [...new Set([whole, whole.replaceAll(/[^\p{L}\p{N}]+/gu, ""), ...parts])].filter(
    (word) => word.length >= 3,
  );
}
