import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { judge } from "./bars.ts";
import { pageBytes } from "./page-bytes.ts";

const KB = 1024;
let dist = "";
/** Random bytes cannot be compressed: their weight is their size. */
const put = (name: string, kilobytes: number) =>
  writeFileSync(join(dist, "assets", name), randomBytes(kilobytes * KB));
const missed = () =>
  pageBytes(dist)
    .filter((figure) => judge(figure) === "missed")
    .map(({ name }) => name);

beforeAll(() => {
  dist = mkdtempSync(join(tmpdir(), "lotus-budget-"));
  mkdirSync(join(dist, "assets"));
  writeFileSync(
    join(dist, "index.html"),
    `<script src="/assets/index-AAAAAAAA.js"></script><link href="/assets/react-AAAAAAAA.js">
     <link href="/assets/index-AAAAAAAA.css">`,
  );
  put("index-AAAAAAAA.js", 45);
  put("react-AAAAAAAA.js", 60);
  put("index-AAAAAAAA.css", 12);
  put("game-AAAAAAAA.js", 25);
  put("words-fr-AAAAAAAA.js", 12);
});
afterAll(() => rmSync(dist, { recursive: true }));

test("a build within its budgets misses none", () => {
  expect(missed()).toEqual([]);
  expect(pageBytes(dist)[0]?.value).toBeCloseTo(105, 0);
});

test.each([
  ["react-AAAAAAAA.js", 66, 60, "initial JavaScript"],
  ["index-AAAAAAAA.css", 17, 12, "initial CSS"],
  ["game-AAAAAAAA.js", 31, 25, "largest part loaded later (game)"],
  ["words-fr-AAAAAAAA.js", 15, 12, "heaviest locale (words-fr)"],
  ["sans-AAAAAAAA.woff2", 71, 0, "fonts"],
])("%s of %i KB misses its budget", (name, tooMuch, enough, figure) => {
  put(name, tooMuch);
  expect(missed()).toEqual([figure]);
  put(name, enough);
  expect(missed()).toEqual([]);
});
