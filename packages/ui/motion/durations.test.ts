// @vitest-environment node
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
const tokens = read("tokens.css");

/** The declarations of the first rule of a style sheet with a selector. */
function ruleOf(sheet: string, selector: string): string {
  const at = sheet.indexOf(`${selector} {`);
  return at === -1 ? "" : sheet.slice(at, sheet.indexOf("}", at));
}

test("a dialog comes in 200 ms, a popup in 300 ms", () => {
  expect(tokens).toContain("--d-dialog: 200ms;");
  expect(tokens).toContain("--d-popup: 300ms;");
  const modal = read("overlay/modal.module.css");
  expect(ruleOf(modal, ".centre > .panel")).toContain("animation: grow var(--d-dialog)");
  expect(ruleOf(modal, ".bottom > .panel")).toContain("animation: rise var(--d-popup)");
});

test("boxes of a page that is loading are unseen for the first 200 ms", () => {
  expect(read("feedback/skeleton.module.css")).toMatch(/animation:[^;]*200ms/u);
});
