import { globSync, readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { SHEET_SCRIPT } from "../testing/sheet-script.ts";
import { isKey, pattern } from "../testing/text.ts";

/** Phones, one of them on its side, a tablet and a laptop. */
const SIZES = [
  { width: 320, height: 568 },
  { width: 360, height: 800 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
] as const;

/** What is wrong with the open dialog at each size, in a line each. */
export async function faultsOfSheet(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.evaluate(TWO_FRAMES);
    // The script's result.
    const found = (await page.evaluate(SHEET_SCRIPT)) as string[];
    faults.push(...found.map((fault) => `${size.width}×${size.height}: ${fault}`));
  }
  return faults;
}

const TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))";

/** Everything that a reader sees or hears of the open dialogs. */
export async function wordsOfDialogs(page: Page): Promise<string> {
  return String(
    await page.evaluate(`[...document.querySelectorAll("dialog[open]")].flatMap((dialog) => [
      dialog.innerText,
      ...[...dialog.querySelectorAll("[aria-label]")].map((each) => each.getAttribute("aria-label")),
    ]).join("\\n")`),
  );
}

/** A place in the sources that shows a sheet or a dialog, and the texts of which it shows at least one. */
interface SheetSource {
  readonly place: string;
  readonly keys: readonly string[];
}

/** Titles that the callers of a sheet give. */
const TITLES_OF_CALLERS: Readonly<Record<string, readonly string[]>> = {
  "features/record-list/record-choice.tsx": ["money.records.status", "money.records.type"],
  "features/record-list/record-page.tsx": ["money.records.rechargeDetail", "withdraw.records.detail"],
};

/** A licence is written by others: the screen state `about.licence` opens it. */
const LICENCE = "screens/settings/about/parts.tsx";

const SOURCES = "apps/player/src";
const OPENED = /<(?:Sheet|Dialog|ConfirmDialog)\s[^]*?\btitle=(?<title>"|\{)/gu;

/**
 * Every sheet and dialog in the sources of the players' app, by the texts of its title; where these are not in its file, by
 * all texts that no other such file has.
 */
export function sheetSources(): readonly SheetSource[] {
  const files = globSync(`${SOURCES}/**/*.tsx`)
    .filter((file) => !file.endsWith(".test.tsx") && !file.endsWith(LICENCE))
    .map((file) => ({ file, source: readFileSync(file, "utf8") }))
    .map((each) => ({ ...each, opened: [...each.source.matchAll(OPENED)] }))
    .filter(({ opened }) => opened.length > 0);
  const usedBy = new Map<string, number>();
  for (const { source } of files)
    for (const key of new Set(keysIn(source))) usedBy.set(key, (usedBy.get(key) ?? 0) + 1);
  return files.flatMap(({ file, source, opened }) =>
    opened.map((match): SheetSource => {
      const from = match.index + match[0].length;
      const titles = TITLES_OF_CALLERS[file.slice(SOURCES.length + 1)] ?? keysIn(bracedFrom(source, from));
      const own = keysIn(source).filter((key) => usedBy.get(key) === 1);
      const line = source.slice(0, match.index).split("\n").length;
      return { place: `${file}:${line}`, keys: titles.length > 0 ? titles : own };
    }),
  );
}

/** Whether words have a text of a sheet. */
export function shows(words: string, { keys }: SheetSource): boolean {
  return keys.some((key) => isKey(key) && pattern(key).test(words));
}

const keysIn = (source: string): string[] =>
  Array.from(
    source.matchAll(/"(?<key>[a-z]\w*(?:\.\w+)+)"/giu),
    ({ groups }) => groups?.["key"] ?? "",
  ).filter(isKey);

/** What stands before the brace that closes. */
function bracedFrom(source: string, from: number): string {
  let depth = 1;
  let at = from;
  for (; at < source.length && depth > 0; at += 1) {
    if (source[at] === "{") depth += 1;
    if (source[at] === "}") depth -= 1;
  }
  return source.slice(from, at);
}
