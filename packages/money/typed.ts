import { type Signs, signsOf } from "./display.ts";

/** Text of an amount field, with the place of the caret in it. */
export interface TypedText {
  readonly text: string;
  readonly caret: number;
}

/** What was done to a field: as the browser's `inputType` and `data` of the event say. */
export interface TypedEdit {
  /** Before and after, as the browser left it. */
  readonly before: string;
  readonly after: TypedText;
  readonly inputType: string;
  readonly data: string | null;
}

/**
 * The text of an amount field after an edit, grouped as the locale writes it, with the caret beside the same digit. A group
 * sign that the player types or pastes is never taken away or moved, since it may be meant as a decimal sign: such a text stays
 * as it is, and `parseMoneyInput` says what is wrong with it.
 */
export function groupTyped({ before, after, inputType, data }: TypedEdit, locale: string): TypedText {
  const signs = signsOf(locale);
  const { group } = signs;
  const isOwn = !holds(data ?? "", group) && inputType !== "insertFromPaste";
  // Group signs that this function wrote may be written anew; others only where they are in their places.
  const mayGroup = isOwn ? isGrouped(before, signs) : isGrouped(after.text, signs);
  const edited = afterDeletion(before, after, inputType, group);
  if (!mayGroup) return after;
  const bare = without(edited.text, group);
  const text = grouped(bare, signs);
  if (text === null) return after;
  const behind = without(edited.text.slice(edited.caret), group).length;
  return { text, caret: placeBefore(text, behind, group) };
}

/** A digit goes with the group sign that was deleted beside it: else nothing would seem to happen. */
function afterDeletion(before: string, after: TypedText, inputType: string, group: string): TypedText {
  const { text, caret } = after;
  const isSign = text.length === before.length - 1 && without(text, group) === without(before, group);
  if (!isSign) return after;
  if (inputType === "deleteContentBackward" && caret > 0)
    return { text: text.slice(0, caret - 1) + text.slice(caret), caret: caret - 1 };
  if (inputType === "deleteContentForward")
    return { text: text.slice(0, caret) + text.slice(caret + 1), caret };
  return after;
}

/** A plain number of digits, grouped; null for a text that is none. Decimals stay as they are. */
function grouped(bare: string, { decimal, group, groupedFrom }: Signs): string | null {
  const [whole = "", ...decimals] = bare.split(decimal);
  if (!/^\d*$/u.test(whole) || decimals.length > 1 || !/^\d*$/u.test(decimals[0] ?? "")) return null;
  const digits = whole.replace(/^0+(?=\d)/u, "");
  const shown = digits.length < groupedFrom ? digits : digits.replaceAll(/\B(?=(?:\d{3})+$)/gu, group);
  return decimals.length === 0 ? shown : `${shown}${decimal}${decimals[0] ?? ""}`;
}

/** Whether a text is empty, or a number whose group signs are all in their places. */
function isGrouped(text: string, signs: Signs): boolean {
  const bare = without(text, signs.group);
  // Some locales do not group four digits, and read them grouped all the same.
  return bare === text || [signs, { ...signs, groupedFrom: 4 }].some((each) => grouped(bare, each) === text);
}

function holds(text: string, group: string): boolean {
  return text.includes(group) || (group.trim() === "" && /\s/u.test(text));
}

function without(text: string, group: string): string {
  return text.replaceAll(group, "");
}

/** The place with so many characters behind it, group signs not counted; before a group sign rather than behind. */
function placeBefore(text: string, behind: number, group: string): number {
  let place = text.length;
  for (let left = behind; left > 0 && place > 0; place -= 1) if (text[place - 1] !== group) left -= 1;
  return place;
}
