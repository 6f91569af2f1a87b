import { existsSync, mkdirSync, rmdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { refuseHeld } from "./db/cluster/owner.ts";
import { checkGivenDatabase } from "./db/server-database.ts";
import { addressesOf, tryAddresses } from "./http/listening.ts";
import { dataDirUnusable } from "./settings/data-dir.ts";
import type { Settings } from "./settings/settings.ts";

/**
 * Checks what a start needs of its machine, before it creates anything: that no server runs in DATA_DIR and it can be created, that both
 * ports are free, and that the given database can be used. @throws StartupError
 */
export async function checkStart(settings: Settings): Promise<void> {
  tryDataDir(settings.dataDir);
  if (settings.databaseUrl === null) refuseHeld(settings.dataDir);
  const { player, ops } = addressesOf(settings);
  await tryAddresses([player, ops]);
  await checkGivenDatabase(settings);
}

/** Creates the first missing folder of a path, and removes it again. @throws StartupError */
function tryDataDir(dataDir: string): void {
  let missing = resolve(dataDir);
  if (existsSync(missing)) return;
  while (!existsSync(dirname(missing))) missing = dirname(missing);
  try {
    mkdirSync(missing);
    rmdirSync(missing);
  } catch (error) {
    throw dataDirUnusable(dataDir, error);
  }
}
