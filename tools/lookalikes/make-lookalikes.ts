/**
 * `ops/node tools/lookalikes/make-lookalikes.ts --confusables confusables.txt --names UnicodeData.txt`: writes
 * packages/contract/lookalikes.ts from two files of one version of Unicode (https://www.unicode.org/Public/). To be run
 * when a new version adds letters.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readOptions } from "../run/read-options.ts";

const { values } = readOptions({
  options: { confusables: { type: "string" }, names: { type: "string" } },
});
if (values.confusables === undefined || values.names === undefined) {
  console.error("--confusables and --names are needed: the files of Unicode");
  process.exit(2);
}

const bare = (text: string): string => text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
const isLatinWord = (text: string): boolean => /^[a-z]{1,2}$/u.test(text);
const textOf = (codes: string): string =>
  codes
    .trim()
    .split(" ")
    .map((code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .join("");

/** What each character looks like: its prototype in UTS 39. */
const prototypes = new Map<string, string>();
const confusables = readFileSync(values.confusables, "utf8");
for (const line of confusables.split("\n")) {
  const [source, target] = (line.split("#", 1)[0] ?? "").split(";");
  if (source !== undefined && target !== undefined) prototypes.set(textOf(source), textOf(target));
}

/** Latin letters that passports write in a way of their own (packages/contract/person-name.ts). */
const OF_PASSPORTS = /^[æðđəħĸłŋøœþŧßĳı]$/u;

/** Letters of ASCII whose prototype is another one. */
const BACK: Readonly<Record<string, string>> = { rn: "m" };

/** The letter of ASCII that a letter looks like, or is a form of; undefined for others. */
function latinOf(letter: string, name: string): string | undefined {
  // "LATIN LETTER SMALL CAPITAL N", "LATIN SMALL LETTER L WITH BAR".
  const form = /^LATIN .*\b([A-Z])(?: WITH .*)?$/u.exec(name)?.[1]?.toLowerCase();
  if (form !== undefined) return form;
  const prototype = bare(prototypes.get(letter) ?? "");
  const latin = BACK[prototype] ?? prototype;
  if (!isLatinWord(latin)) return undefined;
  // A capital iota has the prototype "l", as a capital I has; its small letter tells that it is an i.
  const small = letter.toLowerCase();
  return latin === "l" && small !== letter && bare(prototypes.get(small) ?? "") === "i" ? "i" : latin;
}

const letters = new Map<string, string>();
for (const line of readFileSync(values.names, "utf8").split("\n")) {
  const [code = "", name = ""] = line.split(";");
  if (name === "" || name.startsWith("<")) continue;
  const letter = textOf(code);
  // What normalization makes a letter of ASCII needs no row.
  if (!/^\p{L}$/u.test(letter) || /^[a-z]*$/u.test(bare(letter))) continue;
  if (OF_PASSPORTS.test(letter.toLowerCase()) || letter === "ẞ") continue;
  const latin = latinOf(letter, name);
  if (latin !== undefined) letters.set(latin, `${letters.get(latin) ?? ""}${letter}`);
}

const rows = [...letters].toSorted(([a], [b]) => (a < b ? -1 : 1)).map((row) => row.join(""));
const version = /^# Version: (.*)$/mu.exec(confusables)?.[1] ?? "unknown";
const escaped = (text: string): string =>
  text.replaceAll(/[^\p{L}]/gu, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
const file = `/**
 * Letters that look like a letter of ASCII, or are a form of it, each row after that letter. Made by
 * tools/lookalikes/make-lookalikes.ts from Unicode ${version}: the prototypes of UTS 39 (confusables.txt) and the names of
 * letters. © Unicode, Inc., https://www.unicode.org/license.txt
 */
export const LOOKALIKES: readonly string[] = [
${rows.map((row) => `  "${escaped(row)}",`).join("\n")}
];
`;
const target = fileURLToPath(new URL("../../packages/contract/lookalikes.ts", import.meta.url));
writeFileSync(target, file);
console.log(`${[...letters.values()].join("").length} letters, ${file.length} characters`);
