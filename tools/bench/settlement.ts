import { Registry } from "prom-client";
import { openCoverage } from "@lotus/server/covering";
import { openSettlement, type SettlementOptions } from "@lotus/server/settlement";
import * as statements from "@lotus/server/settlement/settlement.sql";
import { enrolPlayers } from "../load/enrolled-players.ts";
import { openBareWinners } from "./bare-winners.ts";
import type { Figure } from "../budget/bars.ts";
import { timed, type TimedDatabase } from "./timed-database.ts";
import type { Section } from "./section.ts";
import { expectRightBooks, settlementParts } from "./settlement-parts.ts";
import { openBareDatabase, storePeriod, type StoredPeriod } from "./stored-period.ts";

const ORDERS = 1_000_000;
const SELECTIONS = 10_000;
const PLAYERS = 10_000;
const CASH = 100_000_000n;
const MAX_TIMES_BARE = 2;
const MAX_SECONDS = 5;

/** Paying a period of a million orders, beside the bare insertion of its winners. */
export const settlement: Section = async ({ random, folder, log, scale }) => {
  const [orders, selections] = [ORDERS * scale, SELECTIONS * scale];
  const bare = await openBareDatabase(folder("settlement"));
  try {
    const players = await enrolPlayers(bare.owner, PLAYERS, CASH);
    const watched = timed(bare.db);
    const parts = await settlementParts(watched.db);
    const settling = openSettlement(parts);
    let reading = Number.NaN;
    const period = await storePeriod(bare, {
      players,
      orders,
      selections,
      random,
      closed: async ({ game, periodNo }) => {
        // As the draws do.
        await settling.prepare(game, periodNo);
        reading = watched.take(statements.DISTINCT_SELECTIONS) / 1000;
      },
    });
    log(`settlement: ${orders} orders stored`);
    await leaveOutcomes(parts, period);
    const winners = await openBareWinners(bare, period);
    // The first run fills the caches and is not counted.
    await winners.run();
    const before = await winners.run();
    watched.forget();
    const began = performance.now();
    const result = await settling.settle(period.game, period.periodNo);
    const seconds = (performance.now() - began) / 1000;
    if (!result.done) throw new Error(`the period was not settled: ${result.why}`);
    const bareSeconds = (before + (await winners.run())) / 2 / 1000;
    // A fast but wrong settlement is worthless.
    await expectRightBooks(bare.db);
    const judging = await secondsToJudge(parts);
    return [
      ...figuresOf({ orders, selections, seconds, bareSeconds, winners: result.winners, watched }),
      {
        section: "settlement",
        name: "reading its selections, between close and draw",
        value: reading,
        unit: "s",
      },
      {
        section: "settlement",
        name: "judging what of it counts, beside its path",
        value: judging,
        unit: "s",
      },
    ];
  } finally {
    await bare.close();
  }
};

/** A settlement that stops before paying leaves its outcomes, which the yardstick reads. */
async function leaveOutcomes(parts: SettlementOptions, { game, periodNo }: StoredPeriod): Promise<void> {
  const stop = new Error("far enough");
  const dying = openSettlement({
    ...parts,
    fault: (point) => (point === "after-outcomes" ? Promise.reject(stop) : Promise.resolve()),
  });
  await dying.settle(game, periodNo).catch((error: unknown) => {
    if (error !== stop) throw error;
  });
}

/** Every player covers a large share of the draw here, so that each is judged draw by draw. */
async function secondsToJudge({
  deps: { db, log },
  houseTimeZone,
  rulebookOf,
}: SettlementOptions): Promise<number> {
  const covering = openCoverage(
    { db, log, metrics: new Registry() },
    { houseTimeZone, rules: { maxPercent: 80, treePlayers: 10 }, rulebookOf },
  );
  const began = performance.now();
  const judged = await covering.judge();
  if (judged !== 1) throw new Error("the period was not judged");
  return (performance.now() - began) / 1000;
}

function figuresOf(run: {
  readonly orders: number;
  readonly selections: number;
  readonly seconds: number;
  readonly bareSeconds: number;
  readonly winners: number;
  readonly watched: TimedDatabase;
}): Figure[] {
  const { orders, selections, seconds, bareSeconds, winners, watched } = run;
  const section = "settlement";
  const part = (name: string, ...of: readonly Parameters<TimedDatabase["take"]>[0][]): Figure => ({
    section,
    name: `  ${name}`,
    value: of.reduce((sum, statement) => sum + watched.take(statement), 0) / 1000,
    unit: "s",
  });
  const parts = [
    part("keeping the outcomes", statements.FORGET_OUTCOMES, statements.KEEP_OUTCOMES),
    part("keeping the winners", statements.KEEP_WINNERS),
    part("paying the chunks, of all that were paid at once", statements.NEXT_CHUNK, statements.SETTLE_CHUNK),
    part("finishing the period", statements.FINISH_PERIOD),
  ];
  const counted = `${orders / 1_000_000} M orders, ${selections / 1000} k selections, ${Math.round((winners * 100) / orders)} % won`;
  return [
    {
      section,
      name: counted,
      value: seconds,
      unit: "s",
      beside: { name: "bare INSERT … SELECT", value: bareSeconds },
      bar: { of: "ratio", most: MAX_TIMES_BARE },
    },
    {
      section,
      name: "the same, in all",
      value: seconds,
      unit: "s",
      bar: { of: "value", most: MAX_SECONDS },
    },
    ...parts,
  ];
}
