import { chmodSync, chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { canReach } from "./child-user.ts";
import type { Place } from "./place.ts";

// The kernel allows 107 bytes for the path of a socket, including the file name `/.s.PGSQL.5432`.
const LONGEST_PATH_BYTES = 100;
const SOCKET_NAME = ".s.PGSQL.5432";
const TEMPORARY_PREFIX = "lotus-socket-";

/**
 * Creates the private folder of the socket: `socket` next to the data, or a new one under the system's temporary folder
 * when that path would be too long.
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

/** Removes a socket folder under the temporary one; the folder next to the data stays. */
export function removeSocketFolder(folder: string): void {
  if (basename(folder).startsWith(TEMPORARY_PREFIX)) rmSync(folder, { recursive: true, force: true });
}

/**
 * Removes the socket and the lock file that a killed PostgreSQL left. PostgreSQL only checks whether a process with the
 * pid in the lock file exists, so a zombie or a later process with that pid would prevent its start.
 */
export function removeSocket(folder: string): void {
  for (const name of [SOCKET_NAME, `${SOCKET_NAME}.lock`]) rmSync(join(folder, name), { force: true });
}

/** The folder of the socket next to the data, used when its path is short enough. */
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
