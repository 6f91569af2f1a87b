import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { LoadClient } from "../load/client.ts";
import { type LoadPlayer, makePlayers } from "../load/players.ts";
import type { Machine } from "./machine.ts";
import { waitFor } from "./shell.ts";

const OPEN_WITHIN_MS = 400_000;
const ATTEMPTS = 5;
const CASH = "100000.00";

/**
 * Makes players with money. In production money comes by a bank, so a demo on the same database and keys gives it, in the
 * place of a machine's server, and is stopped again.
 */
export async function enrolPlayers(
  machine: Machine,
  playersPorts: readonly number[],
  count: number,
): Promise<LoadPlayer[]> {
  const { release } = machine;
  const words = [join(release, "ops/node"), join(release, "tools/run/start.ts"), "--no-build"];
  const [program = "", ...rest] = machine.command(words, machine.serverUser);
  const log = openSync(machine.fileOf("logs/demo.log"), "a");
  const demo = spawn(program, rest, { cwd: release, env: machine.serverEnv, stdio: ["ignore", log, log] });
  closeSync(log);
  const client = new LoadClient(playersPorts, 16);
  try {
    await waitFor(`the demo (${machine.fileOf("logs/demo.log")})`, OPEN_WITHIN_MS, async () => {
      if (demo.exitCode !== null) throw new Error(`the demo ended: ${machine.fileOf("logs/demo.log")}`);
      const reply = await client.send({ path: "/api/app/config", timeoutMs: 1_000 }).catch(() => null);
      return reply?.code === 0 ? true : undefined;
    });
    return await makeThem(client, count);
  } finally {
    client.close();
    if (demo.exitCode === null) {
      const gone = once(demo, "exit");
      demo.kill("SIGINT");
      await gone;
    }
  }
}

/** A machine that starts a whole cluster at once may be too busy to answer in time. */
async function makeThem(client: LoadClient, count: number): Promise<LoadPlayer[]> {
  for (let turn = 1; ; turn += 1) {
    try {
      return await makePlayers(client, count, CASH);
    } catch (error) {
      if (turn >= ATTEMPTS) throw error;
    }
  }
}
