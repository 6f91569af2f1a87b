import { MAX_SLIP_LINES, PRIZE_NO } from "@lotus/contract";

const [MAX_NAME, MAX_ITEMS, MAX_GROUPS] = [40, 64, 20];
/** An amount above zero. */
const AMOUNT = /^(?!0(?:\.0{1,2})?$)(?:0|[1-9]\d{0,14})(?:\.\d{1,2})?$/u;

/**
 * Whether the schema of the call `order` accepts a body and gives it back as it is: then it need not be parsed, which takes
 * several times as long. It may miss some that the schema accepts, and never takes one that it refuses. Reading slips is
 * most of what a house's server does.
 */
export function isPlainSlip(body: unknown): boolean {
  if (!isPlain(body)) return false;
  const { prize_no: period, version, bets } = body;
  const fields = version === undefined ? 2 : 3;
  return (
    hasFields(body, fields) &&
    typeof period === "string" &&
    PRIZE_NO.test(period) &&
    (version === undefined || (Number.isSafeInteger(version) && Number(version) >= 1)) &&
    isListOf(bets, MAX_SLIP_LINES, isLine)
  );
}

function isLine(line: unknown): boolean {
  if (!isPlain(line)) return false;
  const { option_id: option, amount, groups } = line;
  return (
    hasFields(line, 3) &&
    isName(option) &&
    option !== "" &&
    typeof amount === "string" &&
    amount.length <= 18 &&
    AMOUNT.test(amount) &&
    isListOf(groups, MAX_GROUPS, isGroup)
  );
}

function isGroup(group: unknown): boolean {
  if (!isPlain(group)) return false;
  const { code, items } = group;
  if (!hasFields(group, 2) || !isName(code) || !Array.isArray(items) || items.length > MAX_ITEMS)
    return false;
  for (const item of items) if (!isName(item)) return false;
  return true;
}

function isName(text: unknown): boolean {
  return typeof text === "string" && text.length <= MAX_NAME;
}

/** A list of one or more, all of which are as they should be. */
function isListOf(list: unknown, most: number, is: (one: unknown) => boolean): boolean {
  if (!Array.isArray(list) || list.length === 0 || list.length > most) return false;
  for (const one of list) if (!is(one)) return false;
  return true;
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether an object of JSON has so many fields: with as many as were read from it, it has no others. */
function hasFields(value: object, count: number): boolean {
  let found = 0;
  for (const key in value) if (Object.hasOwn(value, key)) found += 1;
  return found === count;
}
