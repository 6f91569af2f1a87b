import { expect, test } from "vitest";
import { floorOf } from "../../apps/player/build/floor.ts";
import { newerThan } from "./newer-features.ts";
import { usesInScript } from "./script-uses.ts";
import { usesInStyle } from "./style-uses.ts";

const newer = newerThan(floorOf("player"));
const inScript = (source: string) => usesInScript(source, newer).map(({ name }) => name);
const inStyle = (source: string) => usesInStyle(source, newer).map(({ name }) => name);

test.each([
  ["URL.canParse(a, b)", "URL.canParse"],
  ["links.filter(URL.canParse)", "URL.canParse"],
  ["Map.groupBy(a, b)", "Map.groupBy"],
  ["a.b().toSorted()", ".toSorted"],
  ["new CompressionStream('gzip')", "CompressionStream"],
  ["new Intl.DurationFormat('vi')", "Intl.DurationFormat"],
  ["scheduler.yield()", "scheduler"],
  ["navigator.vibrate(1)", "navigator.vibrate"],
  ["window.navigation.back()", "window.navigation"],
  ["/(?<=a)b/u", "javascript.regular_expressions.lookbehind_assertion"],
  ["new RegExp('(?<!a)b')", "javascript.regular_expressions.lookbehind_assertion"],
  ["class A { static { b() } }", "javascript.classes.static.initialization_blocks"],
  ["const f = () => typeof URL.canParse; URL.canParse(a)", "URL.canParse"],
])("%s is found", (source, name) => {
  expect(inScript(source)).toEqual([name]);
});

test.each([
  "if (URL.canParse) URL.canParse(a)",
  "URL.canParse?.(a)",
  "const f = (a) => { if (!('canParse' in URL)) return; return URL.canParse(a) }",
  "const f = () => typeof scheduler === 'object' ? scheduler.yield() : 0",
  "globalThis.scheduler?.yield()",
  "const scheduler = mine(); scheduler.yield()",
  "a.canParse; const b = { scheduler: 1 }",
  "new URL(a); a.sort(); structuredClone(a); Object.hasOwn(a, b)",
  "CSS.escape(a)",
])("%s is not refused", (source) => {
  expect(inScript(source)).toEqual([]);
});

test.each([
  ["a{color:oklch(.5 .1 90)}", "oklch()"],
  ["a{background:color-mix(in srgb,red,blue)}", "color-mix()"],
  ["a{color:light-dark(red,blue)}", "light-dark()"],
  ["a{float:inline-start}", "float: inline-start"],
  ["a{height:2rlh}", "rlh"],
  ["a{anchor-name:--b}", "anchor-name"],
  ["a:has(b){c:d}", ":has"],
  ["a{b &{c:d}}", ":nesting"],
  ["@starting-style{a{b:c}}", "@starting-style"],
  ["a{color:red;color:oklch(.5 .1 var(--hue))}", "oklch()"],
])("%s is found", (source, name) => {
  expect(inStyle(source)).toEqual([name]);
});

test.each([
  "a{color:red;color:oklch(.5 .1 90)}",
  "@supports (color:oklch(0 0 0)){a{color:oklch(.5 .1 90)}}",
  "@supports selector(:has(a)){a:has(b){c:d}}",
  "a{-webkit-user-select:none;user-select:none}",
  "@container (max-width:20rem){a{height:100dvh;inset:0}}",
  `a{content:"oklch(.5 .1 90)"}`,
])("%s is not refused", (source) => {
  expect(inStyle(source)).toEqual([]);
});
