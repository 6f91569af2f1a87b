import { readFileSync } from "node:fs";
import { ALL_AREAS, LOCALES } from "@lotus/locales";
import { readArea } from "@lotus/locales/node";
import { expect, test } from "vitest";
import { parseSync } from "vite";
import { readSources, ROOT } from "./layers.ts";

/** Catalogue keys compared with the code: none is unused, and no screen has a text outside the catalogue. */
const product = [...readSources()].filter(
  ([path]) => !/\.test\.tsx?$|\/testing\/|\/gallery\/|^e2e\/|^tools\//u.test(path),
);

/** Keys of a family are built from codes; game-words.test.ts proves that each is used. */
const FAMILIES = new Set<string>(["five-digits", "dice", "racing", "mark-six", "game"]);
const [first] = LOCALES;
const KEYS = ALL_AREAS.filter((area) => !FAMILIES.has(area)).flatMap((area) =>
  Object.keys(readArea(first, area)),
);

/** Those of `keys` that occur neither as a string of the code nor as an instance of a template. */
function unused(keys: readonly string[], code: string): string[] {
  const used = new Set(
    Array.from(code.matchAll(/["'`]([a-z][\w-]*(?:\.[\w-]+)+)["'`]/giu), ([, key]) => key),
  );
  const made = Array.from(
    code.matchAll(/`([a-z][\w-]*\.(?:[\w.-]|\$\{[^}`]*\})*)`/giu),
    ([, template = ""]) => {
      const fixed = template.split(/\$\{[^}]*\}/u).map((part) => part.replaceAll(".", "\\."));
      return new RegExp(`^${fixed.join("[\\w-]+(?:\\.[\\w-]+)*")}$`, "u");
    },
  );
  return keys.filter((key) => !used.has(key) && !made.some((pattern) => pattern.test(key)));
}

test("every text is used", () => {
  const code = product.map(([, text]) => text).join("\n");
  expect(unused(KEYS, code)).toEqual([]);
});

test("every text of the desk is used", () => {
  const desk = product.filter(([path]) => path.startsWith("apps/desk/")).map(([, text]) => text);
  // A flat record of texts; only its keys are read.
  const words = JSON.parse(readFileSync(`${ROOT}/apps/desk/src/i18n/vi-VN.json`, "utf8")) as object;
  expect(unused(Object.keys(words), desk.join("\n"))).toEqual([]);
});

test("each figure that a page of the desk names has its definition", () => {
  const desk = product.filter(([path]) => path.startsWith("apps/desk/")).map(([, text]) => text);
  const named = [...desk.join("\n").matchAll(/\bterm(?:=|: )"([\w.]+)"/gu)].map(([, key = ""]) => key);
  // A flat record of texts; only its keys are read. Both languages have the same ones.
  const words = JSON.parse(readFileSync(`${ROOT}/apps/desk/src/i18n/vi-VN.json`, "utf8")) as object;
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((key) => !(`means.${key}` in words))).toEqual([]);
});

test("an unused text is found", () => {
  const code = 't("app.back"); t(`app.tab.${key}`); word(`validation.${rule}`);';
  expect(unused(["app.back", "app.tab.home", "app.forward", "app.tabs"], code)).toEqual([
    "app.forward",
    "app.tabs",
  ]);
});

interface SyntaxNode {
  readonly type: string;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

const isWritten = (value: unknown): value is { readonly cooked: unknown } =>
  typeof value === "object" && value !== null && "cooked" in value;

/** Attributes whose text is displayed or read out. */
const SPOKEN = new Set(["alt", "aria-label", "aria-description", "aria-roledescription", "aria-valuetext"]);
const SHOWN = new Set([
  "title",
  "label",
  "placeholder",
  "hint",
  "caption",
  "helperText",
  "words",
  "backLabel",
]);
const WORD = /\p{L}{2,}/u;

/** The texts written in a component itself. */
function hardCoded(source: string): string[] {
  const found: string[] = [];
  const take = (value: unknown) => {
    if (typeof value === "string" && WORD.test(value)) found.push(value.trim());
  };
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    if (!isNode(node)) return;
    if (node.type === "JSXText") take(node["value"]);
    if (node.type === "JSXElement" || node.type === "JSXFragment") {
      for (const child of Array.isArray(node["children"]) ? node["children"] : []) takeTexts(child);
    }
    if (node.type === "JSXAttribute" && isNode(node["name"]) && isNode(node["value"])) {
      const name = String(node["name"]["name"]);
      if (SPOKEN.has(name) || SHOWN.has(name)) takeTexts(node["value"]);
    }
    for (const [field, value] of Object.entries(node)) if (field !== "parent") visit(value);
  };
  /** The texts an expression may be: alternatives and templates included, arguments of calls not. */
  const takeTexts = (node: unknown): void => {
    if (!isNode(node)) return;
    if (node.type === "Literal") take(node["value"]);
    if (node.type === "JSXExpressionContainer") takeTexts(node["expression"]);
    if (node.type === "ConditionalExpression") [node["consequent"], node["alternate"]].forEach(takeTexts);
    if (node.type === "LogicalExpression") takeTexts(node["right"]);
    if (node.type === "TemplateLiteral" && Array.isArray(node["quasis"]))
      for (const quasi of node["quasis"])
        if (isNode(quasi) && isWritten(quasi["value"])) take(quasi["value"].cooked);
  };
  const parsed = parseSync("screen.tsx", source);
  if (parsed.errors.length > 0) throw new Error(parsed.errors[0]?.message);
  visit(parsed.program);
  return found;
}

/** Names and marks of standards, the same in every language. */
const NAMES = new Set(["Lotus", "RTP"]);

test("no screen has texts outside the catalogue", () => {
  const screens = product.filter(([path]) =>
    /^(?:apps\/(?:player|desk)\/src|packages\/ui)\/.*\.tsx$/u.test(path),
  );
  expect(screens.length).toBeGreaterThan(100);
  const literals = screens.flatMap(([path, source]) =>
    hardCoded(source)
      .filter((text) => !NAMES.has(text) && !/^\w+(?:\.\w+)+$/u.test(text))
      .map((text) => `${path}: ${text}`),
  );
  expect(literals).toEqual([]);
});

test("texts in a component are found anywhere", () => {
  expect(hardCoded("const A = () => <p>Pay now</p>;")).toEqual(["Pay now"]);
  expect(hardCoded('const A = () => <b aria-label="Close">{t("app.close")} ×</b>;')).toEqual(["Close"]);
  expect(hardCoded('const A = () => <b>{open ? "Open" : `Closes in ${n}`}</b>;')).toEqual([
    "Open",
    "Closes in",
  ]);
  expect(hardCoded('const A = () => <b className="wide" title={t("app.back")}>{n} · {m}</b>;')).toEqual([]);
});
