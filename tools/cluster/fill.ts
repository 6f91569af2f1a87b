import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../run/root.ts";
import { run } from "./shell.ts";

/** The files of a cluster that operators copy, and by which the trial cluster runs too. */
export const OPS = join(ROOT, "ops/cluster");

/** The settings of ops/cluster/cluster.env, without its comments. */
export function readClusterSettings(): ReadonlyMap<string, string> {
  return parseSettings(readFileSync(join(OPS, "cluster.env"), "utf8"));
}

/** Reads lines as NAME=value; what else a file has is left out. */
export function parseSettings(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split("\n").flatMap((line) => {
      const [, name, value] = /^([A-Z][A-Z0-9_]*)=(.*)$/u.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** Writes the settings of a machine: those of ops/cluster/cluster.env, with some of them replaced. */
export function writeClusterSettings(file: string, replaced: Readonly<Record<string, string>>): void {
  const settings = new Map([...readClusterSettings(), ...Object.entries(replaced)]);
  writeFileSync(file, [...settings].map(([name, value]) => `${name}=${value}\n`).join(""), { mode: 0o600 });
}

/** A template of ops/cluster, of this checkout or another release, filled in as an operator fills it in. */
export function fillTemplate(settingsFile: string, template: string, release = ROOT): string {
  return run(join(OPS, "fill"), [settingsFile, join(release, "ops/cluster", template)]);
}
