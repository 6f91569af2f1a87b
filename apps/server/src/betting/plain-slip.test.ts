import { CALLS, MAX_SLIP_LINES } from "@lotus/contract";
import { expect, test } from "vitest";
import { parseRequest } from "../http/request-parts.ts";
import { isPlainSlip } from "./plain-slip.ts";

const LINE = { option_id: "HZ.HZ", amount: "1.00", groups: [{ code: "sum", items: ["10"] }] };
const SLIP = { prize_no: "202611210003", version: 1, bets: [LINE, LINE] };

/** The body as the schema gives it back; undefined when it refuses it. */
function parsed(body: unknown): unknown {
  const read = parseRequest(CALLS.order, { url: "", params: { gameCode: "K3" }, query: {}, body });
  return read.ok ? read.request.body : undefined;
}

const TEXTS = [
  "",
  " ",
  "1",
  "x".repeat(40),
  "x".repeat(41),
  "20261121003",
  "2026112100031",
  "202611210003 ",
  "0",
  "0.00",
  "0.5",
  "-1",
  " 1.00",
  "1.000",
  "01",
  "00.5",
  "1e3",
  "999999999999999.99",
  "1000000000000000",
  "٣",
  "1,5",
  "1.",
  ".5",
  "+1",
];
const ODD: readonly unknown[] = [
  ...TEXTS,
  0,
  1,
  -1,
  1.5,
  2 ** 53,
  Number.MAX_SAFE_INTEGER,
  null,
  true,
  {},
  [],
  [[]],
  [{}],
  ...TEXTS.map((text) => [text]),
  Array.from({ length: 20 }, () => LINE.groups[0]),
  Array.from({ length: 21 }, () => LINE.groups[0]),
  Array.from({ length: 64 }, () => "1"),
  Array.from({ length: 65 }, () => "1"),
  Array.from({ length: MAX_SLIP_LINES }, () => LINE),
  Array.from({ length: MAX_SLIP_LINES + 1 }, () => LINE),
];

/** Every part of a slip, by its path, and a field too many in each of its objects. */
const PARTS = [
  "",
  "prize_no",
  "version",
  "bets",
  "extra",
  "__proto__",
  "bets.1",
  "bets.1.option_id",
  "bets.1.amount",
  "bets.1.groups",
  "bets.1.extra",
  "bets.1.__proto__",
  "bets.1.groups.0",
  "bets.1.groups.0.code",
  "bets.1.groups.0.items",
  "bets.1.groups.0.items.0",
  "bets.1.groups.0.extra",
  "bets.1.groups.0.__proto__",
];

/** The slip with another value in that part, as JSON would bring it. */
function spoiled(part: string, value: unknown): unknown {
  const change = (of: unknown, path: readonly string[]): unknown => {
    const [first, ...rest] = path;
    if (first === undefined) return value;
    const copy: unknown = Array.isArray(of) ? [...of] : { ...Object(of) };
    const inner: unknown = Object.hasOwn(Object(of), first) ? Reflect.get(Object(of), first) : undefined;
    Object.defineProperty(copy, first, {
      value: change(inner, rest),
      enumerable: true,
      configurable: true,
      writable: true,
    });
    return copy;
  };
  return change(SLIP, part === "" ? [] : part.split("."));
}

test.each(PARTS)("a slip with anything else as “%s” is plain only if its schema gives it back", (part) => {
  for (const value of ODD) {
    const body = spoiled(part, value);
    if (isPlainSlip(body)) expect(parsed(body), JSON.stringify(body)).toEqual(body);
  }
});

test("a slip without one of its fields is plain only if its schema gives it back", () => {
  for (const part of PARTS) {
    const body: unknown = JSON.parse(JSON.stringify(spoiled(part, undefined)) ?? "null");
    if (isPlainSlip(body)) expect(parsed(body)).toEqual(body);
  }
});

test("usual slips are plain", () => {
  expect(isPlainSlip(SLIP)).toBe(true);
  expect(isPlainSlip({ prize_no: SLIP.prize_no, bets: [LINE] })).toBe(true);
  for (const amount of ["3", "12.5", "0.01", "999999999999999.99"])
    expect(isPlainSlip(spoiled("bets.0.amount", amount)), amount).toBe(true);
  expect(isPlainSlip(spoiled("bets", ODD.at(-2)))).toBe(true);
});
