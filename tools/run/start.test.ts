import { once } from "node:events";
import { createServer } from "node:net";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { freePort } from "@lotus/server/testing/free-port";
import { makeTestFolder } from "@lotus/server/testing/test-folder";
import { identify } from "@lotus/server/db/cluster/process-table";
import { ROOT } from "./root.ts";

const root = makeTestFolder("lotus-start-");
afterAll(() => rmSync(root, { recursive: true }));

/** The lines that a command prints that ends at once. */
function refusal(command: string, environment: Readonly<Record<string, string>>): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, command)], {
    cwd: root,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], ...environment },
    timeout: 30_000,
  });
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  return stderr;
}

test.each(["tools/run/start.ts", "tools/run/dev.ts"])(
  "%s refuses a busy port and a second start before anything is built or created",
  async (command) => {
    const holder = createServer();
    const [busy, free] = [await freePort(), await freePort()];
    await once(holder.listen(busy, "127.0.0.1"), "listening");
    const ports = { PORT: String(free), DESK_PORT: String(busy) };
    const dataDir = join(root, "new");
    expect(refusal(command, { ...ports, DATA_DIR: dataDir })).toBe(
      `port ${busy} is taken: stop what listens there, or set DESK_PORT to another\n`,
    );
    expect(existsSync(dataDir)).toBe(false);
    holder.close();

    const used = join(root, "used");
    mkdirSync(join(used, "cluster"), { recursive: true });
    writeFileSync(join(used, "cluster/owner.json"), JSON.stringify(identify(process.pid)));
    expect(refusal(command, { ...ports, DATA_DIR: used })).toContain(
      `a server is already running on DATA_DIR ${used} (pid ${process.pid}); stop it first, or`,
    );
  },
);
