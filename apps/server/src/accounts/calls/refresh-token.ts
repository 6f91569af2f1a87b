import { CALLS } from "@lotus/contract";
import { accept, bind, refuseEnded, type BoundCall } from "../../http/handler.ts";
import type { AccountsDeps } from "../accounts-deps.ts";

export function bindRefreshToken({ sessions }: AccountsDeps): BoundCall<typeof CALLS.refreshToken> {
  return bind(CALLS.refreshToken, async ({ body }) => {
    const outcome = await sessions.refresh(body.jwt);
    return "ended" in outcome ? refuseEnded(outcome.ended) : accept(outcome);
  });
}
