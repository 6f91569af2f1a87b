import { ACTION_NAMES, DESK_CALLS, SESSION_NOTES } from "@lotus/contract/desk";
import { CALLS } from "@lotus/contract";
import type { Page } from "playwright-core";

/** What is written on a page: visible texts, and the names and hints of what has no text. */
const WRITTEN = `(() => {
  const found = new Set();
  const shown = (element) => element !== null && element.getClientRects().length > 0;
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const { data, parentElement } = walk.currentNode;
    if (data.trim() !== "" && shown(parentElement) && !parentElement.closest("script, style, noscript")) found.add(data.trim());
  }
  for (const element of document.querySelectorAll("[placeholder], [title], [aria-label], [alt]"))
    for (const name of ["placeholder", "title", "aria-label", "alt"]) {
      const value = element.getAttribute(name);
      if (value !== null && value.trim() !== "" && shown(element)) found.add(value.trim());
    }
  return [...found];
})()`;

/** Part of a schema of the contract. */
interface Schema {
  readonly _zod?: {
    readonly def: Readonly<Record<string, unknown>> & { readonly entries?: Readonly<Record<string, string>> };
  };
}

/** Every value of every enumeration within a schema. */
function valuesIn(part: unknown, into: Set<string>): void {
  if (typeof part !== "object" || part === null) return;
  const { _zod: zod }: Schema = part;
  if (zod === undefined) {
    for (const each of Object.values(part)) valuesIn(each, into);
    return;
  }
  for (const value of Object.values(zod.def.entries ?? {})) into.add(value);
  for (const name of ["shape", "element", "innerType", "valueType", "options"]) valuesIn(zod.def[name], into);
}

function valuesOf(calls: object): ReadonlySet<string> {
  const values = new Set<string>();
  for (const call of Object.values(calls) as readonly { readonly data: unknown }[])
    valuesIn(call.data, values);
  return values;
}

/** Values that programs know, and no reader should meet. */
const PROGRAM_VALUES = {
  desk: new Set([...valuesOf(DESK_CALLS), ...ACTION_NAMES, ...SESSION_NOTES, "unwitnessed"]),
  player: valuesOf(CALLS),
};

/** An entry of the public log is shown as it was signed. */
function isDocument(text: string): boolean {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}

/** The texts of an app in the language that it is shown in, by their keys. */
export type Catalogue = Readonly<Record<string, string>>;

/**
 * What a page shows as the program has it instead of in words: a brace of an unfilled text, the key of a text, the value of
 * an enumeration, and the number of somebody who has a name.
 */
export async function rawTextsOf(
  page: Page,
  app: keyof typeof PROGRAM_VALUES,
  { catalogue, numbered }: { readonly catalogue: Catalogue; readonly numbered?: RegExp },
): Promise<string[]> {
  // The script's result.
  const written = (await page.evaluate(WRITTEN)) as readonly string[];
  const texts = new Set(Object.values(catalogue).flatMap((text) => text.split(" |||| ")));
  return written.flatMap((text) => {
    const parts = text.split(/ · |, /u);
    const faults = [
      ...(/%?\{\w*\}?|\w\}/u.test(text) && !isDocument(text) ? ["a brace"] : []),
      ...text
        .split(/\s/u)
        .filter((word) => word.includes(".") && word in catalogue)
        .map((key) => `the key ${key}`),
      ...parts
        .filter((part) => PROGRAM_VALUES[app].has(part) && !texts.has(part))
        .map((value) => `the value ${value}`),
      ...(numbered?.test(text) === true ? ["a number for a name"] : []),
    ];
    return faults.map((fault) => `${fault} in “${text}”`);
  });
}
