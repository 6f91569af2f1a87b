import {
  coverageBound,
  CoverageBook,
  coversMoreThan,
  findGame,
  fraction,
  lunarYearOf,
  overWithPlan,
  readPicks,
  type CoverLine,
  type GameCode,
  type Option,
  type OddsTable,
} from "@lotus/games";
import type { Database, Queries } from "../db/database.ts";
import * as sql from "./covering.sql.ts";
import { ringsOf, type Staker } from "./groups.ts";

/** When stakes cover too much of a draw. */
export interface CoverageRules {
  /** Share of the outcomes in percent above which stakes do not count; 100 disables the check. */
  readonly maxPercent: number;
  /** Maximum of players of an invite tree that are judged together. */
  readonly treePlayers: number;
}

export interface JudgeOptions {
  readonly db: Database;
  readonly timeZone: string;
  readonly rules: CoverageRules;
  /** The options of a game and the odds of every version. */
  readonly rulebookOf: (game: GameCode) => Promise<{
    option(optionId: string): Option;
    odds(optionId: string, version: number): OddsTable;
  }>;
  /** Yields to the event loop; throws when the server stops. */
  readonly pause: () => Promise<void>;
  /** Where a test makes judging fail. */
  readonly fault?: (at: "judged" | "left-out") => void | Promise<void>;
}

/** Result of a period: how many players' stakes do not count, by reason; null when it was judged already. */
export type Judgement = { readonly own: number; readonly tree: number } | null;

interface PeriodRow {
  readonly open_at: bigint;
  readonly close_at: bigint;
  readonly draw_at: bigint;
  readonly plan_sum: number;
}

interface SelectionRow {
  readonly selection_hash: Uint8Array;
  readonly odds_version: number;
  readonly option_id: string;
  readonly groups: string;
  readonly bet_count: number;
}

/** The distinct selections of a period, identified by their position in the list. */
interface Selections {
  readonly hashes: readonly Uint8Array[];
  readonly rows: readonly SelectionRow[];
}

type Key = readonly [game: GameCode, periodNo: string, openAt: bigint, closeAt: bigint];

// Tolerance for the rounding of float sums: the bounds only preselect, so it must not exclude anybody.
const ROUNDING = 1e-9;

/** For all orders of a period, of which there may be millions. */
const JUDGING = { statementMs: 60_000 } as const;

/**
 * Judges a settled period once: finds the players, alone or together in one invite tree, whose orders cover more of its
 * draw than the rules allow, and excludes all their stakes in it from turnover. Only those are checked outcome by
 * outcome whose selections could cover that much by their probabilities. The first node stores the result with the mark
 * on the period, in one transaction; judging it again, or on two nodes, changes nothing.
 */
export async function judgePeriod(
  options: JudgeOptions,
  game: GameCode,
  periodNo: string,
): Promise<Judgement> {
  const { db, timeZone, rules } = options;
  const [period] = await db.query<PeriodRow & Record<string, unknown>>(sql.READ, [game, periodNo, timeZone]);
  if (period === undefined) return null;
  const key: Key = [game, periodNo, period.open_at, period.close_at];
  const rows = await wholly(db, (tx) =>
    tx.query<SelectionRow & Record<string, unknown>>(sql.SELECTIONS, [...key]),
  );
  const out =
    rules.maxPercent >= 100
      ? new Map<bigint, LeftOut>()
      : await coveringPlayers(options, { key, period, selections: distinct(rows) });
  const over = await overOdds(options, { game, rows, planSum: period.plan_sum });
  await options.fault?.("judged");
  return await db.transaction((tx) => store(tx, { key, out, over, fault: options.fault }), JUDGING);
}

async function store(
  tx: Queries,
  {
    key,
    out,
    over,
    fault,
  }: {
    readonly key: Key;
    readonly out: ReadonlyMap<bigint, LeftOut>;
    readonly over: readonly SelectionRow[];
    readonly fault: JudgeOptions["fault"];
  },
): Promise<Judgement> {
  const marked = await tx.query(sql.MARK, [key[0], key[1]]);
  if (marked.length === 0) return null;
  const left = [...out.values()];
  await tx.query(sql.LEAVE_PLAYERS_OUT, [
    key[0],
    key[1],
    [...out.keys()],
    left.map(({ why }) => why),
    left.map(({ amount }) => amount),
  ]);
  if (over.length > 0) {
    await tx.query(sql.AS_A_WHOLE);
    const versions = [over.map((row) => row.option_id), over.map((row) => row.odds_version)];
    await tx.query(sql.LEAVE_ODDS_OUT, [...key, ...versions]);
  }
  await fault?.("left-out");
  const own = left.filter(({ why }) => why === "own").length;
  return { own, tree: left.length - own };
}

/** How much of a player's stakes does not count, and why. */
interface LeftOut {
  readonly why: "own" | "tree";
  readonly amount: bigint;
}

/** Runs a query over all orders of a period. */
async function wholly<Result>(db: Database, read: (tx: Queries) => Promise<Result>): Promise<Result> {
  return await db.transaction(async (tx) => {
    await tx.query(sql.AS_A_WHOLE);
    return await read(tx);
  }, JUDGING);
}

function distinct(rows: readonly SelectionRow[]): Selections {
  const byHash = new Map(rows.map((row) => [Buffer.from(row.selection_hash).toString("base64"), row]));
  const unique = [...byHash.values()];
  return { rows: unique, hashes: unique.map((row) => row.selection_hash) };
}

interface Sale {
  readonly key: Key;
  readonly period: PeriodRow;
  readonly selections: Selections;
}

async function coveringPlayers(options: JudgeOptions, sale: Sale): Promise<Map<bigint, LeftOut>> {
  const { db, rules, rulebookOf } = options;
  const { key, selections } = sale;
  const rulebook = await rulebookOf(key[0]);
  const bounds = selections.rows.map((row) => coverageBound(rulebook.option(row.option_id), row.bet_count));
  const players = await wholly(db, (tx) =>
    tx.query<StakerRow & Record<string, unknown>>(sql.PLAYERS, [...key, [...selections.hashes], bounds]),
  );
  const share = (rules.maxPercent / 100) * (1 - ROUNDING);
  const known = new Map(players.map((row) => [row.player, row]));
  const alone = players.filter(({ bound }) => bound >= share).map(({ player }) => player);
  const rings = await ringsThatMay(options, { known, share });
  const candidates = [...new Set([...alone, ...rings.flat()])];
  const out = new Map<bigint, LeftOut>();
  const leave = (player: bigint, why: LeftOut["why"]): void => {
    if (!out.has(player)) out.set(player, { why, amount: known.get(player)?.counts ?? 0n });
  };
  if (candidates.length === 0) return out;
  const covers = await coverageOf(options, { ...sale, candidates });
  for (const player of alone) if (await covers([player])) leave(player, "own");
  for (const ring of rings) {
    if (ring.every((player) => out.has(player)) || !(await covers(ring))) continue;
    for (const player of ring) leave(player, "tree");
  }
  return out;
}

interface StakerRow extends Staker {
  /** The part of the stake that was not refunded. */
  readonly counts: bigint;
  readonly bound: number;
}

/** The rings whose selections together could exceed the share, by their bounds. */
async function ringsThatMay(
  { db, rules }: JudgeOptions,
  { known, share }: { readonly known: ReadonlyMap<bigint, StakerRow>; readonly share: number },
): Promise<readonly (readonly bigint[])[]> {
  const players = [...known.values()];
  if (players.length < 2) return [];
  const lines = await db.query<{ player: bigint; inviter: bigint }>(sql.INVITERS, [
    players.map(({ player }) => player),
  ]);
  const inviters = new Map(lines.map(({ player, inviter }) => [player, inviter]));
  return ringsOf(players, inviters, rules.treePlayers).filter(
    (ring) => ring.reduce((sum, player) => sum + (known.get(player)?.bound ?? 0), 0) >= share,
  );
}

/** Returns a function that checks whether players together cover more than the share. */
async function coverageOf(
  { db, rules, timeZone, rulebookOf, pause }: JudgeOptions,
  { key, period, selections, candidates }: Sale & { readonly candidates: readonly bigint[] },
): Promise<(players: readonly bigint[]) => Promise<boolean>> {
  const [game] = key;
  const rulebook = await rulebookOf(game);
  const family = findGame(game)?.family;
  if (family === undefined) throw new Error(`no game ${game}`);
  const rows = await wholly(db, (tx) =>
    tx.query<{ player: bigint; places: string }>(sql.PICKED, [
      ...key,
      [...candidates],
      [...selections.hashes],
    ]),
  );
  const picked = new Map(rows.map(({ player, places }) => [player, places.split(",").map(Number)]));
  const lines = new Map<number, CoverLine>();
  const lineAt = (at: number): CoverLine => {
    const known = lines.get(at);
    if (known !== undefined) return known;
    const row = selections.rows[at];
    if (row === undefined) throw new Error(`no selection ${at}`);
    const option = rulebook.option(row.option_id);
    // Betting stored them from the canonical picks of this same option.
    const read = readPicks(option, JSON.parse(row.groups) as { code: string; items: string[] }[]);
    if (!read.ok) throw new Error(`stored picks of ${row.option_id} do not read: ${read.reason.reason}`);
    const line = { option, picks: read.picks };
    lines.set(at, line);
    return line;
  };
  const year = family === "mark-six" ? lunarYearOf(Number(period.draw_at), timeZone) : undefined;
  const book = new CoverageBook(family, year);
  return async (players) => {
    const places = new Set(players.flatMap((player) => picked.get(player) ?? []));
    const steps = book.cover(new Map([...places].map((at) => [String(at), lineAt(at)])), rules.maxPercent);
    for (;;) {
      const step = steps.next();
      if (step.done === true) return coversMoreThan(step.value, rules.maxPercent);
      await pause();
    }
  };
}

/** Options and odds versions that leave no room for the plan of the day, which began after they were sold. */
async function overOdds(
  { rulebookOf }: JudgeOptions,
  {
    game,
    rows,
    planSum,
  }: { readonly game: GameCode; readonly rows: readonly SelectionRow[]; readonly planSum: number },
): Promise<readonly SelectionRow[]> {
  if (planSum === 0) return [];
  const rulebook = await rulebookOf(game);
  const sold = new Map(rows.map((row) => [`${row.option_id} ${row.odds_version}`, row]));
  const plan = fraction(planSum, 10_000);
  return [...sold.values()].filter(
    (row) =>
      overWithPlan(rulebook.option(row.option_id), rulebook.odds(row.option_id, row.odds_version), plan) !==
      undefined,
  );
}
