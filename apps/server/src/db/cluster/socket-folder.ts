import { chmodSync, chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { canReach } from "./child-user.ts";
import type { Place } from "./place.ts";

// The kernel takes 107 bytes for the whole path of a socket; the file's own name is `/.s.PGSQL.5432`.
const LONGEST_PATH_BYTES = 100;
const SOCKET_NAME = ".s.PGSQL.5432";
const TEMPORARY_PREFIX = "lotus-socket-";

/**
 * Makes the private folder of the socket: `socket` beside the data, or a fresh one under the system's
 * temporary folder when that path would be too long for a socket.
 */
export function makeSocketFolder(place: Place): string {
  const { child } = place;
  const beside = socketFolderBeside(place);
  const folder = fits(beside) ? beside : mkdtempSync(join(temporaryFolder(child), TEMPORARY_PREFIX));
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  if (child !== null) chownSync(folder, child.uid, child.gid);
  return folder;
}

/** Removes a socket folder that was made under the temporary one; the folder beside the data stays. */
export function removeSocketFolder(folder: string): void {
  if (basename(folder).startsWith(TEMPORARY_PREFIX)) rmSync(folder, { recursive: true, force: true });
}

/**
 * Removes the socket and its lock file that a killed PostgreSQL left. It judges the lock by whether a process
 * of that number exists, so a zombie, or any later process of the same number, would keep it from starting.
 */
export function removeSocket(folder: string): void {
  for (const name of [SOCKET_NAME, `${SOCKET_NAME}.lock`]) rmSync(join(folder, name), { force: true });
}

/** The folder of the socket beside the data, where its path is short enough. */
export function socketFolderBeside({ home }: Place): string {
  return join(home, "socket");
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, SOCKET_NAME)) <= LONGEST_PATH_BYTES;
}

function temporaryFolder(child: Place["child"]): string {
  const wished = realpathSync(tmpdir());
  const longest = join(wished, `${TEMPORARY_PREFIX}XXXXXX`);
  return fits(longest) && (child === null || canReach(wished, child)) ? wished : "/tmp";
}
