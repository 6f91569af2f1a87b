// @vitest-environment node
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("boxes of a page that is loading are unseen for the first 200 ms, also where motion is unwelcome", () => {
  const sheet = readFileSync(new URL("skeleton.module.css", import.meta.url), "utf8");
  const appearing = [...sheet.matchAll(/appear (\d+)ms (\d+)ms backwards/gu)].map(([, , delay]) => delay);
  expect(appearing).toEqual(["200", "200"]);
});
