import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type App, type Floor, floorOf } from "../../apps/player/build/floor.ts";
import { ROOT } from "../layers.ts";
import { ACCEPTED } from "./accepted.ts";
import { newerThan } from "./newer-features.ts";
import { type Use, usesInScript } from "./script-uses.ts";
import { usesInStyle } from "./style-uses.ts";

const SUPPLY = join(ROOT, "apps/player/floor/supply.js");
/** Run before supply.js, or without it. */
const UNSUPPLIED = /^(?:boot|sw|assets\/(?:boot|begin|floor|browser-page)-[\w-]+)\.js$/u;

/** A use in a file of a build. */
export interface FileUse extends Use {
  readonly file: string;
}

/** Every unguarded use in a built app of what a browser of the floor lacks and supply.js does not supply. */
export function newerInBuild(app: App, floor: Floor = floorOf(app)): FileUse[] {
  const dist = join(ROOT, "apps", app, "dist");
  if (!existsSync(dist)) throw new Error(`apps/${app} is not built: npm run build`);
  const newer = newerThan(floor);
  const supplied = suppliedNames(readFileSync(SUPPLY, "utf8"));
  return readdirSync(dist, { recursive: true, encoding: "utf8" }).flatMap((file): FileUse[] => {
    if (!/\.(?:js|css)$/u.test(file)) return [];
    const source = readFileSync(join(dist, file), "utf8");
    const uses = file.endsWith(".css") ? usesInStyle(source, newer) : usesInScript(source, newer);
    return uses
      .filter(({ name }) => UNSUPPLIED.test(file) || !supplied.has(name.slice(name.lastIndexOf(".") + 1)))
      .map((use) => ({ ...use, file }));
  });
}

/** The accepted feature that a use is one of, or a part of. */
export function acceptedAs({ feature }: Use): string | undefined {
  return Object.keys(ACCEPTED).find((key) => feature === key || feature.startsWith(`${key}.`));
}

/** The functions that supply.js defines. */
export function suppliedNames(source: string): ReadonlySet<string> {
  return new Set([...source.matchAll(/define\([\w.]+, "(\w+)"/gu)].map(([, name = ""]) => name));
}
