import { parseArgs } from "node:util";
import type { Appearance, Theme } from "../../e2e/screens/appearance.ts";
import type { ScreenState } from "../../e2e/screens/screen-state.ts";
import { LOCALES, type Locale } from "@lotus/locales";

export const USAGE = `usage: npm run screenshots -- [--locale vi-VN,ja-JP,pt-BR] [--theme light,dark] [--size 320x568,375x812,430x932,812x375,834x1112,1024x768,1440x900]
                     [--screen home,game-ffc] [--out screenshots] [--jobs 2] [--scale 1] [--full] [--text 100] [--no-axe] [--app DIR]

Takes a picture of every screen in each of its states, in each language, theme and size, and checks each: nothing
too wide, cut, over another or too small for a finger; once for each language and theme what axe finds as well.
--screen takes names or their beginnings ("game-", "home-broken"); --full takes whole pages instead of the window;
--scale is the phone's pixels to one of CSS: 1, 1.5, 2, 2.625 or 3; --text is the size of the reader's text in percent; --no-axe is faster; --app is an app built already, which is then not built anew.`;

/** What to take pictures of, and how. */
export interface ScreenshotOptions {
  readonly screenStates: readonly ScreenState[];
  /** Every way each of them is shown, those that differ least next to one another. */
  readonly appearances: readonly Appearance[];
  readonly out: string;
  readonly jobs: number;
  /** Pixels of the phone, and of a picture, for each of CSS; 1 takes pictures of that size of a phone with 2. */
  readonly scale: number;
  readonly full: boolean;
  readonly textPercent: number;
  /** Whether to run axe. */
  readonly axe: boolean;
  /** Folder of a built app; undefined to build it from the sources. */
  readonly app: string | undefined;
}

const OPTIONS = {
  locale: { type: "string", default: "vi-VN,ja-JP,pt-BR" },
  theme: { type: "string", default: "light,dark" },
  size: { type: "string", default: "320x568,375x812,430x932,812x375,834x1112,1024x768,1440x900" },
  screen: { type: "string", default: "" },
  out: { type: "string", default: "screenshots" },
  jobs: { type: "string", default: "2" },
  scale: { type: "string", default: "1" },
  full: { type: "boolean", default: false },
  text: { type: "string", default: "100" },
  "no-axe": { type: "boolean", default: false },
  app: { type: "string" },
} as const;

/** Parses the command line; returns a list of errors if it is invalid. */
export function readOptions(
  args: readonly string[],
  screenStates: readonly ScreenState[],
): ScreenshotOptions | { readonly wrong: readonly string[] } {
  const wrong: string[] = [];
  const { values, positionals } = parseArgs({
    args: [...args],
    options: OPTIONS,
    strict: false,
    allowPositionals: true,
  });
  for (const name of [...positionals, ...Object.keys(values).filter((name) => !Object.hasOwn(OPTIONS, name))])
    wrong.push(`${name} is none of the options`);
  const words = (name: "locale" | "theme" | "size" | "screen"): string[] =>
    String(values[name])
      .split(",")
      .filter((word) => word !== "");
  const whole = (name: "jobs" | "text", most: number): number => {
    const number = Number(values[name]);
    if (!Number.isInteger(number) || number < 1 || number > most)
      wrong.push(`--${name}: a number from 1 to ${most}`);
    return number;
  };
  const locales = words("locale").flatMap((word) => known(LOCALES, word, "locale", wrong));
  const themes = words("theme").flatMap((word) => known(["light", "dark"] as const, word, "theme", wrong));
  const sizes = words("size").flatMap((word) => readSize(word, wrong));
  const names = words("screen");
  const chosen =
    names.length === 0
      ? screenStates
      : screenStates.filter(({ name }) => names.some((word) => name.startsWith(word)));
  if (chosen.length === 0)
    wrong.push(
      `--screen: no screen's name begins so; there are ${screenStates.map(({ name }) => name).join(", ")}`,
    );
  const options = {
    screenStates: chosen,
    appearances: looksOf(locales, themes, sizes),
    out: String(values.out),
    jobs: whole("jobs", 16),
    scale: readScale(String(values.scale), wrong),
    full: values.full === true,
    textPercent: whole("text", 400),
    axe: values["no-axe"] !== true,
    app: typeof values.app === "string" ? values.app : undefined,
  };
  // A full-page screenshot resizes the window, which resets the text size.
  if (options.full && options.textPercent !== 100) wrong.push("--full: not together with --text");
  return wrong.length > 0 ? { wrong } : options;
}

function known<Word extends string>(
  all: readonly Word[],
  word: string,
  name: string,
  wrong: string[],
): Word[] {
  const found = all.find((each) => each === word);
  if (found === undefined) wrong.push(`--${name}: ${word} is none of ${all.join(", ")}`);
  return found === undefined ? [] : [found];
}

const SCALES = [1, 1.5, 2, 2.625, 3];

function readScale(word: string, wrong: string[]): number {
  const scale = Number(word);
  if (!SCALES.includes(scale)) wrong.push(`--scale: ${word} is none of ${SCALES.join(", ")}`);
  return scale;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function readSize(word: string, wrong: string[]): Size[] {
  const [width = Number.NaN, height = Number.NaN] = word.split("x").map(Number);
  if (Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0)
    return [{ width, height }];
  wrong.push(`--size: ${word} is no size as 375x812`);
  return [];
}

function looksOf(locales: readonly Locale[], themes: readonly Theme[], sizes: readonly Size[]): Appearance[] {
  return locales.flatMap((locale) =>
    sizes.flatMap((size) => themes.map((theme): Appearance => ({ locale, theme, ...size }))),
  );
}
