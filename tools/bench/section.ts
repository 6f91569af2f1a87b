import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Figure } from "../budget/bars.ts";

/** What a section is handed. */
export interface Bench {
  /** A number in [0, 1), the same series in every run. */
  readonly random: () => number;
  /** Asked for ten million stored orders. */
  readonly large: boolean;
  /** What the great numbers are multiplied by: 1, or less for a first look. */
  readonly scale: number;
  /** A fresh folder that is removed after the run. */
  folder(name: string): string;
  /** Says what is going on, beside the report. */
  tell(line: string): void;
}

/** One part of the benchmark: measures, and ends everything it started. */
export type Section = (bench: Bench) => Promise<readonly Figure[]>;

/** A folder for a server or a cluster of this run. */
export function freshFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `lotus-bench-${name}-`));
  // As root the database runs as another user, who has to get there: else it would live, and stay, elsewhere.
  chmodSync(folder, 0o711);
  return folder;
}
