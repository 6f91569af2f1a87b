import { appendFile, mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";

/** A checkpoint as it was cosigned. */
interface CosignedAt {
  /** Time of the cosignature, in seconds since 1970. */
  readonly at: number;
  /** The note: log signatures and own cosignature. */
  readonly text: string;
}

/** Checkpoints are kept for a day, in a file an hour. */
const HOUR_S = 3_600;
const KEPT_HOURS = 25;
/** Checkpoints in one answer: ten minutes of a log that publishes one a second. */
const MAX_CHECKPOINTS = 600;

/**
 * The checkpoints of each log that were cosigned within a day, as files of JSON lines. A log can hide that a checkpoint was
 * cosigned before some time by showing only later ones; who asks for this history sees it.
 */
export class CheckpointHistory {
  readonly #folder: string;
  /** The hour in which old files of a log were removed last. */
  readonly #cleaned = new Map<string, number>();

  /** `folder` is that of the checkpoints. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  async add(originHash: string, cosigned: CosignedAt): Promise<void> {
    const folder = this.#folderOf(originHash);
    const hour = hourOf(cosigned.at);
    await mkdir(folder, { recursive: true });
    await appendFile(join(folder, String(hour)), `${JSON.stringify(cosigned)}\n`, { mode: 0o600 });
    if (this.#cleaned.get(originHash) === hour) return;
    this.#cleaned.set(originHash, hour);
    const old = (await readdir(folder)).filter((name) => Number(name) <= hour - KEPT_HOURS);
    await Promise.all(old.map((name) => rm(join(folder, name), { force: true })));
  }

  /** Those that were cosigned from a second on and before another one, oldest first; of too many the first ones. */
  async between(originHash: string, from: number, to: number): Promise<readonly CosignedAt[]> {
    const found: CosignedAt[] = [];
    const files = await readdir(this.#folderOf(originHash)).catch(() => []);
    const hours = files.map(Number).filter((hour) => hour >= hourOf(from) && hour <= hourOf(to));
    for (const hour of hours.toSorted((a, b) => a - b)) {
      // One after another: most questions need one file.
      // oxlint-disable-next-line no-await-in-loop
      const text = await readFile(join(this.#folderOf(originHash), String(hour)), "utf8").catch(() => "");
      found.push(
        ...text
          .split("\n")
          .flatMap(readLine)
          .filter(({ at }) => at >= from && at < to),
      );
      if (found.length >= MAX_CHECKPOINTS) break;
    }
    return found.slice(0, MAX_CHECKPOINTS);
  }

  #folderOf(originHash: string): string {
    return join(this.#folder, originHash, "history");
  }
}

function hourOf(atS: number): number {
  return Math.floor(atS / HOUR_S);
}

/** A line that was cut off by a crash is left out. */
function readLine(line: string): CosignedAt[] {
  try {
    const value: unknown = JSON.parse(line);
    const [at, text]: unknown[] = ["at", "text"].map((name) => Reflect.get(Object(value), name));
    return typeof at === "number" && typeof text === "string" ? [{ at, text }] : [];
  } catch {
    return [];
  }
}
