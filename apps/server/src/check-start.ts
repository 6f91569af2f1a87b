import { refuseHeld } from "./db/cluster/owner.ts";
import { checkGivenDatabase } from "./db/server-database.ts";
import { addressesOf, tryAddresses } from "./http/listening.ts";
import type { Settings } from "./settings/settings.ts";

/**
 * Checks what a start needs of its machine, before it creates anything: that no server runs in DATA_DIR, that both ports are
 * free, and that the given database can be used. @throws StartupError
 */
export async function checkStart(settings: Settings): Promise<void> {
  if (settings.databaseUrl === null) refuseHeld(settings.dataDir);
  const { player, ops } = addressesOf(settings);
  await tryAddresses([player, ops]);
  await checkGivenDatabase(settings);
}
