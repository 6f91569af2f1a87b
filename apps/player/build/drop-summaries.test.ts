import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { withoutSummaries } from "./drop-summaries.ts";

test("a call's summary is left out, however it is written, and nothing else", () => {
  expect(withoutSummaries('a: 1,\n  summary: "One \\"text\\".",\n  auth: "public",')).toBe(
    'a: 1,\n  summary: "",\n  auth: "public",',
  );
  expect(withoutSummaries('summary:\n    "Two " +\n    "texts.",\n  rate: "read",')).toBe(
    'summary: "",\n  rate: "read",',
  );
});

test("every summary of the contract is found", () => {
  const folder = new URL("../../../packages/contract/calls/", import.meta.url).pathname;
  for (const file of globSync(`${folder}**/*.ts`)) {
    const left = withoutSummaries(readFileSync(file, "utf8")).match(/\bsummary:\s*"[^"]/gu);
    expect([file, left]).toEqual([file, null]);
  }
});
