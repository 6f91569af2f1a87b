import { expect, test } from "vitest";
import { readSources, ROOT } from "../layers.ts";
import { importGraph, stepsTo } from "./import-graph.ts";
import { callersOfSql, type Change, nearestTests } from "./nearest-tests.ts";

const ofTexts = (texts: Readonly<Record<string, string>>) =>
  importGraph(new Map(Object.entries(texts)), ROOT);

const PLENTY = { pure: 100, database: 100 };
const HOUSE = ofTexts({
  "packages/money/index.ts": `export { pay } from "./pay.ts";`,
  "packages/money/pay.ts": `import {\n  whole,\n} from "./whole.ts";`,
  "packages/money/whole.ts": "",
  "packages/money/whole.test.ts": `import { whole } from "./whole.ts";`,
  "packages/money/pay.test.ts": `import { pay } from "./pay.ts";`,
  "packages/money/other.test.ts": "",
  "packages/games/odds.ts": `import { pay } from "@lotus/money";`,
  "packages/games/odds.test.ts": `import { odds } from "./odds.ts";`,
  "apps/server/src/bets.test.ts": `import { pay } from "@lotus/money";`,
  "apps/server/src/bets.db.test.ts": `import { pay } from "@lotus/money";`,
  "e2e/bets.test.ts": `import { pay } from "@lotus/money";`,
  "apps/server/src/shapes.test.ts": `import type { Pay } from "@lotus/money";`,
});

test("imports are followed in every form, into other workspaces too, but for those of types", () => {
  const steps = stepsTo(
    ofTexts({
      "tools/a.ts": "",
      "tools/b.ts": `const a = await import("./a.ts");`,
      "tools/c.ts": `import "./b.ts";`,
      "tools/d.ts": `export * from "./c.ts";`,
      "tools/e.ts": `import type { A } from "./a.ts";`,
    }),
    ["tools/a.ts"],
  );
  expect(Object.fromEntries(steps)).toEqual({
    "tools/a.ts": 0,
    "tools/b.ts": 1,
    "tools/c.ts": 2,
    "tools/d.ts": 3,
  });
});

const ofFiles = (...changed: readonly string[]): Change => ({ changed, users: [], sharing: [] });

test("a name leads past the files that only pass it on, and a namespace to the members that are used", () => {
  const graph = ofTexts({
    "tools/call.ts": "export const call = 1;",
    "tools/other.ts": "export const other = 2;",
    "tools/all.ts": `export { call } from "./call.ts";\nexport * from "./other.ts";`,
    "tools/index.ts": `export * as CALLS from "./all.ts";\nexport { other as renamed } from "./all.ts";`,
    "tools/a.ts": `import { CALLS } from "./index.ts";\nuse(CALLS.call);`,
    "tools/b.ts": `import {\n  type Shape,\n  renamed,\n} from "./index.ts";`,
    "tools/c.ts": `import { CALLS } from "./index.ts";\nuse(CALLS);`,
    "tools/d.ts": `import * as all from "./all.ts";`,
  });
  expect(["a", "b", "c", "d"].map((name) => graph.get(`tools/${name}.ts`))).toEqual([
    ["tools/call.ts"],
    ["tools/other.ts"],
    ["tools/all.ts"],
    ["tools/all.ts"],
  ]);
});

test("the nearest tests come first: of the same folder, then those within three imports, the fast before the slow", () => {
  expect(nearestTests(HOUSE, ofFiles("packages/money/pay.ts"), {}, PLENTY)).toEqual({
    run: [
      "packages/money/pay.test.ts",
      "apps/server/src/bets.test.ts",
      "apps/server/src/bets.db.test.ts",
      "packages/games/odds.test.ts",
    ],
    left: [],
    journeys: ["e2e/bets.test.ts"],
  });
  expect(nearestTests(HOUSE, ofFiles("packages/money/whole.ts"), {}, PLENTY).run.slice(0, 2)).toEqual([
    "packages/money/whole.test.ts",
    "packages/money/pay.test.ts",
  ]);
});

test("a test of a folder beside it is nearer than one of elsewhere, but what a whole app shares is no folder", () => {
  const graph = ofTexts({
    "apps/server/src/wallet/calls/order.ts": "",
    "apps/server/src/app.ts": `import "./wallet/calls/order.ts";`,
    "apps/server/src/ports.ts": `import "./app.ts";`,
    "apps/server/src/run.ts": `import "./ports.ts";`,
    "apps/server/src/run.test.ts": `import "./run.ts";`,
    "apps/server/src/wallet/wallet.test.ts": `import "../run.ts";`,
    "apps/server/src/bets/order.test.ts": `import "../wallet/calls/order.ts";`,
  });
  expect(nearestTests(graph, ofFiles("apps/server/src/wallet/calls/order.ts"), {}, PLENTY).run).toEqual([
    "apps/server/src/wallet/wallet.test.ts",
    "apps/server/src/bets/order.test.ts",
  ]);
  // Where nothing is near, what reaches it at all is run.
  const far = ofTexts({
    "apps/server/src/ops/a.ts": "",
    "apps/server/src/http/b.ts": `import "../ops/a.ts";`,
    "apps/server/src/http/c.ts": `import "./b.ts";`,
    "apps/server/src/http/d.ts": `import "./c.ts";`,
    "apps/server/src/http/d.test.ts": `import "./d.ts";`,
  });
  expect(nearestTests(far, ofFiles("apps/server/src/ops/a.ts"), {}, PLENTY).run).toEqual([
    "apps/server/src/http/d.test.ts",
  ]);
});

test("what there is no time for is left and named, but a changed test always runs", () => {
  const times = { "packages/money/pay.test.ts": 20, "apps/server/src/bets.test.ts": 1 };
  const seconds = { pure: 4, database: 0 };
  expect(nearestTests(HOUSE, ofFiles("packages/money/pay.ts"), times, seconds)).toMatchObject({
    run: ["apps/server/src/bets.test.ts", "packages/games/odds.test.ts"],
    left: ["packages/money/pay.test.ts", "apps/server/src/bets.db.test.ts"],
  });
  expect(nearestTests(HOUSE, ofFiles("packages/money/pay.test.ts"), times, seconds).run).toEqual([
    "packages/money/pay.test.ts",
  ]);
});

test("the nearest test may use the time of both kinds", () => {
  const times = { "packages/money/pay.test.ts": 20, "apps/server/src/bets.db.test.ts": 14 };
  expect(
    nearestTests(HOUSE, ofFiles("packages/money/pay.ts"), times, { pure: 8, database: 14 }),
  ).toMatchObject({
    run: ["packages/money/pay.test.ts"],
    left: expect.arrayContaining(["apps/server/src/bets.test.ts"]),
  });
});

test("of data that nobody imports the tests of its workspace are run, as far as there is time", () => {
  const change = ofFiles("packages/money/fixtures/rates.json");
  const catalogue = nearestTests(HOUSE, change, {}, { pure: 1.5, database: 0 });
  expect(catalogue.run).toEqual(["packages/money/other.test.ts", "packages/money/pay.test.ts"]);
  expect(catalogue.left).toEqual(["packages/money/whole.test.ts"]);
});

test("journeys that share names with a change come before those that reach it, and the desk has its own", () => {
  const graph = ofTexts({
    "apps/desk/src/menu.ts": "",
    "e2e/testing/desk-window.ts": "",
    "e2e/desk.test.ts": `import "./testing/desk-window.ts";`,
    "e2e/menu.test.ts": "",
  });
  const change = { changed: ["apps/desk/src/menu.ts"], users: [], sharing: ["e2e/menu.test.ts"] };
  expect(nearestTests(graph, change, {}, PLENTY).journeys).toEqual(["e2e/menu.test.ts", "e2e/desk.test.ts"]);
});

test("a function of the database leads to its callers, in place of all tests of its workspace", () => {
  const change = {
    changed: ["apps/server/src/db/up.sql"],
    users: ["packages/games/odds.ts"],
    sharing: [],
  };
  expect(nearestTests(HOUSE, change, {}, PLENTY).run).toEqual(["packages/games/odds.test.ts"]);
});

test("in this repository money is tested with its nearest users", () => {
  const { run } = nearestTests(
    importGraph(readSources(), ROOT),
    ofFiles("packages/money/odds.ts"),
    {},
    PLENTY,
  );
  expect(run).toEqual(expect.arrayContaining(["packages/money/odds.test.ts", "packages/games/odds.test.ts"]));
});

test("a changed function of the database leads to the sources that call it", () => {
  const sql =
    "CREATE OR REPLACE FUNCTION place_slips(slips jsonb) RETURNS void; CREATE FUNCTION pay (a bigint)";
  const sources = new Map([
    ["a.ts", "SELECT * FROM place_slips($1)"],
    ["b.ts", "SELECT replace_slips($1)"],
    ["c.ts", "pay($1)"],
  ]);
  expect(callersOfSql(sql, sources)).toEqual(["a.ts", "c.ts"]);
  expect(callersOfSql("CREATE TABLE pay (a bigint)", sources)).toEqual([]);
});
