import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { formatVerifierKey } from "@lotus/tlog";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SampleLog } from "./testing/sample-log.ts";

const MAIN = fileURLToPath(new URL("main.ts", import.meta.url));
const KILLS = 6;

let folder: string;
let child: ChildProcess | undefined;
const log = new SampleLog();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "witness-crash-"));
  writeFileSync(join(folder, "key"), `${"09".repeat(32)}\n`);
  writeFileSync(join(folder, "logs"), `log ${formatVerifierKey(log.key)}\nquorum none\n`);
});
afterEach(() => {
  child?.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

/** Starts the program on a free port; resolves to its address once it listens. */
async function start(): Promise<string> {
  const started = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      WITNESS_NAME: "w.example",
      WITNESS_KEY: join(folder, "key"),
      WITNESS_LOGS: join(folder, "logs"),
      DATA_DIR: join(folder, "data"),
      PORT: "0",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  child = started;
  return new Promise((resolve, reject) => {
    let output = "";
    started.once("exit", () => reject(new Error(`ended: ${output}`)));
    started.stdout.on("data", (part: Buffer) => {
      output += part.toString("utf8");
      const [address] = /http:\/\/[\d.]+:\d+/u.exec(output) ?? [];
      if (address !== undefined) resolve(address);
    });
  });
}

async function kill(): Promise<void> {
  const running = child;
  if (running === undefined) return;
  const ended = new Promise((resolve) => running.once("exit", resolve));
  running.kill("SIGKILL");
  await ended;
}

/** Sends a request; undefined if the connection broke, so that its outcome is unknown. */
async function add(
  address: string,
  older: number,
  size: number,
): Promise<{ status: number; text: string } | undefined> {
  try {
    const reply = await fetch(`${address}/add-checkpoint`, {
      method: "POST",
      body: await log.request(older, size),
    });
    return { status: reply.status, text: await reply.text() };
  } catch {
    return undefined;
  }
}

test("a witness that is killed at any moment forgets nothing that it has cosigned", async () => {
  let cosigned = 0;
  for (let round = 0; round < KILLS; round += 1) {
    // oxlint-disable-next-line no-await-in-loop
    const address = await start();
    // It remembers at least what it has cosigned, and at most the request whose reply was lost.
    // oxlint-disable-next-line no-await-in-loop
    const probe = await add(address, cosigned + 100, cosigned + 200);
    expect(probe?.status).toBe(409);
    let size = Number(probe?.text);
    expect(size - cosigned).toBeGreaterThanOrEqual(0);
    expect(size - cosigned).toBeLessThanOrEqual(1);
    for (let i = 0; i < 3; i += 1) {
      // oxlint-disable-next-line no-await-in-loop
      expect((await add(address, size, size + 1))?.status).toBe(200);
      size += 1;
    }
    cosigned = size;
    // Killed while a request is on its way, a little later in each round.
    const last = add(address, size, size + 1);
    // oxlint-disable-next-line no-await-in-loop
    for (let turn = 0; turn < 8 * round; turn += 1) await new Promise(setImmediate);
    // oxlint-disable-next-line no-await-in-loop
    await kill();
    // oxlint-disable-next-line no-await-in-loop
    if ((await last)?.status === 200) cosigned += 1;
  }
  expect(cosigned).toBeGreaterThan(KILLS);
});
