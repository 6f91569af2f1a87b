import { fromBase64, toBase64 } from "./bytes.ts";

/** The head of a log's tree (c2sp.org/tlog-checkpoint): the body of a note. */
export interface Checkpoint {
  /** The identity of the log. */
  readonly origin: string;
  /** Number of leaves. */
  readonly size: number;
  /** 32 bytes. */
  readonly root: Uint8Array;
  /** Opaque further lines, usually none. */
  readonly extensions: readonly string[];
}

/** The body of a checkpoint's note. */
export function formatCheckpoint({ origin, size, root, extensions = [] }: CheckpointFields): string {
  return `${[origin, String(size), toBase64(root), ...extensions].join("\n")}\n`;
}

type CheckpointFields = Omit<Checkpoint, "extensions"> & Partial<Pick<Checkpoint, "extensions">>;

/** Parses the body of a note; null if it is not a checkpoint, or of a tree larger than 2⁵³ − 1. */
export function parseCheckpoint(body: string): Checkpoint | null {
  if (!body.endsWith("\n")) return null;
  const [origin = "", digits = "", encoded = "", ...extensions] = body.slice(0, -1).split("\n");
  const size = parseSize(digits);
  const root = fromBase64(encoded);
  if (origin === "" || size === null || root?.length !== 32 || extensions.includes("")) return null;
  return { origin, size, root, extensions };
}

/** Parses a tree size or index: ASCII decimal without leading zeros; null for anything else. */
export function parseSize(digits: string): number | null {
  if (!/^(?:0|[1-9]\d{0,15})$/u.test(digits)) return null;
  const size = Number(digits);
  return Number.isSafeInteger(size) ? size : null;
}
