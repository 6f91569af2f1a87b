// @vitest-environment node
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { screensIn } from "./first-page.ts";

const source = readFileSync(new URL("../src/app/screens.ts", import.meta.url), "utf8");

test("every screen of the route table is found, with its paths and access", () => {
  const screens = screensIn(source);
  expect(screens).toContainEqual({
    paths: ["/", "/pages/tabbar/index"],
    screen: "../screens/home/home.tsx",
    login: true,
  });
  expect(screens).toContainEqual({
    paths: ["/pages/auth/login"],
    screen: "../screens/auth/login.tsx",
    login: false,
  });
  expect(new Set(screens.map(({ screen }) => screen)).size).toBe(screens.length);
});

test("an unparsable route fails the build", () => {
  const one = `export const SCREENS = { home: () => import("../screens/home/home.tsx") };`;
  expect(() => screensIn(one)).toThrow("SCREENS has no row for service");
});

test("a table in another notation fails the build instead of counting as empty", () => {
  expect(() => screensIn("")).toThrow("SCREENS has no row for home");
  expect(() => screensIn(source.replaceAll("const SCREENS", "const LOADERS"))).toThrow(
    "SCREENS has no row for home",
  );
});
