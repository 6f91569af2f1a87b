import { refuse, type Refused } from "../http/handler.ts";
import type { PlayVerdict } from "./play-verdicts.ts";
import { FAILURE_MS } from "./play-verdicts.ts";

const RETRY_SECONDS = FAILURE_MS / 1000;

/** Refusal where a register does not answer, with the time after which it is asked again. */
export function refuseSilent(): Refused<"REGISTER_UNAVAILABLE"> {
  return refuse("REGISTER_UNAVAILABLE", { data: { retryAfterSeconds: RETRY_SECONDS } });
}

/** Refusal of whoever may not play by a verdict. */
export function refuseBarred(
  verdict: Exclude<PlayVerdict, "free">,
): Refused<"PLAYER_EXCLUDED" | "REGISTER_UNAVAILABLE" | "PERSON_NEEDED"> {
  if (verdict === "silent") return refuseSilent();
  if (verdict === "unknown") return refuse("PERSON_NEEDED");
  // Nobody but the register knows until when.
  return refuse("PLAYER_EXCLUDED", { values: { by: "register" }, data: { until: null, by: "register" } });
}
