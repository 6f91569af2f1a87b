import { type Hashing, toHex, utf8 } from "@lotus/tlog";
import type { LoggedOdds } from "../draw-proof/report.ts";
import { isRecord } from "../forms.ts";
import type { CommittedBet } from "./committed.ts";

/** What is wrong with the odds of a bet. */
export type OddsFault =
  /** The version on the receipt is not in the log before the close. */
  | "unknown-odds"
  /** Another version was in force when the order was accepted. */
  | "odds-not-in-force"
  /** The published table is not the one in the log. */
  | "wrong-odds-table"
  /** The receipt has other odds than the table. */
  | "wrong-odds";

/** A server may accept slips under the version before for this long: it learns of a new one from the others. */
export const ODDS_LAG_MS = 60_000;

const UNITS = 10_000n;

/** The path of a version's table below the root of the log. */
export function oddsPath(version: number): string {
  return `odds/${version}`;
}

/**
 * Compares the odds of a bet with the published table of its version, which is RFC 8785 JSON of { game: { option: { odds key:
 * odds × 10⁴ } } }. Null if the table is not known, and nothing is wrong without it.
 */
export function oddsFaults(
  { game, optionId, oddsVersion, odds, acceptedAt }: CommittedBet,
  {
    logged,
    table,
    hashing,
  }: {
    readonly logged: readonly LoggedOdds[];
    readonly table: string | null;
    readonly hashing: Hashing;
  },
): readonly OddsFault[] | null {
  const own = logged.find(({ version }) => version === oddsVersion);
  if (own === undefined) return ["unknown-odds"];
  const faults: OddsFault[] = [];
  const isReplaced = logged.some(
    ({ version, from }) => version > oddsVersion && from + ODDS_LAG_MS <= acceptedAt,
  );
  if (acceptedAt < own.from || isReplaced) faults.push("odds-not-in-force");
  if (table === null) return faults.length === 0 ? null : faults;
  if (toHex(hashing.sha256(utf8(table))) !== own.hash) return [...faults, "wrong-odds-table"];
  return isSame(odds, inTable(table, game, optionId)) ? faults : [...faults, "wrong-odds"];
}

function inTable(table: string, game: string, optionId: string): object | null {
  let value: unknown;
  try {
    value = JSON.parse(table);
  } catch {
    return null;
  }
  for (const name of [game, optionId]) {
    if (!isRecord(value) || !Object.hasOwn(value, name)) return null;
    value = Reflect.get(value, name);
  }
  return isRecord(value) ? value : null;
}

/** Whether a receipt has exactly the odds of a table. */
function isSame(odds: CommittedBet["odds"], published: object | null): boolean {
  if (published === null) return false;
  const keys = Object.keys(published);
  return (
    keys.length === Object.keys(odds).length &&
    keys.every((key) => {
      const figure: unknown = Reflect.get(published, key);
      const own = Object.hasOwn(odds, key) ? odds[key] : undefined;
      return typeof figure === "number" && own !== undefined && BigInt(figure) === unitsOf(own);
    })
  );
}

/** Odds ×10⁴ of a decimal with up to four decimals. */
function unitsOf(text: string): bigint {
  const [whole = "0", decimals = ""] = text.split(".");
  return BigInt(whole) * UNITS + BigInt(decimals.padEnd(4, "0"));
}
