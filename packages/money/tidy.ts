/** Characters that show nothing: marks of direction, zero widths, soft hyphens, fillers. Joiners have their own rule. */
const UNSEEN = /(?!\u200C|\u200D)[\p{Cf}\u034F\u115F\u1160\u17B4\u17B5\u3164\uFFA0]/gu;

/**
 * Joiners carry meaning behind a letter of a script that joins letters, as Persian and Hindi, and within an emoji. Elsewhere
 * they are left over from what a text was copied from.
 */
const JOINERS =
  /((?:(?!\p{Script=Latin}|\p{Script=Common}|\p{Script=Inherited}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Cyrillic}|\p{Script=Greek})[\p{L}\p{M}]|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)(?:\u200C|\u200D))|\u200C|\u200D/gu;

/** Dashes, and the signs that are taken for them. */
const DASHES = /[\p{Pd}\u02D7\u2043\u2212\u2500\u2501]/gu;

/** Decimal digits of scripts other than ours. */
const DIGITS = /[^\P{Nd}0-9]/gu;

/**
 * A typed or pasted text as it is meant: in one Unicode form and width, without characters that show nothing, with "-" for
 * each dash, ASCII digits, and single spaces within. For names, numbers, codes, contacts and searches; passwords and
 * messages stay as they are written.
 */
export function tidyTyped(text: string): string {
  // The apostrophe of some keyboards would become a space with a mark in its normal form.
  const seen = text.replaceAll(UNSEEN, "").replaceAll("\u00B4", "'").normalize("NFKC");
  return (
    withoutStrayJoiners(seen)
      .replaceAll(DASHES, "-")
      .replaceAll(DIGITS, asciiDigit)
      // The long vowel of a Japanese keyboard stands on the key of the dash.
      .replaceAll(/([\d-])\u30FC(?=[\d-])/gu, "$1-")
      .replaceAll(/[\s\u0085]+/gu, " ")
      .trim()
  );
}

/** Without a joiner, marks may change their order, so that another joiner follows another letter. */
function withoutStrayJoiners(text: string): string {
  const kept = text.replaceAll(JOINERS, "$1").normalize("NFC");
  return kept === text ? text : withoutStrayJoiners(kept);
}

/** A typed list as it is seen: its lines, gaps and signs stay, since they part its pieces. */
export function tidyList(text: string): string {
  return withoutStrayJoiners(text.replaceAll(UNSEEN, "")).replaceAll(DIGITS, asciiDigit);
}

/** The same of a number or code, which people also write in groups. */
export function tidyCode(text: string): string {
  return tidyTyped(text).replaceAll(/[ -]/gu, "");
}

/** Scripts have their digits in runs from zero to nine, some of them side by side. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}
