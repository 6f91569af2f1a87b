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

test("the shipped settings have no secret and no name of somebody else, and need only these", () => {
  const shipped = Object.fromEntries(readUnitFile("lotus.env"));
  expect(() => readSettings(shipped, "production")).toThrow(
    /: SMTP_URL is missing [^;]*; PUBLIC_URL is missing [^;]*$/u,
  );
  const own = { SMTP_URL: "smtps://house:x7Gq2@mail.example", PUBLIC_URL: "https://play.example" };
  const settings = readSettings({ ...shipped, ...own }, "production");
  expect(settings).toMatchObject({ demo: false, databaseUrl: null, publicUrl: "https://play.example" });
});

const HARDENED = [
  "systemd/lotus.service",
  "systemd/lotus-backup.service",
  "cluster/systemd/lotus-archive.service",
];

test("systemd calls the exposure of each unit 3.0 or less, where there is a systemd", () => {
  if (!existsSync(ANALYZE)) return;
  for (const name of HARDENED) {
    const { stdout } = spawnSync(ANALYZE, ["security", "--offline=true", join(ROOT, "ops", name)], {
      encoding: "utf8",
    });
    const level = Number(/exposure level for \S+: ([\d.]+)/u.exec(stdout)?.[1]);
    expect([name, level <= 3]).toEqual([name, true]);
  }
});

test("no unit forbids what Node and PostgreSQL need: code made while it runs, netlink, and the limit of a stack", () => {
  for (const name of HARDENED) {
    const unit = readFileSync(join(ROOT, "ops", name), "utf8");
    expect(unit).not.toMatch(/^MemoryDenyWriteExecute=(?!false|no)/mu);
    expect(unit).not.toMatch(/^SystemCallFilter=~.*@resources/mu);
    // It would take the memory of a running PostgreSQL when another unit of the same user ends.
    expect(unit).not.toMatch(/^RemoveIPC=/mu);
    for (const line of [
      "CapabilityBoundingSet=",
      "NoNewPrivileges=true",
      "RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK",
    ])
      expect(unit.split("\n")).toContain(line);
  }
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
