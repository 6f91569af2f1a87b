import { LEAKED_PASSWORDS } from "@lotus/contract";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";

/**
 * Guesses that a player's password must withstand, as a power of ten: those of eight characters without a pattern.
 * Guessing at an account from a thousand networks at once allows some 1,600 attempts a day (docs/operations.md,
 * "Logging in and registering").
 */
const MIN_PLAYER_PASSWORD = 8;
/**
 * Required of operators, and of a password with the name of its owner or of the site: those are guessed at more
 * cleverly.
 */
const MORE = 10;
/** Longer passwords are judged by their beginning, which keeps the cost to a few milliseconds. */
const JUDGED_CHARACTERS = 40;
const MAX_SUBSTITUTIONS = 16;

/** The most common passwords of eight characters and more, most common first; for tests that try them. */
export function commonPasswords(count: number): readonly string[] {
  return dictionary["passwords-common"].filter((password) => password.length >= 8).slice(0, count);
}

let made: ZxcvbnFactory | undefined;

/**
 * Created for the first password that is judged: its word lists take some megabytes, and as many milliseconds to sort.
 */
function judge(): ZxcvbnFactory {
  made ??= new ZxcvbnFactory({
    dictionary: { ...dictionary, "passwords-leaked": [...LEAKED_PASSWORDS] },
    graphs: adjacencyGraphs,
    l33tMaxSubstitutions: MAX_SUBSTITUTIONS,
  });
  return made;
}

/**
 * Judges new passwords the way attackers guess (zxcvbn): by the 49,000 most common ones, words, dates, keyboard runs
 * and repeats, each also with changed case, swapped letters and digits, and reversed.
 */
export class PasswordRules {
  readonly #siteWords: readonly string[];
  readonly #least: number;

  /** `title` is the name of the site. */
  constructor(title: string, whose: "players" | "operators") {
    this.#siteWords = wordsOf(title);
    this.#least = whose === "players" ? MIN_PLAYER_PASSWORD : MORE;
  }

  /** Whether a password is too easily guessed for an owner with these names. */
  isGuessable(password: string, names: readonly string[]): boolean {
    const judged = Array.from(password.normalize("NFC")).slice(0, JUDGED_CHARACTERS).join("");
    const words = [...this.#siteWords, ...names.flatMap(wordsOf)];
    const { guessesLog10, sequence } = judge().check(judged, words);
    const holdsName = sequence.some((match) => match["dictionaryName"] === "userInputs");
    // Eight characters give 10^8 except for a rounding error.
    return guessesLog10 < (holdsName ? MORE : this.#least) - 1e-6;
  }
}

/** A name, and the same without separators. */
function wordsOf(name: string): readonly string[] {
  const whole = name.toLowerCase();
  const parts = whole.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length >= 4);
  return [...new Set([whole, whole.replaceAll(/[^\p{L}\p{N}]+/gu, ""), ...parts])].filter(
    (word) => word.length >= 3,
  );
}
