import { createHmac } from "node:crypto";
import { Counter } from "prom-client";
import type { Deps } from "../deps.ts";
import type { Nodes } from "../nodes/nodes.ts";
import type { Rate } from "../settings/rate-settings.ts";
import * as sql from "./central-buckets.sql.ts";
import { type CentralQuestion, centralQuestions } from "./central-questions.ts";
import { type CentralAnswer, type CentralBuckets, HouseBuckets } from "./house-buckets.ts";
import { sharesOf } from "./rate-shares.ts";
import type { Buckets } from "./token-buckets.ts";

/** What a subject of buckets is. Addresses are personal data and leave this server as keyed hashes only. */
export type SubjectKind = "account" | "address";

/** Makes the buckets of a class. */
export type MakeBuckets = (name: string, rate: Rate, subjects: SubjectKind) => Buckets;

/** Rate limits that hold for the house, however many servers it has. */
export interface HouseRates {
  /** The buckets of a class; each name once. */
  readonly of: MakeBuckets;
  /** Deletes rows of buckets that are full; for tests. */
  forget(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

/** An answer that takes longer is not waited for. */
const TIMEOUT_MS = 500;
/** For so long after one, nothing is asked. */
const SILENCE_MS = 1_000;
const FORGET_EVERY_MS = 60_000;

type RateDeps = Pick<Deps, "keys" | "clock" | "log" | "metrics"> & { readonly db: Pick<Deps["db"], "query"> };

/** Opens them; `start` begins to delete rows that say nothing any more. */
export function openHouseRates(
  deps: RateDeps,
  nodes: Pick<Nodes, "count" | "onChange">,
  timeoutMs = TIMEOUT_MS,
): HouseRates {
  const { keys, clock } = deps;
  const now = (): number => clock.now();
  const ask = asker(deps, now, timeoutMs);
  const opened = new Map<string, HouseBuckets>();
  nodes.onChange((servers) => {
    for (const buckets of opened.values()) buckets.resize(servers);
  });
  const stored = (name: string, subject: string, subjects: SubjectKind): string =>
    subjects === "account"
      ? subject
      : createHmac("sha256", keys.pepper.current).update(`rate|${name}|${subject}`).digest("hex");
  const centralOf = (name: string, subjects: SubjectKind): CentralBuckets => ({
    lend: (subject, rate, tokens) =>
      ask({ name, subject: stored(name, subject, subjects), rate, tokens, intoDebt: false }),
    charge: (subject, rate, tokens) =>
      ask({ name, subject: stored(name, subject, subjects), rate, tokens, intoDebt: true }),
  });
  return {
    of: (name, rate, subjects) => {
      if (opened.has(name)) throw new Error(`there are buckets named ${name} already`);
      const buckets = new HouseBuckets(rate, now, centralOf(name, subjects));
      if (nodes.count() > 1) buckets.resize(nodes.count());
      opened.set(name, buckets);
      return buckets;
    },
    ...upkeep(deps, nodes, opened),
  };
}

/** Asks the database, and gives up early: whoever waits is a player, and what needs the database fails by itself. */
function asker(
  { db, log, metrics }: RateDeps,
  now: () => number,
  timeoutMs: number,
): (question: CentralQuestion) => Promise<CentralAnswer | null> {
  const questions = centralQuestions(db);
  const loans = new Counter({
    name: "lotus_rate_loans_total",
    help: "Questions to the house's rate limits in the database, by what came of them.",
    labelNames: ["outcome"],
    registers: [metrics],
  });
  for (const outcome of ["lent", "empty", "silent"]) loans.inc({ outcome }, 0);
  let silentAt = -Infinity;
  return async (question) => {
    const quietMs = now() - silentAt;
    if (quietMs >= 0 && quietMs < SILENCE_MS) return null;
    let timer: NodeJS.Timeout | undefined;
    try {
      const answer = await Promise.race([
        questions.ask(question),
        new Promise<never>((_, reject) => {
          timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
        }),
      ]);
      loans.inc({ outcome: answer.waitMs > 0 ? "empty" : "lent" });
      return answer;
    } catch (error) {
      loans.inc({ outcome: "silent" });
      log.debug({ err: error }, "the house's rate limits did not answer: this server counts alone");
      silentAt = now();
      return null;
    } finally {
      clearTimeout(timer);
    }
  };
}

function upkeep(
  { db, log }: RateDeps,
  nodes: Pick<Nodes, "count">,
  opened: ReadonlyMap<string, HouseBuckets>,
): Pick<HouseRates, "forget" | "start" | "stop"> {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let empty = false;
  const forget = async (): Promise<void> => {
    // A server that is alone writes no rows: once it found none, there are none.
    if (empty && nodes.count() === 1) return;
    const names = [...opened.keys()];
    const rates = [...opened.values()].map(({ rate }) => rate);
    const paces = rates.map((rate) => sharesOf(rate, nodes.count()).central.perSecond);
    const bursts = rates.map(({ burst }) => burst);
    for (let forgotten = 1; forgotten > 0;) {
      const [row] = await db.query<{ forgotten: number }>(sql.FORGET, [names, paces, bursts]);
      forgotten = row?.forgotten ?? 0;
    }
    const [left] = await db.query<{ empty: boolean }>(sql.IS_EMPTY);
    empty = left?.empty ?? false;
  };
  return {
    forget,
    start: () => {
      timer ??= setInterval(() => {
        running = forget().catch((error: unknown) => {
          log.warn({ err: error }, "full rate limits were not deleted; the next round tries again");
        });
      }, FORGET_EVERY_MS).unref();
    },
    stop: async () => {
      clearInterval(timer);
      timer = undefined;
      await running;
    },
  };
}
