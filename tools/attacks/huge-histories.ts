import { sql } from "@lotus/server/db/database";
import { storeHistory } from "@lotus/server/testing/huge-history";
import { setTimeout as pause } from "node:timers/promises";
import { percentile } from "../bench/percentile.ts";
import { LoadClient, type Reply } from "../load/client.ts";
import { enrolPlayers } from "../load/enrolled-players.ts";
import type { Attack } from "./attack.ts";
import { Bystanders, inPeace, peaceLine, noisier } from "./bystanders.ts";

const ORDERS = [30_000, 100_000] as const;
const CASH = 500_000_00n;
const QUIET_MS = 5_000;
const ATTACK_MS = 15_000;
const REPORTS_AT_ONCE = 30;
const LISTS_AT_ONCE = 25;
const QUOTES_AT_ONCE = 10;
const AGAIN_MS = 1_000;
/** An own request is answered or refused within this. */
const ANSWERED_WITHIN_MS = 4_000;
/**
 * Time of a single request on a summed-up history: this, or on a slower machine a multiple of the time the database
 * takes to sum the same orders.
 */
const ALONE_MS = 100;
const ALONE_TO_SUM = 2;
const ALONE = 40;

const LIST = "/api/lottery/orderList/ALL?range=today";
const REPORT = "/api/user/report?range=today";
const QUOTE = "/api/user/withdrawQuote";
const SUM = sql`
  SELECT sum(total)::bigint AS total FROM bet_order
  WHERE player_id = $1 AND accepted_at >= clock_timestamp() - interval '1 day'`;

/** Reads that cost much for players with very many orders, by the dozen at once. */
export const hugeHistories: Attack = {
  name: "huge-histories",
  story:
    `an account with ${ORDERS[0].toLocaleString("en-US")} orders of today and one old order that stays open asks for ` +
    `${REPORTS_AT_ONCE} reports, ${LISTS_AT_ONCE} lists and ${QUOTES_AT_ONCE} quotes at once, again and again`,
  run: async ({ openServer, log }) => {
    const server = await openServer();
    const bystanders = await Bystanders.enrol(server);
    const client = new LoadClient(server.port, REPORTS_AT_ONCE + LISTS_AT_ONCE + QUOTES_AT_ONCE);
    try {
      const before = await bystanders.watch(QUIET_MS);
      const players = await enrolPlayers(server.owner, ORDERS.length, CASH);
      for (const [at, { id }] of players.entries()) {
        await storeHistory(server.owner, id, { orders: ORDERS[at] ?? 0, periods: 60, openOrders: 1 });
      }
      log("histories stored");
      const [attacker] = players;
      if (attacker === undefined) throw new Error("no attacker");
      const watching = bystanders.watch(ATTACK_MS);
      const own = await attack(client, attacker.token);
      const during = await watching;
      const alone: string[] = [];
      let quick = true;
      for (const [at, { id, token }] of players.entries()) {
        const addUp = () => server.owner.query(SUM, [id]);
        const { times, sumMs } = await aloneTimes(client, token, addUp);
        quick &&= times.every(({ p99Ms }) => p99Ms <= Math.max(ALONE_MS, ALONE_TO_SUM * sumMs));
        const figures = times.map(({ name, p99Ms }) => `${name} p99 ${p99Ms.toFixed(0)} ms`);
        alone.push(
          `${ORDERS[at] ?? 0} orders, one at a time: ${figures.join(", ")}; added up p99 ${sumMs.toFixed(0)} ms`,
        );
      }
      const quiet = noisier(before, await bystanders.watch(QUIET_MS));
      const peace = inPeace(quiet, during);
      const held =
        peace &&
        own.unanswered === 0 &&
        own.slowestMs <= ANSWERED_WITHIN_MS + quiet.p99Ms &&
        own.answered > 0 &&
        quick;
      return {
        gained: held ? "nothing" : "the time of others, or answers that nobody waits for",
        held,
        figures: [
          `own requests: ${own.answered} answered, ${own.refused} refused, ${own.unanswered} not answered, the slowest after ${own.slowestMs.toFixed(0)} ms`,
          ...alone,
          peaceLine(quiet, during),
        ],
      };
    } finally {
      client.close();
      bystanders.close();
    }
  },
};

interface OwnRequests {
  answered: number;
  refused: number;
  unanswered: number;
  slowestMs: number;
}

async function attack(client: LoadClient, token: string): Promise<OwnRequests> {
  const until = performance.now() + ATTACK_MS;
  const own: OwnRequests = { answered: 0, refused: 0, unanswered: 0, slowestMs: 0 };
  const fetchPath = async (path: string): Promise<void> => {
    while (performance.now() < until) {
      const began = performance.now();
      const reply = await client.send({ path, token, address: "10.66.0.1" }).catch((): Reply | null => null);
      own.slowestMs = Math.max(own.slowestMs, performance.now() - began);
      if (reply === null) own.unanswered += 1;
      else if (reply.code === 0) own.answered += 1;
      else own.refused += 1;
      // Sending requests as fast as possible would take the processor from the measured players.
      if (reply?.code !== 0) await pause(AGAIN_MS);
    }
  };
  const paths = [
    ...Array.from({ length: REPORTS_AT_ONCE }, () => REPORT),
    ...Array.from({ length: LISTS_AT_ONCE }, () => LIST),
    ...Array.from({ length: QUOTES_AT_ONCE }, () => QUOTE),
  ];
  await Promise.all(paths.map(fetchPath));
  return own;
}

async function aloneTimes(
  client: LoadClient,
  token: string,
  addUp: () => Promise<unknown>,
): Promise<{ times: readonly { readonly name: string; readonly p99Ms: number }[]; sumMs: number }> {
  const sums: number[] = [];
  const found: { name: string; p99Ms: number }[] = [];
  for (const [name, path] of Object.entries({ list: LIST, report: REPORT, quote: QUOTE })) {
    const times: number[] = [];
    // The first request may still meet the summing up and be refused as busy.
    for (let tries = 0; tries < 50; tries += 1) {
      if ((await client.send({ path, token })).code === 0) break;
      await pause(200);
    }
    while (times.length < ALONE) {
      const began = performance.now();
      const { code } = await client.send({ path, token });
      if (code === 0) times.push(performance.now() - began);
      if (name === "list") {
        const adding = performance.now();
        await addUp();
        sums.push(performance.now() - adding);
      }
      // No faster than an account's rate limit.
      await pause(25);
    }
    found.push({ name, p99Ms: percentile(times, 0.99) });
  }
  return { times: found, sumMs: percentile(sums, 0.99) };
}
