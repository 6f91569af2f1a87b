import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Figure } from "../budget/bars.ts";

/** Context of a section. */
export interface Bench {
  /** A number in [0, 1), the same series in every run. */
  readonly random: () => number;
  /** Whether to store ten and thirty million orders, and open as many streams as a process may. */
  readonly large: boolean;
  /** Whether placing also tells where its time goes, by function and statement. */
  readonly profile: boolean;
  /** Where stored years are kept for later runs; null if they are removed. */
  readonly keptIn: string | null;
  /** Factor of large counts: 1, or less for a first look. */
  readonly scale: number;
  /** A fresh folder that is removed after the run. */
  folder(name: string): string;
  /** Removes such a folder before the end of the run: the disk may not hold them all. */
  forget(folder: string): void;
  /** Prints progress, apart from the report. */
  log(line: string): void;
}

/** One part of the benchmark: measures, and stops everything it started. */
export type Section = (bench: Bench) => Promise<readonly Figure[]>;

/** A folder for a server or a cluster of this run. */
export function freshFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `lotus-bench-${name}-`));
  // As root the database runs as another user, who needs access to the folder; otherwise its files would be created,
  // and left, elsewhere.
  chmodSync(folder, 0o711);
  return folder;
}
