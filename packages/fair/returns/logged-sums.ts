import { type DrawLogEntry, type OddsEntry, parseEntry, parseOddsEntry } from "../draw-proof/entries.ts";

/** What a log says of a period that was closed; amounts in minor units. */
export interface LoggedSums {
  readonly game: string;
  readonly periodNo: string;
  /** What was staked, refunded and paid; null where the log leaves it out, or has not settled it. */
  readonly sums: { readonly stake: number; readonly refund: number; readonly paid: number } | null;
  /**
   * `counted`: drawn, with its sums. `unstated`: drawn, and the sums are left out. `void`: not drawn, and refunded. `open`: not
   * settled in this part of the log.
   */
  readonly state: "counted" | "unstated" | "void" | "open";
  /** The odds that bets of the period may have had, by version; null if this part of the log does not say. */
  readonly odds: readonly number[] | null;
}

type EntryOf<Type> = Extract<DrawLogEntry, { type: Type }>;

interface Gathered {
  period?: EntryOf<"period">;
  close?: EntryOf<"close">;
  draw?: EntryOf<"draw">;
  settled?: EntryOf<"settled">;
}

/** Gathers from entries of a log, in their order, what its periods staked and paid. The first entry of a type counts. */
export class LogSums {
  readonly #periods = new Map<string, Gathered>();
  readonly #odds = new Map<number, OddsEntry>();

  /** Other entries are passed over. */
  add(body: string): void {
    const odds = parseOddsEntry(body);
    if (odds !== null && !this.#odds.has(odds.version)) this.#odds.set(odds.version, odds);
    const entry = odds === null ? parseEntry(body) : null;
    if (entry === null || entry.type === "house" || entry.type === "skipped" || entry.type === "void") return;
    const key = `${entry.game} ${entry.periodNo}`;
    this.#periods.set(key, { [entry.type]: entry, ...this.#periods.get(key) });
  }

  /** The versions of odds that were read. */
  get odds(): readonly OddsEntry[] {
    return [...this.#odds.values()];
  }

  /**
   * The periods that were closed, in the order of their first entry. `oldest` is the version of odds of a game's periods whose
   * announcement is not in this part of the log.
   */
  periods(oldest: (game: string) => number | null = () => null): LoggedSums[] {
    return [...this.#periods.values()].flatMap(({ period, close, draw, settled }) => {
      if (close === undefined) return [];
      const { game, periodNo } = close;
      const from = period?.oddsVersion ?? oldest(game);
      const odds =
        from === null ? null : versionsInForce(this.odds, from, period?.closeAt ?? Number.POSITIVE_INFINITY);
      return [{ game, periodNo, ...sumsOf(close, draw, settled), odds }];
    });
  }
}

/** The versions of odds that bets of a period may have had: of its announcement, and those in force before its close. */
export function versionsInForce(odds: readonly OddsEntry[], announced: number, closeAt: number): number[] {
  return odds
    .filter(({ version, from }) => version === announced || (version > announced && from < closeAt))
    .map(({ version }) => version);
}

function sumsOf(
  { stake }: EntryOf<"close">,
  draw: EntryOf<"draw"> | undefined,
  settled: EntryOf<"settled"> | undefined,
): Pick<LoggedSums, "sums" | "state"> {
  if (settled === undefined) return { sums: null, state: "open" };
  const { payout, refund } = settled;
  if (draw === undefined) return { sums: null, state: "void" };
  if (stake === undefined || payout === undefined || refund === undefined)
    return { sums: null, state: "unstated" };
  return { sums: { stake: minor(stake), refund: minor(refund), paid: minor(payout) }, state: "counted" };
}

/** Minor units of an amount with two decimals. */
function minor(amount: string): number {
  return Number(amount.replace(".", ""));
}
