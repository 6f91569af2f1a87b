import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./root.ts";

/** Path of the active release in the systemd unit. */
export const INSTALLED = "/opt/lotus/current";

/** The settings of a file of ops/systemd, a unit or an environment file: later lines override earlier ones. */
export function readUnitFile(name: string): ReadonlyMap<string, string> {
  const lines = readFileSync(join(ROOT, "ops/systemd", name), "utf8").split("\n");
  return new Map(
    lines.flatMap((line) => {
      const [, key, value] = /^([A-Za-z_]+)=(.*)$/u.exec(line) ?? [];
      return key === undefined || value === undefined ? [] : [[key, value] as const];
    }),
  );
}
