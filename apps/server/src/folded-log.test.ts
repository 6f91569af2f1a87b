import { pino, type Logger } from "pino";
import { expect, test } from "vitest";
import { FoldedLog } from "./folded-log.ts";

/** A log with a manual clock, and the lines it wrote. */
function openLog(): {
  log: Logger;
  lines: () => Record<string, unknown>[];
  tick: () => void;
  runs: () => boolean;
  folded: FoldedLog;
} {
  const written: string[] = [];
  let work: (() => void) | undefined;
  const folded = new FoldedLog({
    every: (_ms, given) => {
      work = given;
      return () => (work = undefined);
    },
  });
  const log = pino(
    { level: "info", base: null, timestamp: false, hooks: folded.hooks },
    { write: (line: string) => void written.push(line) },
  );
  return {
    log,
    folded,
    // What pino writes is JSON, one object a line.
    lines: () => written.splice(0).map((line): Record<string, unknown> => JSON.parse(line)),
    tick: () => work?.(),
    runs: () => work !== undefined,
  };
}

const lost = (ms: number): Error => new Error(`the database cannot be reached after ${ms} ms`);

test("an outage is a line for its first error and one every five seconds with how often it came again", () => {
  const { log, lines, tick, runs } = openLog();
  for (let n = 0; n < 643; n += 1)
    log.child({ requestId: `r${n}` }).error({ err: lost(n), call: `/api/${n % 9}` }, "a request failed");
  const [first, ...others] = lines();
  expect(first).toMatchObject({
    requestId: "r0",
    call: "/api/0",
    err: { stack: expect.stringContaining("at ") },
  });
  expect(others).toEqual([]);
  tick();
  const logged = lines();
  expect(logged).toEqual([
    { level: 50, requestId: "r0", again: 642, error: lost(0).message, msg: "a request failed" },
  ]);
  expect(JSON.stringify(logged).length).toBeLessThan(200);
  // Away for five seconds, and the next one is news.
  tick();
  expect([lines(), runs()]).toEqual([[], false]);
  log.error({ err: lost(1), call: "/api/1" }, "a request failed");
  expect(lines()).toMatchObject([{ call: "/api/1", err: { message: lost(1).message } }]);
});

test("errors that read alike and come from different places are each told", () => {
  const { log, lines } = openLog();
  const orders = (): Error => new TypeError("undefined is not iterable");
  const withdrawals = (): Error => new TypeError("undefined is not iterable");
  for (const fail of [orders, orders, withdrawals, withdrawals])
    log.error({ err: fail(), call: `/api/${fail.name}` }, "a request failed");
  expect(lines()).toMatchObject([{ call: "/api/orders" }, { call: "/api/withdrawals" }]);
});

test("what tells of somebody, of something else or of the end is never folded", () => {
  const { log, lines, tick } = openLog();
  for (const player of ["7", "7", "8"])
    log.warn({ player }, "a jwt came a second time: its session was ended");
  for (const game of ["K3", "FFC"]) log.error({ err: lost(1), game }, "a game could not be advanced");
  for (const message of ["one", "another"]) log.error({ err: new Error(message) }, "a request failed");
  for (let n = 0; n < 2; n += 1) log.info("answered");
  for (let n = 0; n < 2; n += 1) log.fatal({ err: lost(1) }, "the server stops");
  expect(lines()).toHaveLength(11);
  tick();
  expect(lines()).toEqual([]);
});

test("words alone are folded, and what was only counted is told at the end", () => {
  const folded = new FoldedLog({ every: () => () => undefined });
  const written: string[] = [];
  const log = pino({ base: null, hooks: folded.hooks }, { write: (line: string) => void written.push(line) });
  for (let n = 0; n < 16; n += 1) log.warn("a database connection was lost");
  expect(written).toHaveLength(1);
  folded.flush();
  expect(JSON.parse(written[1] ?? "")).toMatchObject({ msg: "a database connection was lost", again: 15 });
});

test("what fails for a reason that was told is only counted, until that is over", () => {
  const { log, lines, folded, tick } = openLog();
  log.error({ err: lost(1) }, "a request failed");
  folded.silence((error) => error.message.includes("cannot be reached"));
  expect(lines()).toHaveLength(1);
  for (let n = 0; n < 50; n += 1) {
    log.error({ err: lost(n), game: `G${n}` }, "a game could not be advanced");
    log.warn({ err: lost(n) }, "a request failed");
    tick();
  }
  expect(lines()).toEqual([]);
  log.error({ err: new Error("something else") }, "a request failed");
  log.error("a line of its own");
  expect(lines()).toHaveLength(2);
  expect(folded.unsilence()).toBe(100);
  tick();
  log.error({ err: lost(3) }, "a request failed");
  expect(lines()).toMatchObject([{ msg: "a request failed", err: { message: lost(3).message } }]);
  expect(folded.unsilence()).toBe(0);
});
