import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./root.ts";

/** The folders whose files the server runs, from the root: its own and those of the packages that it names. */
export function serverSources(): string[] {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, "apps/server/package.json"), "utf8")) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  const packages = Object.keys(dependencies).flatMap((name) => /^@lotus\/(.+)$/u.exec(name)?.[1] ?? []);
  return ["apps/server/src", ...packages.map((name) => `packages/${name}`)];
}
