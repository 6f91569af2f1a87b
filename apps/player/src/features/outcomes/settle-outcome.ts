import { ApiError } from "@lotus/client";
import { CALLS, type CallData } from "@lotus/contract";
import { api } from "../../session/api.ts";

const ASK_WITHIN_MS = 5_000;

export type Settled = CallData<typeof CALLS.settleOutcome>;

/**
 * The outcome of a request, final from now on: what did not arrive is given up, so that it cannot be done behind the
 * player's back. Null while the server cannot be reached; "refused" if it does not tell, as when the session is over.
 */
export async function settleOutcome(key: string): Promise<Settled | "refused" | null> {
  try {
    const options = { hideErrors: true, outcomeOf: key, timeoutMs: ASK_WITHIN_MS };
    return await api.call(CALLS.settleOutcome, { body: { key } }, options);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.kind === "refusal" ? "refused" : null;
  }
}
