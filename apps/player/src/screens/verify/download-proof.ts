import type { CALLS, CallData } from "@lotus/contract";

/** Saves a proof document as a file, for any other verifier. */
export function downloadProof(proof: CallData<typeof CALLS.proof>): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(proof, null, 2)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `proof-${proof.gameCode}-${proof.prizeNo}.json`;
  link.click();
  // The browser reads it after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
