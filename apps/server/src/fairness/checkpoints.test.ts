import { parsePolicy } from "@lotus/tlog";
import { pino } from "pino";
import { expect, test } from "vitest";
import type { Queries } from "../db/database.ts";
import { Checkpoints, type LeaderTransaction } from "./checkpoints.ts";
import { LogTiles } from "./log-tiles.ts";

/** A log without entries: nothing is read but its end. */
const EMPTY: Queries = { query: () => Promise.resolve([]) };

/** A transaction that ends when the test says so. */
function heldTransaction() {
  const { promise: ended, resolve: end, reject: fail } = Promise.withResolvers<void>();
  let hasBegun = false;
  const run: LeaderTransaction = async (work) => {
    hasBegun = true;
    await ended;
    return await work(EMPTY);
  };
  return { run, end, fail, hasBegun: () => hasBegun };
}

function openCheckpoints(): Checkpoints {
  // Neither is reached by an empty log.
  const db = EMPTY as ConstructorParameters<typeof Checkpoints>[0]["db"];
  return new Checkpoints({
    db,
    log: pino({ level: "silent" }),
    tiles: new LogTiles(db),
    origin: "log.test",
    keyOf: () => {
      throw new Error("nothing is signed");
    },
    policy: parsePolicy("quorum none\n"),
    witnesses: [],
    metrics: { cosigned: () => undefined, published: () => undefined },
    now: () => 0,
  });
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("checkpoints are published one at a time, so that each finds the witnesses free", async () => {
  const checkpoints = openCheckpoints();
  const [first, second] = [heldTransaction(), heldTransaction()];
  const published = [checkpoints.publish(first.run), checkpoints.publish(second.run)];
  await turn();
  expect([first.hasBegun(), second.hasBegun()]).toEqual([true, false]);
  first.end();
  await turn();
  expect(second.hasBegun()).toBe(true);
  second.end();
  await Promise.all(published);
});

test("one that fails holds up no other", async () => {
  const checkpoints = openCheckpoints();
  const [first, second] = [heldTransaction(), heldTransaction()];
  const failed = expect(checkpoints.publish(first.run)).rejects.toThrow("lost");
  const published = checkpoints.publish(second.run);
  first.fail(new Error("lost"));
  await failed;
  second.end();
  await published;
});
