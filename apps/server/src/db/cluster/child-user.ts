import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { StartupError } from "../../settings/startup-error.ts";

/** The ordinary user PostgreSQL runs as when the server itself is root, which PostgreSQL refuses. */
export interface ChildUser {
  readonly uid: number;
  readonly gid: number;
  readonly name: string;
}

/**
 * The user that PostgreSQL runs as; null for the server's own. As root: the owner of an existing cluster (a `postgres`
 * user may appear later), else `postgres`, else `nobody`.
 */
export function chooseChildUser(dataFolder: string): ChildUser | null {
  if (process.getuid?.() !== 0) return null;
  const users = readUsers();
  if (existsSync(dataFolder)) {
    const { uid, gid } = statSync(dataFolder);
    if (uid !== 0) return { uid, gid, name: users.find((user) => user.uid === uid)?.name ?? String(uid) };
  }
  const chosen = ["postgres", "nobody"].map((name) => users.find((user) => user.name === name)).find(Boolean);
  if (chosen === undefined) {
    throw new StartupError(
      "PostgreSQL does not run as root and this machine has neither a user postgres nor nobody; start as an ordinary user",
    );
  }
  return chosen;
}

/** Whether `user` may enter `folder`, by the mode bits of it and each folder above. */
export function canReach(folder: string, user: ChildUser): boolean {
  for (let at = folder; ; at = dirname(at)) {
    const { mode, uid, gid } = statSync(at);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

function readUsers(): ChildUser[] {
  return readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .flatMap(([name, , uid, gid]) =>
      name === undefined || uid === undefined || gid === undefined
        ? []
        : [{ name, uid: Number(uid), gid: Number(gid) }],
    );
}
