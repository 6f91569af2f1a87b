import type { PlayerCalls } from "../http/handler.ts";
import { closeAccountCall, type CloseAccountDeps } from "./calls/close-account.ts";

export { closeAccount, type Closing } from "./close-account.ts";

/** Public API of what players can do about their account and its data as a whole. */
export interface Privacy {
  readonly calls: PlayerCalls<"closeAccount">;
}

/** Opens it. */
export function openPrivacy(deps: CloseAccountDeps): Privacy {
  return { calls: { closeAccount: closeAccountCall(deps) } };
}
