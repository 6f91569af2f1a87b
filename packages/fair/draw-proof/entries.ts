import { parseCanonical } from "../canonical-json.ts";
import {
  type Forms,
  isAmount,
  isCount,
  isExactly,
  isGameCode,
  isHex,
  isList,
  isPeriodNo,
  isText,
  optional,
} from "../forms.ts";

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
  /** Which of the rules of `log-version.ts` the log keeps; without it, the first. */
  readonly version?: number;
}

/** A version of the odds, before the first order under it. */
export interface OddsEntry {
  readonly type: "odds";
  readonly version: number;
  /** SHA-256 of the table's file. */
  readonly hash: string;
  /** Epoch milliseconds. */
  readonly from: number;
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
  /** Orders and their stake; neither is stated of a period of a few players, since it would tell what each staked. */
  readonly orders?: number;
  readonly stake?: string;
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

/**
 * What the orders of a period were paid and refunded, cancelled ones and those of a void period too. Sums are stated if
 * its close states them; of a void period there is no payout.
 */
export interface SettledEntry {
  readonly type: "settled";
  readonly game: string;
  readonly periodNo: string;
  readonly payout?: string;
  readonly refund?: string;
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

const OF_PERIOD: Forms = { game: isGameCode, periodNo: isPeriodNo };
const BEACON: Forms = {
  hash: isHex(32),
  publicKey: isHex(96),
  genesis: isCount,
  period: isCount,
  scheme: isText(500),
};

const FORMS: { readonly [Type in DrawLogEntry["type"]]: Forms } = {
  house: {
    origin: isText(500),
    beacon: isExactly(BEACON),
    rules: isHex(32),
    app: isHex(32),
    version: optional(isCount),
  },
  period: {
    ...OF_PERIOD,
    openAt: isCount,
    closeAt: isCount,
    drawAt: isCount,
    round: isCount,
    oddsVersion: isCount,
  },
  close: { ...OF_PERIOD, orders: optional(isCount), stake: optional(isAmount), betsRoot: isHex(32) },
  draw: { ...OF_PERIOD, round: isCount, signature: isHex(48), numbers: isList(10, isCount) },
  settled: { ...OF_PERIOD, payout: optional(isAmount), refund: optional(isAmount), payoutsRoot: isHex(32) },
  void: { ...OF_PERIOD, reason: isText(500) },
  skipped: { game: isGameCode, fromPeriod: isPeriodNo, toPeriod: isPeriodNo },
};

const ODDS: Forms = { type: (value) => value === "odds", version: isCount, hash: isHex(32), from: isCount };

/** Parses an entry about odds, which belongs to no draw alone; null if it is none. */
export function parseOddsEntry(body: string): OddsEntry | null {
  const parsed = parseCanonical(body);
  // The forms are those of the type's fields.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return parsed !== null && isExactly(ODDS)(parsed) ? (parsed as unknown as OddsEntry) : null;
}

/** Parses an entry; null unless it is canonical and has exactly the fields of its type. */
export function parseEntry(body: string): DrawLogEntry | null {
  const parsed = parseCanonical(body);
  if (parsed === null || !isType(parsed["type"])) return null;
  const { type, ...fields } = parsed;
  // The forms below are those of the type's fields.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return isExactly(FORMS[type])(fields) && hasItsSums(fields) ? (parsed as unknown as DrawLogEntry) : null;
}

/** Orders and stake are stated together, and a payout never without the refunds. */
function hasItsSums({ orders, stake, payout, refund }: { readonly [field: string]: unknown }): boolean {
  return (orders === undefined) === (stake === undefined) && (payout === undefined || refund !== undefined);
}

function isType(type: unknown): type is DrawLogEntry["type"] {
  return typeof type === "string" && Object.hasOwn(FORMS, type);
}
