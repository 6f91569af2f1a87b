// @vitest-environment node
import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { LOCALES } from "@lotus/locales";
import { expect, test } from "vitest";
import { oldScript, pageTexts, withFloor } from "./floor-files.ts";
import { floorOf, targetOf } from "./floor.ts";

const read = (name: string) => readFileSync(new URL(`../floor/${name}`, import.meta.url), "utf8");
const NAMES = { floor: "assets/floor-1.js", supply: "assets/supply-1.js", begin: "assets/begin-1.js" };

test("the floor of each app is the one that was promised", () => {
  expect(floorOf("player")).toEqual({ chrome: "109", firefox: "115", safari: "16.0" });
  expect(floorOf("desk")).toEqual({ chrome: "111", firefox: "115", safari: "16.0" });
  expect(targetOf(floorOf("desk"))).toEqual(["chrome111", "firefox115", "safari16.0", "ios16.0"]);
});

test.each(["README.md", "docs/browsers.md"])("%s states the floor of both apps", (page) => {
  const text = readFileSync(new URL(`../../../${page}`, import.meta.url), "utf8").replaceAll(/\s+/gu, " ");
  const { chrome, firefox, safari } = floorOf("player");
  const stated = [
    `Chrome ${chrome}, Firefox ${firefox} and Safari ${safari}`,
    `Chrome ${floorOf("desk").chrome} for the desk`,
  ];
  expect(stated.filter((sentence) => !text.includes(sentence))).toEqual([]);
  expect(floorOf("desk")).toMatchObject({ firefox, safari });
});

test("floor.js is the first script of a page, before the one that begins the app", () => {
  const player = withFloor(`<script src="/boot.js"></script>`, NAMES);
  expect(player).toMatch(
    /^<script src="\/assets\/floor-1\.js"><\/script>\s+<script src="\/boot\.js" data-supply="\/assets\/supply-1\.js"><\/script>$/u,
  );
  const desk = withFloor(`<script type="module" crossorigin src="/assets/index-1.js"></script>`, NAMES);
  expect(desk).toMatch(/^<script src="\/assets\/floor-1\.js"><\/script>/u);
  expect(desk).toContain(`data-app="/assets/index-1.js"`);
  expect(desk).not.toContain('module" crossorigin src');
  expect(() => withFloor("<head></head>", NAMES)).toThrow("no script to begin the app");
});

test.each(["floor.js", "browser-page.js"])("%s is ES5", (name) => {
  const source = oldScript(read(name));
  expect(source).not.toMatch(
    /=>|`|\b(?:let|const|class|async|await|import)\b|\?\.|\?\?|\.\.\.|,\s*[)\]}]|catch \{/u,
  );
});

test("the page for old browsers has every text in each language, with the versions of the floor", () => {
  const texts = pageTexts("player", floorOf("player"));
  expect(Object.keys(texts)).toEqual(LOCALES);
  for (const locale of LOCALES) {
    expect(Object.values(texts[locale] ?? {}).join("\n"), locale).not.toMatch(/[{}]|undefined/u);
    expect(texts[locale]?.["needs"], locale).toMatch(/Chrome 109.*Firefox 115.*Safari 16\.0.*iOS 16\.0/u);
  }
  const desk = pageTexts("desk", floorOf("desk"));
  expect(Object.keys(desk)).toEqual(["vi-VN", "en-US"]);
  expect(desk["en-US"]).not.toHaveProperty("safe");
});

/** An old browser: a realm of its own, without the functions that supply.js supplies, before and after it. */
function oldBrowser(): (source: string) => unknown {
  const realm = createContext({
    AbortController,
    AbortSignal: class extends AbortSignal {},
  });
  const run = (source: string): unknown => runInContext(source, realm);
  run(`for (const list of [Array.prototype, Object.getPrototypeOf(Uint8Array.prototype)])
    for (const name of ["toSorted", "toReversed", "with", "toSpliced"]) delete list[name];
    delete Map.groupBy; delete String.prototype.isWellFormed; delete AbortSignal.any;
    Object.setPrototypeOf(AbortSignal, null);`);
  run(`var Element = class {}; ${read("supply.js")}`);
  return run;
}

test.each([
  "[3, 1, 2].toSorted()",
  "[3, 1, 2].toSorted((a, b) => b - a)",
  "[...Uint8Array.of(30, 4).toSorted()]",
  "[1, 2, 3].toReversed()",
  "[1, 2, 3].with(-1, 9)",
  "[1, 2, 3].toSpliced(1, 1, 7, 8)",
  "[1, 2, 3].toSpliced(1)",
  "[...Map.groupBy([1, 2, 3], (item, index) => index % 2)]",
  "['a', '\\ud800', '\\ud83d\\ude00', '\\ude00\\ud83d'].map((text) => text.isWellFormed())",
])("%s is what it is in a newer browser", (source) => {
  const json = `JSON.stringify(${source})`;
  expect(oldBrowser()(json)).toBe(runInContext(json, createContext({})));
});

test("a place outside of a list is refused", () => {
  expect(() => oldBrowser()("[1].with(1, 2)")).toThrow("no item 1");
});

test("AbortSignal.any aborts with the first of its signals, for its reason", () => {
  const reason = oldBrowser()(`
    const [first, second] = [new AbortController(), new AbortController()];
    const either = AbortSignal.any([first.signal, second.signal]);
    const before = either.aborted;
    second.abort("second"); first.abort("first");
    JSON.stringify([before, either.aborted, either.reason, AbortSignal.any([first.signal]).reason])`);
  expect(reason).toBe(`[false,true,"second","first"]`);
});
