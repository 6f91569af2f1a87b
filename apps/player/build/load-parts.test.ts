// @vitest-environment node
import { expect, test } from "vitest";
import { inOrder, loadParts } from "./load-parts.ts";

const IMPORTS = new Map([
  ["page.js", ["parts.js", "bets.js", "app.js"]],
  ["parts.js", ["app.js"]],
  ["bets.js", ["rules.js", "parts.js"]],
  ["rules.js", ["bets.js"]],
]);

test("each file stands behind those that it imports, and files that import each other stand side by side", () => {
  expect(inOrder(["page.js", "parts.js", "rules.js", "bets.js"], IMPORTS)).toEqual([
    "parts.js",
    "rules.js",
    "bets.js",
    "page.js",
  ]);
});

test("only Vite's own function gives way", () => {
  const { load } = loadParts();
  if (typeof load !== "function") throw new Error("the plugin loads nothing");
  const read = (id: string): unknown => Reflect.apply(load, undefined, [id]);
  expect(read("\0vite/preload-helper.js")).toMatch(/loadPart as __vitePreload.*src\/app\/load-part\.ts/u);
  expect(read("\0virtual:words")).toBeUndefined();
});
