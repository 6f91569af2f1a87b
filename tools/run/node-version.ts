import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./root.ts";

const NEEDED = [24, 15] as const;

/** True when the running Node is new enough for the server. */
export function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.replace(/^v/u, "").split(".").map(Number);
  return major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1]);
}

/**
 * Returns if the running Node is new enough. Otherwise runs the same command with the Node installed by `npm ci` and
 * exits with its status; without that one, prints an error and exits with 1.
 */
export async function ensureNode(): Promise<void> {
  if (isNewEnough(process.version)) return;
  const pinned = join(ROOT, `node_modules/node-linux-${process.arch}/bin/node`);
  if (!existsSync(pinned)) {
    console.error(
      `Node ${process.version} is too old: run npm ci, which brings Node ${NEEDED[0]}, and start by npm start`,
    );
    process.exit(1);
  }
  // Ctrl-C reaches both processes: the child stops the server, and this one waits for it.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
  const child = spawn(pinned, [...process.execArgv, ...process.argv.slice(1)], { stdio: "inherit" });
  await new Promise<void>((resolve) => {
    child.once("exit", (code) => {
      process.exitCode = code ?? 1;
      resolve();
    });
  });
  process.exit();
}
