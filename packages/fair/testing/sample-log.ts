import { roundTime } from "@lotus/beacon";
import {
  cosign,
  type FetchLogFile,
  formatCheckpoint,
  formatNote,
  leafHash,
  merkleRoot,
  signNote,
  toHex,
  utf8,
} from "@lotus/tlog";
import { logFilesOf } from "@lotus/tlog/testing/log-files";
import type { DrawProofDocument } from "../draw-proof/document.ts";
import { DRAW_TIMEOUT_MS } from "../draw-proof/period-times.ts";
import { indexOf, type PeriodLog } from "../period-log/period-log.ts";
import { SAMPLE_CHAIN, SAMPLE_KEYS, SAMPLE_ROUND } from "./sample-draw.ts";

/** When a period of samples that is not drawn counts as not drawn (epoch ms). */
export const SAMPLE_OVER = roundTime(SAMPLE_CHAIN, SAMPLE_ROUND) + DRAW_TIMEOUT_MS;

/** A log that has exactly what a document shows, read once everything about its period had to be there. */
export function sampleLogOf({ entries }: DrawProofDocument): PeriodLog {
  return {
    origin: SAMPLE_KEYS.log.name,
    cosignedAt: SAMPLE_OVER,
    from: 0,
    to: 1_000,
    lines: entries.map(({ type, body, proof }) => ({ index: indexOf(proof), type, body })),
    extendsReceipt: null,
  };
}

/** The key of a log of another name. */
export const OTHER_LOG_SECRET = new Uint8Array(32).fill(77);

/** The log of these entries as a server serves it, and the paths that were fetched. */
export function sampleLogServer(
  entries: readonly { readonly body: string }[],
  { cosignedAt = SAMPLE_OVER, origin }: { readonly cosignedAt?: number; readonly origin?: string } = {},
): { readonly fetch: FetchLogFile; readonly files: Map<string, Uint8Array>; readonly fetched: string[] } {
  const bodies = entries.map(({ body }) => utf8(body));
  const files = logFilesOf(bodies);
  const { name, secretKey } =
    origin === undefined ? SAMPLE_KEYS.log : { name: origin, secretKey: OTHER_LOG_SECRET };
  const body = formatCheckpoint({ origin: name, size: bodies.length, root: rootOf(bodies) });
  const signatures = [
    signNote(body, name, secretKey),
    ...SAMPLE_KEYS.witnesses.map((witness) => cosign(body, witness, cosignedAt / 1000)),
  ];
  files.set("checkpoint", utf8(formatNote({ body, signatures })));
  const fetched: string[] = [];
  const fetch: FetchLogFile = async (path) => {
    fetched.push(path);
    return files.get(path) ?? null;
  };
  return { fetch, files, fetched };
}

/** What a receipt names of a log that has only these entries. */
export function sampleLogRoot(entries: readonly { readonly body: string }[]) {
  return { logSize: entries.length, logRoot: toHex(rootOf(entries.map(({ body }) => utf8(body)))) };
}

function rootOf(entries: readonly Uint8Array[]): Uint8Array {
  return merkleRoot(entries.map((entry) => leafHash(entry)));
}
