import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../layers.ts";

const TOKENS = "packages/ui/tokens.css";

/** A declaration of a stylesheet for a selector, with design tokens resolved; undefined if there is none. */
export function declared(sheet: string, selector: string, property: string): string | undefined {
  const value = lastOf(read(sheet), selector, property);
  return value === undefined ? undefined : withTokens(value, read(TOKENS));
}

/** The value of a design token. */
export function token(name: string): string | undefined {
  return withTokens(`var(${name})`, read(TOKENS));
}

function read(sheet: string): string {
  return readFileSync(join(ROOT, sheet), "utf8").replaceAll(/\/\*[\s\S]*?\*\//gu, "");
}

/** The first rule of exactly this selector counts: media queries come after it. */
function lastOf(css: string, selector: string, property: string): string | undefined {
  for (const [, selectors = "", block = ""] of css.matchAll(/([^{};]+)\{([^{}]*)\}/gu)) {
    if (!selectors.split(",").some((each) => each.trim() === selector)) continue;
    const found = new RegExp(`(?:^|;|\\s)${property}:\\s*([^;]+);`, "u").exec(block)?.[1];
    if (found !== undefined) return found.replaceAll(/\s+/gu, " ").trim();
  }
  return undefined;
}

/** The first declaration of a token is its default. */
function withTokens(value: string, tokens: string): string {
  return value.replaceAll(/var\((--[\w-]+)\)/gu, (whole, name: string) => {
    const found = new RegExp(`${name}:\\s*([^;]+);`, "u").exec(tokens)?.[1];
    return found === undefined ? whole : withTokens(found.trim(), tokens);
  });
}
