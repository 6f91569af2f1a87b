import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { BeaconChain } from "@lotus/beacon";
import { verifyRound } from "@lotus/beacon/verify";
import { checkDraw, type DrawReport, PeriodLogReader } from "@lotus/fair";
import { drawFor, GAMES, type GameCode, periodsBetween } from "@lotus/games";
import { sql } from "@lotus/server/db/database";
import { readProof } from "@lotus/server/draws/proof";
import { LogKey } from "@lotus/server/fairness/log-key";
import { openTestDraws, type TestDraws } from "@lotus/server/testing/draws";
import { recordedBeacon } from "@lotus/server/testing/recorded-beacon";
import { openTestDatabase, setTestClock, type TestDatabase } from "@lotus/server/testing/test-database";
import { makeTestFolder } from "@lotus/server/testing/test-folder";
import { CheckpointVerifier, formatVerifierKey, parsePolicy } from "@lotus/tlog";
import { WitnessClient } from "@lotus/tlog/witness-client";
import { CheckpointStore } from "@lotus/witness/store";
import { Witness } from "@lotus/witness/witness";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

/*
 * All seven games with three witnesses, of which two must cosign: one is killed for a while, one lags, one is cut off, then
 * two are away at once, and at last the beacon is silent for five minutes. WATCHED_HOURS=24 makes a whole day of it.
 */

const MINUTE = 60_000;
/** Midnight in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 20, 17, 0, 0);
const MINUTES = Number(process.env["WATCHED_HOURS"] ?? "1") * 60;
const END = START + MINUTES * MINUTE;

type Health = "up" | "killed" | "cut off" | "lagging";
const share = (of: number) => START + Math.round(MINUTES * of) * MINUTE;
/** From when to when what is away. */
const PHASES: readonly { readonly from: number; readonly to: number; readonly healths: readonly Health[] }[] =
  [
    { from: share(0.1), to: share(0.24), healths: ["killed", "up", "up"] },
    { from: share(0.26), to: share(0.4), healths: ["up", "lagging", "up"] },
    { from: share(0.42), to: share(0.56), healths: ["up", "up", "cut off"] },
    { from: share(0.58), to: share(0.64), healths: ["killed", "up", "cut off"] },
  ];
const [, , , BLIND] = PHASES;
const SILENT = { from: share(0.8) + 30_000, to: share(0.8) + 30_000 + 5 * MINUTE };
/** A witness that is cut off fails after this long, later than the others answer. */
const CUT_OFF_MS = 20;
/** The clock of a lagging witness is behind those of others. */
const LAG_MS = 4_000;

const folder = makeTestFolder("lotus-watched-");
let base: TestDatabase;
let draws: TestDraws;
let clock = START - MINUTE;
const healthOf = (at: number) =>
  PHASES.find(({ from, to }) => clock >= from && clock < to)?.healths[at] ?? "up";

/** A witness of its own, whose health decides whether and how it answers. */
function openWitness(at: number) {
  const store = join(folder, String(at));
  mkdirSync(store);
  const witness = new Witness({
    name: `w${at}.test`,
    secretKey: Uint8Array.from(randomBytes(32)),
    // The key of `openTestDraws`.
    logs: [new LogKey("log.test", new Uint8Array(32).fill(7)).verifier],
    store: new CheckpointStore(store),
    now: () => clock + (healthOf(at) === "lagging" ? -LAG_MS : 0),
  });
  const reach: typeof fetch = async (_url, init) => {
    const health = healthOf(at);
    if (health === "killed") throw new TypeError("connection refused");
    if (health === "cut off") {
      await wait(CUT_OFF_MS);
      throw new DOMException("no answer", "TimeoutError");
    }
    const { status, body, contentType } = await witness.addCheckpoint(
      typeof init?.body === "string" ? init.body : "",
    );
    return new Response(body, { status, headers: { "Content-Type": contentType ?? "text/plain" } });
  };
  const client = new WitnessClient({
    key: witness.key,
    url: `https://w${at}.test`,
    fetch: reach,
    // A busy machine needs long, and a quorum that is late voids a period: a witness that is cut off fails by itself.
    timeoutMs: 60_000,
  });
  return {
    line: `witness w${at} ${formatVerifierKey(witness.key)}\n`,
    cosigner: { name: `w${at}`, cosign: client.cosign.bind(client) },
  };
}

beforeAll(async () => {
  base = await openTestDatabase();
  await setTestClock(base.db, clock);
  const witnesses = [0, 1, 2].map(openWitness);
  const beacon = recordedBeacon(() => clock);
  const isSilent = () => clock >= SILENT.from && clock < SILENT.to;
  draws = openTestDraws(base.db, {
    fairness: {
      witnesses: witnesses.map(({ cosigner }) => cosigner),
      witnessLines: `${witnesses.map(({ line }) => line).join("")}group two 2 w0 w1 w2\nquorum two\n`,
      beacon: {
        chain: beacon.chain,
        round: (round) => (isSilent() ? Promise.resolve(null) : beacon.round(round)),
      },
    },
  });
  await tickAt(clock);
  const moments = GAMES.flatMap((game) =>
    periodsBetween(game, START, END).flatMap(({ openAt, closeAt, drawAt }) => [openAt, closeAt, drawAt]),
  );
  // What was late is drawn a moment after the beacon speaks again.
  for (const at of [...new Set([...moments, SILENT.to + 1_000])].toSorted((a, b) => a - b))
    if (at > START - MINUTE && at <= END) await tickAt(at);
  await tickAt(END + 5_000);
}, MINUTES * 20_000);
afterAll(async () => {
  await draws.stop();
  await base.close();
  rmSync(folder, { recursive: true, force: true });
});

async function tickAt(at: number): Promise<void> {
  clock = at;
  await setTestClock(base.db, at);
  await draws.tick();
  // No time passes while a busy machine keeps a witness from answering.
  await draws.fairness.answered();
}

interface Period {
  readonly game: GameCode;
  readonly period_no: string;
  readonly state: string;
  readonly late: boolean;
  readonly closeAt: number;
  readonly drawAt: number;
}
const PERIODS = sql`
  SELECT game, period_no, state, coalesce(late, false) AS late, epoch_ms(close_at) AS close_at, epoch_ms(draw_at) AS draw_at
  FROM period WHERE open_at >= to_timestamp($1::bigint / 1000) AND draw_at <= to_timestamp($2::bigint / 1000) ORDER BY draw_at`;

async function periods(): Promise<Period[]> {
  const rows = await base.db.query<
    Omit<Period, "closeAt" | "drawAt"> & { close_at: bigint; draw_at: bigint }
  >(PERIODS, [START, END]);
  return rows.map((row) => ({ ...row, closeAt: Number(row.close_at), drawAt: Number(row.draw_at) }));
}

/** Rounds are shared by games: each is verified once. */
const rounds = new Map<string, boolean>();
function verifyOnce(chain: BeaconChain, round: number, signature: Uint8Array): boolean {
  const key = `${round} ${signature.join(" ")}`;
  const known = rounds.get(key) ?? verifyRound(chain, round, signature);
  rounds.set(key, known);
  return known;
}

let reader: {
  readonly log: PeriodLogReader;
  readonly trust: ConstructorParameters<typeof PeriodLogReader>[0];
};
function openReader() {
  const policy = parsePolicy(draws.fairness.policyText);
  const trust = { policy, beacon: draws.fairness.chain, checkpoints: new CheckpointVerifier(policy) };
  const log = new PeriodLogReader(trust, async (path) => {
    const file = await draws.fairness.files.read(path);
    return file === null ? null : new Uint8Array(Buffer.from(file.body));
  });
  return { log, trust };
}

async function verified({ game, period_no: prizeNo }: Period): Promise<DrawReport> {
  reader ??= openReader();
  const proof = await readProof(base.db, draws.fairness, game, prizeNo);
  const document: unknown = JSON.parse(JSON.stringify(proof?.document ?? null));
  const family = GAMES.find(({ code }) => code === game)?.family ?? "dice";
  return checkDraw(document, {
    trust: reader.trust,
    draw: drawFor(family),
    verifyRound: verifyOnce,
    expected: { gameCode: game, prizeNo },
    log: await reader.log.read(document),
  });
}

/** A close is cosigned at once, or not before its round. */
const wasBlind = ({ closeAt }: Period) => BLIND !== undefined && closeAt >= BLIND.from && closeAt < BLIND.to;

describe("seven games under three witnesses", () => {
  test(
    "every period that a quorum saw closed in time is drawn, and its proof and the log say so",
    async () => {
      const all = await periods();
      expect(new Set(all.map(({ game }) => game)).size).toBeGreaterThanOrEqual(6);
      const seen = all.filter((period) => !wasBlind(period));
      expect(seen.filter(({ state }) => state !== "settled")).toEqual([]);
      for (const period of seen) {
        const { verdict, steps } = await verified(period);
        const faults = steps.flatMap((step) => step.faults);
        expect({ verdict, faults, log: steps.at(-1)?.state }, `${period.game} ${period.period_no}`).toEqual({
          verdict: "valid",
          faults: [],
          log: "ok",
        });
      }
      console.info(
        `${seen.length} draws of ${MINUTES} minutes are valid, ${all.length - seen.length} periods were not seen`,
      );
    },
    MINUTES * 20_000,
  );

  test(
    "no period that no quorum saw closed in time is drawn, and none is valid",
    async () => {
      const blind = (await periods()).filter(wasBlind);
      expect(blind.length).toBeGreaterThan(5);
      for (const period of blind) {
        expect(["voided", "skipped"], `${period.game} ${period.period_no}`).toContain(period.state);
        expect((await verified(period)).verdict).not.toBe("valid");
      }
    },
    MINUTES * 20_000,
  );

  test("draws that waited for the silent beacon are late, and no others", async () => {
    const all = await periods();
    const waited = all.filter(({ drawAt }) => drawAt >= SILENT.from && drawAt < SILENT.to - 10_000);
    expect(waited.length).toBeGreaterThan(5);
    expect(waited.filter(({ late }) => !late)).toEqual([]);
    expect(
      all.filter(({ late, drawAt }) => late && (drawAt < SILENT.from - 10_000 || drawAt >= SILENT.to)),
    ).toEqual([]);
  });
});
