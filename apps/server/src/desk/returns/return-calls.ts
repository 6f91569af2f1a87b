import { setImmediate as yieldToOthers } from "node:timers/promises";
import { DESK_CALLS } from "@lotus/contract/desk";
import type { CallData } from "@lotus/contract";
import { type CanonicalValue, type OddsEntry, parseOddsEntry } from "@lotus/fair";
import {
  type ExactReturn,
  type GameReturn,
  type LoggedSums,
  returnReport,
  versionsInForce,
} from "@lotus/fair/returns";
import { returnRanges } from "@lotus/games";
import { formatMoney, parseMoney } from "@lotus/money";
import type { Queries } from "../../db/database.ts";
import { oddsFile } from "../../fairness/fairness.ts";
import { accept, bind } from "../../http/handler.ts";
import { calendarDays, lastDays } from "../../ledger/ledger.ts";
import type { DeskDeps } from "../desk-deps.ts";
import * as sql from "./returns.sql.ts";

/** Today and yesterday. */
const DAYS = 2;
/** Dashboards ask again and again, and it changes slowly. */
const KNOWN_FOR_MS = 60_000;

type Returns = CallData<typeof DESK_CALLS.returns>;
type Row = Returns["list"][number];

interface SettledRow {
  readonly game: string;
  readonly period_no: string;
  readonly close_ms: bigint;
  readonly turnover: bigint;
  readonly paid: bigint;
  readonly odds_version: number;
  readonly stake: string | null;
  readonly log_payout: string | null;
  readonly log_refund: string | null;
}

/** What each game returned, by the same computation as anybody's from the public log. */
export function returnCalls({ db, config }: Pick<DeskDeps, "db" | "config">) {
  let known: { readonly at: number; readonly returns: Promise<Returns> } | undefined;
  return {
    returns: bind(DESK_CALLS.returns, async () => {
      const now = config.now();
      if (known === undefined || Math.abs(now - known.at) >= KNOWN_FOR_MS) {
        const asked = { at: now, returns: returnsOf(db, config.timeZone) };
        known = asked;
        asked.returns.catch(() => {
          if (known === asked) known = undefined;
        });
      }
      return accept(await known.returns);
    }),
  };
}

/** What each game returned since the beginning of yesterday in a zone. */
export async function returnsOf(db: Queries, timeZone: string): Promise<Returns> {
  const { days } = calendarDays(await lastDays(db, DAYS, timeZone), timeZone);
  const [rows, exact] = await Promise.all([
    db.query<SettledRow & Record<string, unknown>>(sql.SETTLED, [days[0]?.start ?? 0]),
    readOdds(db),
  ]);
  const list: Row[] = [];
  for (const own of Map.groupBy(rows, ({ game }) => game).values()) {
    const [report] = returnReport(
      own.map((row) => loggedOf(row, exact.logged)),
      exact.of,
    );
    if (report !== undefined) list.push(shown(report, own));
    // Bands of two days take some milliseconds a game.
    // oxlint-disable-next-line no-await-in-loop
    await yieldToOthers();
  }
  return { days: DAYS, list: list.toSorted((a, b) => (a.gameCode < b.gameCode ? -1 : 1)) };
}

async function readOdds(db: Queries) {
  const rows = await db.query<{ version: number; table_json: CanonicalValue; body: string }>(sql.ODDS);
  const tables = new Map(
    rows.map(({ version, table_json: table }) => [version, returnRanges(oddsFile(table))] as const),
  );
  return {
    logged: rows.flatMap(({ body }) => parseOddsEntry(body) ?? []),
    of: (game: string, version: number): ExactReturn | null =>
      [...(tables.get(version) ?? [])].find(([code]) => code === game)?.[1] ?? null,
  };
}

function loggedOf(row: SettledRow, logged: readonly OddsEntry[]): LoggedSums {
  const { game, period_no: periodNo, stake, log_payout: payout, log_refund: refund } = row;
  const sums =
    stake === null || payout === null || refund === null
      ? null
      : { stake: minor(stake), refund: minor(refund), paid: minor(payout) };
  return {
    game,
    periodNo,
    sums,
    state: sums === null ? "unstated" : "counted",
    odds: versionsInForce(logged, row.odds_version, Number(row.close_ms)),
  };
}

function shown(report: GameReturn, rows: readonly SettledRow[]): Row {
  const { game, counted, stake, refund, paid, measured, exact, band, judged } = report;
  const stated = rows.filter(({ stake: ofLog }) => ofLog !== null);
  const total = (of: readonly SettledRow[], field: "turnover" | "paid") =>
    of.reduce((sum, row) => sum + row[field], 0n);
  const [turnover, payouts] = [BigInt(stake - refund), BigInt(paid)];
  return {
    gameCode: game,
    counted,
    drawn: rows.length,
    turnover: formatMoney(turnover),
    payouts: formatMoney(payouts),
    allTurnover: formatMoney(total(rows, "turnover")),
    agrees: total(stated, "turnover") === turnover && total(stated, "paid") === payouts,
    measured: measured === null ? null : percentOf(measured),
    exact: exact === null ? null : { low: percentOf(exact.low), high: percentOf(exact.high) },
    band: band === null ? null : { low: percentOf(band.low), high: percentOf(band.highWithoutRare) },
    judged,
  };
}

function percentOf(share: number): string {
  return (100 * share).toFixed(2);
}

/** Minor units of an amount of the log. */
function minor(amount: string): number {
  const read = parseMoney(amount);
  if (!read.ok) throw new Error(`the log has ${amount} as an amount`);
  return Number(read.value);
}
