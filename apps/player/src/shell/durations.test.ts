// @vitest-environment node
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), "utf8");

test("the async loading of a page is shown after 200 ms", () => {
  const sheet = read("shell/page-view.module.css");
  const pending = sheet.slice(sheet.indexOf(".pending {"), sheet.indexOf("}", sheet.indexOf(".pending {")));
  expect(pending).toContain("opacity: 0;");
  expect(pending).toContain("animation: appear 1ms linear 200ms forwards;");
});

test("the swiper turns a slide in 500 ms", () => {
  expect(read("screens/home/home/carousel.module.css")).toContain("transform 500ms");
});
