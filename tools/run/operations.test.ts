import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./root.ts";

test("the page for operators names every variable that is read", () => {
  const page = readFileSync(join(ROOT, "docs/operations.md"), "utf8");
  const sources = globSync("apps/server/src/settings/*-settings.ts", { cwd: ROOT }).concat(
    "apps/server/src/settings/settings.ts",
  );
  const text = sources.map((file) => readFileSync(join(ROOT, file), "utf8")).join("\n");
  const read = [...text.matchAll(/read\.\w+\(\s*"([A-Z][A-Z0-9_]*)"/gu)].map(([, name]) => name ?? "");
  // Only the fault tests set a fault.
  const documented = read.filter((name) => name !== "LOTUS_FAULT");
  expect(documented.length).toBeGreaterThan(20);
  expect(documented.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
