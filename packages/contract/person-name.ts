import { LOOKALIKES } from "./lookalikes.ts";

/**
 * How names of persons are compared, wherever that is done: cards, identities, excluded persons, payers, the desk's
 * search. Banks, passports and keyboards each write a name in their own way, and all of these are the same name:
 *
 * - with or without marks, in any case and width, by Unicode's data;
 * - transliterated as in passports (ICAO Doc 9303 part 3, section 6, tables A and B): Müller is MULLER, MUELLER and
 *   MUXXLLER, Łukasz is LUKASZ, Юрий is IURII;
 * - with its parts in another order, or run together, and with hyphens, dots and apostrophes or without;
 * - with letters of other scripts that look like Latin ones (UTS 39), where the whole name then reads as a Latin one:
 *   Nguyеn with a Cyrillic е is Nguyen. Сара Роту in Cyrillic is both SARA ROTU and what it looks like, CAPA POTY.
 *
 * Letters that a passport may write in two ways are each of them, so this is symmetric but no chain: Müller is both
 * Mueller and Muller, who differ. Scripts of East Asia stay as they are.
 */

/** `near`: perhaps the same person, which somebody has to look at. */
export type NameMatch = "same" | "near" | "other";

/** Letters with two transliterations, the longer one; their plain one is the letter without its mark. */
const LONGER: Readonly<Record<string, string>> = { ä: "ae", å: "aa", ö: "oe", ø: "oe", ü: "ue" };
const LONGEST: Readonly<Record<string, string>> = { ...LONGER, ñ: "nxx", ü: "uxx" };
/** A passport keeps to one of them in a whole name. */
const TRANSLITERATIONS: readonly Readonly<Record<string, string>>[] = [{}, LONGER, LONGEST];

/** Letters that Unicode takes apart no further. */
const LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  (
    "æ:ae ð:d đ:d ə:e ħ:h ĸ:q ł:l ŋ:n ø:o œ:oe þ:th ŧ:t ς:σ " +
    "а:a б:b в:v г:g ґ:g д:d ђ:d е:e є:ie ж:zh з:z ѕ:dz и:i і:i ј:j к:k л:l љ:lj м:m н:n њ:nj о:o п:p р:r с:s т:t " +
    "ћ:c у:u ф:f х:kh ц:ts ч:ch џ:dj ш:sh щ:shch ъ:ie ы:y ь: э:e ю:iu я:ia"
  )
    .split(" ")
    .map((pair) => pair.split(":")),
);

/** Every form under which a name is the same; none of a text without letters. */
export function nameForms(name: string): readonly string[] {
  return unique(nameSpellings(name).flatMap((parts) => [parts.toSorted().join(" "), parts.join("")]));
}

/** Whether two names are the same, or nearly: one letter else, a part that is missing, initials, or another script. */
export function compareNames(one: string, other: string): NameMatch {
  const forms = nameForms(other);
  if (nameForms(one).some((form) => forms.includes(form))) return "same";
  const others = nameSpellings(other);
  return nameSpellings(one).some((parts) => others.some((their) => isNear(parts, their))) ? "near" : "other";
}

/**
 * As `compareNames`, of two who were born on the same day, so that less is needed to make them perhaps one person: any word
 * with one letter else, a part that is missing or shortened beside it (Ng., Tr.), initials alone, letters that look or sound alike,
 * doubled ones, marks typed as keys (Telex), and the same letters in other words.
 */
export function comparePersons(one: string, other: string): NameMatch {
  const match = compareNames(one, other);
  if (match !== "other") return match;
  const others = nameSpellings(other);
  const isAlike = nameSpellings(one).some((parts) =>
    others.some(
      (their) =>
        areAlike(parts, their) || areAlike(asSeen(parts), asSeen(their)) || asHeard(parts) === asHeard(their),
    ),
  );
  if (isAlike) return "near";
  const [keyed, theirKeyed] = [asKeyed(one), asKeyed(other)];
  return compareNames(keyed, other) === "other" && compareNames(one, theirKeyed) === "other"
    ? "other"
    : "near";
}

/** A name whose marks were typed as keys of Telex, with no input method to make marks of them: "Traan Thij" is Trần Thị. */
function asKeyed(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/([aeod])\1/gu, "$1")
    .replaceAll(/([aou])w/gu, "$1")
    .replaceAll(/([aeiouy][a-z]*)[sfrxj](?![a-z])/gu, "$1");
}

const MAX_WORDS = 40;
const WORDS_OF_A_NAME = 5;

/** Every run of two to five words of a text, as the names of persons are; of its first forty words. */
export function nameRuns(text: string): readonly string[] {
  const words = text
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => word !== "")
    .slice(0, MAX_WORDS);
  const runs = words.flatMap((_, at) =>
    Array.from({ length: WORDS_OF_A_NAME - 1 }, (__, more) => words.slice(at, at + 2 + more).join(" ")),
  );
  return unique(runs).filter((run) => run.includes(" "));
}

/**
 * Compares names with the runs of words of a text, such as a bank's text of a transfer. It is `near` only with a word in
 * common, and where a part of the name is missing in the text, only for one in the middle: the first words alone are those
 * of a whole family.
 */
export function namesWithin(text: string): (name: string) => NameMatch {
  const runs = nameRuns(text);
  const forms = new Set(runs.flatMap(nameForms));
  const spellings = runs.flatMap(nameSpellings);
  const words = new Set(spellings.flat());
  return (name) => {
    if (nameForms(name).some((form) => forms.has(form))) return "same";
    const isNamed = nameSpellings(name)
      .filter((parts) => parts.some((part) => words.has(part)))
      .some((parts) => spellings.some((run) => hasEnds(run, parts) && isNear(run, parts)));
    return isNamed ? "near" : "other";
  };
}

/** Whether a run that is shorter than a name begins and ends as the name does. */
function hasEnds(run: readonly string[], parts: readonly string[]): boolean {
  return (
    run.length >= parts.length ||
    [parts[0], parts.at(-1)].every((end) => end !== undefined && run.includes(end))
  );
}

/** The parts of a name in each transliteration, and as it looks; none of a text without letters. */
export function nameSpellings(name: string): readonly (readonly string[])[] {
  const typed = name.replaceAll(/[\p{Cf}\p{DI}'`´‘’ʹʻʼʾʿ＇]/gu, "").normalize("NFKC");
  const looks = latinLooks(typed);
  const texts = TRANSLITERATIONS.map((longer) => plain(replaced(folded(typed), longer)));
  return unique(looks === null ? texts : [...texts, plain(folded(looks))])
    .filter((text) => text !== "")
    .map((text) => text.split(" "));
}

function folded(text: string): string {
  // To and fro, so that ß and ẞ are ss and ı is i.
  return text.toLowerCase().toUpperCase().toLowerCase().normalize("NFC");
}

let lookalikes: ReadonlyMap<string, string> | undefined;

/** The Latin name that a name with letters of other scripts looks like; null if it looks like none. */
function latinLooks(typed: string): string | null {
  lookalikes ??= new Map(
    LOOKALIKES.flatMap((row) => {
      const latin = /^[a-z]+/.exec(row)?.[0] ?? "";
      return Array.from(row.slice(latin.length), (letter) => [letter, latin] as const);
    }),
  );
  const text = typed.normalize("NFKD");
  const looks = Array.from(text, (letter) => lookalikes?.get(letter) ?? letter).join("");
  return looks === text || /[^\p{sc=Latin}\P{L}]/u.test(looks) ? null : looks;
}

/** Without marks where they only vary a letter; elsewhere, as in か and が, they make another one. */
function plain(text: string): string {
  const bare = text
    .normalize("NFKD")
    .replaceAll(/([\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}])\p{M}+/gu, "$1")
    .normalize("NFC");
  return replaced(bare, LETTERS)
    .replaceAll(/[^\p{L}\p{M}]+/gu, " ")
    .trim();
}

function replaced(text: string, letters: Readonly<Record<string, string>>): string {
  return Array.from(text, (letter) => letters[letter] ?? letter).join("");
}

function isNear(one: readonly string[], other: readonly string[]): boolean {
  const [ones, others] = [scriptsOf(one), scriptsOf(other)];
  // Nobody can tell whether 李明 is LI MING.
  if (!ones.some((script) => others.includes(script))) return true;
  const left = without(one, other);
  const right = without(other, one);
  const common = one.length - left.length;
  const [fewer, more] = left.length <= right.length ? [left, right] : [right, left];
  if (fewer.length === 0) return common >= 2;
  if (fewer.length !== more.length) return false;
  if (fewer.length === 1 && isClose(fewer[0] ?? "", more[0] ?? "")) return true;
  return common > 0 && fewer.every((part, at) => areInitials(part, more[at] ?? ""));
}

/** Parts as a reader tells them apart: capital I and small l look the same, rn is an m, a doubled letter is easily one. */
function asSeen(parts: readonly string[]): readonly string[] {
  return parts.map((part) =>
    part
      .replaceAll("rn", "m")
      .replaceAll("vv", "w")
      .replaceAll(/[il]/g, "l")
      .replaceAll(/([a-z])\1+/g, "$1"),
  );
}

/** Parts by ear: in Vietnamese several letters sound alike at the start of a word, and j is how others hear gi. */
function asHeard(parts: readonly string[]): string {
  return parts
    .map((part) =>
      part
        .replace(/^tr/u, "ch")
        .replace(/^x/u, "s")
        .replace(/^(gi(?=[aeou])|j|r)/u, "d")
        .replace(/^(n?g)h/u, "$1")
        .replace(/^ph/u, "f")
        .replace(/^[kq]/u, "c")
        .replaceAll("y", "i"),
    )
    .toSorted()
    .join(" ");
}

/** Letters of a name below which one that is else makes another name. */
const ENOUGH_LETTERS = 6;

function areAlike(one: readonly string[], other: readonly string[]): boolean {
  const [whole, their] = [one.join(""), other.join("")];
  if (Math.min(whole.length, their.length) >= ENOUGH_LETTERS) {
    // The same letters cut into other words, in whichever order, or with one letter else.
    if (lettersOf(whole) === lettersOf(their) || distance(whole, their) <= 1) return true;
  }
  if (areAllInitials(one, other) || areAllInitials(other, one)) return true;
  const [ones, others] = [scriptsOf(one), scriptsOf(other)];
  const [left, right] = [without(one, other), without(other, one)];
  const hasCommon = one.length > left.length;
  if (hasCommon && (left.length === 0 || right.length === 0)) return true;
  // A part in another script says nothing.
  if (hasCommon && (ones.length !== others.length || !ones.every((script) => others.includes(script))))
    return true;
  const [fewer, more] = left.length <= right.length ? [left, right] : [right, left];
  if (more.length - fewer.length > 1) return false;
  // Which is which is tried in every way: names have few parts.
  const mayShorten = hasCommon || one.some((part) => other.some((their) => isSlip(part, their)));
  return hasPairs(fewer, more, mayShorten);
}

/** A word long enough that one letter else in it is a slip of the pen, and no other word. */
function isSlip(one: string, other: string): boolean {
  return Math.min(one.length, other.length) >= 4 && isOneLetterElse(one, other);
}

/** Whether each part has one of the others that is it, but for a letter or shortened. */
function hasPairs(fewer: readonly string[], more: readonly string[], mayShorten: boolean): boolean {
  const [part, ...rest] = fewer;
  if (part === undefined) return true;
  return more.some((their, at) => {
    const isPair = (mayShorten && isShortFor(part, their)) || isOneLetterElse(part, their);
    return isPair && hasPairs(rest, more.toSpliced(at, 1), mayShorten);
  });
}

/** Whether one of two words is the other one shortened: to its initial, or to some of its consonants, as Ng. and Nguyen. */
function isShortFor(one: string, other: string): boolean {
  if (areInitials(one, other)) return true;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length === long.length || !/^[b-df-hj-np-tv-xz]+$/u.test(short) || short[0] !== long[0])
    return false;
  return new RegExp(Array.from(short).join(".*"), "u").test(long);
}

/** Whether a name is nothing but the initials of another one, as N.V.A. or NVA. */
function areAllInitials(short: readonly string[], long: readonly string[]): boolean {
  const isOneWord = short.length === 1 && long.length > 2;
  const letters = isOneWord ? Array.from(short[0] ?? "") : short;
  const firsts = long.map((part) => Array.from(part)[0] ?? "");
  if (
    letters.length < 2 ||
    letters.length !== long.length ||
    letters.some((one) => Array.from(one).length > 1)
  )
    return false;
  return isOneWord
    ? letters.join("") === firsts.join("")
    : lettersOf(letters.join("")) === lettersOf(firsts.join(""));
}

/** A syllable in one sign is no slip of the pen in a word of two. */
function isOneLetterElse(one: string, other: string): boolean {
  const least = /[\p{sc=Han}\p{sc=Hangul}]/u.test(one + other) ? 3 : 2;
  return Math.min(one.length, other.length) >= least && distance(one, other) <= 1;
}

function lettersOf(text: string): string {
  return Array.from(text).toSorted().join("");
}

function areInitials(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return Array.from(short).length === 1 && long.length > short.length && long.startsWith(short);
}

/** Whether one of two parts is cut off, or a slip of the pen: short ones are other names then, as Hoa and Hoan. */
function isClose(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  if (shorter < 4) return false;
  if (one.startsWith(other) || other.startsWith(one)) return true;
  return shorter > 4 && distance(one, other) <= (shorter < 9 ? 1 : 2);
}

/** Letters to change, add, leave out or swap until one word is the other. */
function distance(one: string, other: string): number {
  const [a, b] = [Array.from(one), Array.from(other)];
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? 0;
  for (let i = 1; i <= a.length; i += 1) {
    rows[i] = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swaps = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      rows[i]?.push(
        Math.min(change, at(i - 1, j) + 1, at(i, j - 1) + 1, swaps ? at(i - 2, j - 2) + 1 : Infinity),
      );
    }
  }
  return at(a.length, b.length);
}

const SCRIPTS: readonly RegExp[] = [
  /\p{sc=Latin}/u,
  /\p{sc=Han}/u,
  /\p{sc=Hiragana}/u,
  /\p{sc=Katakana}/u,
  /\p{sc=Hangul}/u,
  /\p{sc=Greek}/u,
  /\p{sc=Cyrillic}/u,
  /[^\p{sc=Latin}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Greek}\p{sc=Cyrillic}]/u,
];

function scriptsOf(parts: readonly string[]): readonly RegExp[] {
  const letters = parts.join("");
  return SCRIPTS.filter((script) => script.test(letters));
}

/** The parts that are not among others, each as often as it is too many. */
function without(parts: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return parts.filter((part) => {
    const at = left.indexOf(part);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

function unique<T>(all: readonly T[]): readonly T[] {
  return [...new Set(all)];
}
