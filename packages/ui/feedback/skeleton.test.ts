// @vitest-environment node
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("skeletons are hidden for the first 200 ms, also with reduced motion", () => {
  const sheet = readFileSync(new URL("skeleton.module.css", import.meta.url), "utf8");
  const appearing = [...sheet.matchAll(/appear (\d+)ms (\d+)ms backwards/gu)].map(([, , delay]) => delay);
  expect(appearing).toEqual(["200", "200"]);
});
