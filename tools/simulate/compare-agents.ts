import type { CallData, CALLS } from "@lotus/contract";
import { formatMoney, parseMoney } from "@lotus/money";
import type { Comparison } from "./comparison.ts";
import type { LedgerSums, Spent } from "./ledger-sums.ts";
import type { Player } from "./player.ts";

type Days = CallData<typeof CALLS.agentDays>;
type Day = Days["list"][number];
type Summary = CallData<typeof CALLS.agentSummary>;

/** A share of money, in hundredths of a percent: rounded down to minor units. */
const share = (amount: bigint, rate: bigint): bigint => (amount * rate) / 10_000n;

/**
 * Checks the agent figures shown to players: the team is who registered with their code, its turnover is the cost of
 * those bets, and every booked rebate and commission is one row of the ledger with that amount.
 */
export async function compareAgents(
  players: readonly Player[],
  sums: LedgerSums,
  to: Comparison,
): Promise<void> {
  const turnover = turnoverByDay(sums);
  compareLeftOut(sums, to);
  for (const player of players) {
    const summary = await player.visit<Summary>("/api/agent/summary");
    const levels = teamOf(players, player, summary.plan.levels.length);
    for (const { level, players: size } of summary.teamSize)
      to.same("agent figures", `${player.username} level ${level}`, size, levels[level - 1]?.length ?? 0);
    const { list } = await player.visit<Days>("/api/agent/days?page_size=100");
    const parts = { summary, levels, turnover, sums, to };
    for (const reported of list) compareDay(player, reported, parts);
    const active = new Set(
      [player, ...levels.flat()].flatMap(({ id }) => [...(turnover.get(id)?.keys() ?? [])]),
    );
    to.same("agent figures", `${player.username} days`, list.length, active.size);
    compareBooked(player, list, sums, to);
  }
}

function compareDay(
  player: Player,
  reported: Day,
  parts: {
    readonly summary: Summary;
    readonly levels: readonly (readonly Player[])[];
    readonly turnover: ReadonlyMap<string, ReadonlyMap<string, bigint>>;
    readonly to: Comparison;
  },
): void {
  const { summary, levels, turnover, to } = parts;
  const of = (id: string): bigint => turnover.get(id)?.get(reported.day) ?? 0n;
  const where = `${player.username} ${reported.day}`;
  const same = (name: string, value: string, must: bigint): void =>
    to.same("agent figures", `${where} ${name}`, value, formatMoney(must));
  same("ownTurnover", reported.ownTurnover, of(player.id));
  same("rebate", reported.rebate, share(of(player.id), rateOf(summary.plan.rebatePercent)));
  const earned = summary.plan.levels.map(({ level, percent }) => {
    const team = (levels[level - 1] ?? []).reduce((sum, { id }) => sum + of(id), 0n);
    return { level, team, commission: share(team, rateOf(percent)) };
  });
  for (const { level, turnover: value, commission } of reported.levels) {
    const must = earned.find((one) => one.level === level);
    same(`level ${level} turnover`, value, must?.team ?? -1n);
    same(`level ${level} commission`, commission, must?.commission ?? -1n);
  }
  same(
    "turnover",
    reported.turnover,
    earned.reduce((sum, { team }) => sum + team, 0n),
  );
  same(
    "commission",
    reported.commission,
    earned.reduce((sum, { commission }) => sum + commission, 0n),
  );
}

/** Booked days are in the ledger exactly once with the shown amount; others are not. */
function compareBooked(player: Player, list: readonly Day[], sums: LedgerSums, to: Comparison): void {
  for (const code of ["rebate", "commission"] as const) {
    const rows = sums.of(player.id).filter((row) => row.code === code);
    const booked = list.filter((day) => day.booked && !isNothing(day[code]));
    to.same("rebate and commission booked once", `${player.username} ${code}`, rows.length, booked.length);
    for (const { reference, amount } of rows) {
      const reported = booked.find(({ day }) => day === reference)?.[code];
      to.same(
        "rebate and commission booked once",
        `${player.username} ${code} ${reference}`,
        reported,
        formatMoney(amount),
      );
    }
  }
}

/** The levels below a player: players invited by the player's code, those invited by theirs, and so on. */
function teamOf(players: readonly Player[], agent: Player, depth: number): Player[][] {
  const levels: Player[][] = [];
  let above: ReadonlySet<Player> = new Set([agent]);
  for (let level = 0; level < depth; level += 1) {
    const members = players.filter(({ inviter }) => inviter !== undefined && above.has(inviter));
    levels.push(members);
    above = new Set(members);
  }
  return levels;
}

const placeOf = ({ player, game, periodNo }: Pick<Spent, "player" | "game" | "periodNo">): string =>
  `${player} ${game} ${periodNo}`;

/** Excluded turnover is the whole cost of a player's orders of the period. */
function compareLeftOut({ spent, leftOut }: LedgerSums, to: Comparison): void {
  const costs = Map.groupBy(spent, placeOf);
  for (const row of leftOut) {
    const cost = (costs.get(placeOf(row)) ?? []).reduce((sum, one) => sum + one.cost, 0n);
    to.same("turnover left out", placeOf(row), formatMoney(row.amount), formatMoney(cost));
  }
}

/**
 * Cost of each player's bets by day of settlement, without excluded turnover; only amounts above zero.
 */
export function turnoverByDay({
  spent,
  leftOut,
}: LedgerSums): ReadonlyMap<string, ReadonlyMap<string, bigint>> {
  const all = new Map<string, Map<string, bigint>>();
  const not = new Set(leftOut.map(placeOf));
  for (const one of spent) {
    const { player, day, cost } = one;
    if (cost === 0n || not.has(placeOf(one))) continue;
    const days = all.get(player) ?? new Map<string, bigint>();
    days.set(day, (days.get(day) ?? 0n) + cost);
    all.set(player, days);
  }
  return all;
}

function rateOf(percent: string): bigint {
  const read = parseMoney(percent);
  if (!read.ok) throw new Error(`${percent} is no percent`);
  return read.value;
}

function isNothing(amount: string): boolean {
  return amount === formatMoney(0n);
}
