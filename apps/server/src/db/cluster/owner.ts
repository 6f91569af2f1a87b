import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { StartupError } from "../../settings/startup-error.ts";
import { identify, type ProcessIdentity, stillRuns } from "./process-table.ts";

const OWNER_FILE = "owner.json";

/** The right to run the cluster of one folder, held by one server process at a time. */
export interface Ownership {
  release(): void;
}

/**
 * Claims the cluster in `home` for this process. The file of a dead process is taken over. @throws StartupError when a
 * live server holds it; the message names its pid and `dataDir`.
 */
export function claimOwnership(home: string, dataDir: string): Ownership {
  const file = join(home, OWNER_FILE);
  const self = identify(process.pid);
  if (self === null)
    throw new StartupError("cannot read /proc: the embedded database needs it, or set DATABASE_URL");
  // Each round either claims the file or removes that of one dead owner, so a few rounds are always enough.
  for (let turn = 0; turn < 5; turn += 1) {
    if (writeNew(file, self)) {
      return { release: () => releaseOwnership(file, self) };
    }
    const owner = readOwner(file);
    if (owner !== null && stillRuns(owner)) throw heldBy(owner, dataDir);
    removeDeadOwner(file, dataDir);
  }
  throw new StartupError(`several servers are starting on ${dataDir} at once; start one`);
}

/** Claims nothing. @throws StartupError when a live server runs the cluster of `dataDir` */
export function refuseHeld(dataDir: string): void {
  const owner = readOwner(join(dataDir, "cluster", OWNER_FILE));
  if (owner !== null && stillRuns(owner))
    throw heldBy(owner, resolve(dataDir), "DATA_DIR, PORT and DESK_PORT");
}

function heldBy(owner: ProcessIdentity, dataDir: string, another = "DATA_DIR"): StartupError {
  return new StartupError(
    `a server is already running on DATA_DIR ${dataDir} (pid ${owner.pid}); stop it first, or choose another ${another}`,
  );
}

function writeNew(file: string, self: ProcessIdentity): boolean {
  // Written to a temporary file and linked, so that no process ever reads a half-written owner.
  const draft = `${file}.${self.pid}`;
  rmSync(draft, { force: true });
  writeFileSync(draft, JSON.stringify(self), { flag: "wx", mode: 0o644 });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Two starting processes may find the same dead owner; one that moved a live owner's file away restores it. */
function removeDeadOwner(file: string, dataDir: string): void {
  const aside = `${file}.dead-${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  const moved = readOwner(aside);
  if (moved !== null && stillRuns(moved)) {
    try {
      linkSync(aside, file);
    } finally {
      rmSync(aside, { force: true });
    }
    throw heldBy(moved, dataDir);
  }
  rmSync(aside, { force: true });
}

function releaseOwnership(file: string, self: ProcessIdentity): void {
  const owner = readOwner(file);
  if (owner?.pid === self.pid && owner.startTicks === self.startTicks) rmSync(file, { force: true });
}

function readOwner(file: string): ProcessIdentity | null {
  try {
    const read: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isIdentity(read) ? read : null;
  } catch {
    return null;
  }
}

function isIdentity(value: unknown): value is ProcessIdentity {
  return (
    typeof value === "object" &&
    value !== null &&
    "pid" in value &&
    typeof value.pid === "number" &&
    "startTicks" in value &&
    typeof value.startTicks === "string" &&
    "bootId" in value &&
    typeof value.bootId === "string"
  );
}
