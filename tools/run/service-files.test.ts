import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSettings } from "@lotus/server/settings";
import { ROOT } from "./root.ts";
import { INSTALLED, readUnitFile } from "./unit-file.ts";

/** The files of ops/systemd; that they start and stop the server is tested in faults/stopping.db.test.ts. */

const ANALYZE = "/usr/bin/systemd-analyze";
const UNITS = ["lotus.service", "lotus-backup.service", "lotus-backup.timer"];

test("the shipped settings include everything that production requires", () => {
  const settings = readSettings(Object.fromEntries(readUnitFile("lotus.env")), "production");
  expect(settings).toMatchObject({ demo: false, databaseUrl: null, publicUrl: "https://play.example" });
});

test("programs of the units exist, and their writable folders are permitted", () => {
  for (const name of ["lotus.service", "lotus-backup.service"]) {
    const unit = readUnitFile(name);
    const command = unit.get("ExecStart") ?? "";
    const files = [...command.matchAll(/(?:\/opt\/lotus\/current\/)?((?:ops|apps|tools)\/[\w/.-]+)/gu)];
    expect(files.length).toBeGreaterThan(1);
    for (const [, file = ""] of files) expect([file, existsSync(join(ROOT, file))]).toEqual([file, true]);
    expect(unit.get("WorkingDirectory")).toBe(INSTALLED);
    expect(unit.get("ReadWritePaths")).toContain("/var/lib/lotus-house");
  }
  expect(readUnitFile("lotus-backup.service").get("ReadWritePaths")).toContain("/var/backups/lotus");
});

test("a server that cannot start is restarted until it can, without a limit of starts", () => {
  const unit = readUnitFile("lotus.service");
  expect([unit.get("Restart"), unit.get("StartLimitIntervalSec")]).toEqual(["always", "0"]);
});

test("Node's flags are in one place, used by npm and the service", () => {
  const scripts = readFileSync(join(ROOT, "package.json"), "utf8");
  expect(scripts).toContain('"start": "exec ops/node ');
  expect(scripts).toContain('"serve": "exec ops/node ');
  expect(scripts).not.toContain("--max-semi-space-size");
  const flags = spawnSync(join(ROOT, "ops/node"), ["-p", "process.version + process.execArgv.join()"], {
    cwd: "/",
    encoding: "utf8",
  });
  expect(flags.stdout).toMatch(/^v24\.\d+\.\d+--max-semi-space-size=\d+,--heap-growing-percent=\d+/u);
});

test("systemd finds nothing wrong with the units, where there is a systemd", () => {
  if (!existsSync(ANALYZE)) return;
  // Commands and folders of an installed server do not exist here.
  const errors = UNITS.map((name) => spawnSync(ANALYZE, ["verify", join(ROOT, "ops/systemd", name)]).stderr);
  const lines = errors.flatMap((text) => text.toString("utf8").split("\n"));
  expect(lines.filter((line) => /Unknown|Failed to parse|Invalid|ignoring/iu.test(line))).toEqual([]);
});
