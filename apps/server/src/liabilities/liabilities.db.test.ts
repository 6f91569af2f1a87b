import { randomBytes } from "node:crypto";
import { verifyLiability } from "@lotus/fair/liabilities";
import { pino } from "pino";
import { Registry } from "prom-client";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { CallContext } from "../http/handler.ts";
import { ADVANCE } from "../ledger/books-check.sql.ts";
import { booksTotals, post } from "../ledger/ledger.ts";
import { addLiablePlayers, moveOf } from "../testing/liable-players.ts";
import { openTestDatabase, setTestClock, type TestDatabase } from "../testing/test-database.ts";
import { LiabilityRuns } from "./liability-runs.ts";
import {
  KEPT_RUNS,
  LiabilitiesDiffer,
  openLiabilities,
  type Liabilities,
  type LiabilitiesLogged,
  type LiabilitiesOptions,
} from "./liabilities.ts";

const ZONE = "Asia/Ho_Chi_Minh";
const NOON = Date.UTC(2026, 10, 21, 5);
const HOUR_MS = 3_600_000;

let base: TestDatabase;
let logged: LiabilitiesLogged[];

// Each has its own database, since sums are over all players.
beforeEach(async () => {
  base = await openTestDatabase(6);
  logged = [];
});
afterEach(() => base.close());

const entropy = { bytes: (length: number): Uint8Array => new Uint8Array(randomBytes(length)) };
const parts = {
  checkClock: () => Promise.resolve(),
  appendEntry: (_tx: unknown, entry: LiabilitiesLogged) => {
    logged.push(entry);
    return Promise.resolve();
  },
};

function open(options: Partial<LiabilitiesOptions> = {}): Liabilities {
  const deps = { db: base.db, entropy, log: pino({ level: "silent" }), metrics: new Registry() };
  return openLiabilities(deps, { houseTimeZone: ZONE, ...parts, ...options });
}

interface Line {
  at: number;
  root: string;
  sum: string | null;
  cash: string;
  held: string;
  blind: string;
  player: string;
  path: { hash: string; sum: string }[];
  index: number;
  depth: number;
}

/** What the call answers to a player. */
async function lineOf(liabilities: Liabilities, playerId: bigint): Promise<Line | null> {
  // The handler uses nothing else of the context.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const context = { caller: { playerId, familyId: "" } } as unknown as CallContext;
  const answer = await liabilities.calls.liability.handler(
    { params: undefined, query: undefined, body: undefined },
    context,
  );
  if (!answer.ok) throw new Error("the call refused");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return answer.data as Line | null;
}

/** The check of a player's app: the own money, as the app knows it, under root and sum of the log. */
function isCounted(line: Line, own: { cash: string; held: string }, entry = logged.at(-1)): boolean {
  return (
    entry !== undefined &&
    line.root === entry.root &&
    line.sum === (entry.sum ?? null) &&
    verifyLiability({ player: line.player, blind: line.blind, ...own }, line, {
      root: entry.root,
      sum: line.sum,
    })
  );
}

async function move(playerId: bigint, code: Parameters<typeof moveOf>[1], amount: bigint): Promise<void> {
  await base.db.transaction((tx) => post(tx, [moveOf(playerId, code, amount)]));
}

/** Does what no code of the server may do. */
async function tamper(text: string): Promise<void> {
  await base.owner.query({ name: "", text });
}

async function count(table: string): Promise<number> {
  const [row] = await base.owner.query<{ n: bigint }>({
    name: "",
    text: `SELECT count(*) AS n FROM ${table}`,
  });
  return Number(row?.n);
}

test("each of 1,000 players verifies the own line under what the log says", async () => {
  await setTestClock(base.db, NOON);
  const players = await addLiablePlayers(base.db, 1_000);
  const liabilities = open({ playersAtOnce: 300 });
  const run = await liabilities.run();
  const total = await booksTotals(base.db);
  expect(run).toMatchObject({ players: 1_000, depth: 10, sum: total.players, at: NOON });
  expect(logged).toMatchObject([{ sum: "500870.00", at: NOON }]);
  for (const [at, playerId] of players.entries()) {
    const line = await lineOf(liabilities, playerId);
    const hasHold = at % 3 === 0;
    expect(line).toMatchObject({
      at: NOON,
      depth: 10,
      cash: `${at + 1}.${hasHold ? 12 : 37}`,
      held: hasHold ? "0.25" : "0.00",
    });
    expect(line !== null && isCounted(line, line)).toBe(true);
  }
});

test("of a few players with money nobody is told a sum, nor what the others have", async () => {
  const players = await addLiablePlayers(base.db, 5);
  const liabilities = open();
  expect(await liabilities.run(), "the desk is").toMatchObject({
    hidesSum: true,
    sum: (await booksTotals(base.db)).players,
  });
  expect(logged.at(-1)).not.toHaveProperty("sum");
  const line = await lineOf(liabilities, players[0] ?? 0n);
  expect(line).toMatchObject({ sum: null, cash: "1.12", held: "0.25" });
  expect(new Set(line?.path.map(({ sum }) => sum))).toEqual(new Set(["0.00"]));
  expect(line !== null && isCounted(line, line)).toBe(true);
  expect(line !== null && isCounted(line, { cash: "1.13", held: "0.25" })).toBe(false);
});

test("of six players with money the sum is told", async () => {
  await addLiablePlayers(base.db, 6);
  expect(await open().run()).toMatchObject({ hidesSum: false });
  expect(logged.at(-1)).toHaveProperty("sum");
});

test("a path goes through several levels of tiles", async () => {
  const players = await addLiablePlayers(base.db, 700);
  const liabilities = open();
  await liabilities.run();
  const line = await lineOf(liabilities, players[123] ?? 0n);
  expect(line?.path).toHaveLength(10);
  expect(await count("liability_tile")).toBe(5);
});

test("money that moves during a run is either all in it or not at all", async () => {
  const players = await addLiablePlayers(base.db, 600);
  const [first = 0n, last = 0n] = [players[0], players.at(-1)];
  const before = await booksTotals(base.db);
  let moved = false;
  const liabilities = open({
    playersAtOnce: 200,
    fault: async (at) => {
      if (at !== "page" || moved) return;
      moved = true;
      // The first player was read, the last was not. A recharge and a loss: neither may be half in it.
      await move(first, "recharge", 1_000_00n);
      await move(last, "adjustment", 5_00n);
      await move(last, "withdrawal-hold", 7_00n);
    },
  });
  expect(await liabilities.run()).toMatchObject({ sum: before.players, received: 0n });
  expect(await lineOf(liabilities, first)).toMatchObject({ cash: "1.12", held: "0.25" });
  expect(await lineOf(liabilities, last)).toMatchObject({ cash: "600.37", held: "0.00" });

  const after = await liabilities.run();
  expect(after).toMatchObject({ sum: before.players + 1_000_00n - 5_00n, received: 1_000_00n });
  const line = await lineOf(liabilities, last);
  expect(line).toMatchObject({ cash: "588.37", held: "7.00" });
  expect(line !== null && isCounted(line, line)).toBe(true);
});

test("of two runs at once one is left out", async () => {
  await addLiablePlayers(base.db, 10);
  const other = open();
  const meanwhile: unknown[] = [];
  const liabilities = open({
    fault: async (at) => {
      if (at === "page") meanwhile.push(await other.run());
    },
  });
  expect(await liabilities.run()).toMatchObject({ players: 10 });
  expect(meanwhile).toEqual([null]);
  expect(logged).toHaveLength(1);
  expect(await other.run()).toMatchObject({ players: 10 });
  expect(logged).toHaveLength(2);
});

test("nothing is published when the balances are not what the transfers come to", async () => {
  const [player = 0n] = await addLiablePlayers(base.db, 20);
  const liabilities = open();
  await tamper(`UPDATE ledger_account SET balance = balance - 1 WHERE id = ${player}1`);
  await expect(liabilities.run()).rejects.toThrow(LiabilitiesDiffer);
  expect(logged).toEqual([]);
  expect(await liabilities.newest()).toBeNull();
  expect(await count("liability_leaf")).toBe(0);
  await tamper(`UPDATE ledger_account SET balance = balance + 1 WHERE id = ${player}1`);
  expect(await liabilities.run()).toMatchObject({ players: 20 });
});

test("the books' total is the same from their running sums", async () => {
  await setTestClock(base.db, NOON);
  const [player = 0n] = await addLiablePlayers(base.db, 20);
  await move(player, "recharge", 50_00n);
  const before = await booksTotals(base.db);
  expect(before).toMatchObject({ received: 50_00n });
  await setTestClock(base.db, NOON + 600_000);
  await base.db.query(ADVANCE, [false]);
  expect(await count("books_sum")).toBeGreaterThan(0);
  expect(await booksTotals(base.db)).toEqual(before);
  await move(player, "recharge", 1_00n);
  expect(await booksTotals(base.db)).toEqual({ players: before.players + 1_00n, received: 51_00n });
});

test("a player whom the operator leaves out notices it", async () => {
  const [victim = 0n, other = 0n] = await addLiablePlayers(base.db, 50);
  const liabilities = open();
  await liabilities.run();
  const honest = await lineOf(liabilities, victim);
  // The next tree is built without the victim: their accounts and transfers are hidden from it.
  await tamper(`ALTER TABLE transfer DISABLE TRIGGER transfer_append_only`);
  await tamper(`DELETE FROM transfer WHERE player_id = ${victim}`);
  await tamper(`DELETE FROM ledger_account WHERE player_id = ${victim}`);
  await liabilities.run();
  expect(await lineOf(liabilities, victim)).toBeNull();
  // The line of yesterday does not fit today's root, and neither does another player's path.
  const theirs = await lineOf(liabilities, other);
  if (honest === null || theirs === null) throw new Error("both had a line");
  expect(isCounted(theirs, theirs)).toBe(true);
  expect(isCounted({ ...honest, root: theirs.root, sum: theirs.sum }, honest)).toBe(false);
  const posing = { ...theirs, player: honest.player, blind: honest.blind };
  expect(isCounted(posing, honest)).toBe(false);
});

test("a player whose balance the operator understates notices it", async () => {
  const [victim = 0n] = await addLiablePlayers(base.db, 50);
  const liabilities = open();
  // The tree is built over one unit less, and the books are made to fit.
  await tamper(`UPDATE ledger_account SET balance = balance - 100 WHERE id = ${victim}1`);
  await tamper(`ALTER TABLE transfer DISABLE TRIGGER transfer_append_only`);
  await tamper(`UPDATE transfer SET amount = amount - 100 WHERE player_id = ${victim} AND code = 'gift'`);
  await liabilities.run();
  const line = await lineOf(liabilities, victim);
  if (line === null) throw new Error("the victim has a line");
  const own = { cash: "1.12", held: "0.25" };
  expect(isCounted(line, own)).toBe(false);
  // Shown the right amount, the player sees that the path does not lead to the root, whatever sums are on it.
  const [first, ...rest] = line.path;
  const hidden = first === undefined ? [] : [{ ...first, sum: "0.00" }, ...rest];
  expect(isCounted({ ...line, path: hidden }, own)).toBe(false);
  expect(isCounted(line, line)).toBe(true);
});

test("a player who came after the run has no line yet", async () => {
  await addLiablePlayers(base.db, 5);
  const liabilities = open();
  const [early = 0n] = await addLiablePlayers(base.db, 1, "first");
  expect(await lineOf(liabilities, early)).toBeNull();
  await liabilities.run();
  const [late = 0n] = await addLiablePlayers(base.db, 1, "late");
  expect(await lineOf(liabilities, late)).toBeNull();
  expect(await lineOf(liabilities, early)).toMatchObject({ cash: "1.12" });
});

test("blinds and positions are new in every run", async () => {
  const players = await addLiablePlayers(base.db, 200);
  const liabilities = open();
  const indexes: (number | undefined)[][] = [];
  const blinds = new Set<string>();
  for (let round = 0; round < 2; round += 1) {
    await liabilities.run();
    const lines = await Promise.all(players.map((id) => lineOf(liabilities, id)));
    indexes.push(lines.map((line) => line?.index));
    for (const line of lines) blinds.add(line?.blind ?? "");
  }
  expect(blinds.size).toBe(400);
  expect(indexes[0]).not.toEqual(indexes[1]);
});

test("a run that breaks off before it is published is shown to nobody and removed by the next", async () => {
  const [player = 0n] = await addLiablePlayers(base.db, 30);
  const broken = open({
    fault: (at) => {
      if (at === "before-publish") throw new Error("the process died");
    },
  });
  await expect(broken.run()).rejects.toThrow("died");
  expect(await lineOf(broken, player)).toBeNull();
  expect(await count("liability_leaf")).toBe(30);
  expect(logged).toEqual([]);
  const liabilities = open();
  await liabilities.run();
  expect(await count("liability_leaf")).toBe(30);
  expect(await count("liability_run")).toBe(1);
});

test("a run is not published when the log refuses it or the clock leapt", async () => {
  await addLiablePlayers(base.db, 3);
  for (const refusing of [
    { appendEntry: () => Promise.reject(new Error("no log")) },
    { checkClock: () => Promise.reject(new Error("the clock leapt")) },
  ]) {
    const liabilities = open(refusing);
    await expect(liabilities.run()).rejects.toThrow();
    expect(await liabilities.newest()).toBeNull();
  }
  expect(logged).toEqual([]);
});

test("the last 14 runs are kept", async () => {
  await addLiablePlayers(base.db, 4);
  const liabilities = open();
  for (let round = 0; round < KEPT_RUNS + 3; round += 1) await liabilities.run();
  expect(await count("liability_run")).toBe(KEPT_RUNS);
  expect(await count("liability_leaf")).toBe(4 * KEPT_RUNS);
  expect(await count("liability_tile")).toBe(KEPT_RUNS);
  expect(logged).toHaveLength(KEPT_RUNS + 3);
});

test("there is one daily run, by the operator's calendar", async () => {
  await addLiablePlayers(base.db, 4);
  const runs = new LiabilityRuns({ db: base.db, entropy, ...parts });
  const dueAt = async (ms: number): Promise<boolean> => {
    await setTestClock(base.db, ms);
    return (await runs.runIfDue(ZONE)) !== null;
  };
  expect(await dueAt(NOON)).toBe(true);
  expect(await dueAt(NOON)).toBe(false);
  expect(await dueAt(NOON + 12 * HOUR_MS - 1)).toBe(false);
  expect(await dueAt(NOON + 12 * HOUR_MS)).toBe(true);
  expect(await dueAt(NOON + 35 * HOUR_MS)).toBe(false);
  expect(await dueAt(NOON + 36 * HOUR_MS)).toBe(true);
});

test("a server without players publishes a tree of nobody", async () => {
  expect(await open().run()).toMatchObject({ players: 0, sum: 0n, depth: 8 });
  expect(logged).toHaveLength(1);
  expect(logged[0]).not.toHaveProperty("sum");
});
