import type { Translate } from "@lotus/locales/node";
import type { Deps } from "../deps.ts";
import type { PlayerCalls } from "../http/handler.ts";
import type { Vault } from "../vault/vault.ts";
import { savedCalls } from "./calls/saved.ts";
import { SavedPicks } from "./saved-picks.ts";

export { openSaved, SEALED_SAVED, type NamedSaved } from "./saved-picks.ts";

/** Public API of what players save: slips and favourite numbers. */
export interface SavedModule {
  readonly calls: PlayerCalls<"saved" | "saveSlip" | "saveNumbers" | "renameSaved" | "removeSaved">;
}

/** Opens what players save. */
export function openSavedPicks(
  { db }: Pick<Deps, "db">,
  { vault, translate }: { readonly vault: Vault; readonly translate: Translate },
): SavedModule {
  return { calls: savedCalls({ picks: new SavedPicks(db, vault), translate }) };
}
