import { leafHash, parseInclusionProof, type Policy, utf8, verifyInclusionProof } from "@lotus/tlog";
import type { Fault } from "./finding.ts";
import type { Deadline } from "./judge-period.ts";
import type { LogHistory } from "./log-history.ts";

/**
 * Looks in the operator's proof document of a period for proofs that entries were cosigned in time, which the monitor did
 * not see itself, as it was not running. Marks the entries as timely or disproven; those that the document does not have
 * stay as they are. Returns a fault if a proof is of another history than the log's.
 */
export async function checkProof(
  document: object,
  wanted: readonly Deadline[],
  log: {
    readonly policy: Policy;
    readonly history: LogHistory;
    readonly origin: string;
    readonly checkpoint: string;
  },
): Promise<Fault | null> {
  const entries: unknown = Reflect.get(document, "entries");
  if (!Array.isArray(entries)) return null;
  for (const { type, entry, before } of wanted) {
    const proofs = entries.flatMap((candidate: unknown) => proofIn(candidate, type, entry.body));
    for (const proof of proofs) {
      const result = verifyInclusionProof(leafHash(utf8(entry.body)), proof, log.policy, before / 1000);
      const isOfLog = typeof result !== "string" && result.checkpoint.origin === log.origin;
      entry.isDisproven ||= !isOfLog;
      if (!isOfLog || result.index !== entry.index) continue;
      const shown = parseInclusionProof(proof)?.checkpoint ?? "";
      const found = await compareSizes(shown, result.checkpoint.size, log);
      if (found !== null) return found;
      entry.timelyBy = "operator";
      entry.isDisproven = false;
      break;
    }
  }
  return null;
}

async function compareSizes(
  shown: string,
  size: number,
  { history, checkpoint }: { readonly history: LogHistory; readonly checkpoint: string },
): Promise<Fault | null> {
  const signed = history.accept(checkpoint);
  const isLarger = typeof signed !== "string" && size > signed.checkpoint.size;
  return isLarger ? history.compare(checkpoint, shown) : history.compare(shown, checkpoint);
}

/** The proof of an entry of a document, if it is the one with this type and text. */
function proofIn(candidate: unknown, type: string, body: string): string[] {
  if (typeof candidate !== "object" || candidate === null) return [];
  if (Reflect.get(candidate, "type") !== type || Reflect.get(candidate, "body") !== body) return [];
  const proof: unknown = Reflect.get(candidate, "proof");
  return typeof proof === "string" ? [proof] : [];
}
