import { readFileSync } from "node:fs";

/** An app that runs in browsers; its package.json states the oldest ones as `browserslist`. */
export type App = "player" | "desk";

/** The oldest version of each browser in which an app works. */
export type Floor = Readonly<Record<"chrome" | "firefox" | "safari", string>>;

/** Reads the floor of an app. @throws Error if package.json does not state one version for each browser */
export function floorOf(app: App): Floor {
  const file = new URL(`../../${app}/package.json`, import.meta.url);
  const text = readFileSync(file, "utf8");
  const versionOf = (browser: string): string => {
    const version = new RegExp(`"${browser} >= ([\\d.]+)"`, "u").exec(text)?.[1];
    if (version === undefined) throw new Error(`apps/${app}/package.json states no oldest ${browser}`);
    return version;
  };
  return { chrome: versionOf("chrome"), firefox: versionOf("firefox"), safari: versionOf("safari") };
}

/** The floor as the build's target. */
export function targetOf({ chrome, firefox, safari }: Floor): string[] {
  return [`chrome${chrome}`, `firefox${firefox}`, `safari${safari}`, `ios${safari}`];
}
