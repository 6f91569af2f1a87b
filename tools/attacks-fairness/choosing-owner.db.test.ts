import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { verifyRound } from "@lotus/beacon/verify";
import { checkDraw, type DrawProofDocument, type DrawReport, PeriodLogReader } from "@lotus/fair";
import { drawFor, findGame, periodsBetween } from "@lotus/games";
import { Monitor } from "@lotus/monitor/monitor";
import { emptyState } from "@lotus/monitor/state";
import { voidsText } from "@lotus/monitor/void-watch";
import { sql } from "@lotus/server/db/database";
import { betOn } from "@lotus/server/testing/draws";
import { makeTestFolder } from "@lotus/server/testing/test-folder";
import { CheckpointVerifier, parsePolicy } from "@lotus/tlog";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BEACON_URL, GAME, type Health, HOUSE_URL, WatchedHouse, WITNESS_URLS } from "./watched-house.ts";

/*
 * An owner with one of three witnesses looks at each round first: what would cost more than one and a half times its stakes is
 * called void. And an honest owner, under the same faults of the witnesses. CHOOSING_HOURS=24 makes a whole day of it.
 */

const MINUTE = 60_000;
/** Midnight in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 20, 17, 0, 0);
const MINUTES = Math.round(Number(process.env["CHOOSING_HOURS"] ?? "0.7") * 60);
const END = START + MINUTES * MINUTE;
const MAX_COST = 1.5;
/** Nothing more can be drawn, and witnesses were asked. */
const OVER_MS = 602_000;

const share = (of: number) => START + Math.round(MINUTES * of) * MINUTE;
const PHASES: readonly { readonly from: number; readonly to: number; readonly healths: readonly Health[] }[] =
  [
    { from: share(0.3), to: share(0.4), healths: ["killed", "up", "up"] },
    { from: share(0.42), to: share(0.52), healths: ["up", "lagging", "up"] },
    { from: share(0.54), to: share(0.64), healths: ["up", "up", "cut off"] },
    { from: share(0.66), to: share(0.72), healths: ["killed", "up", "cut off"] },
  ];
const healthOf = (witness: number, at: number): Health =>
  PHASES.find(({ from, to }) => at >= from && at < to)?.healths[witness] ?? "up";

/** This house has neither odds nor players in its log, and serves no app. */
const NOT_HERE: ReadonlySet<string> = new Set(["unknown-odds", "missing-liabilities", "other-app"]);

/** Players like what is big: of their money between two fifths and all is on it, at odds of 1.95. */
function costOf(periodNo: string, numbers: readonly number[]): number {
  const onBig = 0.4 + (0.6 * (createHash("sha256").update(periodNo).digest()[0] ?? 0)) / 255;
  const isBig = numbers.reduce((sum, digit) => sum + digit, 0) >= 23;
  return 1.95 * (isBig ? onBig : 1 - onBig);
}

interface Sold {
  readonly periodNo: string;
  readonly state: string;
  readonly roundTime: number;
}

/** What a run came to; numbers of sold periods count from 1. */
interface Story {
  readonly sold: readonly Sold[];
  readonly house: WatchedHouse;
  /** At which sold period each first said that something is wrong; null for never. */
  readonly monitorAt: { readonly fault: string; readonly sold: number; readonly voided: number } | null;
  readonly figures: string;
}

const SOLD = sql`
  SELECT p.period_no, p.state, p.round FROM period p JOIN log_entry e
    ON e.game = p.game AND e.period_no = p.period_no AND e.type = 'close' AND e.body::json ->> 'orders' <> '0'
  WHERE p.game = $1 AND p.draw_at <= to_timestamp($2::bigint / 1000) ORDER BY p.draw_at`;
const OPEN = sql`SELECT state FROM period WHERE game = $1 AND period_no = $2`;

async function run(folder: string, isChoosing: boolean): Promise<Story> {
  const start = START - MINUTE;
  const house = await WatchedHouse.open({ folder, start, isChoosing, healthOf, costOf, maxCost: MAX_COST });
  const { fairness } = house.draws;
  const monitor = new Monitor({
    url: HOUSE_URL,
    fetch: house.fetch,
    policy: parsePolicy(fairness.policyText),
    state: emptyState(),
    witnessUrls: WITNESS_URLS,
    beaconUrls: [BEACON_URL],
    verifyRound,
    now: () => house.now,
  });
  let monitorAt: Story["monitorAt"] = null;
  const at = async (time: number) => {
    await house.until(time);
    const { findings } = await monitor.poll();
    for (const found of findings) {
      if (found.kind !== "fault" || NOT_HERE.has(found.name)) continue;
      const { sold, voided } = monitor.state.voids;
      monitorAt ??= { fault: `${found.name}: ${found.text}`, sold, voided };
    }
  };
  const game = findGame(GAME);
  if (game === undefined) throw new Error(`no game ${GAME}`);
  await at(start);
  await at(start + 1_000);
  for (const { periodNo, openAt, closeAt, drawAt } of periodsBetween(game, START, END)) {
    await at(openAt + 1_000);
    const [period] = await house.base.db.query<{ state: string }>(OPEN, [GAME, periodNo]);
    if (period?.state === "open") await betOn(house.base.db, GAME, periodNo);
    await at(closeAt);
    await at(closeAt + 1_000);
    await at(fairness.rounds.timeOf(fairness.roundOf(drawAt)) + 500);
    await at(drawAt);
  }
  for (const later of [5_000, OVER_MS, OVER_MS + 1_000]) await at(END + later);
  const rows = await house.base.db.query<{ period_no: string; state: string; round: bigint }>(SOLD, [
    GAME,
    END,
  ]);
  const sold = rows.map(({ period_no: periodNo, state, round }) => ({
    periodNo,
    state,
    roundTime: fairness.rounds.timeOf(Number(round)),
  }));
  return { sold, house, monitorAt, figures: voidsText(monitor.state) };
}

/** The number of the first sold period of which something holds; null for none. */
function firstOf(sold: readonly Sold[], holds: (period: Sold) => boolean): number | null {
  const found = sold.findIndex(holds);
  return found < 0 ? null : found + 1;
}

/** Whether a phone that is always online was shown the close before the round. */
const wasShown = ({ house }: Story, { periodNo, roundTime }: Sold) =>
  (house.shown.get(periodNo)?.at ?? Number.POSITIVE_INFINITY) < roundTime;

async function verified({ house }: Story, periodNo: string, document?: unknown): Promise<DrawReport> {
  const policy = parsePolicy(house.draws.fairness.policyText);
  const trust = { policy, beacon: house.chain, checkpoints: new CheckpointVerifier(policy) };
  const proof = document ?? (await house.proofOf(periodNo));
  return checkDraw(proof, {
    trust,
    draw: drawFor("five-digits"),
    verifyRound,
    expected: { gameCode: GAME, prizeNo: periodNo },
    log: await new PeriodLogReader(trust, house.file).read(proof),
    shown: house.shown.get(periodNo) ?? null,
  });
}

const folder = makeTestFolder("lotus-choosing-");
let [honest, choosing]: Story[] = [];
beforeAll(async () => {
  honest = await run(folder, false);
  choosing = await run(folder, true);
}, MINUTES * 40_000);
afterAll(async () => {
  await honest?.house.close();
  await choosing?.house.close();
  rmSync(folder, { recursive: true, force: true });
});

function ended(story: Story | undefined): Story {
  if (story === undefined) throw new Error("the run failed");
  return story;
}
const voidedOf = ({ sold }: Story) => sold.filter(({ state }) => state === "voided");

describe("an owner who looks at the round and calls void what would cost much", () => {
  test("is noticed by each phone at the first period, and by the monitor within some", async () => {
    const story = ended(choosing);
    const phoneAt = firstOf(story.sold, (period) => !wasShown(story, period));
    const voided = voidedOf(story);
    console.info(
      `choosing owner: ${story.sold.length} sold, ${voided.length} void; phone: not shown in time at sold period ${phoneAt}, ` +
        `first void at ${firstOf(story.sold, ({ state }) => state === "voided")}; ` +
        `monitor at sold period ${story.monitorAt?.sold}, void ${story.monitorAt?.voided} (${story.monitorAt?.fault}); ${story.figures}`,
    );
    expect(voided.length).toBeGreaterThan(4);
    expect(phoneAt).toBe(1);
    expect(story.monitorAt?.fault).toMatch(/^too-many-voids|^voids-follow-results/u);
    // Also of what was drawn nothing was shown before its round.
    expect(story.sold.filter((period) => wasShown(story, period))).toEqual([]);
  });

  test("gains by it: what is drawn costs less than one and a half times its stakes", async () => {
    const story = ended(choosing);
    const reports = await Promise.all(voidedOf(story).map(({ periodNo }) => verified(story, periodNo)));
    const costs = reports.map(({ wouldBe }, at) =>
      costOf(voidedOf(story)[at]?.periodNo ?? "", wouldBe?.numbers ?? []),
    );
    expect(costs.length).toBeGreaterThan(4);
    // The verifier computes what each void period would have drawn.
    expect(costs.filter((cost) => cost <= MAX_COST).length).toBeLessThanOrEqual(
      voidedOf(ended(honest)).length,
    );
  });
});

describe("an honest owner under the same faults", () => {
  test("is accused by nobody: not by a phone of a drawn period, not by a verifier, not by the monitor", async () => {
    const story = ended(honest);
    const drawn = story.sold.filter(({ state }) => state === "settled");
    const late = drawn.filter((period) => !wasShown(story, period));
    const reports = await Promise.all(
      story.sold.slice(0, 120).map(({ periodNo }) => verified(story, periodNo)),
    );
    const invalid = reports.filter(({ verdict }) => verdict === "invalid");
    console.info(
      `honest owner: ${story.sold.length} sold, ${voidedOf(story).length} void; phones that were not shown a drawn period in time: ` +
        `${late.length}; invalid for the verifier: ${invalid.length}; monitor: ${story.monitorAt?.fault ?? "nothing"}; ${story.figures}`,
    );
    expect(drawn.length).toBeGreaterThan(MINUTES / 2);
    expect(late).toEqual([]);
    expect(invalid).toEqual([]);
    expect(story.monitorAt).toBeNull();
    // An outage made something void, or this would prove nothing.
    expect(voidedOf(story).length).toBeGreaterThan(0);
  });

  test("would be proved wrong by each phone if it called void what it has shown", async () => {
    const story = ended(honest);
    const sizes = [...story.house.shown.values()].map(({ bytes }) => bytes);
    console.info(`an event of a close has ${Math.max(...sizes)} bytes at most`);
    expect(Math.max(...sizes)).toBeLessThan(3_000);
    const [first, ...more] = story.sold.filter(({ state }) => state === "settled").slice(0, 10);
    if (first === undefined) throw new Error("nothing was drawn");
    for (const { periodNo } of [first, ...more]) {
      const proof = (await story.house.proofOf(periodNo)) as DrawProofDocument;
      const hidden = {
        ...proof,
        numbers: null,
        entries: proof.entries.filter(({ type }) => type === "house" || type === "period"),
      };
      const { verdict, steps } = await verified(story, periodNo, hidden);
      expect(verdict).toBe("invalid");
      expect(steps.flatMap(({ faults }) => faults)).toContainEqual({ name: "undrawn-though-shown" });
    }
  });
});
