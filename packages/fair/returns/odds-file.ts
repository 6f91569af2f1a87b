import { nobleHashing, toHex } from "@lotus/tlog";
import { oddsPath } from "../bet-proof/odds-table.ts";
import type { OddsEntry } from "../draw-proof/entries.ts";

/**
 * The table of a version of the odds as a log serves it: its text, `missing`, or `wrong` if it is not the one of the log.
 * `fetchFile` fetches a file below the root of the log.
 */
export async function readOddsFile(
  { version, hash }: OddsEntry,
  fetchFile: (path: string) => Promise<Uint8Array | null>,
): Promise<{ readonly text: string } | "missing" | "wrong"> {
  const bytes = await fetchFile(oddsPath(version)).catch(() => null);
  if (bytes === null) return "missing";
  return toHex(nobleHashing.sha256(bytes)) === hash ? { text: new TextDecoder().decode(bytes) } : "wrong";
}
