import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Contents of postmaster.pid. */
export interface PostmasterFile {
  readonly pid: number;
  readonly socketFolder: string;
  /** starting, standby, ready or stopping; empty while the file is being written. */
  readonly status: string;
}

/** The path of the file in a data folder. */
export function postmasterPath(data: string): string {
  return join(data, "postmaster.pid");
}

/** Reads postmaster.pid, or null when there is none or its first line is not there yet. */
export function readPostmasterFile(data: string): PostmasterFile | null {
  let lines: string[];
  try {
    lines = readFileSync(postmasterPath(data), "utf8").split("\n");
  } catch {
    return null;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, socketFolder: lines[4]?.trim() ?? "", status: lines[7]?.trim() ?? "" };
}
