import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { StartupError } from "../../settings/startup-error.ts";
import type { Binaries } from "./binaries.ts";
import type { Place } from "./place.ts";

const MAJOR = "18";

/** The superuser inside the cluster; only the launcher and the tests act as it. */
export const SUPERUSER = "postgres";

/**
 * Creates the data folder when there is none, in a temporary folder that is renamed when complete, so that a partial
 * one is never used.
 * @throws StartupError when initdb fails, or the data belongs to another PostgreSQL release
 */
export async function ensureData(place: Place, binaries: Binaries): Promise<"made" | "kept"> {
  if (existsSync(place.data)) {
    checkRelease(place.data);
    return "kept";
  }
  const draft = join(place.home, "data-new");
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft);
  chmodSync(draft, 0o700);
  if (place.child !== null) chownSync(draft, place.child.uid, place.child.gid);
  await runInitdb(binaries.initdb, draft, place);
  renameSync(draft, place.data);
  syncFolder(place.home);
  return "made";
}

async function runInitdb(program: string, draft: string, { child }: Place): Promise<void> {
  const flags = ["-E", "UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const rest = ["--data-checksums", "--auth=peer", "-U", SUPERUSER, "--no-instructions", "-D", draft];
  const as = child === null ? {} : { uid: child.uid, gid: child.gid };
  const run = spawn(program, [...flags, ...rest], {
    ...as,
    cwd: "/",
    env: { LC_ALL: "C" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const output: Buffer[] = [];
  run.stderr.on("data", (part: Buffer) => output.push(part));
  let outcome: unknown[];
  try {
    outcome = await once(run, "close");
  } catch (error) {
    throw new StartupError(`PostgreSQL's initdb cannot be started: ${String(error)}`);
  }
  if (outcome[0] === 0) return;
  const lines = Buffer.concat(output).toString("utf8").trim().split("\n");
  const reason =
    lines.find((line) => line.includes("error:") || line.includes("FATAL")) ?? lines.at(-1) ?? "";
  throw new StartupError(`the database could not be made in ${draft}: ${reason.trim()}`);
}

function checkRelease(data: string): void {
  const release = readFileSync(join(data, "PG_VERSION"), "utf8").trim();
  if (release !== MAJOR) {
    throw new StartupError(
      `${data} was made by PostgreSQL ${release} and this server runs ${MAJOR}: restore a backup into a new DATA_DIR`,
    );
  }
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
