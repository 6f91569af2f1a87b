import { expect, test } from "vitest";
import { findBreaches, readSources } from "./layers.ts";

test("imports obey the layers", () => {
  expect(findBreaches(readSources())).toEqual([]);
});

test.each([
  ["packages/money/pay.ts", 'import { draw } from "@lotus/games";', "money may not import games"],
  ["packages/games/bet.ts", 'import { z } from "zod";', "games may not import zod"],
  [
    "packages/ui/button/button.tsx",
    'import x from "../../money/index.ts";',
    "another package is entered by its name",
  ],
  [
    "apps/server/src/ledger/ledger.ts",
    'import { x } from "../betting/betting.ts";',
    "ledger stands below betting",
  ],
  [
    "apps/server/src/betting/place.ts",
    'import { x } from "../ledger/books.ts";',
    "ledger is imported through its public API, ledger.ts",
  ],
  ["apps/player/src/screens/home/home.tsx", 'import("../lobby/lobby.tsx")', "no screen imports another"],
  [
    "apps/player/src/api/request.ts",
    'import { useSession } from "../session/session.ts";',
    "api stands below session",
  ],
  [
    "apps/player/src/components/form/form-page.tsx",
    'import { useSlip } from "../../features/slip/use-slip.ts";',
    "components stands below features",
  ],
  [
    "apps/server/src/betting/place.ts",
    'import { x } from "../testing/test-database.ts";',
    "production code imports nothing of testing/",
  ],
  [
    "apps/player/src/live/live.ts",
    'import { x } from "@lotus/games/testing/spec";',
    "production code imports nothing of testing/",
  ],
  [
    "tools/bench/reads.ts",
    'import { x } from "../../apps/server/src/db/database.ts";',
    "another workspace is entered by its name",
  ],
  [
    "tools/backup/archive.ts",
    'import { x } from "@lotus/server/testing/test-database";',
    "what an operator runs imports nothing of testing/",
  ],
  [
    "e2e/slip.test.ts",
    'import { x } from "../tools/simulate/day.ts";',
    "journeys import nothing of tools but their HTTP client",
  ],
  ["tools/screenshots/take.ts", 'import("../../e2e/slip.test.ts")', "no tool imports a journey"],
])("%s must not contain %s", (file, text, rule) => {
  expect(findBreaches(new Map([[file, text]])).map((breach) => breach.rule)).toEqual([rule]);
});

test("no screen imports another of its folder", () => {
  const files = new Map([
    ["apps/player/src/screens/settings/wallet.tsx", 'import { Screen } from "./email.tsx";'],
    ["apps/player/src/screens/settings/email.tsx", "export function Screen() {}"],
  ]);
  expect(findBreaches(files).map((breach) => breach.rule)).toEqual(["no screen imports another"]);
});
