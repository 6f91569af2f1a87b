import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";
import { screensIn } from "../../apps/player/build/first-page.ts";
import { ROOT } from "../layers.ts";

const APP = "apps/player/src";

/** The files of every screen that the app loads. */
function screens(): string[] {
  const table = readFileSync(join(ROOT, APP, "app/screens.ts"), "utf8");
  const found = screensIn(table).map(({ screen }) => relative(ROOT, resolve(ROOT, APP, "app", screen)));
  return [...new Set([...found, `${APP}/shell/coming-soon.tsx`])];
}

/** Whether a file, or a component it uses, renders the app's bar. */
function drawsBar(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file) || !existsSync(join(ROOT, file))) return false;
  seen.add(file);
  const text = readFileSync(join(ROOT, file), "utf8");
  if (text.includes("<NavBar")) return true;
  return [...text.matchAll(/from "(\.[^"]+\.tsx)"/gu)].some(([, path = ""]) => {
    const part = relative(ROOT, resolve(ROOT, dirname(file), path));
    return /\/(?:screens|features|components|shell)\//u.test(part) && drawsBar(part, seen);
  });
}

test("every screen has the app's own navigation bar; the login alone begins with the brand", () => {
  expect(screens().length).toBeGreaterThan(30);
  expect(screens().filter((screen) => !drawsBar(screen))).toEqual([`${APP}/screens/auth/login.tsx`]);
});
