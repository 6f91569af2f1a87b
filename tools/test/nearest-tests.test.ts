import { expect, test } from "vitest";
import { readSources, ROOT } from "../layers.ts";
import { importGraph, stepsTo } from "./import-graph.ts";
import { callersOfSql, nearestTests } from "./nearest-tests.ts";

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

test("the nearest tests come first: of the changed package, then of those that use it, within three imports", () => {
  expect(nearestTests(HOUSE, ["packages/money/pay.ts"], {}, PLENTY)).toEqual({
    run: [
      "packages/money/pay.test.ts",
      "apps/server/src/bets.db.test.ts",
      "apps/server/src/bets.test.ts",
      "packages/games/odds.test.ts",
    ],
    left: [],
    journeys: ["e2e/bets.test.ts"],
  });
  expect(nearestTests(HOUSE, ["packages/money/whole.ts"], {}, PLENTY).run).toEqual([
    "packages/money/whole.test.ts",
    "packages/money/pay.test.ts",
    "apps/server/src/bets.db.test.ts",
    "apps/server/src/bets.test.ts",
  ]);
});

test("what there is no time for is left and named, but a changed test always runs", () => {
  const times = {
    "packages/money/pay.test.ts": 20,
    "apps/server/src/bets.test.ts": 1,
    "packages/games/odds.test.ts": 3,
  };
  expect(nearestTests(HOUSE, ["packages/money/pay.ts"], times, { pure: 4, database: 0 })).toMatchObject({
    run: ["apps/server/src/bets.test.ts"],
    left: ["packages/money/pay.test.ts", "apps/server/src/bets.db.test.ts", "packages/games/odds.test.ts"],
  });
  expect(nearestTests(HOUSE, ["packages/money/pay.test.ts"], times, { pure: 4, database: 0 }).run).toEqual([
    "packages/money/pay.test.ts",
  ]);
});

test("of data that nobody imports the tests of its workspace are run, as far as there is time", () => {
  const catalogue = nearestTests(
    HOUSE,
    ["packages/money/fixtures/rates.json"],
    {},
    { pure: 1.5, database: 0 },
  );
  expect(catalogue.run).toEqual(["packages/money/other.test.ts", "packages/money/pay.test.ts"]);
  expect(catalogue.left).toEqual(["packages/money/whole.test.ts"]);
});

test("in this repository money is tested with its nearest users", () => {
  const { run } = nearestTests(importGraph(readSources(), ROOT), ["packages/money/odds.ts"], {}, PLENTY);
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
