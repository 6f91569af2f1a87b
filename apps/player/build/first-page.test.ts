// @vitest-environment node
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { screensIn } from "./first-page.ts";

const source = readFileSync(new URL("../src/shell/routes.ts", import.meta.url), "utf8");

test("every screen of the table of routes is found, with its paths and whom it is for", () => {
  const screens = screensIn(source);
  expect(screens).toContainEqual({
    paths: ["/", "/pages/tabbar/index"],
    screen: "../screens/home/home/home.tsx",
    login: true,
  });
  expect(screens).toContainEqual({
    paths: ["/pages/auth/login"],
    screen: "../screens/auth/login/login.tsx",
    login: false,
  });
  expect(new Set(screens.map(({ screen }) => screen)).size).toBe(screens.length);
});

test("a route that is not understood stops the build", () => {
  expect(() => screensIn(`path: "/a", screen: () => import("../screens/a/a.tsx")`)).toThrow("0 of 1");
});

test("a table that is written another way stops the build, rather than being one without screens", () => {
  expect(() => screensIn("")).toThrow("0 of 0");
  expect(() =>
    screensIn(source.replaceAll("path: ", "at: ").replaceAll("../screens/", "@/screens/")),
  ).toThrow("0 of 0");
});
