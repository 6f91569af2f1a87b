import type { BetResult } from "./kept-bet.ts";
import type { EvidenceFile } from "./own-bets.ts";

/** The files that prove what was found: receipt and proof as the command `verify` reads them, and each entry's own proof. */
export function evidenceFiles(
  orderNo: string,
  { receipt, proof, shown = null, odds = null }: Omit<BetResult, "check">,
): readonly EvidenceFile[] {
  const whole = {
    name: `receipt-${orderNo}.json`,
    type: "application/json",
    text: `${JSON.stringify({ receipt, proof, ...(shown === null ? {} : { shown }), ...(odds === null ? {} : { odds }) }, null, 2)}\n`,
  };
  const close = { name: `shown-close-${orderNo}.tlog-proof`, type: "text/plain", text: shown?.proof ?? "" };
  return [whole, ...entriesOf(proof), ...(shown === null ? [] : [close])];
}

function entriesOf(proof: unknown): EvidenceFile[] {
  const [entries, periodNo]: unknown[] = ["entries", "prizeNo"].map((name) =>
    Reflect.get(Object(proof), name),
  );
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: unknown) => {
    const [type, text]: unknown[] = ["type", "proof"].map((name) => Reflect.get(Object(entry), name));
    if (typeof type !== "string" || typeof text !== "string") return [];
    return [{ name: `${fileName(type)}-${fileName(String(periodNo))}.tlog-proof`, type: "text/plain", text }];
  });
}

/** A server may name anything. */
function fileName(text: string): string {
  return text.replaceAll(/[^\w-]/gu, "").slice(0, 40);
}
