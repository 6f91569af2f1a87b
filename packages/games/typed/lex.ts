/** What stands between two pieces of a typed text; where several kinds do, the greatest counts. */
export const GAP = { start: 0, dot: 1, space: 2, hyphen: 3, comma: 4, bar: 5, line: 6 } as const;

/** The pieces of a typed text: runs of characters that separate nothing, by index, with what stands before each. */
export interface Pieces {
  readonly text: string;
  readonly count: number;
  /** Where each begins, and where it ends (excluded). */
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly gap: Uint8Array;
  readonly kind: Uint8Array;
  /** Whether a sign of a range is among them. */
  readonly ranged: boolean;
}

/** Kinds of pieces: digits alone; anything else; the sign of a range; a heading with its colon. */
export const PIECE = { digits: 0, other: 1, range: 2, heading: 3 } as const;

/** Separators with their kind. Full-width ones are those of Chinese, Japanese and Korean keyboards. */
const SEPARATORS: readonly (readonly [string, number])[] = [
  [
    " \t\u00A0\u2002\u2003\u2009\u202F\u205F\u3000\uFEFF\u00AD\u200B\u200C\u200D\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2060\u2066\u2067\u2068\u2069:：'\"“”()[]{}（）【】「」",
    GAP.space,
  ],
  [".·•_+．・。＿＋", GAP.dot],
  ["-\u2010\u2011\u2012\u2013\u2014\u2212－", GAP.hyphen],
  [",，、､", GAP.comma],
  ["|;/\\｜；／＼¦", GAP.bar],
  ["\n\r\u2028\u2029\u0085", GAP.line],
];

const RANGES = new Set(Array.from("~～〜∼…", (character) => character.charCodeAt(0)));
const COLONS = ":：";
const ASCII = 128;
const ZERO = 48;
const NINE = 57;
const WIDE_ZERO = 0xff10;

const ofAscii = new Uint8Array(ASCII);
const ofOthers = new Map<number, number>();
for (const [characters, gap] of SEPARATORS) {
  for (const character of characters) {
    const code = character.charCodeAt(0);
    if (code < ASCII) ofAscii[code] = gap;
    else ofOthers.set(code, gap);
  }
}

/** The kind of gap a character makes; zero if it separates nothing. */
function gapOf(code: number): number {
  return code < ASCII ? (ofAscii[code] ?? 0) : (ofOthers.get(code) ?? 0);
}

/** The digit a character stands for, half or full width; −1 if it is none. */
export function digitOf(code: number): number {
  const digit = code >= WIDE_ZERO ? code - WIDE_ZERO : code - ZERO;
  return digit >= 0 && digit <= 9 ? digit : -1;
}

const DOT = 46;

/** Whether the sign of a range begins here: a wave, or two dots. */
function isRange(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  // Digits and spaces, which are most of a list, come before every sign.
  if (code < DOT) return false;
  return code === DOT ? text.charCodeAt(at + 1) === DOT : code > 122 && RANGES.has(code);
}

/**
 * Splits a text into its pieces in one pass. Words before a colon head a list ("Set of 64:") and are one piece with their
 * figures, which would otherwise be read as numbers of the list.
 */
export function piecesOf(text: string): Pieces {
  // A piece takes a character and, but for the sign of a range, a separator.
  const most = text.length + 1;
  const [from, to] = [new Int32Array(most), new Int32Array(most)];
  const [gap, kind] = [new Uint8Array(most), new Uint8Array(most)];
  let [count, between, lineAt, worded, ranged] = [0, GAP.start as number, 0, false, false];
  const add = (start: number, end: number, is: number): void => {
    from[count] = start;
    to[count] = end;
    gap[count] = count === 0 ? GAP.line : between;
    kind[count] = is;
    between = GAP.start;
    count++;
  };
  for (let at = 0; at < text.length;) {
    if (isRange(text, at)) {
      const start = at;
      while (at < text.length && isRange(text, at)) at += text.charCodeAt(at) === DOT ? 2 : 1;
      if (text.charCodeAt(at) === DOT) at++;
      add(start, at, PIECE.range);
      ranged = true;
      continue;
    }
    const code = text.charCodeAt(at);
    const separates = gapOf(code);
    if (separates > 0) {
      if (separates > between) between = separates;
      if (separates === GAP.line) [lineAt, worded] = [count, false];
      else if (worded && COLONS.includes(text.charAt(at)) && count > lineAt) {
        to[lineAt] = at + 1;
        kind[lineAt] = PIECE.heading;
        [count, worded] = [lineAt + 1, false];
        between = GAP.bar;
      }
      at++;
      continue;
    }
    const start = at;
    let figures = true;
    for (; at < text.length; at++) {
      const each = text.charCodeAt(at);
      if ((each >= ZERO && each <= NINE) || digitOf(each) >= 0) continue;
      if (gapOf(each) > 0 || isRange(text, at)) break;
      figures = false;
    }
    if (!figures) worded = true;
    add(start, at, figures ? PIECE.digits : PIECE.other);
  }
  return { text, count, from, to, gap, kind, ranged };
}
