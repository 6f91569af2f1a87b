import { fromHex, sameBytes } from "@lotus/tlog";
import { walkBack, type ProofDocument } from "@lotus/fair";

/** Number of hashes between two yields: a few milliseconds on a slow phone. */
const PIECE = 1024;

type Walk = Pick<ProofDocument, "cid" | "secret" | "t" | "anchor">;

/**
 * Hashes from the secret back to the start of the chain, in chunks, so that the page stays responsive. Reports the
 * number of hashes done; resolves to whether the start is the published one, or to null when `signal` aborts it.
 */
export async function walkToAnchor(
  { cid, secret, t, anchor }: Walk,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<boolean | null> {
  const name = fromHex(cid, 16);
  const start = fromHex(anchor, 32);
  let at = fromHex(secret, 32);
  if (name === null || start === null || at === null) return false;
  for (let from = t; from > 0; from -= PIECE) {
    const to = Math.max(0, from - PIECE);
    at = walkBack({ cid: name, secret: at, from, to });
    onProgress(t - to);
    await breath();
    if (signal.aborted) return null;
  }
  return sameBytes(at, start);
}

/** Yields to input and painting. */
function breath(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
