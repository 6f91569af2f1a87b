import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CLIENT_ROUTES } from "../apps/server/src/pages/client-routes.ts";
import { ROOT } from "./layers.ts";

test("the server answers every page of the app, and no other, with the app", () => {
  const table = readFileSync(join(ROOT, "apps/player/src/shell/routes.ts"), "utf8");
  const paths = [...table.matchAll(/\b(?:path|alias): "(\/[^"]*)"/gu)].map(([, path = ""]) => path);
  expect(paths.length).toBeGreaterThan(30);
  expect([...CLIENT_ROUTES].sort()).toEqual(paths.sort());
});
