import { fromHex } from "@lotus/tlog";
import { parseCanonical } from "../canonical-json.ts";

/*
 * Entries of the public log of `lot-fair/2`: RFC 8785 JSON objects. The type is part of the entry, so that the log
 * authenticates it too. Hashes and signatures are lower-case hex, times epoch milliseconds, amounts decimal strings.
 */

/** The log itself, its beacon, the rules of its games and the build of its app; again after each change. */
export interface HouseEntry {
  readonly type: "house";
  readonly origin: string;
  readonly beacon: {
    readonly hash: string;
    readonly publicKey: string;
    /** Seconds since 1970 of round 1. */
    readonly genesis: number;
    /** Seconds between two rounds. */
    readonly period: number;
    readonly scheme: string;
  };
  readonly rules: string;
  readonly app: string;
}

/** A period, before its sale opens. */
export interface PeriodEntry {
  readonly type: "period";
  readonly game: string;
  readonly periodNo: string;
  readonly openAt: number;
  readonly closeAt: number;
  readonly drawAt: number;
  readonly round: number;
  readonly oddsVersion: number;
}

/** What was sold in a period, before its round exists. */
export interface CloseEntry {
  readonly type: "close";
  readonly game: string;
  readonly periodNo: string;
  readonly orders: number;
  readonly stake: string;
  readonly betsRoot: string;
}

/** The result of a period. */
export interface DrawEntry {
  readonly type: "draw";
  readonly game: string;
  readonly periodNo: string;
  readonly round: number;
  readonly signature: string;
  readonly numbers: readonly number[];
}

/** The payouts of a period. */
export interface SettledEntry {
  readonly type: "settled";
  readonly game: string;
  readonly periodNo: string;
  readonly payout: string;
  readonly refund: string;
  readonly payoutsRoot: string;
}

/** A period that will not be drawn. */
export interface VoidEntry {
  readonly type: "void";
  readonly game: string;
  readonly periodNo: string;
  readonly reason: string;
}

/** Periods of a game, both included, that were not sold to their end and will not be drawn: the server was down. */
export interface SkippedEntry {
  readonly type: "skipped";
  readonly game: string;
  readonly fromPeriod: string;
  readonly toPeriod: string;
}

/** An entry that the proof of a draw may contain. */
export type DrawLogEntry =
  | HouseEntry
  | PeriodEntry
  | CloseEntry
  | DrawEntry
  | SettledEntry
  | VoidEntry
  | SkippedEntry;

/** Whether an entry of a period, or of several, is about this one; the log's own entries are about all. */
export function isAbout(entry: DrawLogEntry, gameCode: string, prizeNo: string): boolean {
  if (entry.type === "house") return true;
  if (entry.game !== gameCode) return false;
  if (entry.type !== "skipped") return entry.periodNo === prizeNo;
  // Numbers of the same game have the same length, so that their order is that of their digits.
  const { fromPeriod, toPeriod } = entry;
  const isSameLength = fromPeriod.length === prizeNo.length && toPeriod.length === prizeNo.length;
  return isSameLength && fromPeriod <= prizeNo && prizeNo <= toPeriod;
}

type Check = (value: unknown) => boolean;
type Forms = { readonly [field: string]: Check };

const text: Check = (value) => typeof value === "string" && value.length <= 500;
const game: Check = (value) => typeof value === "string" && /^[A-Z0-9]{1,16}$/u.test(value);
const periodNo: Check = (value) => typeof value === "string" && /^\d{11,12}$/u.test(value);
const amount: Check = (value) => typeof value === "string" && /^\d{1,18}\.\d{2}$/u.test(value);
const count: Check = (value) => typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
const hex =
  (length: number): Check =>
  (value) =>
    fromHex(value, length) !== null;
const numbers: Check = (value) => Array.isArray(value) && value.length <= 10 && value.every(count);
const OF_PERIOD = { game, periodNo };
const BEACON: Forms = { hash: hex(32), publicKey: hex(96), genesis: count, period: count, scheme: text };

const FORMS: { readonly [Type in DrawLogEntry["type"]]: Forms } = {
  house: { origin: text, beacon: (value) => hasForms(value, BEACON), rules: hex(32), app: hex(32) },
  period: { ...OF_PERIOD, openAt: count, closeAt: count, drawAt: count, round: count, oddsVersion: count },
  close: { ...OF_PERIOD, orders: count, stake: amount, betsRoot: hex(32) },
  draw: { ...OF_PERIOD, round: count, signature: hex(48), numbers },
  settled: { ...OF_PERIOD, payout: amount, refund: amount, payoutsRoot: hex(32) },
  void: { ...OF_PERIOD, reason: text },
  skipped: { game, fromPeriod: periodNo, toPeriod: periodNo },
};

/** Parses an entry; null unless it is canonical and has exactly the fields of its type. */
export function parseEntry(body: string): DrawLogEntry | null {
  const parsed = parseCanonical(body);
  if (parsed === null || !isType(parsed["type"])) return null;
  const { type, ...fields } = parsed;
  // The forms below are those of the type's fields.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return hasForms(fields, FORMS[type]) ? (parsed as unknown as DrawLogEntry) : null;
}

function isType(type: unknown): type is DrawLogEntry["type"] {
  return typeof type === "string" && Object.hasOwn(FORMS, type);
}

/** Whether a value is an object with exactly these fields, each of its form. */
function hasForms(value: unknown, forms: Forms): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const fields = Object.entries(value);
  return (
    fields.length === Object.keys(forms).length &&
    fields.every(([name, field]) => Object.hasOwn(forms, name) && forms[name]?.(field) === true)
  );
}
